import type { ObjectSpec } from "../object/object-spec.js";
import type { Program } from "../object/program.js";
import { shrinkProgram } from "../object/shrink-program.js";
import type { StressOptions, Target } from "../object/target.js";
import { admissionsOf } from "./admission.js";
import { type Observation, observe, relaxedPart } from "./observe.js";

/** A program gets so many trials to become smaller. */
const TRIALS = 40;

/** What is rare may need longer to be seen again than it took to be found. */
const LONGER = 2;

/** The target and the effort of trials. */
export interface TrialOptions {
  readonly target: Target;
  readonly spec: ObjectSpec;
  readonly splitBulk: boolean;
  readonly stress: StressOptions;
  readonly isOver: () => boolean;
}

/**
 * Makes a program smaller as long as what it shows is still `telling`: what all trials showed of outcomes that
 * are not atomic, the smallest telling one first.
 */
export async function shrinkObservation(
  program: Program,
  telling: (seen: Observation) => boolean,
  { target, spec, splitBulk, stress, isOver }: TrialOptions,
): Promise<readonly Observation[]> {
  const options = { ...stress, secondsPerProgram: LONGER * stress.secondsPerProgram };
  const trials: Observation[] = [];
  let smallest: Observation | undefined;
  let isBroken = false; // an object that hangs takes its time: once is enough
  await shrinkProgram(
    program,
    async (candidate) => {
      if (isOver() || isBroken) return false;
      const [admission] = await admissionsOf(target, [candidate], spec, splitBulk);
      if (admission instanceof RangeError) return false;
      for await (const seen of observe(target, [admission], options)) {
        isBroken ||= seen.failure !== undefined;
        const relaxed = relaxedPart(seen);
        trials.push(relaxed);
        if (!telling(relaxed)) continue;
        smallest = relaxed;
        return true;
      }
      return false;
    },
    TRIALS,
  );
  return smallest === undefined ? trials : [smallest, ...trials.filter((trial) => trial !== smallest)];
}
