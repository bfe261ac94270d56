import type { Witness } from "../../../result.js";
import type { Decided } from "../../../verdict.js";
import type { Meter } from "../../meter.js";
import { decideWeak } from "../decide-weak.js";
import type { ScoreModel } from "./score-model.js";
import { createSums } from "./sums.js";

/** Elements whose increments come to more sums are left alone. */
const MOST_SUMS = 1 << 14;

/**
 * Decides `weak` (`decideWeak`); `undefined` where it cannot tell. Nobody has to see anything, so a score is explained
 * as soon as one add and some increments that come to it stand before the query, in whatever order: it sees these alone.
 * (Whatever else is seen, a score is always the first add after the last removal, if there is one, and increments.) A
 * maximum is explained by its score, and nothing by nothing.
 */
export function weakScores(
  { problem, names, updates, asks }: ScoreModel,
  meter: Meter,
): Decided<{ readonly witness: Witness }, { readonly stuck: number }> | undefined {
  const { label } = problem;
  const placed = names.map(() => ({ adds: new Map<number, number>(), sums: createSums() }));
  /** Notes that an update is placed; false where it leads to too many sums. */
  const note = (operation: number): boolean => {
    const update = updates[label[operation]];
    if (update === undefined || update.kind === "rem") return true;
    const { adds, sums } = placed[update.element];
    if (update.kind === "incrby") sums.add(operation, update.amount);
    else if (!adds.has(update.amount)) adds.set(update.amount, operation);
    meter.work(sums.size() >> 3);
    return sums.size() <= MOST_SUMS;
  };
  /** Updates that are placed and come to the result; `undefined` where there are none. */
  const explain = (operation: number): readonly number[] | undefined => {
    const ask = asks[label[operation]];
    if (ask === undefined) return [];
    if (ask === "nothing explains it") return undefined;
    const { element, score } = ask;
    if (score === null) return [];
    const { adds, sums } = placed[element];
    for (const [base, add] of adds) {
      const increments = sums.find(score - base);
      if (increments !== undefined) return [add, ...increments];
    }
    return sums.findSome(score);
  };
  return decideWeak(problem, { explain, note }, meter);
}
