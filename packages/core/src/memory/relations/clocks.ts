import type { EdgeList } from "./edge-list.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";

/** A relation that has no cycle, closed: for each operation, how far each thread is before it. */
export interface Clocks {
  /**
   * At operation × threads + thread: the first operation of that thread that is *not* before this one.
   * All earlier ones of the thread are. For its own thread that is the operation itself.
   */
  readonly clock: Int32Array;
  /** All operations in an order that extends the relation. */
  readonly order: Int32Array;
}

/** What the order of operations by program order, reads-from and further edges came to. */
export type Sorted =
  | { readonly acyclic: true; readonly order: Int32Array }
  /** Those that could not be placed: each has one of them before it. */
  | { readonly acyclic: false; readonly left: Int32Array };

/**
 * Sorts the operations by po ∪ wr ∪ the given edges ∪ `edges`, by Kahn's algorithm: linear. With
 * `clock` (size × threads entries) it is filled on the way: threads are chains, so the closure of the
 * relation is a matrix of bounds, not n² bits.
 */
export function sortOperations(memory: MemoryHistory, edges?: EdgeList, clock?: Int32Array): Sorted {
  const { size, threads, first, thread } = memory;
  const waiting = new Int32Array(size); // predecessors not yet placed
  const next = successors(memory, edges, waiting);
  if (clock !== undefined)
    for (let o = 0, at = 0; o < size; o++)
      for (let t = 0; t < threads; t++) clock[at++] = t === thread[o] ? o : first[t];
  const order = new Int32Array(size);
  let placed = 0;
  for (let t = 0; t < threads; t++)
    if (first[t] < first[t + 1] && waiting[first[t]] === 0) order[placed++] = first[t];
  for (let done = 0; done < placed; done++) {
    const o = order[done];
    if (o + 1 < first[thread[o] + 1]) {
      if (clock !== undefined) joinClock(clock, threads, o, thread[o], o + 1);
      if (--waiting[o + 1] === 0) order[placed++] = o + 1;
    }
    for (let i = next.from[o]; i < next.from[o + 1]; i++) {
      const later = next.to[i];
      if (clock !== undefined) joinClock(clock, threads, o, thread[o], later);
      if (--waiting[later] === 0) order[placed++] = later;
    }
  }
  if (placed === size) return { acyclic: true, order };
  return { acyclic: false, left: Int32Array.from(order.keys()).filter((o) => waiting[o] > 0) };
}

/** The closure of po ∪ wr ∪ the given edges ∪ `edges`, or `undefined` where it has a cycle. */
export function closeByClocks(memory: MemoryHistory, edges?: EdgeList): Clocks | undefined {
  const clock = new Int32Array(memory.size * memory.threads);
  const sorted = sortOperations(memory, edges, clock);
  return sorted.acyclic ? { clock, order: sorted.order } : undefined;
}

/** Whether operation a is before b, by clocks. */
export function isBefore(
  { thread, threads }: MemoryHistory,
  clock: Int32Array,
  a: number,
  b: number,
): boolean {
  return clock[b * threads + thread[a]] > a;
}

/** What is before `from`, and `from` itself, is before `to`. */
function joinClock(clock: Int32Array, threads: number, from: number, own: number, to: number): void {
  const a = from * threads;
  const b = to * threads;
  for (let t = 0; t < threads; t++) if (clock[a + t] > clock[b + t]) clock[b + t] = clock[a + t];
  if (clock[b + own] <= from) clock[b + own] = from + 1;
}

/** The edges other than program order, by where they begin; counts into `waiting` all that each waits for. */
function successors(
  memory: MemoryHistory,
  edges: EdgeList | undefined,
  waiting: Int32Array,
): { readonly from: Int32Array; readonly to: Int32Array } {
  const { size, first, thread, source, internal, given } = memory;
  const from = new Int32Array(size + 1);
  const ordersRead = (o: number): boolean =>
    takesValue(memory, o) && source[o] !== INITIAL && (internal === undefined || internal[o] === 0);
  const more = edges === undefined ? 0 : 2 * edges.size;
  const ends = edges?.ends;
  for (let o = 0; o < size; o++) {
    if (o > first[thread[o]]) waiting[o]++;
    if (!ordersRead(o)) continue;
    from[source[o] + 1]++;
    waiting[o]++;
  }
  for (let i = 0; i < given.length; i += 2) from[given[i] + 1]++;
  if (ends !== undefined) for (let i = 0; i < more; i += 2) from[ends[i] + 1]++;
  for (let o = 0; o < size; o++) from[o + 1] += from[o];
  const to = new Int32Array(from[size]);
  const at = from.slice(0, -1);
  for (let o = 0; o < size; o++) if (ordersRead(o)) to[at[source[o]]++] = o;
  for (let i = 0; i < given.length; i += 2) {
    to[at[given[i]]++] = given[i + 1];
    waiting[given[i + 1]]++;
  }
  if (ends !== undefined)
    for (let i = 0; i < more; i += 2) {
      to[at[ends[i]]++] = ends[i + 1];
      waiting[ends[i + 1]]++;
    }
  return { from, to };
}
