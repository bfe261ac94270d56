import { INITIAL, type MemoryHistory, takesValue } from "@sightline/core/memory/memory-history.js";
import { memoryOf, randomMemory } from "./generate-memory.js";
import type { Access } from "./threads-of.js";
import { createRandom, type Random } from "@sightline/core/random.js";

/**
 * A small history with fences and read-modify-writes, decided by its seed: a run of the machine with store
 * buffers in which some reads may take another value; or a history of reads and writes (`randomMemory`, or one
 * in the manner of store buffering) with fences put in and writes made read-modify-writes.
 */
export function randomAtomics(seed: number): MemoryHistory {
  const random = createRandom(seed);
  const family = random.int(3);
  if (family === 0) return machineHistory(random);
  return sprinkled(family === 1 ? randomMemory(seed, 8) : crossing(random), random);
}

/** Each thread writes a variable, now and then another, and reads the next thread's, mostly before any write to it. */
function crossing(random: Random): MemoryHistory {
  const threads = random.pick([2, 2, 3]);
  const value = (t: number): number => (random.chance(0.8) ? 0 : t + 1);
  return memoryOf(
    Array.from({ length: threads }, (_, t): Access[] => {
      const next = (t + 1) % threads;
      const read: Access = ["r", `x${next}`, value(next)];
      return [
        ["w", `x${t}`, t + 1],
        ...(random.chance(0.4) ? ([["w", "z", t + 1]] as const) : []),
        ...(random.chance(0.3) ? ([["r", `x${t}`, t + 1]] as const) : []),
        read,
      ];
    }),
  );
}

/** A history of reads and writes with some fences put in, and some of its writes made read-modify-writes. */
function sprinkled(memory: MemoryHistory, random: Random): MemoryHistory {
  const [fences, exchanges] = random.pick([
    [0.1, 0.1],
    [0.3, 0],
    [0, 0.3],
  ]);
  const { names, variable } = memory;
  // What the new history has at each place: an operation of the old one, or −1 − thread for a fence.
  const rows = Array.from(memory.thread.keys()).flatMap((o) =>
    o > memory.first[memory.thread[o]] && random.chance(fences) ? [-1 - memory.thread[o], o] : [o],
  );
  const now = new Map(rows.map((o, place) => [o, place]));
  const isNamed = (o: number): boolean => o >= 0 && variable[o] < names.length;
  const rmw = Uint8Array.from(rows, (o) =>
    isNamed(o) && memory.isWrite[o] === 1 && random.chance(exchanges) ? 1 : 0,
  );
  const sourceOf = (o: number): number => {
    const source = o < 0 ? INITIAL : memory.source[o];
    return source === INITIAL ? INITIAL : (now.get(source) ?? INITIAL);
  };
  const thread = Int32Array.from(rows, (o) => (o < 0 ? -1 - o : memory.thread[o]));
  const mixed: MemoryHistory = {
    ...memory,
    size: rows.length,
    thread,
    first: Int32Array.from({ length: memory.threads + 1 }, (_, t) => thread.filter((of) => of < t).length),
    isWrite: Uint8Array.from(rows, (o) => (o < 0 ? 1 : memory.isWrite[o])),
    rmw,
    drains: Uint8Array.from(rows, (o, place) => (o < 0 ? 1 : rmw[place])),
    variable: Int32Array.from(rows, (o, place) => (isNamed(o) ? variable[o] : names.length + thread[place])),
    variables: names.length + memory.threads,
    source: Int32Array.from(rows, sourceOf),
    ids: Int32Array.from(rows.keys()),
  };
  rewire(mixed, random, (o) => (rmw[o] === 1 ? 1 : 0));
  return mixed;
}

/** 2–4 threads, six to ten operations, 1–3 variables; the values of a random run, but for some. */
function machineHistory(random: Random): MemoryHistory {
  const threads = random.pick([2, 2, 2, 3, 3, 4]);
  const named = random.pick([1, 2, 2, 3]);
  const lengths = new Array<number>(threads).fill(0);
  for (let count = 6 + random.int(5); count > 0; count--) lengths[random.int(threads)]++;
  const size = lengths.reduce((sum, length) => sum + length, 0);
  const first = Int32Array.from([0, ...lengths]);
  for (let t = 0; t < threads; t++) first[t + 1] += first[t];
  const thread = new Int32Array(size);
  for (let t = 0; t < threads; t++) thread.fill(t, first[t], first[t + 1]);
  const kinds = Array.from(thread, () =>
    random.pick(["read", "read", "read", "write", "write", "write", "rmw", "rmw", "fence"]),
  );
  const column = (isOne: (kind: string) => boolean) =>
    Uint8Array.from(kinds, (kind) => (isOne(kind) ? 1 : 0));
  const memory: MemoryHistory = {
    size,
    threads,
    first,
    thread,
    isWrite: column((kind) => kind !== "read"),
    rmw: column((kind) => kind === "rmw"),
    drains: column((kind) => kind === "rmw" || kind === "fence"),
    variable: Int32Array.from(kinds, (kind, o) => (kind === "fence" ? named + thread[o] : random.int(named))),
    variables: named + threads,
    source: new Int32Array(size).fill(INITIAL),
    given: new Int32Array(0),
    ids: Int32Array.from(kinds.keys()),
    names: Array.from({ length: named }, (_, x) => `x${x}`),
  };
  runMachine(memory, random, random.pick([0, 0.9, 0.98]));
  const share = random.pick([0, 0.2, 0.4]);
  rewire(memory, random, () => share);
  return memory;
}

/** Runs the threads on the machine with store buffers; `laziness`: how likely a write is to stay in its buffer. */
function runMachine(memory: MemoryHistory, random: Random, laziness: number): void {
  const { threads, first, isWrite, drains, variable, source } = memory;
  const next = first.slice(0, threads);
  const buffers = Array.from({ length: threads }, (): number[] => []);
  const cells = new Int32Array(memory.variables).fill(INITIAL);
  const commit = (t: number): void => {
    const head = buffers[t].shift();
    if (head !== undefined) cells[variable[head]] = head;
  };
  for (;;) {
    const going = Array.from(next.keys()).filter((t) => next[t] < first[t + 1]);
    if (going.length === 0) return;
    const t = random.pick(going);
    const o = next[t]++;
    while (drains?.[o] === 1 && buffers[t].length > 0) commit(t);
    const own = buffers[t].findLast((w) => variable[w] === variable[o]);
    if (takesValue(memory, o)) source[o] = own ?? cells[variable[o]];
    if (isWrite[o] === 1) buffers[t].push(o);
    for (let s = 0; s < threads; s++)
      while (buffers[s].length > 0 && (drains?.[buffers[s][0]] === 1 || !random.chance(laziness))) commit(s);
  }
}

/** Lets each read, with its probability, take any other write to its variable, or the initial value. */
function rewire(memory: MemoryHistory, random: Random, probability: (o: number) => number): void {
  const { size, isWrite, variable, source } = memory;
  for (let r = 0; r < size; r++) {
    if (!takesValue(memory, r) || !random.chance(probability(r))) continue;
    const others = Array.from({ length: size }, (_, w) => w).filter(
      (w) => w !== r && isWrite[w] === 1 && variable[w] === variable[r],
    );
    source[r] = random.pick([INITIAL, ...others]);
  }
}
