import { indexAccesses, lastWriteBefore } from "@sightline/core/memory/relations/access-index.js";
import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";
import type { Random } from "@sightline/core/random.js";

/** Visits all operations in one random interleaving of the threads. */
export function interleave({ first }: MemoryHistory, random: Random, visit: (o: number) => void): void {
  const next = first.slice(0, -1);
  const going = Array.from(next.keys()).filter((t) => next[t] < first[t + 1]);
  while (going.length > 0) {
    const choice = random.int(going.length);
    const t = going[choice];
    visit(next[t]++);
    if (next[t] === first[t + 1]) {
      going[choice] = going[going.length - 1];
      going.pop();
    }
  }
}

/** One memory: each read takes the last write so far. */
export function runSequentially(memory: MemoryHistory, random: Random): void {
  const { isWrite, variable, source, variables } = memory;
  const cell = new Int32Array(variables).fill(INITIAL);
  interleave(memory, random, (o) => {
    if (isWrite[o] === 1) cell[variable[o]] = o;
    else source[o] = cell[variable[o]];
  });
}

/**
 * The machine of x86-TSO: each thread's writes wait in a queue, from which they go to memory one by
 * one; a read takes the newest own write that waits, else what memory holds.
 */
export function runStoreBuffers(memory: MemoryHistory, random: Random): void {
  const { isWrite, variable, source, thread, threads, variables, first } = memory;
  const cell = new Int32Array(variables).fill(INITIAL);
  const newestOwn = new Int32Array(threads * variables).fill(INITIAL);
  const committed = first.slice(0, -1); // thread → all its writes below are in memory
  const issued = first.slice(0, -1); // thread → all its operations below are done
  const haste = random.pick([1, 2, 3]);
  const commitOne = (t: number): void => {
    while (committed[t] < issued[t] && isWrite[committed[t]] === 0) committed[t]++;
    if (committed[t] < issued[t]) {
      cell[variable[committed[t]]] = committed[t];
      committed[t]++;
    }
  };
  interleave(memory, random, (o) => {
    for (let count = random.int(haste + 1); count > 0; count--) commitOne(random.int(threads));
    const t = thread[o];
    const x = variable[o];
    const own = newestOwn[t * variables + x];
    if (isWrite[o] === 1) newestOwn[t * variables + x] = o;
    else source[o] = own >= committed[t] ? own : cell[x];
    issued[t] = o + 1;
  });
}

/**
 * One copy of the memory per thread. Writes of others are delivered to it late, each after all that
 * it causally depends on. Of two writes to a variable the one delivered last stays, or the one with the
 * later Lamport timestamp (then all copies converge).
 */
export function runReplicas(
  memory: MemoryHistory,
  random: Random,
  stays: "last delivered" | "latest stamp",
): void {
  const { isWrite, variable, source, thread, threads, variables, first, size } = memory;
  const copy = new Int32Array(threads * variables).fill(INITIAL);
  const delivered = new Int32Array(threads * threads); // replica × threads + thread → its operations below are delivered
  for (let t = 0; t < threads; t++) delivered.set(first.subarray(0, threads), t * threads);
  const needs = new Int32Array(size * threads); // write → what was delivered to its thread before it
  const stamp = new Int32Array(size);
  const time = new Int32Array(threads);
  const issued = first.slice(0, -1);
  const haste = random.pick([1, threads, 2 * threads]);
  const apply = (replica: number, w: number): void => {
    const at = replica * variables + variable[w];
    const old = copy[at];
    if (stays === "latest stamp" && old !== INITIAL)
      if (stamp[old] > stamp[w] || (stamp[old] === stamp[w] && thread[old] > thread[w])) return;
    copy[at] = w;
  };
  /** The first write of the thread that was not delivered to the replica, or where the thread is now. */
  const undelivered = (replica: number, t: number): number => {
    let o = delivered[replica * threads + t];
    while (o < issued[t] && isWrite[o] === 0) o++;
    return (delivered[replica * threads + t] = o);
  };
  const deliverOne = (replica: number, from: number): void => {
    const w = undelivered(replica, from);
    if (w === issued[from]) return;
    for (let t = 0; t < threads; t++)
      if (needs[w * threads + t] > undelivered(replica, t) && t !== from) return; // its causes come first
    apply(replica, w);
    time[replica] = Math.max(time[replica], stamp[w]);
    delivered[replica * threads + from] = w + 1;
  };
  interleave(memory, random, (o) => {
    const t = thread[o];
    for (let count = random.int(haste + 1); count > 0; count--) deliverOne(t, random.int(threads));
    if (isWrite[o] === 1) {
      stamp[o] = ++time[t];
      needs.set(delivered.subarray(t * threads, (t + 1) * threads), o * threads);
      apply(t, o);
    } else source[o] = copy[t * variables + variable[o]];
    issued[t] = o + 1;
    delivered[t * threads + t] = o + 1;
  });
}

