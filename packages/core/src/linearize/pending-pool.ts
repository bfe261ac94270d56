/**
 * Pending operations that stand under no order but real time, counted by label class: which one
 * of a class took effect does not matter, only how many. A *use* is a vector of such counts,
 * numbered; use 0 is "none used".
 *
 * They never have to return, so a configuration that has used fewer of each class can do all
 * that one with more can: `covers`.
 */
export interface PendingPool {
  /** Class of each pool. */
  readonly classOf: readonly number[];
  /** How many of pool `p` the use has taken. */
  taken(use: number, pool: number): number;
  /** The use with one more taken from pool `p`. */
  take(use: number, pool: number): number;
  /** Whether use `a` has taken no more than use `b` of every class. */
  covers(a: number, b: number): boolean;
}

/** Rows in pools by their classes. */
export interface PooledRows {
  /** Row → its pool, or -1 where it is in none. */
  readonly poolOf: Int32Array;
  /** The rows of each pool. */
  readonly poolRows: readonly (readonly number[])[];
  readonly pools: PendingPool;
}

/** A pool for each class of rows for which `wants` holds. */
export function poolByClass(classOf: Int32Array, wants: (row: number) => boolean): PooledRows {
  const poolOf = new Int32Array(classOf.length).fill(-1);
  const poolRows: number[][] = [];
  const poolOfClass = new Map<number, number>();
  for (let row = 0; row < classOf.length; row++) {
    if (!wants(row)) continue;
    let pool = poolOfClass.get(classOf[row]);
    if (pool === undefined) {
      pool = poolRows.length;
      poolOfClass.set(classOf[row], pool);
      poolRows.push([]);
    }
    poolOf[row] = pool;
    poolRows[pool].push(row);
  }
  return { poolOf, poolRows, pools: createPendingPool([...poolOfClass.keys()]) };
}

/** Pools for the given classes. */
export function createPendingPool(classOf: readonly number[]): PendingPool {
  const width = classOf.length;
  const vectors: Int32Array[] = [new Int32Array(width)];
  const numbers = new Map<string, number>([[vectors[0].join(), 0]]);
  const successors = new Map<number, number>();
  return {
    classOf,
    taken: (use, pool) => vectors[use][pool],
    take(use, pool) {
      const edge = use * width + pool;
      let next = successors.get(edge);
      if (next === undefined) {
        const vector = vectors[use].slice();
        vector[pool]++;
        const key = vector.join();
        next = numbers.get(key);
        if (next === undefined) {
          next = vectors.length;
          numbers.set(key, next);
          vectors.push(vector);
        }
        successors.set(edge, next);
      }
      return next;
    },
    covers(a, b) {
      if (a === b) return true;
      const [x, y] = [vectors[a], vectors[b]];
      for (let pool = 0; pool < width; pool++) if (x[pool] > y[pool]) return false;
      return true;
    },
  };
}
