import { availableParallelism } from "node:os";
import type { Program } from "../object/program.js";
import type { StressOptions, StressReport, Target } from "../object/target.js";
import { type CountedProgram, countCalls } from "../record/counted-program.js";
import { numberInstants } from "../record/instants.js";
import { createCrew, type Crew, type JavaScriptTargetOptions } from "./crew.js";
import { openCrewTarget } from "./crew-target.js";
import { failureOf } from "./failure.js";
import type { StartWorker, SubjectWorker, WorkerAnswer } from "./subject-worker.js";
import { createTally, type OrderOf, type Tally } from "./tally.js";
import { syncNames, threadCode } from "./thread-code.js";
import { allocateSlots, allocateThreads, STRIDE, type ThreadMemory } from "./thread-memory.js";

/** How closely threads run side by side takes turns: for themselves; in step; in step but for a short or longer delay. */
const DELAYS = [-1, 0, 63, 511];

/** The first batch; each is twice as large as the one before while it takes less than QUICK milliseconds. */
const FIRST_BATCH = 64;
const QUICK = 20;

/** How often there is a report, in milliseconds. */
const REPORT_EVERY = 250;

/** How often a thread looks for the others in a batch, where each has a core (for a millisecond or so) and where not. */
const LOOKS = { withCores: 100_000, without: 5000 };

/**
 * Clocks tell the order of calls anywhere; plain counters where the processor keeps stores in order, as x86
 * does. Elsewhere
 * only `Atomics` would, and these would synchronise the calls.
 */
const RECORDS: NonNullable<Target["records"]> = ["x64", "ia32"].includes(process.arch)
  ? ["counters", "clocks"]
  : ["clocks"];

/** More outcomes than this are no outcomes but noise. */
const MOST_OUTCOMES = 20_000;

/**
 * A JavaScript class whose objects live in shared memory as a target: its programs run on worker threads,
 * each with an object of its own over the same memory. See `SharedClass` for what the class must offer.
 *
 * Rejects with what to do where the class cannot be loaded, or does not say what memory it needs.
 */
export async function openThreadsTarget(
  options: JavaScriptTargetOptions,
  start?: StartWorker,
): Promise<Target> {
  const crew = createCrew("threads", options, start);
  return openCrewTarget(crew, RECORDS, ({ image = new Uint8Array() }) => {
    const objects = { image, slots: allocateSlots(image.length) };
    return async function* (program, index, stressOptions) {
      const counted = stressOptions.record === "counters" ? countCalls(program) : undefined;
      const run = counted?.program ?? program;
      for await (const report of stressProgram(crew, objects, run, index, stressOptions))
        yield counted === undefined ? report : restoreOrder(report, counted);
    };
  });
}

function restoreOrder(report: StressReport, { restore }: CountedProgram): StressReport {
  const outcomes = report.outcomes.map(({ results, count }) => ({ ...restore(results), count }));
  return { ...report, outcomes };
}

/** The memory of objects. */
interface Objects {
  /** What each starts with. */
  readonly image: Uint8Array;
  readonly slots: readonly SharedArrayBuffer[];
}

async function* stressProgram(
  crew: Crew,
  { image, slots }: Objects,
  program: Program,
  index: number,
  { secondsPerProgram, seed, record, signal }: StressOptions,
): AsyncGenerator<StressReport, void> {
  const tally = createTally(program.threads.map((steps) => steps.length));
  let overlapped = 0;
  let begun = performance.now();
  const report = (): Omit<StressReport, "done"> => ({
    program: index,
    executions: tally.executions(),
    overlapped,
    seconds: (performance.now() - begun) / 1000,
    outcomes: tally.outcomes(),
  });
  const memory = allocateThreads(slots, {
    threads: program.threads.length,
    steps: program.threads.flat().length,
    syncs: syncNames(program).length,
    clockedCalls: record === "clocks" ? callsIn(program.threads) : 0,
  });
  const orderOf = record === "clocks" ? orderFrom(memory, callsIn(program.threads)) : undefined;
  const members = crew.members(program.threads.length);
  let failure = await prepare(members, program, memory, seed, record === "clocks");
  begun = performance.now(); // threads may have had to start first
  const views = slots.map((slot) => new Uint8Array(slot));
  let reported = begun;
  let size = Math.min(FIRST_BATCH, slots.length);
  for (let batch = 0; failure === undefined; batch++) {
    for (let k = 0; k < size; k++) views[k].set(image);
    memory.sync.fill(0);
    memory.progress.fill(0);
    const asked = performance.now();
    failure = await runBatch(
      members,
      program,
      memory,
      { tally, orderOf },
      size,
      DELAYS[batch % DELAYS.length],
    );
    if (failure === undefined) overlapped += overlapsIn(memory, program.threads.length, size);
    const now = performance.now();
    if (now - begun >= 1000 * secondsPerProgram || signal?.aborted === true) break;
    if (now - asked < QUICK) size = Math.min(2 * size, slots.length);
    if (now - reported < REPORT_EVERY) continue;
    reported = now;
    yield { ...report(), done: false };
  }
  yield { ...report(), done: true, ...(failure !== undefined && { failure }) };
}

