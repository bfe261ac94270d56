import type { MemoryProgram } from "../memory/program.js";

/** A classic question to a memory: can this small program end like that? */
export interface LitmusTest {
  readonly name: string;
  /** What it asks, in a few words. */
  readonly title: string;
  readonly program: MemoryProgram;
  /** The variables whose values at the end are part of an outcome, in the order of `variablesOf`. */
  readonly observed: readonly string[];
  /** The outcome that the test is about: no sequentially consistent memory shows it. */
  readonly interesting: LitmusOutcome;
}

/** How a run of a litmus test ended. */
export interface LitmusOutcome {
  /** Step, thread by thread → the value that it read or wrote. */
  readonly values: readonly number[];
  /** The values at the end of the test's observed variables. */
  readonly final: readonly number[];
}
