import type { LevelName } from "@sightline/core";
import { admittingEach } from "./admission.js";
import { take } from "./alone.js";
import { type DeriveEvent, type DeriveRun, stepEnds } from "./derivation.js";
import type { MethodLevels, Refutation } from "./method-levels.js";
import type { Observation } from "./observe.js";
import { callsOf } from "./weaken.js";
import { shrinkObservation } from "./shrink-observation.js";

/**
 * Makes the programs smaller that refute levels, the weakest level of each method first, for that is the one
 * people ask about. What a smaller program shows besides counts too.
 */
export async function* shrinkWitnesses(
  run: DeriveRun,
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, levels, signal } = run;
  const { spec, splitBulk, secondsPerProgram, seed } = plan;
  const options = { target, spec, splitBulk, isOver, stress: { secondsPerProgram, seed, signal } };
  const shrunk = new Set<Refutation["program"]>();
  const names = [...levels.values()].filter((own) => own.refutations.length > 0).map(({ method }) => method);
  for (const [i, method] of names.entries()) {
    yield {
      kind: "progress",
      step: "witnesses",
      method,
      share: stepEnds.alone + ((stepEnds.witnesses - stepEnds.alone) * i) / names.length,
    };
    // Each step may find a smaller witness of the next level too.
    for (let next = nextWitness(levels.get(method), shrunk); next !== undefined && !isOver(); ) {
      const { program, level } = next;
      shrunk.add(program);
      const trials: Observation[] = [];
      const isTelling = (seen: Observation): boolean => {
        trials.push(seen);
        return refutes(seen, method, level);
      };
      const smallest = await shrinkObservation(program, isTelling, options);
      if (smallest !== undefined) shrunk.add(smallest.admission.program);
      for (const seen of trials) yield* take(seen, method, run);
      next = nextWitness(levels.get(method), shrunk);
    }
  }
}

const refutes = ({ admission, outcomes }: Observation, method: string, level: LevelName): boolean =>
  callsOf(admission.program, [{ name: method }]).length > 0 &&
  outcomes.some(({ results }) => !admittingEach(admission, results, method, { "*": "complete" })[level]);

/** The witness against the weakest level that has not been made smaller yet. */
const nextWitness = (
  own: MethodLevels | undefined,
  shrunk: ReadonlySet<Refutation["program"]>,
): Refutation | undefined => own?.refutations.findLast(({ program }) => !shrunk.has(program));
