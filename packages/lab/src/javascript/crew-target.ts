import type { Program } from "../object/program.js";
import { checkSynchronisation } from "../object/synchronise.js";
import type { StressOptions, StressReport, Target } from "../object/target.js";
import type { Crew } from "./crew.js";
import type { Description } from "./messages.js";

/** Stresses one program, and reports on it under its number. */
type StressOne = (
  program: Program,
  index: number,
  options: StressOptions,
) => AsyncGenerator<StressReport, void>;

/**
 * A crew as a target: one program is stressed after the other. Rejects, and closes the crew, where the class
 * cannot be loaded.
 *
 * @param stressWith how to stress objects of the class, once it is described
 */
export async function openCrewTarget(
  crew: Crew,
  records: NonNullable<Target["records"]>,
  stressWith: (description: Description) => StressOne,
): Promise<Target> {
  try {
    const description = await crew.describe();
    const stressOne = stressWith(description);
    return {
      name: crew.name,
      records,
      describe: () => Promise.resolve(description.spec),
      runInSequence: crew.runInSequence,
      async *stress(programs, options) {
        for (const [index, program] of programs.entries()) {
          if (options.signal?.aborted === true) return;
          checkSynchronisation(program);
          yield* stressOne(program, index, options);
        }
      },
      close: crew.close,
    };
  } catch (error) {
    await crew.close();
    throw error;
  }
}
