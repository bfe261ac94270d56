import { LEVEL } from "../../criteria/levels.js";
import { map } from "../../types/map.js";
import { set } from "../../types/set.js";
import type { Meter } from "../meter.js";
import { type Glimpses, knownLast, lowerBound } from "./answer-ask.js";
import type { Bounds } from "./bounds.js";
import { type KeyModel, withoutObject } from "./key-model.js";

/** How many keys an operation can find filled, and how many can have been emptied by what it sees. */
interface Counts {
  least: number;
  most: number;
  emptied: number;
}

/**
 * An operation that returned how many keys a set or a map has, and cannot have: fewer than must be there for it,
 * more than can be, or fewer than an earlier one of its session found less those that can have been removed. Or -1.
 */
export function wrongSize(bounds: Bounds, model: KeyModel, meter: Meter): number {
  const { problem, levels } = bounds;
  const { single, sessions, label, labels, absentable } = problem;
  if (single.step !== set.step && single.step !== map.step) return -1;
  const alone = labels.map((one) => withoutObject(problem, one));
  const unnamed = keysNeverNamed(bounds, model);
  for (const members of sessions) {
    /** The most that an earlier operation of the session found, of each object. */
    const found = new Map<number, number>();
    for (const operation of members) {
      const { object, label: own } = alone[label[operation]];
      const range = rangeOf(own.method, own.result);
      if (range === undefined || absentable[operation] === 1) continue;
      meter.work(4 * model.keys);
      const counts = countKeys(bounds, model, operation, object);
      const base = unnamed[object];
      if (range.most < base + counts.least || range.least > base + counts.most) return operation;
      if (levels[operation] < LEVEL.monotonic) continue;
      const earlier = found.get(object) ?? 0;
      if (range.most < earlier - counts.emptied) return operation;
      found.set(object, Math.max(earlier, range.least));
    }
  }
  return -1;
}

/** The sizes that a result tells of. */
function rangeOf(method: string, result: unknown): { least: number; most: number } | undefined {
  if (method === "size" && typeof result === "number") return { least: result, most: result };
  if (method !== "isEmpty" || typeof result !== "boolean") return undefined;
  return result ? { least: 0, most: 0 } : { least: 1, most: Infinity };
}

/** Object → how many keys are there from the start that no operation names. */
function keysNeverNamed({ problem }: Bounds, model: KeyModel): number[] {
  const { history, initial, single } = problem;
  return history.objects.map((_, object) => {
    const state = history.objects.length > 1 ? (initial as readonly unknown[])[object] : initial;
    const all = (single.step(state, { method: "size", args: [] }) as { result: number }).result;
    let named = 0;
    for (let key = 0; key < model.keys; key++)
      if (model.objectOf[key] === object) named += model.filledAtStart[key];
    return all - named;
  });
}

const noGlimpses = new Map<number, Int32Array>();

function countKeys(bounds: Bounds, model: KeyModel, operation: number, object: number): Counts {
  const { problem, before, most, width } = bounds;
  const glimpses: Glimpses = problem.sessions.map(() => noGlimpses);
  const counts: Counts = { least: 0, most: 0, emptied: 0 };
  const from = new Int32Array(width);
  for (let key = 0; key < model.keys; key++) {
    if (model.objectOf[key] !== object) continue;
    const known = knownLast(bounds, model, glimpses, operation, key);
    from.fill(0);
    let isUntouched = true;
    for (const seen of known) {
      if (seen < 0) continue;
      isUntouched = false;
      for (let s = 0; s < width; s++) from[s] = Math.max(from[s], before[seen * width + s]);
    }
    const isPossible = (updates: readonly Int32Array[]): boolean =>
      updates.some((positions, s) => {
        const at = lowerBound(positions, from[s]);
        return at < positions.length && positions[at] < most[operation * width + s];
      });
    const startsFilled = model.filledAtStart[key] === 1;
    const canBeEmptied = isPossible(model.clearing[key]);
    if ((isUntouched && startsFilled) || isPossible(model.filling[key])) counts.most++;
    if (!(isUntouched && !startsFilled) && !canBeEmptied) counts.least++;
    if (canBeEmptied) counts.emptied++;
  }
  return counts;
}
