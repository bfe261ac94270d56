import type { Random } from "../../../random.js";

/** How often it goes back to the best, from a little worse and from worse by more than so many operations. */
const [BACK, FAR_BACK, MUCH] = [0.1, 0.8, 30];

/**
 * The run that came furthest, of runs that are changed one after another: one that comes as far is kept, and from one
 * that comes less far the search goes on for a while, or back.
 */
export interface BestSoFar {
  /** Forgets what came furthest. */
  reset(): void;
  /** Takes note of how far a run came. Where it goes back to the best: from which place on the run is another; else -1. */
  weigh(count: number): number;
  /** Takes note that the run is changed from a place on. */
  change(from: number): void;
}

/** @param lists what runs go by, which is changed in place */
export function createBestSoFar(lists: readonly (Float64Array | Uint8Array)[], random: Random): BestSoFar {
  const kept = lists.map((list) => list.slice());
  /** How many operations the best has placed; from which place on the run is another now. */
  let [most, lowest] = [-1, 0];
  return {
    reset() {
      [most, lowest] = [-1, 0];
    },
    weigh(count) {
      if (count > most) {
        most = count;
        lowest = Infinity;
        kept.forEach((list, at) => {
          list.set(lists[at]);
        });
        return -1;
      }
      if (count === most || !random.chance(count < most - MUCH ? FAR_BACK : BACK)) return -1;
      lists.forEach((list, at) => {
        list.set(kept[at]);
      });
      const from = lowest;
      lowest = Infinity;
      return from;
    },
    change(from) {
      lowest = Math.min(lowest, from);
    },
  };
}
