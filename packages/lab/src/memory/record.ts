import { availableParallelism } from "node:os";
import { createRandom, type Random } from "@sightline/core";
import { type Access, burstCode } from "./burst-code.js";
import { startCrew } from "./crew.js";
import { type ProgramShape, randomProgram } from "./random-program.js";
import { allocateBatch, type BatchLayout, type BatchMemory, firstStep, layoutFor, STRIDE } from "./layout.js";
import { type MemoryProgram, type Variable, variablesOf } from "./program.js";

/** Options of `recordMemory`. */
export interface RecordOptions {
  /** A program to run again and again, or the shape of random ones, each run once. */
  readonly programs: MemoryProgram | ProgramShape;
  /** How many bursts; `Infinity` goes on until the signal or the consumer ends it. */
  readonly bursts: number;
  /** Plain accesses show what the hardware does; `Atomics` are sequentially consistent. Default: plain. */
  readonly access?: Access;
  /** Chooses the random programs and the skew. Default: 1. */
  readonly seed?: number;
  /** The most turns that a thread waits after meeting the others: a power of two, or 0. Default: 32. */
  readonly skew?: number;
  /**
   * Bursts that are run, on other programs, before the first that counts: by then the threads' code is
   * machine code. Default: 4,000, or what a busy machine gets done in a second.
   */
  readonly warmUp?: number;
  /** Ends the recording after the batch under way. */
  readonly signal?: AbortSignal;
}

/** One run of a program on real memory. */
export interface RecordedBurst {
  readonly program: MemoryProgram;
  /** Step, thread by thread → the value that it read or wrote. */
  readonly values: Int32Array;
  /** Variable, in the order of `variablesOf` (of a random program: `x0`, `x1`, …) → its value at the end. */
  readonly final: Int32Array;
}

/** Bursts that were run one after another by the same threads. */
export interface RecordedBatch {
  readonly bursts: readonly RecordedBurst[];
  /** The share of times that a thread met all others before a burst; low where cores are too few. */
  readonly met: number;
  /** How long the threads ran. */
  readonly milliseconds: number;
}

/** Warming up is done in small batches, and for so many milliseconds at most. */
const WARM_UP_BATCH = 500;
const WARM_UP_TIME = 1000;

/**
 * How long threads wait for each other: where each has a core, until the others come, with some naps
 * where the system has taken one of them off its core. Looking is slow next to a burst, so one that was
 * left behind soon catches up. Where they cannot all run at once a nap would only keep those
 * that can from meeting, so they look for a while and go on.
 */
const WITH_CORES = { looks: 20_000, naps: 300 };
const WITHOUT_CORES = { looks: 200, naps: 0 };

/**
 * Runs programs of reads and writes on worker threads over one shared memory, and gives what each run read.
 * Each run is a *burst*: the threads meet, then do their steps as fast as they can, on variables that no
 * other burst uses, each on a cache line of its own. Bursts come in batches, so that memory stays bounded;
 * the threads rest while a batch is looked at.
 *
 * ```ts
 * const programs = programOf(parseHistory("{ write(x,1); read(y) } || { write(y,1); read(x) }"));
 * for await (const { bursts } of recordMemory({ programs, bursts: 100_000 }))
 *   for (const { program, values } of bursts) console.log(printHistory(historyOf(program, values)));
 * ```
 *
 * Programs follow from the seed; what they read does not.
 */
export async function* recordMemory(options: RecordOptions): AsyncGenerator<RecordedBatch, void> {
  const { programs, bursts, signal, seed = 1, warmUp = 4000 } = options;
  const given = isProgram(programs) ? programs : undefined;
  const variables = isProgram(programs) ? variablesOf(programs) : numbered(programs.variables);
  const layout = layoutFor(
    isProgram(programs)
      ? {
          threads: programs.threads.length,
          steps: Math.max(0, ...programs.threads.map((steps) => steps.length)),
          variables: variables.length,
        }
      : { threads: programs.threads, steps: programs.operations, variables: variables.length },
  );
  const memory = allocateBatch(layout);
  const crew = startCrew(codesOf(options, layout, given, variables), memory);
  /** Runs a batch; the random programs come from the stream `random`. */
  const runBatch = async (count: number, random: Random): Promise<RecordedBatch> => {
    const batch = Array.from({ length: count }, () =>
      isProgram(programs) ? programs : randomProgram(random, programs),
    );
    memory.cells.fill(0, 0, count * layout.variables * STRIDE);
    memory.progress.fill(0);
    if (given === undefined) batch.forEach((program, burst) => lay(program, burst, layout, memory));
    const begun = performance.now();
    const met = await crew.run(count);
    const milliseconds = performance.now() - begun;
    return {
      bursts: batch.map((program, burst) => gather(program, burst, layout, memory)),
      met: met / (count * layout.threads),
      milliseconds,
    };
  };
  try {
    const others = createRandom(~seed);
    const warm = performance.now() + WARM_UP_TIME;
    for (let left = warmUp; left > 0 && performance.now() < warm && signal?.aborted !== true; ) {
      const count = Math.min(layout.bursts, left, WARM_UP_BATCH);
      await runBatch(count, others);
      left -= count;
    }
    const random = createRandom(seed);
    for (let done = 0; done < bursts && signal?.aborted !== true; ) {
      const batch = await runBatch(Math.min(layout.bursts, bursts - done), random);
      done += batch.bursts.length;
      yield batch;
    }
  } finally {
    await crew.stop();
  }
}

function isProgram(programs: MemoryProgram | ProgramShape): programs is MemoryProgram {
  return typeof programs.threads !== "number";
}

/** The variables of random programs, by their places. */
function numbered(variables: number): readonly Variable[] {
  return Array.from({ length: variables }, (_, index) => `x${index}`);
}

/** The code of each thread. */
function codesOf(
  { access = "plain", seed = 1, skew = 32 }: RecordOptions,
  layout: BatchLayout,
  given: MemoryProgram | undefined,
  variables: readonly Variable[],
): readonly string[] {
  const waiting = layout.threads <= availableParallelism() ? WITH_CORES : WITHOUT_CORES;
  return Array.from({ length: layout.threads }, (_, thread) =>
    burstCode({
      layout,
      thread,
      access,
      ...waiting,
      skew,
      seed: Math.imul(seed, 65_599) + thread,
      ...(given !== undefined && { steps: given.threads[thread], variables }),
    }),
  );
}

/** Writes a random program's steps where the threads look for them. */
function lay(program: MemoryProgram, burst: number, layout: BatchLayout, memory: BatchMemory): void {
  program.threads.forEach((steps, thread) => {
    let next = firstStep(layout, thread, burst);
    for (const [kind, variable, value] of steps) {
      const place = STRIDE * Number(String(variable).slice(1));
      memory.places[next] = kind === "w" ? ~place : place;
      memory.values[next++] = kind === "w" ? value : 0;
    }
  });
}

/** Copies what a burst read and left from the shared memory. */
function gather(
  program: MemoryProgram,
  burst: number,
  layout: BatchLayout,
  memory: BatchMemory,
): RecordedBurst {
  const values = new Int32Array(program.threads.reduce((sum, steps) => sum + steps.length, 0));
  let next = 0;
  program.threads.forEach((steps, thread) => {
    const from = firstStep(layout, thread, burst);
    steps.forEach(([kind, , value], index) => {
      values[next++] = kind === "w" ? value : memory.values[from + index];
    });
  });
  const final = new Int32Array(layout.variables);
  const cell = burst * layout.variables * STRIDE;
  for (let x = 0; x < final.length; x++) final[x] = memory.cells[cell + x * STRIDE];
  return { program, values, final };
}
