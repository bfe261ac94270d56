import type { Target } from "../object/target.js";
import { deriveAlone } from "./alone.js";
import { deriveAxioms } from "./axioms.js";
import { type DeriveEvent, type DerivePlan, type DeriveRun, stepEnds } from "./derivation.js";
import { type MethodLevels, trusted, untested } from "./method-levels.js";
import { deriveTogether } from "./together.js";
import { shrinkWitnesses } from "./witnesses.js";

/**
 * Derives the strongest level of each method that nothing seen refutes (POPL'19 §5.2): first each method
 * alone with the trusted ones, whose witnesses are then made smaller; then all that have a level together;
 * then, if asked for, the axioms.
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

  const run: DeriveRun = { target, plan, signal, levels, kept: [] };
  const isAfter = (share: number) => (): boolean => signal.aborted || elapsed() > share * secondsInAll;
  const withTime = (event: DeriveEvent): DeriveEvent =>
    event.kind === "progress" ? { ...event, share: Math.max(event.share, elapsed() / secondsInAll) } : event;
  for await (const event of deriveAlone(run, isAfter(stepEnds.alone))) yield withTime(event);
  for await (const event of shrinkWitnesses(run, isAfter(stepEnds.witnesses))) yield withTime(event);

  const steps = deriveTogether(run, isAfter(stepEnds.together));
  let step = await steps.next();
  for (; step.done !== true; step = await steps.next()) yield withTime(step.value);
  const { together, observations } = step.value;

  yield { kind: "progress", step: "axioms", share: 1 };
  const axioms =
    plan.axioms && !signal.aborted
      ? deriveAxioms([...levels.values()], [...run.kept, ...observations])
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