/**
 * Each read takes some write so far, or the initial value, that no other write to its variable
 * overwrites in its causal past, even if it saw a concurrent one before: causal consistency and no more.
 */
export function runWeakly(memory: MemoryHistory, random: Random): void {
  const { isWrite, variable, variables, source, thread, threads, first, size } = memory;
  const index = indexAccesses({ ...memory, isWrite, source: new Int32Array(size).fill(INITIAL) });
  const past = new Int32Array(size * threads); // write → per thread, its operations below are before it or it
  const now = new Int32Array(threads * threads); // thread → the same for the thread as it is
  for (let t = 0; t < threads; t++) now.set(first.subarray(0, threads), t * threads);
  const place = new Int32Array(size);
  const writes = Array.from({ length: variables }, (): number[] => []);
  const known = (t: number, s: number, x: number): number =>
    lastWriteBefore(index, s * variables + x, now[t * threads + s]);
  const isOverwritten = (w: number, t: number, x: number): boolean => {
    for (let s = 0; s < threads; s++) {
      const other = known(t, s, x);
      if (other >= 0 && other !== w && (w === INITIAL || past[other * threads + thread[w]] > w)) return true;
    }
    return false;
  };
  const newestKnown = (t: number, x: number): number => {
    let newest = INITIAL;
    for (let s = 0; s < threads; s++) {
      const w = known(t, s, x);
      if (w >= 0 && (newest === INITIAL || place[w] > place[newest])) newest = w;
    }
    return newest;
  };
  let count = 0;
  interleave(memory, random, (o) => {
    place[o] = count++;
    const t = thread[o];
    const x = variable[o];
    if (isWrite[o] === 1) writes[x].push(o);
    else {
      const choice = random.int(writes[x].length + 1);
      const w = choice === 0 ? INITIAL : writes[x][choice - 1];
      source[o] = isOverwritten(w, t, x) ? newestKnown(t, x) : w;
      for (let s = 0; s < threads && source[o] !== INITIAL; s++)
        now[t * threads + s] = Math.max(now[t * threads + s], past[source[o] * threads + s]);
    }
    now[t * threads + t] = o + 1;
    if (isWrite[o] === 1) past.set(now.subarray(t * threads, (t + 1) * threads), o * threads);
  });
}

/** Each read, with that probability, takes any write to its variable, seldom a later one of its own thread. */
export function readAnything(memory: MemoryHistory, random: Random, probability: number): void {
  const { size, isWrite, variable, variables, source, thread } = memory;
  const from = new Int32Array(variables + 1);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) from[variable[o] + 1]++;
  for (let x = 0; x < variables; x++) from[x + 1] += from[x];
  const writes = new Int32Array(from[variables]);
  const next = from.slice(0, -1);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) writes[next[variable[o]]++] = o;
  for (let r = 0; r < size; r++) {
    if (isWrite[r] === 1 || !random.chance(probability)) continue;
    const x = variable[r];
    const choice = random.int(from[x + 1] - from[x] + 1);
    const w = choice === 0 ? INITIAL : writes[from[x] + choice - 1];
    if (w < r || thread[w] !== thread[r] || random.chance(0.1)) source[r] = w;
  }
}
