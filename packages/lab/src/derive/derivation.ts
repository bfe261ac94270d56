import type { GenerateOptions } from "../object/generate-programs.js";
import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import type { Target } from "../object/target.js";
import type { AxiomFindings } from "./axioms.js";
import type { Coverage } from "../asked/coverage.js";
import type { SkippedProgram } from "./program-source.js";
import type { FailedProgram, MethodLevels, Refutation } from "./method-levels.js";
import type { Observation } from "./observe.js";
import type { Together } from "./together.js";
import type { Trust } from "./trust.js";

/** The plan of a derivation: the methods, the types, the effort. */
export interface DerivePlan {
  readonly spec: ObjectSpec;
  /** The methods whose levels are wanted. Those of the specification that are trusted stay complete. */
  readonly methods: readonly MethodSpec[];
  /** Programs for each method, at most. */
  readonly programs: number;
  /** Programs of the second step, over all methods that have a level. */
  readonly programsTogether: number;
  readonly secondsPerProgram: number;
  /** No batch of programs begins after so many seconds; the second step has the last of them. */
  readonly secondsInAll?: number;
  /** When these seconds began, by `performance.now()`. Default: when the derivation begins. */
  readonly begun?: number;
  readonly seed: number;
  readonly bounds?: Pick<GenerateOptions, "threads" | "invocations" | "values" | "valuesByType">;
  /** Whether a bulk operation is the sequence of its element operations. */
  readonly splitBulk: boolean;
  /** Whether to look for the maximal model of axioms too (POPL'19 §6.4). */
  readonly axioms: boolean;
}

/** What was derived, and how much was seen for it. Nothing of it is proved. */
export interface Derivation {
  readonly methods: readonly MethodLevels[];
  readonly together: Together;
  readonly axioms: AxiomFindings | undefined;
  readonly programs: number;
  /** Of these, programs that say nothing: their threads hardly overlapped, or calls did not return. */
  readonly silent: number;
  readonly executions: number;
  /** Seconds of stress, and of everything. */
  readonly stressSeconds: number;
  readonly seconds: number;
  readonly interrupted: boolean;
  /** Which calls were in programs that were judged. */
  readonly coverage: Coverage;
}

export type DeriveEvent =
  | {
      readonly kind: "progress";
      readonly step: "trusted" | "alone" | "witnesses" | "together" | "axioms";
      readonly method?: string;
      /** Of the whole, from 0 to 1. */
      readonly share: number;
    }
  /** A level was refuted that had stood until now. */
  | { readonly kind: "refuted"; readonly method: string; readonly refutation: Refutation }
  /** A method that was trusted is not atomic: what it was part of is judged anew. */
  | { readonly kind: "distrusted"; readonly method: string; readonly witness: Refutation }
  | { readonly kind: "failed"; readonly method: string | undefined; readonly failed: FailedProgram }
  | { readonly kind: "skipped"; readonly method: string | undefined; readonly skipped: SkippedProgram }
  /** The last event. */
  | { readonly kind: "end"; readonly derivation: Derivation };

/** The state that the steps of a derivation share. */
export interface DeriveRun {
  readonly target: Target;
  readonly plan: DerivePlan;
  readonly signal: AbortSignal;
  /** Who is taken to be atomic by now: trust may be lost. */
  readonly trust: Trust;
  /** What is known of each method by now: the steps change it. */
  readonly levels: Map<string, MethodLevels>;
  /** What was seen that is not atomic. */
  readonly kept: Observation[];
  readonly coverage: Coverage;
  /** All programs of all steps. */
  readonly totals: { programs: number; silent: number; executions: number; seconds: number };
  /** Programs of no method in particular that failed. */
  readonly failures: FailedProgram[];
  /** The shares of the time after which each step ends. */
  readonly ends: StepEnds;
}

export interface StepEnds {
  readonly trusted: number;
  readonly alone: number;
  readonly witnesses: number;
  readonly together: number;
}

/** Where nothing that changes the object is trusted, little is seen of a method alone. */
export const stepEnds = {
  withTrusted: { trusted: 0.1, alone: 0.7, witnesses: 0.85, together: 1 },
  without: { trusted: 0, alone: 0.3, witnesses: 0.4, together: 1 },
} as const satisfies Record<string, StepEnds>;
