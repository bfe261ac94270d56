import { boundsOf, generatePrograms } from "../object/generate-programs.js";
import type { MethodSpec } from "../object/object-spec.js";
import type { Blamed } from "./blame.js";
import { callsOf } from "./calls-of.js";
import { createSource } from "./program-source.js";
import type { DeriveEvent, DeriveRun } from "./derivation.js";
import { blameTogether, isViolating, take } from "./evidence.js";
import { type FailedProgram, isLevel } from "./method-levels.js";
import { type Observation, observe, relaxedPart } from "./observe.js";
import { shrinkObservation } from "./shrink-observation.js";
import { trustedMethods } from "./trust.js";

/** The second step of POPL'19 §5.2: what programs over all methods with a level showed. */
export interface Together {
  readonly methods: readonly string[];
  readonly programs: number;
  readonly executions: number;
  readonly seconds: number;
  readonly weakenings: readonly Blamed[];
  readonly failures: readonly FailedProgram[];
}

const BATCH = 4;

/**
 * Runs programs over all methods that have a level, with all these levels at once. What violates them weakens
 * as few methods as can bear all of it: `levels` is changed at the end.
 */
export async function* deriveTogether(
  run: DeriveRun,
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, Together> {
  const { levels, totals, failures } = run;
  const before = { ...totals };
  const methods = methodsTogether(run);
  const tested = methods.filter(({ name }) => levels.get(name)?.trusted === false);
  // Of one method alone the first step has seen all.
  if (tested.length > 1) yield* runTogether(run, methods, tested, isOver);
  const weakenings = blameTogether(run);
  for (const { method, to } of weakenings) {
    const own = levels.get(method);
    if (own !== undefined) levels.set(method, { ...own, level: to });
  }
  return {
    methods: [...new Set(methods.map(({ name }) => name))],
    programs: totals.programs - before.programs,
    executions: totals.executions - before.executions,
    seconds: totals.seconds - before.seconds,
    weakenings,
    failures,
  };
}

/** Those that have a level; and those that could not be tested alone, or for which there was no time. */
function methodsTogether({ plan, levels }: DeriveRun): readonly MethodSpec[] {
  return plan.spec.methods.filter(({ name }) => {
    const own = levels.get(name);
    return (
      own !== undefined && (isLevel(own.level) || (own.level === "untested" && own.failures.length === 0))
    );
  });
}

async function* runTogether(
  run: DeriveRun,
  methods: readonly MethodSpec[],
  tested: readonly MethodSpec[],
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, signal, ends } = run;
  const trusted = new Set(trustedMethods(run));
  const pool = methods.map((method) => ({ ...method, trusted: trusted.has(method) }));
  const open = pool.filter(({ trusted: isTrusted }) => !isTrusted);
  const spec = { ...plan.spec, methods: pool };
  const source = createSource({
    target,
    spec: plan.spec,
    programs: generatePrograms(spec, { ...plan.bounds, seed: plan.seed - 1, methods: open }),
    pool,
    values: boundsOf(spec, open, plan.bounds ?? {}).values,
    seed: plan.seed - 1,
    splitBulk: plan.splitBulk,
  });
  for (let asked = 0; asked < plan.programsTogether && !isOver(); ) {
    const wanted = Math.min(BATCH, plan.programsTogether - asked);
    asked += wanted;
    const next = await source.next(wanted, ({ program }) => callsOf(program, tested).length);
    for (const skipped of next.skipped) yield { kind: "skipped", method: undefined, skipped };
    const options = { secondsPerProgram: plan.secondsPerProgram, seed: plan.seed + asked, signal };
    const batch: Observation[] = [];
    for await (const seen of observe(target, next.chosen, options)) {
      batch.push(seen);
      const share = ends.witnesses + ((ends.together - ends.witnesses) * asked) / plan.programsTogether;
      yield { kind: "progress", step: "together", share };
    }
    for (const seen of batch) {
      // The smaller the program is, the fewer methods can bear it. What is borne already needs no more of that.
      if (isViolating(relaxedPart(seen), run) && !isBorne(seen, run)) {
        const isTelling = (smaller: Observation): boolean => isViolating(smaller, run);
        const trials = await shrinkObservation(seen.admission.program, isTelling, {
          target,
          spec: plan.spec,
          splitBulk: plan.splitBulk,
          stress: options,
          isOver,
        });
        for (const trial of trials) yield* take(trial, undefined, run);
      }
      yield* take(seen, undefined, run);
    }
    if (next.chosen.length < wanted) break;
  }
}

/** Whether the methods that bear what was seen so far bear this too. */
function isBorne(seen: Observation, run: DeriveRun): boolean {
  const now = new Map(run.levels);
  for (const { method, to } of blameTogether(run)) {
    const own = now.get(method);
    if (own !== undefined) now.set(method, { ...own, level: to });
  }
  return !isViolating(relaxedPart(seen), { ...run, levels: now });
}
