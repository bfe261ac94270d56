import type { Axiom, Relation } from "../../criteria/axioms/model.js";
import type { Meter } from "../meter.js";
import { type KnownProblem, mostSeen } from "./known-problem.js";

/** An axiom asks that an operation sees an update which it did not see. */
export interface Unseen {
  readonly axiom: Axiom;
  /** The update, who had to see it, and the operations between them on the path. */
  readonly path: readonly number[];
  /** Whether what was recorded leaves no doubt; else queries that were not told may not have been seen. */
  readonly certain: boolean;
}

/**
 * The least sights that hold what was recorded and what the axioms ask for, by rounds until nothing changes; or an
 * update that had to be seen and was not. Axioms that speak of the linearization are left out here. Sights are whole
 * beginnings of sessions, so that queries may be counted as seen that nobody has to see: then a conflict is a doubt.
 */
export function closeSights(
  problem: KnownProblem,
  axioms: readonly Axiom[],
  isExact: boolean,
  meter: Meter,
): Int32Array | Unseen {
  const { size, width, sessions, updates, saw, history } = problem;
  const sights = saw.slice();
  const paths = axioms.filter(isAboutSights).map((axiom) => createPath(problem, axiom, sights));
  let certain = isExact;
  const reached = new Int32Array(width);
  for (let changed = true; changed; ) {
    changed = false;
    for (const { axiom, prepare, reach, endsAt, beginsAnywhere } of paths) {
      prepare();
      for (let id = 0; id < size; id++) {
        if ((id & 0xfff) === 0) meter.work(0x1000 * width);
        if (endsAt?.[history.label[id]] === 0) continue;
        reach(id, reached);
        for (let s = 0; s < width; s++) {
          const at = id * width + s;
          if (reached[s] <= sights[at]) continue;
          const most = mostSeen(problem, id, s);
          if (reached[s] > most) {
            const from = sessions[s][beginsAnywhere ? most : reached[s] - 1];
            const isUpdate = beginsAnywhere || updates[from] === 1;
            return { axiom, path: pathTo(problem, axiom, sights, from, id), certain: certain && isUpdate };
          }
          // Where the path begins at some methods alone, others are now counted as seen that need not be.
          certain &&= beginsAnywhere;
          sights[at] = reached[s];
          changed = true;
        }
      }
    }
  }
  return sights;
}

/** Whether the axiom asks for sights by nothing but orders that are known and sights. */
export const isAboutSights = ({ left, path }: Axiom): boolean =>
  left === "vis" && !path.includes("lin") && path.some((step) => typeof step === "string");

/** A way to find what an axiom asks an operation to see. */
interface SightPath {
  readonly axiom: Axiom;
  /** By labels, whom the end of the path lets pass. */
  readonly endsAt: Uint8Array | undefined;
  /** Whether its beginning lets all pass. */
  readonly beginsAnywhere: boolean;
  /** To be called when sights have changed. */
  prepare(): void;
  /** Puts into the vector what leads to the operation. */
  reach(id: number, into: Int32Array): void;
}

/** The relations of an axiom, and by labels whom each of its ends lets pass. */
export function legsOf(
  { history }: KnownProblem,
  { path }: Axiom,
): { readonly relations: readonly Relation[]; readonly passes: readonly (Uint8Array | undefined)[] } {
  const relations: Relation[] = [];
  const passes: (Uint8Array | undefined)[] = [undefined];
  for (const step of path)
    if (typeof step === "string") {
      relations.push(step);
      passes.push(undefined);
    } else {
      const before = passes.pop();
      passes.push(
        Uint8Array.from(history.labels, ({ method }, label) =>
          step.methods.includes(method) && before?.[label] !== 0 ? 1 : 0,
        ),
      );
    }
  return { relations, passes };
}

/** How many operations of session `s` stand in the relation to the operation: its first ones. */
export function countIn(
  { before, session, position, width }: KnownProblem,
  sights: Int32Array,
  relation: Relation,
  id: number,
  s: number,
): number {
  if (relation === "vis") return sights[id * width + s];
  if (relation === "hb") return before[id * width + s];
  return s === session[id] ? position[id] : 0;
}

function createPath(problem: KnownProblem, axiom: Axiom, sights: Int32Array): SightPath {
  const { size, width, sessions, history } = problem;
  const { relations, passes } = legsOf(problem, axiom);
  /** For each relation but the last: what leads to the operations of a session up to each, together. */
  const tails = relations.slice(1).map(() => new Int32Array(size * width));
  const step = (leg: number, id: number, into: Int32Array): void => {
    into.fill(0);
    for (let s = 0; s < width; s++) {
      let count = countIn(problem, sights, relations[leg], id, s);
      if (leg === 0) {
        const first = passes[0];
        if (first !== undefined)
          while (count > 0 && first[history.label[sessions[s][count - 1]]] === 0) count--;
        if (count > into[s]) into[s] = count;
      } else if (count > 0) {
        const tail = tails[leg - 1];
        for (let t = 0, at = sessions[s][count - 1] * width; t < width; t++, at++)
          if (tail[at] > into[t]) into[t] = tail[at];
      }
    }
  };
  const found = new Int32Array(width);
  return {
    axiom,
    endsAt: passes[relations.length],
    beginsAnywhere: passes[0] === undefined,
    prepare() {
      tails.forEach((tail, leg) => {
        tail.fill(0);
        const ends = passes[leg + 1];
        for (const members of sessions)
          members.forEach((id, at) => {
            const row = id * width;
            if (at > 0) tail.copyWithin(row, members[at - 1] * width, members[at - 1] * width + width);
            if (ends !== undefined && ends[history.label[id]] === 0) return;
            step(leg, id, found);
            for (let s = 0; s < width; s++) if (found[s] > tail[row + s]) tail[row + s] = found[s];
          });
      });
    },
    reach: (id, into) => step(relations.length - 1, id, into),
  };
}

/** The operations on a way along the path from one to the other, first to last; only the ends where none is found. */
function pathTo(
  problem: KnownProblem,
  axiom: Axiom,
  sights: Int32Array,
  from: number,
  to: number,
): readonly number[] {
  const { width, sessions, session, position, history } = problem;
  const { relations, passes } = legsOf(problem, axiom);
  const isIn = (relation: Relation, one: number, other: number): boolean =>
    countIn(problem, sights, relation, other, session[one]) > position[one];
  if (relations.length !== 2) return [from, to];
  for (let s = 0; s < width; s++) {
    const count = countIn(problem, sights, relations[1], to, s);
    for (const middle of sessions[s].subarray(0, count))
      if (passes[1]?.[history.label[middle]] !== 0 && isIn(relations[0], from, middle))
        return [from, middle, to];
  }
  return [from, to];
}
