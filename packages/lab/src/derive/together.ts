import { boundsOf, generatePrograms } from "../object/generate.js";
import { createSource } from "./choose-programs.js";
import { type DeriveEvent, type DeriveRun, stepEnds } from "./derivation.js";
import type { FailedProgram } from "./method-levels.js";
import { type Observation, observe, relaxedPart } from "./observe.js";
import { shrinkObservation } from "./shrink-observation.js";
import { callsOf, isLevel, violationsOf, type Weakening, weakenUntilAdmitted } from "./weaken.js";

/** The second step of POPL'19 §5.2: what programs over all methods with a level showed. */
export interface Together {
  readonly methods: readonly string[];
  readonly programs: number;
  readonly executions: number;
  readonly seconds: number;
  readonly weakenings: readonly Weakening[];
  readonly failures: readonly FailedProgram[];
}

const BATCH = 4;

/**
 * Runs programs over all methods that have a level, with all these levels at once. A violation weakens
 * the methods that it involves: `levels` is changed.
 */
export async function* deriveTogether(
  run: DeriveRun,
  isOver: () => boolean,
): AsyncGenerator<
  DeriveEvent,
  { readonly together: Together; readonly observations: readonly Observation[] }
> {
  const { target, plan, levels, signal } = run;
  const annotated = plan.spec.methods.filter(({ name }) => isLevel(levels.get(name)?.level));
  const tested = annotated.filter(({ name }) => levels.get(name)?.trusted === false);
  const observations: Observation[] = [];
  const weakenings: Weakening[] = [];
  const failures: FailedProgram[] = [];
  let [programs, executions, seconds] = [0, 0, 0];
  const count = (seen: Observation): void => {
    programs++;
    executions += seen.executions;
    seconds += seen.seconds;
  };
  const finish = () => ({
    together: {
      methods: annotated.map(({ name }) => name),
      programs,
      executions,
      seconds,
      weakenings,
      failures,
    },
    observations,
  });
  if (tested.length < 2) return finish(); // nothing that the first step has not seen
  const spec = { ...plan.spec, methods: annotated };
  const made = generatePrograms(spec, { ...plan.bounds, seed: plan.seed - 1, methods: tested });
  const source = createSource({
    target,
    spec: plan.spec,
    programs: made,
    pool: annotated,
    values: boundsOf(spec, tested, plan.bounds ?? {}).values,
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
      if (seen.failure !== undefined) {
        const failed = { program: seen.admission.program, failure: seen.failure };
        failures.push(failed);
        yield { kind: "failed", method: undefined, failed };
        if (seen.failure.kind === "rejected") continue;
      }
      count(seen);
      batch.push(relaxedPart(seen));
      const rest = stepEnds.together - stepEnds.witnesses;
      const share = stepEnds.witnesses + (rest * asked) / plan.programsTogether;
      yield { kind: "progress", step: "together", share };
    }
    for (const seen of batch) {
      if (violationsOf(seen, levels).length > 0) {
        // The smaller the program is, the fewer methods are to blame.
        const isTelling = (smaller: Observation): boolean => {
          count(smaller);
          return (
            callsOf(smaller.admission.program, tested).length > 0 && violationsOf(smaller, levels).length > 0
          );
        };
        const smallest = await shrinkObservation(seen.admission.program, isTelling, {
          target,
          spec: plan.spec,
          splitBulk: plan.splitBulk,
          stress: options,
          isOver,
        });
        if (smallest !== undefined) observations.push(smallest);
        weakenings.push(...weakenUntilAdmitted(observations, levels, annotated));
      }
      observations.push(seen);
      weakenings.push(...weakenUntilAdmitted(observations, levels, annotated));
    }
    if (next.chosen.length < wanted) break;
  }
  return finish();
}
