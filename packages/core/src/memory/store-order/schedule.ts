import type { AccessIndex } from "../relations/access-index.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";
import type { Meter } from "../meter.js";
import type { ReaderChains } from "./reader-chains.js";
import type { Writable } from "../../writable.js";

/** Two writes of one variable that no rule orders: `done` was placed, `blocked` waits for its last reader. */
export interface WritePair {
  readonly done: number;
  readonly blocked: number;
}

/** Operations placed one after another, as one memory would execute them. */
export interface Schedule {
  /** The operations placed so far, in order: the first `length` entries. */
  readonly order: Int32Array;
  readonly length: number;
  /** Operation → its place in `order`, or −1. */
  readonly placeOf: Int32Array;
  /** Places operations until all are placed (true) or each thread waits for another (false). */
  run(): boolean;
  /**
   * After `run` was false: the pairs of writes on the shortest cycle of waiting threads. One of the
   * pairs at least has to be ordered the other way round.
   */
  waitCycle(): WritePair[];
  /** Takes back all but the first `length` operations. */
  cut(length: number): void;
}

/** How many open writes (placed, but not yet read by all), among how many placed last, a choice looks at. */
const OPEN_WRITES_SEEN = 32;
const OPEN_WRITES_SCANNED = 256;

/**
 * A greedy schedule by an order R given as clocks (which may grow and shrink between runs; whoever
 * changes it cuts the schedule where it no longer fits). Reads go as soon as their value is there:
 * that never harms. Writes go when all before them in R went and nobody still has to read the value
 * that they overwrite. First those whose readers can all go at once: that never harms either, for a
 * schedule that has them later can have them now. Of the others, first the one that a waiting
 * reader of the newest value needs.
 * @param priority operation → its rank in some order that extends R: breaks ties
 * @throws Exhausted from `run` when the budget of `meter` runs out
 */
