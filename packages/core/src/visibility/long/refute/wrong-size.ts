import { LEVEL } from "../../../criteria/levels.js";
import { map } from "../../../types/map.js";
import { set } from "../../../types/set.js";
import type { Meter } from "../../meter.js";
import { type Glimpses, isAmong, knownLast, lowerBound, lowerByOrder } from "../conclude/answer-ask.js";
import type { Bounds } from "../conclude/bounds.js";
import { type KeyModel, withoutObject } from "../models/key-model.js";
import { isObservedSet } from "../models/observed-set.js";

/** How many keys an operation can find filled. */
interface Counts {
  least: number;
  most: number;
}

/** An operation that told how many keys there are. */
interface Told {
  readonly operation: number;
  readonly least: number;
  readonly most: number;
}

/**
 * An operation that returned how many keys a set or a map has, and cannot have: fewer than must be there for it,
 * more than can be; or fewer than an earlier one of its session found, less those that can have been emptied since,
 * or more than that and those that can have been filled since. Or -1.
 *
 * So of an observed-remove set, too. There a key is empty if each update that fills it was seen by one that empties it:
 * of those that are seen, the last is then one that empties it. It is filled if nobody who is seen saw one that fills it;
 * that one may stand before others that empty it.
 */
export function wrongSize(bounds: Bounds, model: KeyModel, meter: Meter): number {
  const { problem, levels } = bounds;
  const { single, sessions, label, labels, absentable } = problem;
  if (single.step !== set.step && single.step !== map.step) return -1;
  const alone = labels.map((one) => withoutObject(problem, one));
  const unnamed = keysNeverNamed(bounds, model);
  for (const members of sessions) {
    /** What earlier operations of the session told, of each object: the last, the greatest and the least number. */
    const earlier = new Map<number, readonly Told[]>();
    for (const operation of members) {
      const { object, label: own } = alone[label[operation]];
      const range = rangeOf(own.method, own.result);
      if (range === undefined || absentable[operation] === 1) continue;
      meter.work(4 * model.keys);
      // What is known to stand after it is not seen.
      lowerByOrder(bounds, operation);
      const counts = countKeys(bounds, model, operation, object);
      const base = unnamed[object];
      if (range.most < base + counts.least || range.least > base + counts.most) return operation;
      if (levels[operation] < LEVEL.monotonic) continue;
      const told: Told = { operation, ...range };
      const before = earlier.get(object) ?? [];
      for (const one of new Set(before)) {
        if (told.most < one.least) {
          meter.work(4 * model.keys);
          if (one.least - told.most > changedSince(bounds, model, one, told, object, "emptied"))
            return operation;
        } else if (told.least > one.most) {
          meter.work(4 * model.keys);
          if (told.least - one.most > changedSince(bounds, model, one, told, object, "filled"))
            return operation;
        }
      }
      const [, greatest = told, least = told] = before;
      earlier.set(object, [
        told,
        told.least > greatest.least ? told : greatest,
        told.most < least.most ? told : least,
      ]);
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
  const { problem, levels, before, sees, most, width } = bounds;
  const { session, position } = problem;
  const observes = isObservedSet(problem) && levels[operation] < LEVEL.complete;
  const glimpses: Glimpses = problem.sessions.map(() => noGlimpses);
  const counts: Counts = { least: 0, most: 0 };
  /** From where on an update may be the last that is seen; and may fill the key. */
  const from = new Int32Array(width);
  const fillsFrom = observes ? new Int32Array(width) : from;
  for (let key = 0; key < model.keys; key++) {
    if (model.objectOf[key] !== object) continue;
    const known = knownLast(bounds, model, glimpses, operation, key);
    from.fill(0);
    fillsFrom.fill(0);
    let [isUntouched, isEmptied] = [true, false];
    for (const seen of known) {
      if (seen < 0) continue;
      isUntouched = false;
      for (let s = 0; s < width; s++) from[s] = Math.max(from[s], before[seen * width + s]);
      if (!observes || !isAmong(model.clearing[key][session[seen]], position[seen])) continue;
      isEmptied = true;
      for (let s = 0; s < width; s++) fillsFrom[s] = Math.max(fillsFrom[s], sees[seen * width + s]);
    }
    const isPossible = (updates: readonly Int32Array[], least: Int32Array): boolean =>
      updates.some((positions, s) => {
        const at = lowerBound(positions, least[s]);
        return at < positions.length && positions[at] < most[operation * width + s];
      });
    const startsFilled = model.filledAtStart[key] === 1;
    const canBeEmptied = isPossible(model.clearing[key], from);
    const isAsAtStart = observes ? !isEmptied : isUntouched;
    if ((isAsAtStart && startsFilled) || isPossible(model.filling[key], fillsFrom)) counts.most++;
    if (!(isUntouched && !startsFilled) && !canBeEmptied) counts.least++;
  }
  return counts;
}

/**
 * How many keys, at most, were found filled by an operation and empty by a later one that sees all that it saw; or
 * the other way round. The later one's last update of such a key is one that the earlier did not see, for if it had,
 * what it saw after that is seen by the later too. And what the key had for the earlier was there from the start, or
 * put there by an update that it saw.
 */
function changedSince(
  { problem, sees, most, width }: Bounds,
  model: KeyModel,
  { operation: earlier }: Told,
  { operation: later }: Told,
  object: number,
  how: "emptied" | "filled",
): number {
  const isAny = (updates: readonly Int32Array[], from: (s: number) => number, to: number): boolean =>
    updates.some((positions, s) => {
      const at = lowerBound(positions, from(s));
      return at < positions.length && positions[at] < most[to * width + s];
    });
  const unseen = (s: number): number =>
    problem.session[earlier] === s ? problem.position[earlier] : sees[earlier * width + s];
  let count = 0;
  for (let key = 0; key < model.keys; key++) {
    if (model.objectOf[key] !== object) continue;
    const { [key]: filling } = model.filling;
    const { [key]: clearing } = model.clearing;
    const startsFilled = model.filledAtStart[key] === 1;
    if (how === "emptied") {
      if ((startsFilled || isAny(filling, () => 0, earlier)) && isAny(clearing, unseen, later)) count++;
    } else if ((!startsFilled || isAny(clearing, () => 0, earlier)) && isAny(filling, unseen, later)) count++;
  }
  return count;
}
