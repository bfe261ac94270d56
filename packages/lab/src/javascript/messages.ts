import type { Value } from "@sightline/core";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Call, Program, Step } from "../object/program.js";
import type { CallOrder, SeenOutcome } from "../object/target.js";
import type { SubjectSource } from "./subject.js";
import type { ThreadMemory } from "./thread-memory.js";

/** How an object is run: shared by threads over shared memory, or by async functions in one thread. */
export type Mode = "threads" | "async";

/** The data that a worker is started with. */
export interface WorkerSetup extends SubjectSource {
  readonly mode: Mode;
}

/** What a worker can be asked for, and what it answers if all is well. */
export interface Requests {
  describe: { readonly request: { readonly name: string }; readonly result: Description };
  sequences: {
    readonly request: { readonly sequences: readonly (readonly Call[])[] };
    readonly result: readonly (readonly Value[])[];
  };
  /** Async: runs of a program, by the numbers of their seeds. */
  schedules: {
    readonly request: {
      readonly program: Program;
      readonly seed: number;
      readonly from: number;
      readonly to: number;
      /** Whether and how the order of calls is told. */
      readonly record?: CallOrder;
    };
    readonly result: readonly SeenOutcome[];
  };
  /** Threads: makes ready for batches of a program. */
  prepare: {
    readonly request: {
      readonly code: string;
      readonly memory: ThreadMemory;
      readonly thread: number;
      /** What the clock of `process.hrtime` said when clocks began to run from 0. */
      readonly epoch: bigint;
      readonly steps: readonly Step[];
      readonly firstStep: number;
    };
    readonly result: null;
  };
  /** Threads: runs this thread's part of some executions; answers the values that have new codes. */
  batch: {
    readonly request: { readonly count: number; readonly delay: number };
    readonly result: readonly Value[];
  };
}

export type RequestKind = keyof Requests;

/** A request as it is sent. */
export type Request = {
  [Kind in RequestKind]: { readonly kind: Kind } & Requests[Kind]["request"];
}[RequestKind];

/** A class as its worker describes it. */
export interface Description {
  readonly spec: ObjectSpec;
  /** Threads: the memory that objects start with. */
  readonly image?: Uint8Array;
}

/** The answer of a worker. */
export type Answer<Result = unknown> =
  | { readonly kind: "result"; readonly result: Result }
  /** It cannot be done; why. */
  | { readonly kind: "error"; readonly message: string }
  /**
   * Calls that do not return; `at`: the step that each thread is in, -1 for one that has ended. Either they
   * are known to go on for ever, or nobody knows.
   */
  | {
      readonly kind: "stuck";
      readonly message: string;
      readonly at: readonly number[];
      readonly isEndless: boolean;
    };
