import { canonical, type Value } from "../../history/value.js";

/** The elements of a list that are there, in their order. Elements are named by their texts. */
export interface ListLine {
  readonly length: number;
  put(name: string): void;
  take(name: string): void;
  values(): readonly Value[];
  /** What is there once some were taken and one was put. */
  valuesAfter(taken: readonly string[], put: string | undefined): readonly Value[];
}

/** Makes lines of which nothing is there, of elements that stand in the order of this list. */
export function createListLines(list: readonly Value[]): () => ListLine {
  const rankOf = new Map(list.map((value, rank) => [canonical(value), rank]));
  return () => {
    const ranks: number[] = [];
    /** The place of the first rank that is not smaller. */
    const placeOf = (rank: number): number => {
      let [low, high] = [0, ranks.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (ranks[middle] < rank) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    return {
      get length() {
        return ranks.length;
      },
      put(name) {
        const rank = rankOf.get(name);
        if (rank !== undefined && ranks[placeOf(rank)] !== rank) ranks.splice(placeOf(rank), 0, rank);
      },
      take(name) {
        const rank = rankOf.get(name);
        if (rank !== undefined && ranks[placeOf(rank)] === rank) ranks.splice(placeOf(rank), 1);
      },
      values: () => ranks.map((rank) => list[rank]),
      valuesAfter(taken, put) {
        const gone = new Set(taken.map((name) => rankOf.get(name)));
        const after = gone.size === 0 ? ranks.slice() : ranks.filter((rank) => !gone.has(rank));
        const own = put === undefined ? undefined : rankOf.get(put);
        if (own !== undefined) {
          const at = after.findIndex((rank) => rank >= own);
          if (after[at] !== own) after.splice(at < 0 ? after.length : at, 0, own);
        }
        return after.map((rank) => list[rank]);
      },
    };
  };
}
