import { map } from "../../../types/map.js";
import { queue } from "../../../types/queue.js";
import { set } from "../../../types/set.js";
import { stack } from "../../../types/stack.js";
import { type KeyModel, withoutObject } from "./key-model.js";
import type { LongProblem } from "../long-problem.js";
import type { SumModel } from "./sum-model.js";

/** A result that is a number which updates raise and lower. */
export interface NumberAsk {
  readonly object: number;
  readonly value: number;
}

/**
 * A number that an object has, a sum or a size: with what is seen beyond a sight it rises by no more than what the
 * further updates add, and falls by no more than what they take away, wherever they stand among the others.
 */
export interface NumberModel {
  /** Label → what its result tells. */
  readonly asks: readonly (NumberAsk | undefined)[];
  /** Object → the number at the start. */
  readonly start: readonly number[];
  /** Object → session → what its first 0, 1, 2, … operations can add, and can take away, at most. */
  readonly gains: readonly (readonly Float64Array[])[];
  readonly losses: readonly (readonly Float64Array[])[];
  /** Object → session → by how much its first 0, 1, 2, … operations change the number at least, and at most. */
  readonly low: readonly (readonly Float64Array[])[];
  readonly high: readonly (readonly Float64Array[])[];
}

/** What one more update does to a size: inserted anywhere, it changes the number of elements in the end by so much at most. */
const sizes: readonly {
  readonly of: { readonly step: unknown };
  readonly gains: readonly string[];
  readonly losses: readonly string[];
  /** Whether one more at the end is one more in any case. */
  readonly alwaysGains: boolean;
  /** Methods that do neither. */
  readonly others: readonly string[];
}[] = [
  {
    of: set,
    gains: ["add"],
    losses: ["remove"],
    alwaysGains: false,
    others: ["contains", "size", "isEmpty", "toArray"],
  },
  {
    of: map,
    gains: ["put"],
    losses: ["remove"],
    alwaysGains: false,
    others: ["get", "containsKey", "containsValue", "keys", "size", "isEmpty"],
  },
  {
    of: queue,
    gains: ["offer"],
    losses: ["poll"],
    alwaysGains: true,
    others: ["peek", "size", "isEmpty", "toArray"],
  },
  { of: stack, gains: ["push"], losses: ["pop"], alwaysGains: true, others: ["peek", "size", "isEmpty"] },
];

/**
 * The model of a problem's numbers: of a counter its sums, of a collection its sizes.
 *
 * @param isOneOrder whether each operation sees all before it: then what comes later stands at the end, and who puts
 *   an element into a queue or on a stack makes it larger by one in any case (elsewhere one who found nothing to take
 *   may take it)
 */
export function createNumberModel(
  problem: LongProblem,
  sums: SumModel | undefined,
  keys: KeyModel | undefined,
  isOneOrder = false,
): NumberModel | undefined {
  const { single, history, labels, label, sessions, initial, absentable } = problem;
  const several = history.objects.length > 1;
  const stateOf = (object: number): unknown => (several ? (initial as readonly unknown[])[object] : initial);
  if (sums !== undefined) {
    const negated = (lists: readonly (readonly Float64Array[])[]): Float64Array[][] =>
      lists.map((ofObject) => ofObject.map((list) => list.map((value) => -value)));
    return {
      asks: sums.asks.map((ask) => ask && { object: ask.object, value: ask.amount }),
      start: history.objects.map(() => 0),
      gains: sums.gains,
      losses: negated(sums.losses),
      low: sums.low,
      high: sums.high,
    };
  }
  const kind = sizes.find(({ of }) => of.step === single.step);
  if (kind === undefined) return undefined;
  const alone = labels.map((one) => withoutObject(problem, one));
  const known = new Set([...kind.gains, ...kind.losses, ...kind.others]);
  if (!alone.every(({ label: { method } }) => known.has(method))) return undefined;
  /** A key that is never filled is never emptied. */
  const isFilled = (one: number): boolean => {
    const key = keys?.lastWins === true ? keys.keyOf[one] : -1;
    if (keys === undefined || key < 0) return true;
    return keys.filledAtStart[key] === 1 || keys.filling[key].some(({ length }) => length > 0);
  };
  const effect = alone.map(({ label: { method } }, one) => {
    if (kind.gains.includes(method)) return 1;
    return kind.losses.includes(method) && isFilled(one) ? -1 : 0;
  });
  const counted = (weigh: (effect: number, label: number, operation: number) => number): Float64Array[][] =>
    history.objects.map((_, object) =>
      sessions.map((members) => {
        const list = new Float64Array(members.length + 1);
        members.forEach((operation, at) => {
          const own = alone[label[operation]].object === object ? effect[label[operation]] : 0;
          list[at + 1] = list[at] + weigh(own, label[operation], operation);
        });
        return list;
      }),
    );
  /** A key with one update, which fills it: with that there is one more in any case. */
  const fillsAlone = labels.map((_, one) => {
    const key = keys?.lastWins === true ? keys.keyOf[one] : -1;
    if (keys === undefined || key < 0 || keys.filledAtStart[key] === 1) return false;
    const count = (lists: readonly Int32Array[]): number =>
      lists.reduce((sum, { length }) => sum + length, 0);
    return (
      count(keys.filling[key]) === 1 && count(keys.certain[key]) === 1 && count(keys.clearing[key]) === 0
    );
  });
  const gainsOne = (operation: number): boolean =>
    isOneOrder && kind.alwaysGains && absentable[operation] === 0;
  const losses = counted((own) => (own < 0 ? 1 : 0));
  const gains = counted((own) => (own > 0 ? 1 : 0));
  return {
    asks: alone.map(({ object, label: { method, result } }) =>
      method === "size" && typeof result === "number" ? { object, value: result } : undefined,
    ),
    start: history.objects.map(
      (_, object) =>
        (single.step(stateOf(object), { method: "size", args: [] }) as { result: number }).result,
    ),
    gains,
    losses,
    low: counted((own, one, operation) => (own > 0 && !fillsAlone[one] && !gainsOne(operation) ? 0 : own)),
    high: gains,
  };
}
