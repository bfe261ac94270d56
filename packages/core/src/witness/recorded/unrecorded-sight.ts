import type { Axiom, AxiomModel, Relation } from "../../criteria/axioms/model.js";
import { words } from "../execution.js";
import { type Recording, updatesAmong } from "./recording.js";

/** An axiom `vis ⊇ …` as relations from left to right, and whom each end lets pass: one more end than relations. */
interface Path {
  readonly text: string;
  readonly relations: readonly Relation[];
  /** For each end, by labels: 1 where it lets pass; `undefined` where it lets all pass. */
  readonly passes: readonly (Uint8Array | undefined)[];
}

/**
 * Which axiom asks that an operation sees an update which it was not recorded as seeing; nothing where none does.
 * Along the linearization each operation is given the least sight that holds what was recorded, all before the last
 * of it in its session, and what the axioms ask for, given the sights of those before it (CAV'18 Section 4): every
 * path of the axioms goes forwards there. Such a sight may have more queries, which change nothing, and no update.
 */
export function unrecordedSight(
  recording: Recording,
  before: Int32Array,
  { axioms }: AxiomModel,
): string | undefined {
  const { history, order, members, position, saw } = recording;
  const { size, session, label } = history;
  const width = members.length;
  const paths = axioms.filter(({ left }) => left === "vis").map((axiom) => pathOf(recording, axiom));
  const empty = [...axioms.entries()].find(([, { path }]) => !path.some((step) => typeof step === "string"));
  if (empty !== undefined) return "an axiom without relations asks that operations see themselves";
  const sight = saw.slice();
  const placed = new Int32Array(width);
  /** For each path and each of its relations but the last: what leads to some operation of the session up to there. */
  const tails = paths.map(({ relations }) => relations.slice(1).map(() => new Int32Array(size * width)));
  const reached = new Int32Array(width);
  const gather = (path: Path, at: number, leg: number, id: number): void => {
    const relation = path.relations[leg];
    reached.fill(0);
    for (let s = 0; s < width; s++) {
      const count =
        relation === "vis"
          ? sight[id * width + s]
          : relation === "hb"
            ? before[id * width + s]
            : relation === "lin"
              ? placed[s]
              : s === session[id]
                ? position[id]
                : 0;
      if (count === 0) continue;
      if (leg === 0) reached[s] = Math.max(reached[s], lastPassing(recording, path.passes[0], s, count));
      else {
        const row = members[s][count - 1] * width;
        const tail = tails[at][leg - 1];
        for (let t = 0; t < width; t++) if (tail[row + t] > reached[t]) reached[t] = tail[row + t];
      }
    }
  };
  for (let at = 0; at < order.length; at++) {
    const id = order[at];
    const own = id * width;
    for (let changed = true; changed; ) {
      changed = false;
      recording.work(paths.length * width);
      for (const [number, path] of paths.entries()) {
        const last = path.relations.length - 1;
        if (path.passes[last + 1]?.[label[id]] === 0) continue;
        gather(path, number, last, id);
        for (let s = 0; s < width; s++) {
          if (reached[s] <= sight[own + s]) continue;
          sight[own + s] = reached[s];
          changed = true;
          const most = s === session[id] ? position[id] : members[s].length;
          const more =
            updatesAmong(recording, s, reached[s]) > updatesAmong(recording, s, saw[own + s]) ||
            reached[s] > most;
          if (more)
            return `${words(history, id)} was not recorded as seeing all that ${path.text} asks for, up to ${words(history, members[s][reached[s] - 1])}`;
        }
      }
    }
    for (const [number, path] of paths.entries())
      for (let leg = 0; leg + 1 < path.relations.length; leg++) {
        const tail = tails[number][leg];
        const previous = position[id] === 0 ? -1 : members[session[id]][position[id] - 1];
        if (previous >= 0) tail.copyWithin(own, previous * width, previous * width + width);
        if (path.passes[leg + 1]?.[label[id]] === 0) continue;
        gather(path, number, leg, id);
        for (let s = 0; s < width; s++) if (reached[s] > tail[own + s]) tail[own + s] = reached[s];
      }
    placed[session[id]]++;
  }
  return undefined;
}

function pathOf({ history }: Recording, { path }: Axiom): Path {
  const relations: Relation[] = [];
  const passes: (Uint8Array | undefined)[] = [undefined];
  for (const step of path) {
    if (typeof step === "string") {
      relations.push(step);
      passes.push(undefined);
      continue;
    }
    const already = passes[relations.length];
    passes[relations.length] = Uint8Array.from(history.labels, ({ method }, label) =>
      step.methods.includes(method) && already?.[label] !== 0 ? 1 : 0,
    );
  }
  const text = path.map((step) => (typeof step === "string" ? step : `[${step.methods.join(",")}]`));
  return { text: `vis ⊇ ${text.join("∘")}`, relations, passes };
}

/** Among the first operations of a session: how many there are up to the last that passes. */
function lastPassing(
  { history, members }: Recording,
  passes: Uint8Array | undefined,
  session: number,
  count: number,
): number {
  let last = count;
  if (passes !== undefined)
    while (last > 0 && passes[history.label[members[session][last - 1]]] === 0) last--;
  return last;
}
