import {
  type Coverage,
  countRefused,
  countRun,
  createCoverage,
  type Program,
  type ProgramResult,
  type TestEvent,
  verdictOf,
} from "@sightline/lab";

/** Programs that were left out for one reason. */
export interface LeftOutPrograms {
  count: number;
  /** One of them. */
  readonly example: Program;
}

/** Counts of a run of `test` so far. */
export interface TestTally {
  /** Programs that were run to their end, or to that of the run. */
  programs: number;
  executions: number;
  /** Programs that show something beyond the specification. */
  violating: number;
  /** Programs that the object does not take, or that cannot be judged. */
  skipped: number;
  /** Programs that were run, but say nothing: their threads hardly overlapped, or calls did not return. */
  unknown: number;
  /** Of the skipped, programs whose calls the object does not take. */
  refused: number;
  /** The same by their reasons. */
  readonly reasons: Map<string, LeftOutPrograms>;
  /** The methods that the executed programs call. */
  readonly methods: Set<string>;
  readonly coverage: Coverage;
}

/** A run that has seen nothing yet. */
export function createTestTally(): TestTally {
  return {
    programs: 0,
    executions: 0,
    violating: 0,
    skipped: 0,
    unknown: 0,
    refused: 0,
    reasons: new Map(),
    methods: new Set(),
    coverage: createCoverage(),
  };
}

/** Counts what has come to its end; what is still running counts later. */
export function countEvent(tally: TestTally, event: TestEvent): void {
  if (event.kind === "skipped") leaveOut(tally, event.program, event.reason, event.refused);
  if (event.kind === "shrunk") tally.executions += event.result.executions;
  if (event.kind === "program" && event.done) countProgram(tally, event.result);
}

/** Counts a program, also one that was interrupted. */
export function countProgram(tally: TestTally, result: ProgramResult): void {
  const { program, executions, failure } = result;
  const verdict = verdictOf(result);
  if (failure?.kind === "rejected") {
    leaveOut(tally, program, failure.message, true);
    return;
  }
  tally.programs++;
  tally.executions += executions;
  if (verdict === "violated") tally.violating++;
  for (const { method, on } of program.threads.flat()) if (on === undefined) tally.methods.add(method);
  if (verdict === "unknown") {
    tally.unknown++;
    countRefused(tally.coverage, program, failure?.message ?? (executions === 0 ? NOT_RUN : APART));
  } else countRun(tally.coverage, program);
}

const NOT_RUN = "there was no time left for an execution";

/** Why nothing can be said of programs whose threads took turns. */
export const APART =
  "its threads hardly overlapped: this machine has no processor free for each. Run it again when there is less to do, or with more --seconds";

function leaveOut(tally: TestTally, program: Program, reason: string, refused: boolean): void {
  tally.skipped++;
  if (refused) tally.refused++;
  const same = tally.reasons.get(reason);
  if (same === undefined) tally.reasons.set(reason, { count: 1, example: program });
  else same.count++;
  countRefused(tally.coverage, program, reason);
}
