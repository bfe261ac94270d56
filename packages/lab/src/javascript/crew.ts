import { resolve } from "node:path";
import type { Value } from "@sightline/core";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Call } from "../object/program.js";
import type { Mode, Requests, WorkerSetup } from "./messages.js";
import { openWorker, type StartWorker, type SubjectWorker, type WorkerAnswer } from "./subject-worker.js";

/** Which class to test, and how. */
export interface JavaScriptTargetOptions {
  /** The module, relative to the working directory. */
  readonly file: string;
  /** The exported class; `default` for the default export. */
  readonly className: string;
  /** Its `default_parameters` are arguments for the constructor. */
  readonly spec?: ObjectSpec;
  /** Arguments for the constructor; before those of the specification. */
  readonly constructorArgs?: readonly Value[];
  /** The URL of a module that exports `loadModule(path)`: needed for TypeScript. */
  readonly loader?: string;
  /** A call that has not returned after so many seconds hangs. Default: 10. */
  readonly hangSeconds?: number;
}

/** Threads that run the class of a target; those that hang or die are replaced. */
export interface Crew {
  readonly name: string;
  /** So many threads, all alive. */
  members(count: number): readonly SubjectWorker[];
  describe(): Promise<Requests["describe"]["result"]>;
  runInSequence(sequences: readonly (readonly Call[])[]): Promise<readonly (readonly Value[])[]>;
  close(): Promise<void>;
}

/** How many sequences are asked for at once: few enough to be done long before a hang would be suspected. */
const SEQUENCES_AT_ONCE = 500;

/** A crew without threads yet: they start when they are needed. */
export function createCrew(mode: Mode, options: JavaScriptTargetOptions, start?: StartWorker): Crew {
  const { file, className, spec, loader, hangSeconds = 10 } = options;
  const setup: WorkerSetup = {
    mode,
    file: resolve(file),
    className,
    constructorArgs: options.constructorArgs ?? (spec?.default_parameters as readonly Value[]) ?? [],
    ...(loader !== undefined && { loader }),
  };
  let workers: SubjectWorker[] = [];
  let isClosed = false;
  const members: Crew["members"] = (count) => {
    if (isClosed) throw new Error("the target is closed");
    workers = workers.filter((worker) => worker.isAlive());
    while (workers.length < count) workers.push(openWorker(setup, hangSeconds, start));
    return workers.slice(0, count);
  };
  return {
    name: `js:${file}#${className}`,
    members,
    describe: async () =>
      resultOf(await members(1)[0].ask("describe", { name: `${file}#${className}` }), className),
    async runInSequence(sequences) {
      const results: (readonly Value[])[] = [];
      for (let from = 0; from < sequences.length; from += SEQUENCES_AT_ONCE) {
        const some = sequences.slice(from, from + SEQUENCES_AT_ONCE);
        results.push(...resultOf(await members(1)[0].ask("sequences", { sequences: some }), className));
      }
      return results;
    },
    async close() {
      isClosed = true;
      await Promise.all(workers.map((worker) => worker.kill()));
    },
  };
}

/** What was asked for; throws words where it could not be had. */
function resultOf<Result>(answer: WorkerAnswer<Result>, className: string): Result {
  switch (answer.kind) {
    case "result":
      return answer.result;
    case "error":
      throw new Error(answer.message);
    case "stuck":
      throw new Error(`${className}, run alone: ${answer.message}`);
    case "hang":
      throw new Error(`${className}, run alone, does not return from a call in ${answer.seconds} seconds`);
    case "crash":
      throw new Error(`${className} brought its thread down: ${answer.message}`);
  }
}
