import type { EdgeList } from "../relations/edge-list.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";

/** The writes to each variable, and a place to put them in order. */
export interface StoreOrder {
  /** The writes to variable x are `line[from[x]]` up to (not including) `from[x + 1]`, in store order. */
  readonly from: Int32Array;
  readonly line: Int32Array;
}

/** All writes, variable by variable, as they are numbered. */
export function listWrites({ size, variables, isWrite, variable }: MemoryHistory): StoreOrder {
  const from = new Int32Array(variables + 1);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) from[variable[o] + 1]++;
  for (let x = 0; x < variables; x++) from[x + 1] += from[x];
  const line = new Int32Array(from[variables]);
  const next = from.slice(0, -1);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) line[next[variable[o]]++] = o;
  return { from, line };
}

/** Sorts the operations by one relation and a store order, if there is no cycle. */
export type StoreOrderCheck = (ww: StoreOrder) => Int32Array | undefined;

/**
 * For a relation: a check whether relation ∪ ww ∪ rw[ww] is acyclic for the store order ww it is given,
 * and whether ww has each read-modify-write right after the write that it reads from.
 * The answer is a linear extension, which stands until the check is asked again.
 */
export function createStoreOrderCheck(memory: MemoryHistory, relation: EdgeList): StoreOrderCheck {
  const { size, isWrite, rmw, variable, source, variables } = memory;
  const { from, to, incoming } = byStart(size, relation);
  const nextWrite = new Int32Array(size).fill(-1); // write → the next one in the store order
  const firstWrite = new Int32Array(variables);
  const waiting = new Int32Array(size);
  const order = new Int32Array(size);

  /** The write that the store order puts next after the source of a read. */
  const overwriter = (o: number): number =>
    source[o] === INITIAL ? firstWrite[variable[o]] : nextWrite[source[o]];
  /** The write that the store order puts next after a write (ww) or after the source of a read (rw). */
  const follower = (o: number): number => (isWrite[o] === 1 ? nextWrite[o] : overwriter(o));
  const isAtomic = (ww: StoreOrder): boolean =>
    rmw === undefined || ww.line.every((o) => rmw[o] === 0 || overwriter(o) === o);
  return (ww) => {
    for (let x = 0; x < variables; x++) {
      firstWrite[x] = ww.from[x] < ww.from[x + 1] ? ww.line[ww.from[x]] : -1;
      for (let i = ww.from[x]; i < ww.from[x + 1]; i++)
        nextWrite[ww.line[i]] = i + 1 < ww.from[x + 1] ? ww.line[i + 1] : -1;
    }
    if (!isAtomic(ww)) return undefined;
    waiting.set(incoming);
    for (let o = 0; o < size; o++) if (follower(o) >= 0) waiting[follower(o)]++;
    let placed = 0;
    for (let o = 0; o < size; o++) if (waiting[o] === 0) order[placed++] = o;
    for (let done = 0; done < placed; done++) {
      const o = order[done];
      for (let i = from[o]; i < from[o + 1]; i++) if (--waiting[to[i]] === 0) order[placed++] = to[i];
      const next = follower(o);
      if (next >= 0 && --waiting[next] === 0) order[placed++] = next;
    }
    return placed === size ? order : undefined;
  };
}

/** The linear extensions that all checks find for a store order, or `undefined` where one finds a cycle. */
export function sortByAll(checks: readonly StoreOrderCheck[], ww: StoreOrder): Int32Array[] | undefined {
  const orders: Int32Array[] = [];
  for (const check of checks) {
    const order = check(ww);
    if (order === undefined) return undefined;
    orders.push(order);
  }
  return orders;
}

/** Edges by where they begin, and how many end at each operation. */
function byStart(
  size: number,
  { size: count, ends }: EdgeList,
): { readonly from: Int32Array; readonly to: Int32Array; readonly incoming: Int32Array } {
  const from = new Int32Array(size + 1);
  const incoming = new Int32Array(size);
  for (let i = 0; i < 2 * count; i += 2) {
    from[ends[i] + 1]++;
    incoming[ends[i + 1]]++;
  }
  for (let o = 0; o < size; o++) from[o + 1] += from[o];
  const to = new Int32Array(count);
  const at = from.slice(0, -1);
  for (let i = 0; i < 2 * count; i += 2) to[at[ends[i]]++] = ends[i + 1];
  return { from, to, incoming };
}
