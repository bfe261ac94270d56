import { canonical } from "@sightline/core";
import type { Program } from "../object/program.js";
import type { SeenOutcome, StressOptions, StressReport, Target } from "../object/target.js";
import { createCrew, type Crew, type JavaScriptTargetOptions } from "./crew.js";
import { openCrewTarget } from "./crew-target.js";
import { failureOf } from "./failure.js";
import type { StartWorker } from "./subject-worker.js";

/** So many runs stand for a second, on every machine: what is seen then follows from the seed alone. */
const RUNS_PER_SECOND = 10_000;

/** The first runs that are asked for at once; twice as many each time while they take less than QUICK. */
const FIRST_RUNS = 50;
const MOST_RUNS = 2500;
const QUICK = 100;

/** How often there is a report, in milliseconds. */
const REPORT_EVERY = 250;

/**
 * A JavaScript class with async methods as a target. Its objects are made as `new Class(io, ...args)`; see
 * `AsyncIo` for what the class gets. Each run of a program has a seed, which decides when calls begin and
 * in which order what they await comes about: the same seed shows the same outcomes, equally often.
 *
 * Rejects with what to do where the class cannot be loaded.
 */
export async function openAsyncTarget(
  options: JavaScriptTargetOptions,
  start?: StartWorker,
): Promise<Target> {
  const crew = createCrew("async", options, start);
  return openCrewTarget(
    crew,
    ["counters", "clocks"],
    () => (program, index, stressOptions) => stressProgram(crew, program, index, stressOptions),
  );
}

async function* stressProgram(
  crew: Crew,
  program: Program,
  index: number,
  { secondsPerProgram, seed, record, signal }: StressOptions,
): AsyncGenerator<StressReport, void> {
  const begun = performance.now();
  const [member] = crew.members(1);
  const most = Math.max(1, Math.round(RUNS_PER_SECOND * secondsPerProgram));
  const seen = new Map<string, SeenOutcome>();
  let executions = 0;
  let reported = begun;
  const report = (): Omit<StressReport, "done"> => ({
    program: index,
    executions,
    overlapped: executions, // the schedule sees to that
    seconds: (performance.now() - begun) / 1000,
    outcomes: [...seen.values()],
  });
  for (let size = FIRST_RUNS; executions < most && signal?.aborted !== true; ) {
    const to = Math.min(most, executions + size);
    const asked = performance.now();
    const runs = { program, seed, from: executions, to, ...(record !== undefined && { record }) };
    const answer = await member.ask("schedules", runs);
    if (answer.kind !== "result") {
      yield { ...report(), done: true, failure: failureOf(answer, program) };
      return;
    }
    for (const { count, ...outcome } of answer.result) {
      const key = `${canonical(outcome.results)} ${JSON.stringify(outcome.order)}`;
      seen.set(key, { ...outcome, count: count + (seen.get(key)?.count ?? 0) });
    }
    executions = to;
    const now = performance.now();
    if (now - asked < QUICK) size = Math.min(MOST_RUNS, 2 * size);
    if (now - reported < REPORT_EVERY) continue;
    reported = now;
    yield { ...report(), done: false };
  }
  yield { ...report(), done: true };
}
