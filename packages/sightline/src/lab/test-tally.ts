import { isViolation, type ProgramResult, type TestEvent } from "@sightline/lab";

/** What a run of `test` has seen so far. */
export interface TestTally {
  /** Programs that were run to their end, or to that of the run. */
  programs: number;
  executions: number;
  /** Programs that show something beyond the specification. */
  violating: number;
  /** Programs that the object does not take, or that cannot be judged. */
  skipped: number;
  /** The methods that the executed programs call. */
  readonly methods: Set<string>;
}

/** A run that has seen nothing yet. */
export function createTestTally(): TestTally {
  return { programs: 0, executions: 0, violating: 0, skipped: 0, methods: new Set() };
}

/** Counts what has come to its end; what is still running counts later. */
export function countEvent(tally: TestTally, event: TestEvent): void {
  if (event.kind === "skipped") tally.skipped++;
  if (event.kind === "shrunk") tally.executions += event.result.executions;
  if (event.kind === "program" && event.done) countProgram(tally, event.result);
}

/** Counts a program, also one that was interrupted. */
export function countProgram(tally: TestTally, result: ProgramResult): void {
  if (result.failure?.kind === "rejected") {
    tally.skipped++;
    return;
  }
  tally.programs++;
  tally.executions += result.executions;
  if (isViolation(result)) tally.violating++;
  for (const { method, on } of result.program.threads.flat()) if (on === undefined) tally.methods.add(method);
}
