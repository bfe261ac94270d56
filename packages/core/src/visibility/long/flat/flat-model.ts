import { counter } from "../../../types/counter.js";
import { map } from "../../../types/map.js";
import { set } from "../../../types/set.js";
import { isAmong } from "../conclude/answer-ask.js";
import { type Ask, type KeyModel, withoutObject } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";
import { isObservedSet } from "../models/observed-set.js";
import type { LongTask } from "../conclude/saturate.js";
import type { SumModel } from "../models/sum-model.js";

/** What a result asks of what is seen: the last updates of some keys, how many keys are filled, or a sum. */
export type FlatAsk = { readonly of: "keys"; readonly asks: readonly Ask[] } | NumberAsk;

/** That the number of filled keys of an object, or its sum, is this one. */
export interface NumberAsk {
  readonly of: "number";
  readonly object: number;
  readonly wanted: number;
}

/**
 * Objects whose state is told by numbers alone: of each key its last update, and how many keys are filled; or a sum.
 * What a session sees of them are a few flat lists, which a run changes in place.
 */
export interface FlatModel {
  readonly problem: LongProblem;
  /** Keys, whose last update counts; `undefined` of a counter. */
  readonly keys: KeyModel | undefined;
  readonly keyCount: number;
  /** Operation → the key that it updates, or -1. */
  readonly key: Int32Array;
  /** Operation → 1 where it leaves its key with something. */
  readonly fills: Uint8Array;
  /** Operation → its object, and what it adds to a counter. */
  readonly object: Int32Array;
  readonly adds: Float64Array;
  /**
   * Whether the keys are those of an observed-remove set, which is a set where who empties a key has seen all that were
   * placed before it and fill it (`see-fills.ts`).
   */
  readonly observes: boolean;
  /** Whether each update changes a number by one at most. */
  readonly isOfOnes: boolean;
  /** Whether no update of a counter takes away. */
  readonly onlyAdds: boolean;
  /** Of counters: object → session → sums of the first 0, 1, 2, … operations. */
  readonly sums: readonly (readonly Float64Array[])[] | undefined;
  /** Label → what its result asks; `undefined` where it tells nothing. */
  readonly asks: readonly (FlatAsk | undefined)[];
  /** Object → the number of its keys that are filled at the start, or its sum. */
  readonly start: Float64Array;
}

/** The model of a task, where its objects are of that kind. */
export function createFlatModel({ problem, keys, sums, meant }: LongTask): FlatModel | undefined {
  if (meant !== undefined || problem.absentable.includes(1)) return undefined;
  if (sums !== undefined && problem.single.step === counter.step) return ofCounters(problem, sums);
  return keys?.lastWins === true ? ofKeys(problem, keys) : undefined;
}

function ofCounters(problem: LongProblem, { high }: SumModel): FlatModel | undefined {
  const { labels, label, size, single } = problem;
  const alone = labels.map((one) => withoutObject(problem, one));
  if (alone.some(({ label: { method, result } }) => method !== "read" && tells(result))) return undefined;
  const amounts = alone.map(({ label: one }) => Number((single.step(0, one) as { state: unknown }).state));
  return {
    problem,
    keys: undefined,
    keyCount: 1,
    key: new Int32Array(size).fill(-1),
    fills: new Uint8Array(size),
    object: Int32Array.from(label, (one) => alone[one].object),
    adds: Float64Array.from(label, (one) => amounts[one]),
    observes: false,
    isOfOnes: amounts.every((amount) => Math.abs(amount) <= 1),
    onlyAdds: amounts.every((amount) => amount >= 0),
    sums: high,
    asks: alone.map(({ object, label: { result } }) =>
      tells(result)
        ? { of: "number", object, wanted: typeof result === "number" ? result : Number.NaN }
        : undefined,
    ),
    start: startsOf(problem, Number),
  };
}

/** Object → a number of its initial state. */
const startsOf = ({ history, initial }: LongProblem, numberOf: (state: unknown) => number): Float64Array =>
  Float64Array.from(history.objects.length > 1 ? (initial as readonly unknown[]) : [initial], numberOf);

/** Whether a result is more than that of a method that returns nothing. */
const tells = (result: unknown): boolean => result !== undefined && result !== null;

function ofKeys(problem: LongProblem, keys: KeyModel): FlatModel | undefined {
  const { labels, label, size, session, position, single } = problem;
  if (single.replicated !== undefined && !isObservedSet(problem)) return undefined;
  const isCollection = single.step === set.step || single.step === map.step;
  const alone = labels.map((one) => withoutObject(problem, one));
  const asks: (FlatAsk | undefined)[] = [];
  for (const [one, { object, label: inner }] of alone.entries()) {
    const { method, result } = inner;
    if (result === undefined || (method === "write" && result === null)) asks.push(undefined);
    else if (isCollection && method === "size")
      asks.push({ of: "number", object, wanted: typeof result === "number" ? result : Number.NaN });
    else if (WHOLE.has(method)) asks.push({ of: "keys", asks: keys.asks[one] });
    else return undefined;
  }
  const key = Int32Array.from(label, (one) => keys.keyOf[one]);
  const fills = new Uint8Array(size);
  for (let operation = 0; operation < size; operation++)
    if (key[operation] >= 0 && isAmong(keys.filling[key[operation]][session[operation]], position[operation]))
      fills[operation] = 1;
  const sizeOf = (state: unknown): number =>
    Number((single.step(state, { method: "size", args: [] }) as { result: unknown }).result);
  return {
    problem,
    keys,
    keyCount: keys.keys,
    key,
    fills,
    object: Int32Array.from(label, (one) => alone[one].object),
    adds: new Float64Array(size),
    observes: isObservedSet(problem),
    isOfOnes: true,
    onlyAdds: false,
    sums: undefined,
    asks,
    start: startsOf(problem, isCollection ? sizeOf : () => 0),
  };
}

/** The methods of whose results the model tells all. */
const WHOLE: ReadonlySet<string> = new Set([
  "add",
  "remove",
  "contains",
  "put",
  "get",
  "containsKey",
  "read",
]);
