import { createCoverage } from "../asked/coverage.js";
import type { Target } from "../object/target.js";
import { overSignal, untilOver } from "../target/until-over.js";
import { deriveAlone } from "./derive-alone.js";
import { deriveAxioms } from "./axioms.js";
import { type DeriveEvent, type DerivePlan, type DeriveRun, stepEnds } from "./derivation.js";
import { type MethodLevels, trusted, untested } from "./method-levels.js";
import { deriveTogether } from "./together.js";
import { initialTrust, trustedMethods } from "./trust.js";
import { testTrusted } from "./trusted.js";
import { shrinkWitnesses } from "./witnesses.js";

/**
 * Derives the strongest level of each method that nothing seen refutes (POPL'19 §5.2): first the trusted ones
 * among themselves; then each method alone with those that deserve it, whose witnesses are then made smaller;
 * then all that have a level together; then, if asked for, the axioms.
 * Whatever interrupts it, it ends with what was derived by then.
 */
export async function* derive(
  given: Target,
  plan: DerivePlan,
  interrupt: AbortSignal,
): AsyncGenerator<DeriveEvent, void> {
  const begun = plan.begun ?? performance.now();
  const signal = overSignal(interrupt, begun, plan.secondsInAll);
  const target = untilOver(given, signal);
  const elapsed = (): number => (performance.now() - begun) / 1000;
  const { spec, secondsInAll = Infinity } = plan;
  const levels = new Map<string, MethodLevels>();
  for (const { name, trusted: isTrusted, visibility } of spec.methods)
    if (isTrusted === true) levels.set(name, trusted(name, visibility));
  for (const { name, visibility } of plan.methods) levels.set(name, untested(name, visibility));

  const trust = initialTrust(plan);
  const ends = trustedMethods({ plan, trust }).some(({ readonly }) => readonly !== true)
    ? stepEnds.withTrusted
    : stepEnds.without;
  const totals = { programs: 0, silent: 0, executions: 0, seconds: 0 };
  const coverage = createCoverage();
  const run: DeriveRun = {
    target,
    plan,
    signal,
    trust,
    levels,
    coverage,
    totals,
    ends,
    kept: [],
    failures: [],
  };
  const isAfter = (share: number) => (): boolean => signal.aborted || elapsed() > share * secondsInAll;
  const withTime = (event: DeriveEvent): DeriveEvent =>
    event.kind === "progress" ? { ...event, share: Math.max(event.share, elapsed() / secondsInAll) } : event;
  for await (const event of testTrusted(run, isAfter(ends.trusted))) yield withTime(event);
  for await (const event of deriveAlone(run, isAfter(ends.alone))) yield withTime(event);
  for await (const event of shrinkWitnesses(run, isAfter(ends.witnesses))) yield withTime(event);

  const steps = deriveTogether(run, isAfter(ends.together));
  let step = await steps.next();
  for (; step.done !== true; step = await steps.next()) yield withTime(step.value);

  yield { kind: "progress", step: "axioms", share: 1 };
  const methods = [...levels.values()];
  yield {
    kind: "end",
    derivation: {
      // Trust is no test: of who was in no program nothing is known.
      methods: methods.map((own) =>
        own.trusted && own.programs === 0 ? { ...own, level: "untested" as const } : own,
      ),
      together: step.value,
      axioms: plan.axioms && !interrupt.aborted ? deriveAxioms(methods, run.kept) : undefined,
      programs: totals.programs,
      silent: totals.silent,
      executions: totals.executions,
      stressSeconds: totals.seconds,
      seconds: elapsed(),
      interrupted: interrupt.aborted,
      coverage,
    },
  };
}
