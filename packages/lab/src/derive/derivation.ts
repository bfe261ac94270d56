import type { GenerateOptions } from "../object/generate.js";
import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import type { Target } from "../object/target.js";
import type { AxiomFindings } from "./axioms.js";
import type { SkippedProgram } from "./choose-programs.js";
import type { FailedProgram, MethodLevels, Refutation } from "./method-levels.js";
import type { Observation } from "./observe.js";
import type { Together } from "./together.js";

/** What to derive, and how hard to try. */
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
  readonly executions: number;
  /** Seconds of stress, and of everything. */
  readonly stressSeconds: number;
  readonly seconds: number;
  readonly interrupted: boolean;
}

export type DeriveEvent =
  | {
      readonly kind: "progress";
      readonly step: "alone" | "witnesses" | "together" | "axioms";
      readonly method?: string;
      /** Of the whole, from 0 to 1. */
      readonly share: number;
    }
  /** A level was refuted that had stood until now. */
  | { readonly kind: "refuted"; readonly method: string; readonly refutation: Refutation }
  | { readonly kind: "failed"; readonly method: string | undefined; readonly failed: FailedProgram }
  | { readonly kind: "skipped"; readonly method: string | undefined; readonly skipped: SkippedProgram }
  /** The last event. */
  | { readonly kind: "end"; readonly derivation: Derivation };

/** What the steps of a derivation share. */
export interface DeriveRun {
  readonly target: Target;
  readonly plan: DerivePlan;
  readonly signal: AbortSignal;
  /** What is known of each method by now: the steps change it. */
  readonly levels: Map<string, MethodLevels>;
  /** What was seen that is not atomic. */
  readonly kept: Observation[];
}

/** The shares of the time after which each step ends. */
export const stepEnds = { alone: 0.7, witnesses: 0.85, together: 1 } as const;
