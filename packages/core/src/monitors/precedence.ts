import type { Part } from "../linearize/part.js";

/** What must come before what among the rows of a part: closed under transitivity, growing, with reasons. */
export interface Precedence {
  /** Whether a must come before b. */
  holds(a: number, b: number): boolean;
  /**
   * Adds that a comes before b. `because` are rows that show it together with the two, and pairs that did hold when
   * it was added. The answer is false where b must come before a: then nothing changes.
   */
  add(a: number, b: number, because: Because): boolean;
  /** Whether anything was added since the last time this was asked. */
  grew(): boolean;
  /** All rows that it takes to show that a comes before b: those between them, and what they are there for. */
  reasons(a: number, b: number, rows: Set<number>): void;
}

/** Why one row comes before another, where neither time nor a declared order says so. */
export interface Because {
  readonly rows: readonly number[];
  /** A pair that the reason builds on. */
  readonly pair?: readonly [number, number];
}

/** One edge that was added. */
interface Edge {
  readonly from: number;
  readonly to: number;
  readonly because: Because;
}

/** What real time and the order of the part say, to begin with; `undefined` where these are a circle already. */
export function createPrecedence(part: Part): Precedence | undefined {
  const { size, call, ret, order } = part;
  const words = (size + 31) >> 5;
  const after = new Int32Array(size * words);
  const before = new Int32Array(size * words);
  const edges: Edge[] = [];
  const outgoing: number[][] = Array.from({ length: size }, () => []);
  let changed = false;

  const has = (rows: Int32Array, a: number, b: number): boolean =>
    ((rows[a * words + (b >> 5)] >>> (b & 31)) & 1) === 1;
  const set = (rows: Int32Array, a: number, b: number): void => {
    rows[a * words + (b >> 5)] |= 1 << (b & 31);
  };
  /** Puts all that is after (or before) `source`, and itself, after (or before) `target`. */
  const join = (rows: Int32Array, target: number, source: number): void => {
    for (let w = 0; w < words; w++) rows[target * words + w] |= rows[source * words + w];
    set(rows, target, source);
  };

  const insert = (a: number, b: number): void => {
    for (let row = 0; row < size; row++) {
      if ((row === a || has(before, a, row)) && !has(after, row, b)) join(after, row, b);
      if ((row === b || has(after, b, row)) && !has(before, row, a)) join(before, row, a);
    }
  };

  for (let a = 0; a < size; a++)
    for (let b = size - 1; b >= 0 && call[b] > ret[a]; b--) {
      set(after, a, b);
      set(before, b, a);
    }
  const declared: (readonly number[])[] = Array.from({ length: size }, () => []);
  if (order !== undefined)
    for (let b = 0; b < size; b++) {
      declared[b] = [...order.before.subarray(order.first[b], order.first[b + 1])];
      for (const a of declared[b]) {
        if (has(after, b, a)) return undefined;
        if (!has(after, a, b)) insert(a, b);
      }
    }

  /** Rows from a to b by edges older than `age`, b last; the edges among them in `taken`. */
  const path = (a: number, b: number, age: number, taken: number[]): readonly number[] => {
    const from = new Int32Array(size).fill(-2);
    const by = new Int32Array(size).fill(-1);
    from[a] = -1;
    const queue = [a];
    for (const row of queue) {
      if (row === b) break;
      const reach = (to: number, edge: number): void => {
        if (from[to] !== -2) return;
        from[to] = row;
        by[to] = edge;
        queue.push(to);
      };
      for (let to = size - 1; to >= 0 && call[to] > ret[row]; to--) reach(to, -1);
      for (let to = 0; to < size; to++) if (from[to] === -2 && declared[to].includes(row)) reach(to, -1);
      for (const edge of outgoing[row]) if (edge < age) reach(edges[edge].to, edge);
    }
    const rows: number[] = [];
    for (let row = b; row >= 0; row = from[row]) {
      rows.push(row);
      if (by[row] >= 0) taken.push(by[row]);
    }
    return rows.reverse();
  };

  return {
    holds: (a, b) => has(after, a, b),
    add(a, b, because) {
      if (has(after, a, b)) return true;
      if (a === b || has(after, b, a)) return false;
      outgoing[a].push(edges.push({ from: a, to: b, because }) - 1);
      insert(a, b);
      changed = true;
      return true;
    },
    grew() {
      const was = changed;
      changed = false;
      return was;
    },
    reasons(a, b, rows) {
      const explained = new Set<number>();
      const explain = (from: number, to: number, age: number): void => {
        const taken: number[] = [];
        for (const row of path(from, to, age, taken)) rows.add(row);
        for (const edge of taken) {
          if (explained.has(edge)) continue;
          explained.add(edge);
          const { because } = edges[edge];
          for (const row of because.rows) rows.add(row);
          if (because.pair !== undefined) explain(because.pair[0], because.pair[1], edge);
        }
      };
      explain(a, b, edges.length);
    },
  };
}
