import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";

/** A history as total store order sees it, or why it sees none. */
export type TsoView =
  | {
      readonly coherent: true;
      /** The history with up to two chains per thread: one of its reads, then one of its writes. */
      readonly view: MemoryHistory;
      /** Operation of the view → operation of the history. */
      readonly original: Int32Array;
    }
  /** A thread contradicts itself on one variable; `clue`: the operations at which it does. */
  | { readonly coherent: false; readonly clue: readonly number[] };

/**
 * Turns a history into one that is sequentially consistent, in the sense of `saturation.ts` and
 * `schedule.ts`, if and only if the history satisfies TSO.
 *
 * TSO asks that ppo ∪ wr_e ∪ ww ∪ rw has no cycle, where ppo = po \ (W × R) and wr_e is wr between
 * threads. A write stands for its commit, so that reads and writes of a thread are two chains, with an
 * edge from each read to the next write; a read of the thread's own write is `internal`.
 *
 * TSO also asks that po-loc ∪ wr_e ∪ ww ∪ rw has no cycle. That holds exactly when the store order
 * contains, for each thread and variable, the order of the thread's successive *current writes*: the
 * write itself at a write, its source at a read. Those edges do not depend on any choice.
 *
 * A read of the thread's own later write is rejected outright (wr_e would let it pass).
 *
 * What drains the buffer, a fence or a read-modify-write, stands on the chain of writes with an edge to the
 * next read: so all writes before it reach memory before any read after it. A read-modify-write reads
 * memory, never the buffer: its source is before it even if it is of its own thread.
 */
export function createTsoView(memory: MemoryHistory): TsoView {
  const { size, threads, thread, isWrite, rmw, variable, source, ids } = memory;
  const chains = splitByKind(memory);
  const { renumbered, original } = chains;
  const edges = createEdgeList();
  const latest = new Int32Array(memory.variables).fill(-1);
  for (let t = 0; t < threads; t++) {
    const clash = addThreadEdges(memory, t, renumbered, latest, edges);
    if (clash !== undefined) return { coherent: false, clue: clash };
  }
  const sourceOf = new Int32Array(size).fill(INITIAL);
  const internal = new Uint8Array(size);
  for (let o = 0; o < size; o++) {
    if (source[o] === INITIAL) continue;
    sourceOf[renumbered[o]] = renumbered[source[o]];
    if (thread[source[o]] === thread[o] && isWrite[o] === 0) internal[renumbered[o]] = 1;
  }
  const view: MemoryHistory = {
    ...memory,
    threads: chains.first.length - 1,
    first: chains.first,
    thread: chains.chain,
    isWrite: isWrite.map((_, o) => isWrite[original[o]]),
    ...(rmw !== undefined && { rmw: rmw.map((_, o) => rmw[original[o]]) }),
    variable: variable.map((_, o) => variable[original[o]]),
    source: sourceOf,
    internal,
    given: edges.ends.slice(0, 2 * edges.size),
    ids: ids.map((_, o) => ids[original[o]]),
  };
  return { coherent: true, view, original };
}

/** The operations numbered anew, chain by chain. */
interface Chains {
  /** Operation → its new number. */
  readonly renumbered: Int32Array;
  /** New number → operation. */
  readonly original: Int32Array;
  /** New number → its chain. */
  readonly chain: Int32Array;
  /** Chain → the new number of its first; one more entry at the end. */
  readonly first: Int32Array;
}

/** Splits each thread into a chain of its reads and a chain of its writes; a chain with nothing on it is left out. */
function splitByKind({ size, threads, first, isWrite }: MemoryHistory): Chains {
  const renumbered = new Int32Array(size);
  const original = new Int32Array(size);
  const chain = new Int32Array(size);
  const firsts: number[] = [];
  let number = 0;
  for (let t = 0; t < threads; t++)
    for (const kind of [0, 1]) {
      const begin = number;
      for (let o = first[t]; o < first[t + 1]; o++) {
        if (isWrite[o] !== kind) continue;
        renumbered[o] = number;
        chain[number] = firsts.length;
        original[number++] = o;
      }
      if (number > begin) firsts.push(begin);
    }
  return { renumbered, original, chain, first: Int32Array.from([...firsts, size]) };
}

/**
 * The edges that one thread gives: from a read to the next write (ppo), from what drains the buffer to the
 * next read, and between its successive current writes of each variable (po-loc). Returns the operations at which the thread reads its own
 * future, or the initial value after it saw a write.
 * @param latest variable → its latest access so far; one from before the thread's first is of another thread
 */
function addThreadEdges(
  { first, isWrite, drains, variable, source }: MemoryHistory,
  t: number,
  renumbered: Int32Array,
  latest: Int32Array,
  edges: EdgeList,
): readonly number[] | undefined {
  const isOwn = (o: number): boolean => o >= first[t] && o < first[t + 1];
  const currentAt = (o: number): number => (isWrite[o] === 1 ? o : source[o]);
  let read = -1; // the last read, while no write has followed it
  let drain = -1; // what drained the buffer last, while no read has followed it
  for (let o = first[t]; o < first[t + 1]; o++) {
    const earlier = latest[variable[o]];
    latest[variable[o]] = o;
    const now = currentAt(o);
    if (isOwn(now) && now > o) return [o, now];
    if (isWrite[o] === 0) {
      if (drain >= 0) edges.add(renumbered[drain], renumbered[o]);
      drain = -1;
      read = o;
    } else if (read >= 0) {
      edges.add(renumbered[read], renumbered[o]);
      read = -1;
    }
    if (drains !== undefined && drains[o] === 1) drain = o;
    const before = isOwn(earlier) ? currentAt(earlier) : INITIAL;
    if (before === INITIAL || before === now) continue;
    if (now === INITIAL) return [...new Set([before, earlier, o])];
    // CoWW, CoWR, CoRW and CoRR in one: the current write never goes back. (In its own thread: by po.)
    if (!(isOwn(before) && isOwn(now) && before < now)) edges.add(renumbered[before], renumbered[now]);
  }
  return undefined;
}