export function createSchedule(
  memory: MemoryHistory,
  index: AccessIndex,
  chains: ReaderChains,
  clock: Int32Array,
  priority: Int32Array,
  meter: Meter,
): Schedule {
  const { size, threads, variables, first, thread, isWrite, rmw, variable, source, internal, given } = memory;
  const { readersFrom, readers } = index;
  const next = first.slice(0, threads); // thread → its first operation not placed
  const order = new Int32Array(size);
  const placeOf = new Int32Array(size).fill(-1);
  const live = new Int32Array(variables).fill(INITIAL); // variable → the write whose value it holds
  const unread = new Int32Array(variables); // variable → reads of that value not yet placed
  for (let o = 0; o < size; o++) if (source[o] === INITIAL && takesValue(memory, o)) unread[variable[o]]++;
  // What each placed write found: for `cut`.
  const written = new Int32Array(size);
  const liveBefore = new Int32Array(size);
  const unreadBefore = new Int32Array(size);
  let writes = 0;
  const blocker = new Int32Array(threads); // thread → a thread that its next operation waited for when last looked
  const candidates = new Int32Array(threads);
  const need = new Uint8Array(threads); // thread → 1 where an open write needs its candidate
  const readsWait = hasGivenRead(given, isWrite);

  const place = (o: number): void => {
    placeOf[o] = schedule.length;
    order[schedule.length++] = o;
    next[thread[o]]++;
    const x = variable[o];
    if (isWrite[o] === 1) {
      written[writes] = o;
      liveBefore[writes] = live[x];
      unreadBefore[writes++] = unread[x];
      live[x] = o;
      let left = 0; // a read from the own store buffer may have gone before
      for (let i = readersFrom[o]; i < readersFrom[o + 1]; i++) if (placeOf[readers[i]] < 0) left++;
      unread[x] = left;
    } else if (live[x] === source[o]) unread[x]--;
  };

  const cut = (to: number): void => {
    while (schedule.length > to) {
      const o = order[--schedule.length];
      placeOf[o] = -1;
      next[thread[o]]--;
      const x = variable[o];
      if (isWrite[o] === 1) {
        live[x] = liveBefore[--writes];
        unread[x] = unreadBefore[writes];
      } else if (live[x] === source[o]) unread[x]++;
    }
  };

  /** A thread that has to go on before operation o can be placed, by R; −1: none. */
  const waitsFor = (o: number): number => {
    const row = o * threads;
    const own = thread[o];
    const known = blocker[own];
    if (known !== own && next[known] < clock[row + known]) return known;
    for (let t = 0; t < threads; t++)
      if (t !== own && next[t] < clock[row + t]) {
        blocker[own] = t;
        return t;
      }
    return -1;
  };

  const canRead = (o: number): boolean => {
    if (readsWait && waitsFor(o) >= 0) return false;
    return live[variable[o]] === source[o] || (internal?.[o] === 1 && placeOf[source[o]] < 0);
  };

  /** Places reads of a thread as long as their value is there. */
  const advance = (t: number): boolean => {
    const begin = next[t];
    for (let o = begin; o < first[t + 1] && isWrite[o] === 0 && canRead(o); o++) place(o);
    return next[t] > begin;
  };

  const placeReads = (): void => {
    for (let again = true; again; ) {
      again = false;
      for (let t = 0; t < threads; t++) if (advance(t)) again = true;
    }
  };

  /** Places the reads that a write, which was placed last, lets go on. */
  const placeReadsAfter = (w: number): void => {
    if (readsWait) return placeReads();
    advance(thread[w]);
    for (let i = readersFrom[w]; i < readersFrom[w + 1]; i++)
      if (next[thread[readers[i]]] === readers[i]) advance(thread[readers[i]]);
  };

  /** Whether the next operation of a thread is a write that can be placed. */
  const isCandidate = (t: number): boolean => {
    const o = next[t];
    if (o >= first[t + 1] || isWrite[o] === 0) return false;
    // A read-modify-write is the last reader of what it overwrites; by R its source went before it.
    const mayStay = rmw !== undefined && rmw[o] === 1 ? 1 : 0;
    return unread[variable[o]] === mayStay && waitsFor(o) < 0;
  };

  /** Whether all readers of a write can go as soon as it is placed, and write nothing. */
  const isHarmless = (w: number): boolean => {
    for (let i = readersFrom[w]; i < readersFrom[w + 1]; i++) {
      const r = readers[i];
      if (placeOf[r] >= 0) continue;
      const isNext = next[thread[r]] === r || r === w + 1 || (i > readersFrom[w] && readers[i - 1] === r - 1);
      if (!isNext || readsWait || isWrite[r] === 1) return false;
    }
    return true;
  };

  /** Fills `candidates` and answers how many there are; a harmless one stands alone. */
  const findCandidates = (): number => {
    const begin = schedule.length === 0 ? 0 : thread[order[schedule.length - 1]];
    let count = 0;
    for (let i = 0; i < threads; i++) {
      const t = begin + i < threads ? begin + i : begin + i - threads;
      if (!isCandidate(t)) continue;
      candidates[count++] = next[t];
      if (!isHarmless(next[t])) continue;
      candidates[0] = next[t];
      return 1;
    }
    return count;
  };

  /** Whether a read of `open` that is still to come has `o` before it. */
  const isNeededFor = (open: number, o: number): boolean => {
    for (let i = chains.from[open]; i < chains.from[open + 1]; i++) {
      const reader = chains.latest[i];
      if (placeOf[reader] < 0 && clock[reader * threads + thread[o]] > o) return true;
    }
    return false;
  };

  /** Notes which candidates are needed by the newest open write that needs one. */
  const findNeeded = (count: number): void => {
    for (let i = 0; i < count; i++) need[thread[candidates[i]]] = 0;
    let seen = 0;
    const oldest = Math.max(0, writes - OPEN_WRITES_SCANNED);
    for (let i = writes - 1; i >= oldest && seen < OPEN_WRITES_SEEN; i--) {
      const open = written[i];
      if (live[variable[open]] !== open || unread[variable[open]] === 0) continue;
      seen++;
      let needed = false;
      for (let c = 0; c < count; c++)
        if (isNeededFor(open, candidates[c])) {
          need[thread[candidates[c]]] = 1;
          needed = true;
        }
      if (needed) return;
    }
  };

  /** The first of the candidates by what is needed, then by priority. */
  const choose = (count: number): number => {
    if (count === 1) return candidates[0];
    findNeeded(count);
    let best = candidates[0];
    for (let i = 1; i < count; i++) {
      const o = candidates[i];
      const more = need[thread[o]] - need[thread[best]];
      if (more > 0 || (more === 0 && priority[o] < priority[best])) best = o;
    }
    return best;
  };

  /** Which thread the next operation of thread t waits for, and over which pair of writes, if over one. */
  const waitOf = (t: number): { readonly thread: number; readonly pair?: WritePair } => {
    const o = next[t];
    const byOrder = isWrite[o] === 1 || readsWait ? waitsFor(o) : -1;
    if (byOrder >= 0) return { thread: byOrder };
    if (isWrite[o] === 0) return { thread: thread[source[o]] };
    const done = live[variable[o]];
    for (let i = readersFrom[done]; i < readersFrom[done + 1]; i++)
      if (placeOf[readers[i]] < 0) return { thread: thread[readers[i]], pair: { done, blocked: o } };
    throw new Error(`operation ${o} waits for nothing`);
  };

  const waitCycle = (): WritePair[] => {
    const waits = Array.from({ length: threads }, (_, t) => (next[t] < first[t + 1] ? waitOf(t) : undefined));
    const round = new Int32Array(threads); // in which walk a thread was seen
    let best: WritePair[] | undefined;
    for (let start = 0; start < threads; start++) {
      let t = start;
      for (; waits[t] !== undefined && round[t] === 0; t = waits[t]?.thread ?? t) round[t] = start + 1;
      if (waits[t] === undefined || round[t] !== start + 1) continue;
      const pairs: WritePair[] = [];
      const begin = t;
      do {
        const wait = waits[t];
        if (wait?.pair !== undefined) pairs.push(wait.pair);
        t = wait?.thread ?? t;
      } while (t !== begin);
      if (best === undefined || pairs.length < best.length) best = pairs;
    }
    return best ?? [];
  };

  const schedule: Writable<Schedule> = {
    order,
    length: 0,
    placeOf,
    run() {
      placeReads();
      while (schedule.length < size) {
        const count = findCandidates();
        if (count === 0) return false;
        meter.step();
        const w = choose(count);
        place(w);
        placeReadsAfter(w);
      }
      return true;
    },
    waitCycle,
    cut,
  };
  return schedule;
}

/** Whether a given edge ends at a read: else a read waits for its value and its thread alone. */
function hasGivenRead(given: Int32Array, isWrite: Uint8Array): boolean {
  for (let i = 1; i < given.length; i += 2) if (isWrite[given[i]] === 0) return true;
  return false;
}
