import { type GenerateOptions, generatePrograms } from "../object/generate.js";
import type { MethodSpec, ObjectSpec } from "../object/object-spec.js";
import type { Target } from "../object/target.js";
import { admittingEach } from "./admission.js";
import { type AxiomFindings, deriveAxioms } from "./axioms.js";
import { createSource, type ProgramSource, rateAgainst, type SkippedProgram } from "./choose-programs.js";
import {
  afterOutcome,
  afterProgram,
  type FailedProgram,
  type MethodLevels,
  type Refutation,
  trusted,
  untested,
} from "./method-levels.js";
import { type Observation, observe, relaxedPart } from "./observe.js";
import { deriveTogether, type Together } from "./together.js";

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
  /** No batch of programs begins after so many seconds; a fifth of them is for the second step. */
  readonly secondsInAll?: number;
  readonly seed: number;
  readonly bounds?: Pick<GenerateOptions, "threads" | "invocations" | "values">;
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
      readonly step: "alone" | "together" | "axioms";
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

/** Programs of one method are run so many at a time, then it is the next method's turn; first only one. */
const BATCH = 4;

/** The share of the time that the first step may take. */
const FIRST_STEP = 0.8;

/**
 * Derives the strongest level of each method that nothing seen refutes (POPL'19 §5.2): first each method
 * alone with the trusted ones, then all that have a level together, then, if asked for, the axioms.
 * Whatever interrupts it, it ends with what was derived by then.
 */
export async function* derive(
  target: Target,
  plan: DerivePlan,
  signal: AbortSignal,
): AsyncGenerator<DeriveEvent, void> {
  const begun = performance.now();
  const elapsed = (): number => (performance.now() - begun) / 1000;
  const { spec, secondsInAll = Infinity } = plan;
  const levels = new Map<string, MethodLevels>();
  for (const { name, trusted: isTrusted, visibility } of spec.methods)
    if (isTrusted === true) levels.set(name, trusted(name, visibility));
  for (const { name, visibility } of plan.methods) levels.set(name, untested(name, visibility));

  const kept: Observation[] = [];
  const isLate = (): boolean => signal.aborted || elapsed() > FIRST_STEP * secondsInAll;
  const withTime = (event: DeriveEvent): DeriveEvent =>
    event.kind === "progress" ? { ...event, share: Math.max(event.share, elapsed() / secondsInAll) } : event;
  for await (const event of deriveAlone(target, plan, levels, kept, isLate, signal)) yield withTime(event);

  const isOver = (): boolean => signal.aborted || elapsed() > secondsInAll;
  const steps = deriveTogether(target, plan, levels, isOver, signal);
  let step = await steps.next();
  for (; step.done !== true; step = await steps.next()) yield withTime(step.value);
  const { together, observations } = step.value;

  yield { kind: "progress", step: "axioms", share: 1 };
  const axioms =
    plan.axioms && !signal.aborted
      ? deriveAxioms([...levels.values()], [...kept, ...observations])
      : undefined;
  const methods = [...levels.values()];
  const sum = (of: (part: { programs: number; executions: number; seconds: number }) => number): number =>
    methods.reduce((total, part) => total + of(part), of(together));
  yield {
    kind: "end",
    derivation: {
      methods,
      together,
      axioms,
      programs: sum(({ programs }) => programs),
      executions: sum(({ executions }) => executions),
      stressSeconds: sum(({ seconds }) => seconds),
      seconds: elapsed(),
      interrupted: signal.aborted,
    },
  };
}

/** The first step: method by method in turns, each until nothing is left of its levels or its programs. */
async function* deriveAlone(
  target: Target,
  plan: DerivePlan,
  levels: Map<string, MethodLevels>,
  kept: Observation[],
  isOver: () => boolean,
  signal: AbortSignal,
): AsyncGenerator<DeriveEvent, void> {
  const { spec, methods, programs, seed, bounds, secondsPerProgram } = plan;
  const sources = methods.map((method, i) => {
    // The method under test is not taken to be atomic, even where the specification trusts it.
    const others = spec.methods.filter((other) => other.trusted === true && other.name !== method.name);
    const own = { ...spec, methods: [...others, { ...method, trusted: false }] };
    const made = generatePrograms(own, { ...bounds, seed: seed + i, methods: [own.methods[others.length]] });
    const source = createSource(made, target, spec, plan.splitBulk);
    return { method: method.name, isVoid: method.void === true, source, asked: 0 };
  });
  let active: { method: string; isVoid: boolean; source: ProgramSource; asked: number }[] = sources;
  for (let batch = 1; active.length > 0; batch = Math.min(BATCH, 2 * batch)) {
    for (const one of active) {
      if (isOver()) return;
      const { method, isVoid, source } = one;
      const before = levelsOf(levels, method);
      const wanted = Math.min(batch, programs - one.asked);
      one.asked += wanted;
      const [strongest = "weak"] = before.surviving;
      const next = await source.next(wanted, rateAgainst(method, strongest, isVoid));
      for (const skipped of next.skipped) yield { kind: "skipped", method, skipped };
      if (next.admissions.length < wanted) one.asked = programs;
      const options = { secondsPerProgram, seed: seed + one.asked, signal };
      for await (const observation of observe(target, next.admissions, options)) {
        yield* take(observation, method, levels, kept);
        const shares = sources.map(({ asked, method: name }) =>
          levelsOf(levels, name).surviving.length === 0 ? 1 : asked / programs,
        );
        const share = (FIRST_STEP * shares.reduce((sum, part) => sum + part, 0)) / shares.length;
        yield { kind: "progress", step: "alone", method, share };
      }
    }
    active = active.filter(
      ({ asked, method }) => asked < programs && levelsOf(levels, method).surviving.length > 0,
    );
  }
}

const levelsOf = (levels: ReadonlyMap<string, MethodLevels>, method: string): MethodLevels =>
  levels.get(method) ?? untested(method, undefined);

/** Takes in what one program showed of a method. */
function* take(
  seen: Observation,
  method: string,
  levels: Map<string, MethodLevels>,
  kept: Observation[],
): Generator<DeriveEvent, void> {
  const { admission, executions, failure } = seen;
  const { program } = admission;
  let own = levelsOf(levels, method);
  if (failure !== undefined) {
    const failed = { program, failure };
    own = { ...own, failures: [...own.failures, failed] };
    yield { kind: "failed", method, failed };
  }
  if (failure?.kind === "rejected") {
    levels.set(method, own);
    return;
  }
  own = afterProgram(own, seen);
  const relaxed = relaxedPart(seen);
  for (const { results, count } of relaxed.outcomes) {
    const standing = new Set(own.surviving);
    const admitting = admittingEach(admission, results, method, { "*": "complete" });
    own = afterOutcome(own, admitting, { program, outcome: results, count, executions });
    for (const refutation of own.refutations)
      if (standing.has(refutation.level)) yield { kind: "refuted", method, refutation };
  }
  if (relaxed.outcomes.length > 0) kept.push(relaxed);
  levels.set(method, own);
}
