import { counter } from "../../../types/counter.js";
import { map } from "../../../types/map.js";
import { set } from "../../../types/set.js";
import { lowerBound } from "../answer-ask.js";
import type { Ask, KeyModel } from "../key-model.js";
import type { LongProblem } from "../long-problem.js";
import type { LongTask } from "../saturate.js";

/** What a result asks of what is seen: the last updates of some keys, how many keys are filled, or a sum. */
export type FlatAsk =
  | { readonly of: "keys"; readonly asks: readonly Ask[] }
  | { readonly of: "number"; readonly wanted: number };

/**
 * An object whose state is told by numbers alone: of each key its last update, and how many keys are filled; or a sum
 * of ones. What a session sees of it are a few flat lists, which a run changes in place.
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
  /** Operation → what it adds to a counter: 1, 0 or -1. */
  readonly adds: Int8Array;
  /** Label → what its result asks; `undefined` where it tells nothing. */
  readonly asks: readonly (FlatAsk | undefined)[];
  /** The number of keys that are filled at the start, or the sum. */
  readonly start: number;
}

/** The model of a task, where its object is of that kind and nothing but session order happens before. */
export function createFlatModel({ problem, keys, sums, meant }: LongTask): FlatModel | undefined {
  const { history, single, crosses, absentable } = problem;
  if (meant !== undefined || crosses || history.objects.length > 1 || absentable.includes(1))
    return undefined;
  if (sums !== undefined && single.step === counter.step) return ofCounter(problem);
  return keys?.lastWins === true ? ofKeys(problem, keys) : undefined;
}

function ofCounter(problem: LongProblem): FlatModel | undefined {
  const { labels, label, size, initial, single } = problem;
  const amounts = labels.map((one) => Number((single.step(0, one) as { state: unknown }).state));
  if (amounts.some((amount) => Math.abs(amount) > 1) || typeof initial !== "number") return undefined;
  if (labels.some(({ method, result }) => method !== "read" && tells(result))) return undefined;
  return {
    problem,
    keys: undefined,
    keyCount: 1,
    key: new Int32Array(size).fill(-1),
    fills: new Uint8Array(size),
    adds: Int8Array.from(label, (one) => amounts[one]),
    asks: labels.map(({ result }) =>
      tells(result) ? { of: "number", wanted: typeof result === "number" ? result : Number.NaN } : undefined,
    ),
    start: initial,
  };
}

/** Whether a result is more than that of a method that returns nothing. */
const tells = (result: unknown): boolean => result !== undefined && result !== null;

function ofKeys(problem: LongProblem, keys: KeyModel): FlatModel | undefined {
  const { labels, label, size, session, position, single } = problem;
  const isCollection = single.step === set.step || single.step === map.step;
  const asks: (FlatAsk | undefined)[] = [];
  for (const [one, { method, result }] of labels.entries()) {
    if (result === undefined || (method === "write" && result === null)) asks.push(undefined);
    else if (isCollection && method === "size")
      asks.push({ of: "number", wanted: typeof result === "number" ? result : Number.NaN });
    else if (WHOLE.has(method)) asks.push({ of: "keys", asks: keys.asks[one] });
    else return undefined;
  }
  const key = Int32Array.from(label, (one) => keys.keyOf[one]);
  const fills = new Uint8Array(size);
  for (let operation = 0; operation < size; operation++)
    if (key[operation] >= 0 && isAmong(keys.filling[key[operation]][session[operation]], position[operation]))
      fills[operation] = 1;
  const start = isCollection
    ? Number((single.step(problem.initial, { method: "size", args: [] }) as { result: unknown }).result)
    : 0;
  return { problem, keys, keyCount: keys.keys, key, fills, adds: new Int8Array(size), asks, start };
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

/** Whether a number is in an ascending list. */
export const isAmong = (list: Int32Array, wanted: number): boolean =>
  list[lowerBound(list, wanted)] === wanted;
