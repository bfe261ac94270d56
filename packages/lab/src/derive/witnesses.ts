import type { LevelName } from "@sightline/core";
import { admittingEach } from "./admission.js";
import type { DeriveEvent, DeriveRun } from "./derivation.js";
import { suspectsIn, take } from "./evidence.js";
import type { MethodLevels, Refutation } from "./method-levels.js";
import type { Observation } from "./observe.js";
import { shrinkObservation } from "./shrink-observation.js";

/**
 * Makes the programs smaller that refute levels, the weakest level of each method first, for that is the one
 * people ask about. What a smaller program shows besides counts too; and where it shows something although
 * the method is no longer in it, the method was none of the cause.
 */
export async function* shrinkWitnesses(
  run: DeriveRun,
  isOver: () => boolean,
): AsyncGenerator<DeriveEvent, void> {
  const { target, plan, levels, signal, ends } = run;
  const { spec, splitBulk, secondsPerProgram, seed } = plan;
  const options = { target, spec, splitBulk, isOver, stress: { secondsPerProgram, seed, signal } };
  const shrunk = new Set<Refutation["program"]>();
  const names = [...levels.keys()];
  for (const [i, method] of names.entries()) {
    yield {
      kind: "progress",
      step: "witnesses",
      method,
      share: ends.alone + ((ends.witnesses - ends.alone) * i) / names.length,
    };
    // Each step may find a smaller witness of the next level too.
    for (let next = nextWitness(levels.get(method), shrunk); next !== undefined && !isOver(); ) {
      const { program, level } = next;
      shrunk.add(program);
      const isTelling = (seen: Observation): boolean => refutes(seen, method, level, run);
      const trials = await shrinkObservation(program, isTelling, options);
      for (const seen of trials) {
        if (isTelling(seen)) shrunk.add(seen.admission.program);
        yield* take(seen, method, run);
      }
      next = nextWitness(levels.get(method), shrunk);
    }
  }
}

/** Whether a program refutes a level of a method, or that those are atomic which are trusted. */
function refutes(seen: Observation, method: string, level: LevelName, run: DeriveRun): boolean {
  const { admission, outcomes } = seen;
  const suspects = suspectsIn(seen, run);
  if (suspects.length === 0) return outcomes.length > 0;
  return (
    suspects.length === 1 &&
    suspects[0].method === method &&
    outcomes.some(({ results }) => !admittingEach(admission, results, method, { "*": "complete" })[level])
  );
}

/** The witness against the weakest level that has not been made smaller yet. */
const nextWitness = (
  own: MethodLevels | undefined,
  shrunk: ReadonlySet<Refutation["program"]>,
): Refutation | undefined => own?.refutations.findLast(({ program }) => !shrunk.has(program));
