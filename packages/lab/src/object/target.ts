import type { Value } from "@sightline/core";
import type { ValuesByType } from "./arguments.js";
import type { ObjectSpec } from "./object-spec.js";
import type { Call, Outcome, Program, SequencedCall } from "./program.js";

/**
 * How the order of calls is recorded: by a counter per thread that the others look at (CAV'18 Fig. 6,
 * POPL'19 Fig. 8), or by the clock before and after each call (POPL'19 Fig. 9).
 */
export type CallOrder = "counters" | "clocks";

/** Options of `Target.stress`. */
export interface StressOptions {
  readonly secondsPerProgram: number;
  readonly seed: number;
  /** Whether and how to record the order of calls; one of those that the target `records`. */
  readonly record?: CallOrder;
  readonly signal?: AbortSignal;
}

/** How often an outcome was seen. */
export interface SeenOutcome {
  readonly results: Outcome;
  /**
   * With `record`, for each call of the object in program order. Counters: how many calls of each other
   * thread had returned before it began. Clocks: the instants of its call and return.
   */
  readonly order?: readonly (readonly number[])[];
  readonly count: number;
}

/** What stress has shown of one program so far. */
export interface StressReport {
  /** Which of the programs. */
  readonly program: number;
  readonly executions: number;
  /**
   * In how many of the executions two threads were between the begin of their first and the end of their
   * last step at the same time; all, where the program has one thread. Absent where the target does not
   * measure it. See `hardlyOverlapped`.
   */
  readonly overlapped?: number;
  readonly seconds: number;
  /** Every outcome seen so far, in no order: results in program order (thread by thread). */
  readonly outcomes: readonly SeenOutcome[];
  /** Whether this is the last report on the program. */
  readonly done: boolean;
  /** Why it ended before its time: the object hung, brought the runtime down, or does not take the calls. */
  readonly failure?: StressFailure;
}

export interface StressFailure {
  /**
   * `hang`: calls go round for ever. `crash`: the runtime is gone. `rejected`: the object does not take the
   * calls. `unknown`: calls did not return in time, but nothing shows that they never would (they wait for
   * time to pass, for input, or for threads of the object's own): no verdict.
   */
  readonly kind: "hang" | "crash" | "rejected" | "unknown";
  /** In words; for a hang with the threads and what they were doing. */
  readonly message: string;
}

/** An implementation under test. */
export interface Target {
  /** As the command line names it: `java:java.util.concurrent.ConcurrentHashMap`. */
  readonly name: string;
  /** How it can record the order of calls. Default: not at all. */
  readonly records?: readonly CallOrder[];
  /**
   * Whether its sequences can be run by several threads, as their calls say. Default: threads mean nothing to
   * it, one makes all calls.
   */
  readonly sequencesHaveThreads?: boolean;
  /**
   * How many calls of `stress` it can make progress with at the same time; each begins when it is called, not when it
   * is first asked for a report. Default: 1, and a stress begins with the first report.
   */
  readonly ahead?: number;
  /** What reflection tells of the class. */
  describe(): Promise<ObjectSpec>;
  /** What is wrong with values that are given by type, where it knows types: one line for each that is none. */
  readonly unfit?: (values: ValuesByType) => Promise<readonly string[]>;
  /**
   * Which method each call means, by its signature as `describe` writes it. Absent: the object knows no
   * overloads, and a name is a method.
   */
  readonly signatures?: (calls: readonly Call[]) => Promise<readonly string[]>;
  /**
   * Runs each sequence of calls on a fresh object of its own, one call after the other: all results. Where
   * a call blocks, its result is `BLOCKED` and the last: what would come after it does not happen.
   */
  runInSequence(sequences: readonly (readonly SequencedCall[])[]): Promise<readonly (readonly Value[])[]>;
  /** Runs programs many times, one program after another; reports about each several times a second. */
  stress(programs: readonly Program[], options: StressOptions): AsyncIterable<StressReport>;
  /** Ends whatever runs for it. */
  close(): Promise<void>;
}
