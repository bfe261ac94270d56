import { batches } from "../batches.js";
import { generatePrograms } from "../object/generate-programs.js";
import type { MethodSpec } from "../object/object-spec.js";
import { admissionsOf } from "./admission.js";
import type { DeriveEvent, DeriveRun } from "./derivation.js";
import { take } from "./evidence.js";
import { type Observation, observe, relaxedPart } from "./observe.js";
import { shrinkObservation } from "./shrink-observation.js";
import { trustedMethods } from "./trust.js";

/** So many programs say whether the trusted methods are atomic among themselves. */
const PROGRAMS = 40;
const BATCH = 4;

/**
 * The step before all others: are the methods atomic among themselves that are taken to be? What they show
 * would else be put down to whoever is tested with them. Those that are not lose their trust.
 */
export async function* testTrusted(run: DeriveRun, isOver: () => boolean): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, signal, ends } = run;
  const { spec, splitBulk, secondsPerProgram, seed, bounds } = plan;
  const most = Math.min(PROGRAMS, plan.programs);
  const options = { secondsPerProgram, seed, signal };
  let asked = 0;
  for (let methods: readonly MethodSpec[] = []; methods.length !== trustedMethods(run).length; ) {
    methods = trustedMethods(run);
    const programs = generatePrograms({ ...spec, methods }, { ...bounds, seed: seed - 2, methods });
    for (const batch of batches(programs, Math.min(BATCH, most))) {
      if (asked >= most || isOver() || methods.length !== trustedMethods(run).length) break;
      asked += batch.length;
      const made = await admissionsOf(target, batch, spec, splitBulk);
      const admissions = made.flatMap((one) => (one instanceof RangeError ? [] : [one]));
      const batchSeen: Observation[] = [];
      for await (const seen of observe(target, admissions, options)) batchSeen.push(seen);
      for (const seen of batchSeen) yield* takeTrusted(seen, undefined, run, isOver);
      yield { kind: "progress", step: "trusted", share: (ends.trusted * asked) / most };
    }
  }
}

/**
 * Takes in what a program of trusted methods alone showed. The smaller a program is, the fewer methods can
 * bear it: so what is not atomic is made smaller first.
 */
export async function* takeTrusted(
  seen: Observation,
  method: string | undefined,
  run: DeriveRun,
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, signal } = run;
  const { spec, splitBulk, secondsPerProgram, seed } = plan;
  const isRelaxed = ({ outcomes }: Observation): boolean => outcomes.length > 0;
  if (isRelaxed(relaxedPart(seen))) {
    const stress = { secondsPerProgram, seed, signal };
    const trials = { target, spec, splitBulk, isOver, stress };
    for (const trial of await shrinkObservation(seen.admission.program, isRelaxed, trials))
      yield* take(trial, method, run);
  }
  yield* take(seen, method, run);
}
