import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { type Access, threadsOf } from "./threads-of.js";
import { variedClassic } from "./varied-classic.js";
import {
  interleave,
  readAnything,
  runReplicas,
  runSequentially,
  runStoreBuffers,
  runWeakly,
} from "./memory-runs.js";
import { createRandom, type Random } from "@sightline/core/random.js";

/** How large a generated history is. Made for tests with ten operations and benchmarks with a million. */
export interface MemoryShape {
  readonly operations: number;
  readonly threads: number;
  readonly variables: number;
  /** The share of writes among the operations, 0 … 1. */
  readonly writes: number;
  readonly seed: number;
}

/**
 * Where the values read come from:
 * - `sc`: one memory, one operation at a time. Satisfies every model.
 * - `tso`: store buffers: a write waits in its thread's buffer, which that thread alone reads from.
 * - `causal`: each thread has a copy, to which writes of others are delivered late, in causal order;
 *   the last one delivered stays. Satisfies `cm`.
 * - `convergent`: the same, but the write with the later Lamport timestamp stays. Satisfies `ccv`.
 * - `weak`: each read takes any write so far that is not overwritten in its causal past. Satisfies `cc`.
 * - `random`: each read takes any write to its variable, or the initial value.
 */
export const memoryKinds = ["sc", "tso", "causal", "convergent", "weak", "random"] as const;

export type MemoryKind = (typeof memoryKinds)[number];

/** A history of that kind and shape, decided by its seed. */
export function generateMemory(kind: MemoryKind, shape: MemoryShape): MemoryHistory {
  const random = createRandom(shape.seed);
  const memory = drawOperations(shape, random);
  settleReads[kind](memory, random);
  return memory;
}

/** How each kind settles who reads from whom: it fills `source`. */
const settleReads: Readonly<Record<MemoryKind, (memory: MemoryHistory, random: Random) => void>> = {
  sc: runSequentially,
  tso: runStoreBuffers,
  causal: (memory, random) => runReplicas(memory, random, "last delivered"),
  convergent: (memory, random) => runReplicas(memory, random, "latest stamp"),
  weak: runWeakly,
  random: (memory, random) => readAnything(memory, random, 1),
};

/**
 * A history from its threads, or from their text (`threadsOf`). Every value is written at most once per variable
 * and 0 is the initial value, so that the values tell who read from whom.
 */
export function memoryOf(given: string | readonly (readonly Access[])[]): MemoryHistory {
  const threads = typeof given === "string" ? threadsOf(given) : given;
  const accesses = threads.flatMap((accessesOfThread, t) =>
    accessesOfThread.map((access) => ({ t, access })),
  );
  const names = [...new Set(accesses.map(({ access: [, name] }) => name))];
  const writer = new Map<string, number>();
  accesses.forEach(({ access: [kind, name, value] }, o) => {
    if (kind !== "w") return;
    if (writer.has(`${name} ${value}`) || value === 0)
      throw new Error(`${value} is written to ${name} twice`);
    writer.set(`${name} ${value}`, o);
  });
  const source = accesses.map(({ access: [kind, name, value] }) => {
    if (kind === "w" || value === 0) return INITIAL;
    const write = writer.get(`${name} ${value}`);
    if (write === undefined) throw new Error(`${value} is never written to ${name}`);
    return write;
  });
  return {
    size: accesses.length,
    threads: threads.length,
    first: firstOfThreads(threads.map(({ length }) => length)),
    thread: Int32Array.from(accesses, ({ t }) => t),
    isWrite: Uint8Array.from(accesses, ({ access: [kind] }) => (kind === "w" ? 1 : 0)),
    variable: Int32Array.from(accesses, ({ access: [, name] }) => names.indexOf(name)),
    variables: names.length,
    source: Int32Array.from(source),
    given: new Int32Array(0),
    ids: Int32Array.from(accesses.keys()),
    names,
  };
}

/**
 * A small history of any kind, decided by its seed: 1–4 threads, up to `mostOperations`, 1–3 variables;
 * at times some reads take another value, or an operation accesses nothing. Two of five are classic
 * examples with changes, so that all models hold for many and fail for many, in every combination.
 */
export function randomMemory(seed: number, mostOperations = 9): MemoryHistory {
  const random = createRandom(seed);
  if (random.chance(0.4)) return memoryOf(variedClassic(random));
  const memory = generateMemory(random.pick(memoryKinds), {
    operations: Math.max(1, mostOperations - random.pick([0, 0, 0, 1, 2, 4])),
    threads: random.pick([1, 2, 2, 2, 3, 3, 4]),
    variables: random.pick([1, 2, 2, 3]),
    writes: random.pick([0.4, 0.5, 0.6]),
    seed: random.int(0x7fffffff),
  });
  readAnything(memory, random, random.pick([0, 0.15, 0.3]));
  return random.chance(0.15) ? withoutAccess(memory, random) : memory;
}

/** The same history with one to three declared edges that agree with program order. */
export function withGivenEdges(memory: MemoryHistory, seed: number): MemoryHistory {
  const random = createRandom(seed);
  const line: number[] = []; // the edges run forwards in one interleaving of the threads
  interleave(memory, random, (o) => line.push(o));
  const given: number[] = [];
  for (let count = memory.size < 2 ? 0 : 1 + random.int(3); count > 0; count--) {
    const from = random.int(memory.size - 1);
    given.push(line[from], line[from + 1 + random.int(memory.size - 1 - from)]);
  }
  return { ...memory, given: Int32Array.from(given) };
}

/** Who does what; all reads still take the initial value. */
function drawOperations(
  { operations, threads, variables, writes }: MemoryShape,
  random: Random,
): MemoryHistory {
  const lengths = new Array<number>(threads).fill(0);
  for (let o = 0; o < operations; o++) lengths[random.int(threads)]++;
  const first = firstOfThreads(lengths);
  const thread = new Int32Array(operations);
  for (let t = 0; t < threads; t++) thread.fill(t, first[t], first[t + 1]);
  return {
    size: operations,
    threads,
    first,
    thread,
    isWrite: new Uint8Array(operations).map(() => (random.chance(writes) ? 1 : 0)),
    variable: new Int32Array(operations).map(() => random.int(variables)),
    variables,
    source: new Int32Array(operations).fill(INITIAL),
    given: new Int32Array(0),
    ids: new Int32Array(operations).map((_, o) => o),
    names: Array.from({ length: variables }, (_, x) => `x${x}`),
  };
}

function firstOfThreads(lengths: readonly number[]): Int32Array {
  const first = new Int32Array(lengths.length + 1);
  lengths.forEach((length, t) => {
    first[t + 1] = first[t] + length;
  });
  return first;
}

/** The same history, but some of its reads access nothing: they are writes to a variable that only their thread has. */
function withoutAccess(memory: MemoryHistory, random: Random): MemoryHistory {
  const { size, thread, threads, names } = memory;
  const isWrite = memory.isWrite.slice();
  const variable = memory.variable.slice();
  const source = memory.source.slice();
  for (let o = 0; o < size; o++) {
    if (isWrite[o] === 1 || !random.chance(0.3)) continue;
    isWrite[o] = 1;
    variable[o] = names.length + thread[o];
    source[o] = INITIAL;
  }
  return { ...memory, isWrite, variable, variables: names.length + threads, source };
}
