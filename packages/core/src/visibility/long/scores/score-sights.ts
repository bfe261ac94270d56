import { compare } from "../../../history/value.js";
import type { ScoreAsk, ScoreModel, ScoreUpdate } from "./score-model.js";
import { createSums } from "./sums.js";

/** An update with its place in the linearization. */
export interface PlacedScore extends ScoreUpdate {
  readonly operation: number;
  readonly place: number;
}

/** So many increments are added up, the latest ones. */
const MOST_INCREMENTS = 14;

/** The score that updates of one element come to, in the order of their places; null where it is absent. */
export function scoreAfter(updates: readonly PlacedScore[]): number | null {
  let score: number | null = null;
  let isAdded = false;
  for (const { kind, amount } of updates) {
    if (kind === "rem") [score, isAdded] = [null, false];
    else if (kind === "incrby") score = (score ?? 0) + amount;
    else if (!isAdded) [score, isAdded] = [(score ?? 0) + amount, true];
  }
  return score;
}

/**
 * What more is to be seen of an element, besides what is, for its score to be the wanted one: after the last removal
 * that is seen, or another, some add that comes first, and increments. `undefined` where nothing was found.
 */
export function toScore(
  seen: readonly PlacedScore[],
  unseen: readonly PlacedScore[],
  wanted: number | null,
): readonly PlacedScore[] | undefined {
  if (scoreAfter(seen) === wanted) return [];
  const last = seen.findLast(({ kind }) => kind === "rem")?.place ?? -1;
  const removals = unseen.filter(({ kind, place }) => kind === "rem" && place > last);
  if (wanted === null) {
    const end = seen.at(-1)?.place ?? -1;
    const removal = removals.find(({ place }) => place > end);
    return removal && [removal];
  }
  for (const removal of [undefined, ...removals]) {
    const since = removal?.place ?? last;
    const kept = seen.filter(({ place }) => place > since);
    const own = kept.find(({ kind }) => kind === "add");
    let sum = 0;
    for (const { kind, amount } of kept) if (kind === "incrby") sum += amount;
    const first = removal === undefined ? [] : [removal];
    const increments = unseen
      .filter(({ kind, place }) => kind === "incrby" && place > since)
      .slice(-MOST_INCREMENTS);
    const sums = createSums();
    increments.forEach(({ amount }, at) => sums.add(at, amount));
    const rest = (base: number) => sums.find(wanted - sum - base)?.map((at) => increments[at]);
    const withOwn = own && rest(own.amount);
    if (withOwn !== undefined) return [...first, ...withOwn];
    for (const add of unseen) {
      if (add.kind !== "add" || add.place <= since || (own !== undefined && add.place > own.place)) continue;
      const more = rest(add.amount);
      if (more !== undefined) return [...first, add, ...more];
    }
    if (own !== undefined) continue;
    const alone = kept.length > 0 ? sums.find(wanted - sum) : sums.findSome(wanted);
    if (alone !== undefined) return [...first, ...alone.map((at) => increments[at])];
  }
  return undefined;
}

/** What more is to be seen of an element that may be absent, or have a score that is allowed. */
export function toAllowed(
  seen: readonly PlacedScore[],
  unseen: readonly PlacedScore[],
  isAllowed: (score: number) => boolean,
): readonly PlacedScore[] | undefined {
  const isRight = (score: number | null): boolean => score === null || isAllowed(score);
  if (isRight(scoreAfter(seen))) return [];
  // A removal, or an add that came first.
  const one = unseen.find((other) => isRight(scoreAfter(insertInto(seen, [other]))));
  return one && [one];
}

/** The updates with others, in the order of their places. */
export const insertInto = (
  seen: readonly PlacedScore[],
  more: readonly PlacedScore[],
): readonly PlacedScore[] =>
  more.length === 0 ? seen : [...seen, ...more].sort((a, b) => a.place - b.place);

/** Whether another element may have the score where the asked one is the maximum: ties go to the larger. */
export const isBelow =
  ({ names }: ScoreModel, { element, score }: ScoreAsk, other: number) =>
  (its: number): boolean =>
    score !== null && (its < score || (its === score && compare(names[other].id, names[element].id) < 0));
