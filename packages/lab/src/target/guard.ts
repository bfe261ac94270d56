import type { ErrorCode } from "@sightline/core";
import type { ValuesByType } from "../object/arguments.js";
import type { Call } from "../object/program.js";
import type { Target } from "../object/target.js";

/** A target that could not do what it was asked for: a call that it does not know, a runtime that is gone. */
export class TargetFailure extends Error {
  override readonly name = "TargetFailure";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL3002" satisfies ErrorCode;
}

/** The target, with whatever it rejects with made a `TargetFailure`: it is not a fault of who asked. */
export function guardTarget(target: Target): Target {
  const { signatures, unfit } = target;
  return {
    name: target.name,
    ...(target.records !== undefined && { records: target.records }),
    ...(target.sequencesHaveThreads !== undefined && { sequencesHaveThreads: target.sequencesHaveThreads }),
    describe: () => target.describe().catch(fail),
    ...(unfit !== undefined && { unfit: (values: ValuesByType) => unfit(values).catch(fail) }),
    ...(signatures !== undefined && {
      signatures: (calls: readonly Call[]) => signatures(calls).catch(fail),
    }),
    runInSequence: (sequences) => target.runInSequence(sequences).catch(fail),
    async *stress(programs, options) {
      try {
        yield* target.stress(programs, options);
      } catch (error) {
        fail(error);
      }
    },
    close: () => target.close(),
  };
}

function fail(error: unknown): never {
  throw new TargetFailure(error instanceof Error ? error.message : String(error), { cause: error });
}
