/** A list of numbers that is changed in place. */
type Numbers = Int32Array | Uint8Array | Float64Array;

/** What a run was like when so many operations were placed, and its clock then. */
interface Snapshot {
  readonly count: number;
  readonly clock: number;
  readonly copies: readonly Numbers[];
}

/**
 * What a run was like on its way, so that it can be taken up again from an earlier place: of what was placed before it
 * nothing is done again.
 */
export interface Snapshots {
  /** Keeps what the run is like, where enough was placed since that was kept before. */
  keep(count: number, clock: number): void;
  /**
   * Goes back to the last snapshot at which no more was placed than so many operations, and forgets the later ones.
   * `undefined` where there is none: then the run is as it was, and has to begin anew.
   */
  goBack(most: number): Pick<Snapshot, "count" | "clock"> | undefined;
}

/**
 * @param lists all that a run changes and that is not by operation: what is told of an operation holds until it is
 *   placed again
 * @param between how many operations are placed between two snapshots
 * @param note brings lists up to date before they are kept. Default: they are
 */
export function createSnapshots(lists: readonly Numbers[], between: number, note?: () => void): Snapshots {
  const kept: Snapshot[] = [];
  let next = between;
  return {
    keep(count, clock) {
      if (count < next) return;
      note?.();
      kept.push({ count, clock, copies: lists.map((list) => list.slice()) });
      next = count + between;
    },
    goBack(most) {
      while (kept.length > 0 && kept[kept.length - 1].count > most) kept.pop();
      const last = kept.at(-1);
      next = (last?.count ?? 0) + between;
      last?.copies.forEach((copy, at) => {
        lists[at].set(copy);
      });
      return last;
    },
  };
}