/** In how many of the first executions two threads were at the same time; in all, where there is but one. */
function overlapsIn({ overlaps, slots }: ThreadMemory, threads: number, executions: number): number {
  if (threads === 1) return executions;
  let count = 0;
  for (let k = 0; k < executions; k++) {
    let met = 0;
    for (let t = 0; t < threads; t++) met |= overlaps[t * slots.length + k];
    count += met;
  }
  return count;
}

/** Gives each thread its code. */
async function prepare(
  members: readonly SubjectWorker[],
  program: Program,
  memory: ThreadMemory,
  seed: number,
  hasClocks: boolean,
): Promise<StressReport["failure"]> {
  const { threads } = program;
  const looks = threads.length <= availableParallelism() ? LOOKS.withCores : LOOKS.without;
  const epoch = process.hrtime.bigint();
  const clocksOf = (thread: number) => ({
    clocks: { firstCall: callsIn(threads.slice(0, thread)), slots: memory.slots.length },
  });
  const answers = await Promise.all(
    members.map((member, thread) =>
      member.ask("prepare", {
        code: threadCode({ program, thread, looks, seed, ...(hasClocks && clocksOf(thread)) }),
        memory,
        thread,
        epoch,
        steps: threads[thread],
        firstStep: threads.slice(0, thread).flat().length,
      }),
    ),
  );
  return firstFailure(answers, program, memory);
}

const callsIn = (threads: Program["threads"]): number =>
  threads.flat().filter(({ on }) => on === undefined).length;

/** The order of the calls of an execution as its clocks tell it. */
function orderFrom({ clocks, slots }: ThreadMemory, calls: number): OrderOf {
  const row = (first: number, k: number): readonly number[] =>
    Array.from({ length: calls }, (_, call) => clocks[(2 * call + first) * slots.length + k]);
  return (k) => numberInstants({ called: row(0, k), returned: row(1, k) });
}

/** Runs a batch on all threads, and counts what came out. */
async function runBatch(
  members: readonly SubjectWorker[],
  program: Program,
  memory: ThreadMemory,
  { tally, orderOf }: { readonly tally: Tally; readonly orderOf: OrderOf | undefined },
  count: number,
  delay: number,
): Promise<StressReport["failure"]> {
  const answers = await Promise.all(members.map((member) => member.ask("batch", { count, delay })));
  const failure = firstFailure(answers, program, memory);
  if (failure !== undefined) return failure;
  answers.forEach((answer, thread) => {
    if (answer.kind === "result") tally.learn(thread, answer.result);
  });
  tally.count(memory.codes, memory.slots.length, count, orderOf);
  if (tally.size() <= MOST_OUTCOMES) return undefined;
  return {
    kind: "rejected",
    message: `more than ${MOST_OUTCOMES} outcomes: leave out methods whose results are never the same twice, such as times and random numbers`,
  };
}

function firstFailure(
  answers: readonly WorkerAnswer<unknown>[],
  program: Program,
  { where }: ThreadMemory,
): StressReport["failure"] {
  const failed = answers.find(({ kind }) => kind !== "result");
  if (failed === undefined || failed.kind === "result") return undefined;
  const at = program.threads.map((_, t) => where[t * STRIDE] - 1);
  return failureOf(failed, program, at);
}
