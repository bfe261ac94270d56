import { type AccessIndex, lastWriteBefore } from "../relations/access-index.js";
import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import { indexGiven } from "../relations/given-index.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { createPastWalk } from "../relations/past-walk.js";
import type { Writable } from "../../writable.js";

/** The relation hb_o while o moves along one thread. */
export interface HappensBefore {
  /** hb_o as clocks, for the operations of the past that was included; other rows mean nothing. */
  readonly clock: Int32Array;
  /** Every edge that rule 2 called for and that was not there, of all threads begun so far. */
  readonly edges: EdgeList;
  /** After a contradiction: [w1, w2, r] or, if r took the initial value, [w1, r], as in rule 2. */
  readonly clue: readonly number[];
  /** Begins anew with an empty past. The reads that rule 2 is about are those on this chain. */
  begin(chain: number): void;
  /** Makes o this operation, which comes after the previous one; false when hb_o has a cycle. */
  include(operation: number): boolean;
}

/**
 * CAV'19 Section 3.1: hb_o is the least transitive relation such that
 *
 * 1. a hb_o b where a co b, a co o, and b co o or b = o;
 * 2. w1 hb_o w2 where w1 hb_o r, r reads from w2 ≠ w1, both write one variable, and (r, o) ∈ po*.
 *
 * Both rules only gain as o moves on in program order. So hb_o of a thread's last operation contains
 * those of the others, and is built by letting the past grow: operations come in one by one in causal
 * order with the clocks of those before them, and an edge by rule 2 is passed on inside the past of
 * today, not through all that will come later.
 *
 * `co` are the clocks of causal order. In a view with internal reads a read's source need not be in
 * the past; the edge into it is noted all the same, and counts once the source comes in.
 */
export function createHappensBefore(
  memory: MemoryHistory,
  accesses: AccessIndex,
  co: Int32Array,
  meter: Meter,
): HappensBefore {
  const { size, threads, first, thread, variables, variable, isWrite, source, internal } = memory;
  const { readersFrom, readers } = accesses;
  const { laterFrom, later, earlierFrom, earlier } = indexGiven(memory);
  const clock = new Int32Array(size * threads);
  const edges = createEdgeList();
  const firstEdge = new Int32Array(size); // write → its newest edge by rule 2 in this past, or −1
  const nextEdge: number[] = []; // edge → the next older one from the same write, or −1
  const walk = createPastWalk(memory, co);
  const inPast = new Int32Array(threads); // thread → its operations below are in the past
  const queue = new Int32Array(size + 1); // a ring of operations whose clocks grew
  const isQueued = new Uint8Array(size);
  let head = 0;
  let tail = 0;
  let chain = -1;

  const isExternal = (r: number): boolean => internal === undefined || internal[r] === 0;

  /** Rule 2 for read r and the writes of one thread: the last before r stands for all. False: a cycle. */
  const orderBeforeSource = (r: number, t: number): boolean => {
    const w2 = source[r];
    const w1 = lastWriteBefore(accesses, t * variables + variable[r], clock[r * threads + t]);
    if (w1 < 0 || w1 === w2) return true;
    if (w2 === INITIAL) {
      past.clue = [w1, r];
      return false;
    }
    const isIn = w2 < inPast[thread[w2]];
    if (isIn && clock[w2 * threads + t] > w1) return true;
    past.clue = [w1, w2, r];
    nextEdge.push(isIn ? firstEdge[w1] : -1);
    if (isIn) firstEdge[w1] = edges.size;
    edges.add(w1, w2);
    return !isIn || passOn(w1, w2);
  };

  const orderAllBeforeSource = (r: number): boolean => {
    for (let t = 0; t < threads; t++) if (!orderBeforeSource(r, t)) return false;
    return true;
  };

  /** What is before a, and a itself, is before b. False: b is before itself. */
  const passOn = (a: number, b: number): boolean => {
    meter.step();
    const rowA = a * threads;
    const rowB = b * threads;
    const own = thread[a];
    let grew = false;
    for (let t = 0; t < threads; t++) {
      const bound = t === own ? a + 1 : clock[rowA + t];
      if (bound <= clock[rowB + t]) continue;
      if (t === thread[b]) return false;
      clock[rowB + t] = bound;
      grew = true;
      if (thread[b] === chain && isWrite[b] === 0 && !orderBeforeSource(b, t)) return false;
    }
    if (grew && isQueued[b] === 0) {
      isQueued[b] = 1;
      queue[tail] = b;
      tail = tail === size ? 0 : tail + 1;
    }
    return true;
  };

  /** Passes the clocks that grew on to all that comes after, inside the past. */
  const settle = (): boolean => {
    while (head !== tail) {
      const a = queue[head];
      head = head === size ? 0 : head + 1;
      isQueued[a] = 0;
      if (a + 1 < inPast[thread[a]] && !passOn(a, a + 1)) return false;
      for (let i = readersFrom[a]; i < readersFrom[a + 1]; i++) {
        const r = readers[i];
        if (r < inPast[thread[r]] && isExternal(r) && !passOn(a, r)) return false;
      }
      for (let i = laterFrom[a]; i < laterFrom[a + 1]; i++) {
        const b = later[i];
        if (b < inPast[thread[b]] && !passOn(a, b)) return false;
      }
      for (let i = firstEdge[a]; i >= 0; i = nextEdge[i]) if (!passOn(a, edges.ends[2 * i + 1])) return false;
    }
    return true;
  };

  /** Takes the clock of a into that of b, which nothing in the past is after yet. */
  const take = (a: number, b: number): void => {
    const rowA = a * threads;
    const rowB = b * threads;
    for (let t = 0; t < threads; t++)
      if (clock[rowA + t] > clock[rowB + t]) clock[rowB + t] = clock[rowA + t];
    if (clock[rowB + thread[a]] <= a) clock[rowB + thread[a]] = a + 1;
  };

  /** Rule 1: the operation comes into the past, after all that causal order has before it. */
  const bringIn = (b: number): boolean => {
    meter.step();
    const row = b * threads;
    const own = thread[b];
    if (b > first[own]) clock.copyWithin(row, row - threads, row);
    else for (let t = 0; t < threads; t++) clock[row + t] = first[t];
    clock[row + own] = b;
    if (isWrite[b] === 0 && source[b] !== INITIAL && isExternal(b)) take(source[b], b);
    for (let i = earlierFrom[b]; i < earlierFrom[b + 1]; i++) take(earlier[i], b);
    firstEdge[b] = -1;
    inPast[own] = b + 1;
    if (isWrite[b] === 0) return own !== chain || orderAllBeforeSource(b);
    for (let i = readersFrom[b]; i < readersFrom[b + 1]; i++) {
      const r = readers[i]; // in the past before its source: an internal read
      if (thread[r] === chain && r < inPast[chain] && !orderAllBeforeSource(r)) return false;
    }
    return true;
  };

  const past: Writable<HappensBefore> = {
    clock,
    edges,
    clue: [],
    begin(ofChain) {
      chain = ofChain;
      walk.restart();
      inPast.set(first.subarray(0, threads));
    },
    include(operation) {
      walk.aim(operation);
      for (let o = walk.next(); o >= 0; o = walk.next()) if (!bringIn(o) || !settle()) return false;
      return true;
    },
  };
  return past;
}
