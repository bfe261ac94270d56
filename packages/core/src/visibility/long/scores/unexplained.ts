/** Queries that are not explained, of which one is drawn by chance; some count for more than others. */
export interface Unexplained {
  readonly count: number;
  readonly list: Int32Array;
  /** What they count for, together. */
  readonly total: number;
  /** Notes whether the query is one of them. */
  note(query: number, isUnexplained: boolean): void;
  /** Notes that all is well so far; and takes back what was noted since. */
  keep(): void;
  undo(): void;
  /** Lets a query count for more. */
  blame(query: number, more: number): void;
}

export function createUnexplained(size: number): Unexplained {
  const list = new Int32Array(size);
  /** Query → its place in the list, or -1; and what it counts for. */
  const at = new Int32Array(size).fill(-1);
  const weight = new Float64Array(size).fill(1);
  let [count, total] = [0, 0];
  /** The queries of which something else was noted. */
  const changed: number[] = [];
  const flip = (query: number): void => {
    if (at[query] < 0) {
      at[query] = count;
      list[count++] = query;
      total += weight[query];
      return;
    }
    total -= weight[query];
    const last = list[--count];
    list[at[query]] = last;
    at[last] = at[query];
    at[query] = -1;
  };
  return {
    get count() {
      return count;
    },
    get total() {
      return total;
    },
    list,
    note(query, isUnexplained) {
      if (isUnexplained === at[query] >= 0) return;
      flip(query);
      changed.push(query);
    },
    keep() {
      changed.length = 0;
    },
    undo() {
      for (const query of changed) flip(query);
      changed.length = 0;
    },
    blame(query, more) {
      weight[query] += more;
      if (at[query] >= 0) total += more;
    },
  };
}
