import type { Label } from "../../../history/history.js";
import type { Value } from "../../../history/value.js";
import { priorityQueue } from "../../../types/priority-queue.js";
import { rpq } from "../../../types/rpq.js";
import type { SequentialType } from "../../../types/type.js";
import type { Content, KeyedType } from "./keyed-types.js";

/** What can become of an element: the scores that it can begin with, and what can be added to them. */
interface Amounts {
  /** Scores of adds, and the one at the start; ascending. */
  readonly bases: readonly number[];
  readonly increments: readonly number[];
  /** The sums of those below and above zero. */
  readonly low: number;
  readonly high: number;
}

/** Larger amounts are left alone, so that sums are exact. */
const LARGEST = 2 ** 36;
/** So few increments are added up in every choice; of more only the range is known. */
const FEW = 6;

type Kind = "add" | "incrby" | "start";
const contentOf = (kind: Kind, amount: Value): Content => ({ value: [kind, amount] });
const partsOf = (content: { readonly value: Value }): readonly [kind: Kind, amount: number] =>
  content.value as unknown as readonly [Kind, number];
const isAmount = (value: Value | undefined): value is number =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= LARGEST;

const known = new WeakMap<readonly Content[], Amounts>();

/** The amounts of all updates of an element, and its start. */
function amountsOf(all: readonly Content[]): Amounts {
  let found = known.get(all);
  if (found !== undefined) return found;
  const [bases, increments]: [number[], number[]] = [[], []];
  for (const content of all) {
    if (content === undefined) continue;
    const [kind, amount] = partsOf(content);
    (kind === "incrby" ? increments : bases).push(amount);
  }
  const sum = (kept: (amount: number) => boolean): number =>
    increments.filter(kept).reduce((total, amount) => total + amount, 0);
  const [low, high] = [sum((amount) => amount < 0), sum((amount) => amount > 0)];
  found = { bases: bases.sort((a, b) => a - b), increments, low, high };
  known.set(all, found);
  return found;
}

/** Whether some of these numbers lies between the two. */
function isAnyBetween(ascending: readonly number[], least: number, greatest: number): boolean {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low < ascending.length && ascending[low] <= greatest;
}

/** Whether one of the bases and some of the increments come to the score. */
function canCome(bases: readonly number[], { increments, low, high }: Amounts, score: number): boolean {
  if (increments.length > FEW) return isAnyBetween(bases, score - high, score - low);
  for (let chosen = 0; chosen < 1 << increments.length; chosen++) {
    let rest = score;
    increments.forEach((amount, at) => {
      if ((chosen & (1 << at)) !== 0) rest -= amount;
    });
    if (isAnyBetween(bases, rest, rest)) return true;
  }
  return false;
}

/** The amounts without one increment, which is seen in any case. */
function without({ bases, increments, low, high }: Amounts, amount: number): Amounts {
  const at = increments.indexOf(amount);
  const rest = increments.filter((_, other) => other !== at);
  return { bases, increments: rest, low: low - Math.min(0, amount), high: high - Math.max(0, amount) };
}

/** What the last update of an element that is seen lets it be: absent, of this score, or of no more than that. */
interface Means {
  isAbsent(content: Content): boolean;
  has(score: number, content: Content, all: readonly Content[]): boolean;
  isAtMost(score: number, content: Content, all: readonly Content[]): boolean;
}

/**
 * `rpq`: an element is there if the last update of it that is seen did not remove it. Its score began with an add, not
 * always the last, or where an increment created it with none.
 */
const inRpq: Means = {
  isAbsent: (content) => content === undefined,
  has(score, content, all) {
    if (content === undefined) return false;
    const [kind, amount] = partsOf(content);
    const amounts = amountsOf(all);
    if (kind === "start") return amount === score;
    if (kind === "add") return canCome(amounts.bases, amounts, score);
    const others = without(amounts, amount);
    return canCome(others.bases, others, score - amount) || canCome([0], others, score - amount);
  },
  isAtMost(score, content, all) {
    if (content === undefined) return true;
    const [kind, amount] = partsOf(content);
    if (kind === "start") return amount <= score;
    const { bases, low } = amountsOf(all);
    const [least = 0] = bases;
    if (kind === "add") return least + low <= score;
    return Math.min(0, least) + low + Math.max(0, amount) <= score;
  },
};

/** `priority-queue`: an add sets the score, and an increment of what is absent does nothing. */
const inPriorityQueue: Means = {
  isAbsent: (content) => content === undefined || partsOf(content)[0] === "incrby",
  has(score, content, all) {
    if (content === undefined) return false;
    const [kind, amount] = partsOf(content);
    if (kind !== "incrby") return amount === score;
    const others = without(amountsOf(all), amount);
    return canCome(others.bases, others, score - amount);
  },
  isAtMost(score, content) {
    if (content === undefined) return true;
    const [kind, amount] = partsOf(content);
    return kind === "incrby" || amount <= score;
  },
};

const isPair = (result: Value | undefined): result is readonly [Value, number] =>
  Array.isArray(result) && isAmount((result as readonly Value[])[1]);

/** Priority queues: what results tell of the last update of an element that is seen. */
function ofScores(type: SequentialType, means: Means): KeyedType {
  return {
    lastWins: false,
    asksLast: true,
    covers: ({ method, args }) => (method !== "add" && method !== "incrby") || isAmount(args[1]),
    update({ method, args: [key, amount] }) {
      if (method === "rem") return { key, content: undefined };
      return method === "add" || method === "incrby"
        ? { key, content: contentOf(method, amount) }
        : undefined;
    },
    questions({ method, args: [key], result }: Label) {
      if (method === "score" && result === null) return [{ key, fits: means.isAbsent }];
      if (method === "score" && isAmount(result))
        return [{ key, fits: (content, all) => means.has(result, content, all) }];
      if (method !== "max" || !isPair(result)) return [];
      return [{ key: result[0], fits: (content, all) => means.has(result[1], content, all) }];
    },
    all({ method, result }) {
      if ((method === "max" && result === null) || (method === "size" && result === 0))
        return () => means.isAbsent;
      if (method !== "max" || !isPair(result)) return undefined;
      return () => (content, all) => means.isAtMost(result[1], content, all);
    },
    start(initial, key) {
      const { result } = type.step(initial, { method: "score", args: [key] }) as { result: Value };
      return result === null ? undefined : contentOf("start", result);
    },
  };
}

/** How priority queues speak of their elements. */
export const keyedScores: readonly (readonly [type: SequentialType, keyed: KeyedType])[] = [
  [rpq as SequentialType, ofScores(rpq as SequentialType, inRpq)],
  [priorityQueue as SequentialType, ofScores(priorityQueue as SequentialType, inPriorityQueue)],
];
