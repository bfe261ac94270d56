import { labelOf } from "../../history/history.js";
import type { Interval } from "../../types/counts.js";
import type { Closure } from "../proof/close-facts.js";
import { type Counted, possibleByKeys, possibleBySum, type Sight } from "./possible-change.js";
import type { Scene } from "./scene.js";

/** A number that an operation told of and that cannot have been, by what it sees. */
export interface ImpossibleNumber {
  readonly op: number;
  /** An operation all of whose sights it has: the number is counted from there on. Absent: from the start. */
  readonly since?: number;
  /** What the number can have changed by until then, and what it must have changed by. */
  readonly possible: Interval;
  readonly told: Interval;
  /** Whether that is so because of how many keys can have come or gone, each once. */
  readonly byKeys: boolean;
  /** How many operations that may change it, or since another that may change it as it must have, surely lie between; and how many more can. */
  readonly between: readonly [sure: number, more: number];
  /** Whether of each session all up to some place is seen. */
  readonly isWhole: boolean;
}

/**
 * A number that one of these operations told of and that cannot have been. What lies between the start and it, or
 * between another whose sights it has and it, is what it sees and the other does not: the verifier lists what surely is
 * and what can be, by happens-before, the axioms and what else is known, and adds up what each changes the number by
 * (`types/counts.ts`). Where the number is one of keys, it counts those that can be there, or must be: the last that
 * is seen of a key decides.
 */
export function impossibleNumber(
  scene: Scene,
  ops: readonly number[],
  closure: Closure,
): ImpossibleNumber | undefined {
  const { history, type } = scene;
  const { counts } = type;
  // What is there of a replicated type to who does not see all is no run of its steps.
  if (counts === undefined || (scene.replicated !== undefined && !scene.oneLine)) return undefined;
  const start = counts.of(type.init(scene.initial));
  const numbers = ops.flatMap((op) => {
    const told = counts.told(labelOf(history, op));
    return told === undefined ? [] : [{ op, told, sight: sightOf(scene, closure, op) }];
  });
  for (const { op, told, sight } of numbers) {
    const object = history.object[op];
    const before = numbers.filter(
      ({ op: other }) =>
        other !== op && history.object[other] === object && seesAllOf(scene, closure, op, other),
    );
    const starts = [{ op: undefined, told: [start, start] as const, sight: undefined }, ...before];
    for (const { op: since, told: earlier, sight: other } of starts) {
      scene.work.done += history.size / 5;
      const change = [told[0] - earlier[1], told[1] - earlier[0]] as const;
      const counted: Counted = { scene, counts, closure, object, sight, other };
      for (const possible of [possibleBySum(counted), possibleByKeys(counted)])
        if (possible !== undefined && isApart(possible, change)) {
          const byKeys = !isApart(possibleBySum(counted), change);
          return {
            op,
            ...(since !== undefined && { since }),
            possible,
            told: change,
            byKeys,
            ...among(scene, op, change[1] < possible[0], sight, other),
          };
        }
    }
  }
  return undefined;
}

/** How many that may change the number lie between the start and the operation; since another, those that may as it must have. */
function among(
  { history, type }: Scene,
  op: number,
  isLess: boolean,
  { must, may, isWhole }: Sight,
  other?: Sight,
): Pick<ImpossibleNumber, "between" | "isWhole"> {
  let [sure, more] = [0, 0];
  for (const id of history.label.keys()) {
    if (history.object[id] !== history.object[op] || may[id] === 0 || other?.must[id] === 1) continue;
    const [least = 0, most = 0] = type.counts?.change({ ...labelOf(history, id), result: undefined }) ?? [];
    if (other === undefined ? least === 0 && most === 0 : isLess ? least >= 0 : most <= 0) continue;
    if (must[id] === 1 && (other === undefined || other.may[id] === 0)) sure++;
    else more++;
  }
  return { between: [sure, more], isWhole: isWhole && other?.isWhole !== false };
}

const isApart = ([a, b]: Interval, [c, d]: Interval): boolean => b < c || d < a;

/** Whether an axiom asks this of what leads to the operation. */
const asks = ({ axioms, history }: Scene, path: readonly string[], op?: number): boolean =>
  axioms.some((axiom) => {
    const last = axiom.path.at(-1);
    const isFor =
      typeof last === "object" && op !== undefined && last.methods.includes(labelOf(history, op).method);
    const own = isFor ? axiom.path.slice(0, -1) : axiom.path;
    return axiom.left === "vis" && own.length === path.length && own.every((step, at) => step === path[at]);
  });

/** Whether an operation sees all that another saw. */
function seesAllOf(scene: Scene, closure: Closure, op: number, other: number): boolean {
  if (scene.oneLine) return closure.before(other, op) || (scene.ordered && scene.before(other, op));
  if (scene.before(other, op) && asks(scene, ["vis", "hb"], op)) return true;
  const isSeen = closure.sees(op, other) || (scene.before(other, op) && asks(scene, ["hb"], op));
  return isSeen && asks(scene, ["vis", "vis"], op);
}

function sightOf(scene: Scene, closure: Closure, op: number): Sight {
  const { history, oneLine, ordered, before, maybe } = scene;
  const { size } = history;
  scene.work.done += size / 10;
  const [must, may] = [new Uint8Array(size), new Uint8Array(size)];
  const isWhole = oneLine
    ? ordered
    : asks(scene, ["hb", "vis"], op) || (asks(scene, ["vis", "vis"], op) && asks(scene, ["hb"]));
  const see = (past: Uint8Array): void =>
    past.forEach((is, id) => (must[id] |= is === 1 && !maybe(id) ? 1 : 0));
  if (oneLine ? ordered : asks(scene, ["hb"], op)) see(before.past(op));
  for (let id = 0; id < size; id++) {
    const isSeen = oneLine ? closure.before(id, op) && !maybe(id) : closure.sees(op, id);
    if (isSeen) must[id] = 1;
    if (isSeen && isWhole) see(before.past(id));
    may[id] = id === op || closure.blind(op, id) || (ordered && before(op, id)) ? 0 : 1;
  }
  return { must, may, isWhole };
}
