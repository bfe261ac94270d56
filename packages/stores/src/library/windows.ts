import { hasDiverged } from "../failure/claim.js";
import { generateScript, type Scenario } from "../workload/generate-script.js";
import type { Script } from "../workload/script.js";
import type { Run, RunOptions, SavedState } from "./run-script.js";

/** Runs that are windows of one long run. */
export interface Windows {
  /** The window with this number; those before are run, too, where the last was not the one before. */
  run(number: number, wish: Partial<RunOptions>): Promise<Run>;
}

/**
 * Windows of one long run of a library (ViSearch §4.2: what matters is what happens between two moments at which all
 * replicas have got everything). Each begins with the documents that the one before has left, saved and loaded; after
 * one in which replicas differed or the library threw, with new ones.
 */
export function createWindows(
  scenario: Scenario,
  seed: number,
  execute: (script: Script, name: string, wish: Partial<RunOptions>) => Promise<Run>,
): Windows {
  let next = 0;
  let begin: SavedState | undefined;
  const runNext = async (wish: Partial<RunOptions>): Promise<Run> => {
    const written = next * scenario.workload.operations;
    const script = generateScript({ ...scenario, workload: { ...scenario.workload, written } }, seed, next);
    const run = await execute(script, `seed ${seed}, run ${next}`, {
      ...wish,
      keep: true,
      ...(begin !== undefined && { begin }),
    });
    next++;
    begin = run.thrown !== undefined || hasDiverged(run) ? undefined : run.end;
    return run;
  };
  return {
    async run(number, wish) {
      if (number < next) {
        next = 0;
        begin = undefined;
      }
      while (next < number) await runNext({ compare: "never" });
      return runNext(wish);
    },
  };
}
