import type { Meter } from "../../meter.js";
import { decideWeak } from "../decide-weak.js";
import type { ScoreModel } from "./score-model.js";
import { createSumBits } from "./sum-bits.js";

/** Histories with larger amounts are left alone, and so are those with amounts below zero. */
const LARGEST = 1 << 14;

/**
 * A query that no solution at any level explains (its id), or one that waits for such; -1 where none was found.
 * Whatever is seen stands before, and the score of an element is always the first add since its last removal, if there
 * is one, and increments, of what is seen. So in every solution an add and some increments of the element that come to
 * the score stand before the query, or some increments alone. That is what `weak` asks for (`weakScores`), which every
 * level implies; here it is told without what is seen, and by bits, so that it takes little.
 */
export function neverExplained({ problem, names, updates, asks }: ScoreModel, meter: Meter): number {
  const { label } = problem;
  if (updates.some((update) => update !== undefined && (update.amount < 0 || update.amount > LARGEST)))
    return -1;
  const placed = names.map(() => ({ adds: new Set<number>(), count: 0, sums: createSumBits(LARGEST) }));
  for (const { sums } of placed) sums.clear();
  const note = (operation: number): boolean => {
    const update = updates[label[operation]];
    if (update === undefined || update.kind === "rem") return true;
    const own = placed[update.element];
    if (update.kind === "add") own.adds.add(update.amount);
    else {
      own.sums.add(update.amount);
      own.count++;
    }
    return true;
  };
  const canBe = (operation: number): boolean => {
    const ask = asks[label[operation]];
    if (ask === "nothing explains it") return false;
    if (ask === undefined || ask.score === null) return true;
    const { adds, sums, count } = placed[ask.element];
    const { score } = ask;
    if (score > LARGEST) return true;
    if (count > 0 && sums.has(score)) return true;
    meter.work(adds.size);
    for (const base of adds) if (sums.has(score - base)) return true;
    return false;
  };
  const found = decideWeak(problem, { explain: (one) => (canBe(one) ? [] : undefined), note }, meter);
  return found?.verdict === "violated" ? found.stuck : -1;
}
