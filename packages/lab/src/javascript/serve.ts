import type { Call, Step } from "../object/program.js";
import type { SeenOutcome } from "../object/target.js";
import { orderIn } from "../record/instants.js";
import { argumentsOf } from "./argument.js";
import { type AsyncSetting, runProgram, runSequence, StuckError, type Subject } from "./async-run.js";
import { describeClass } from "./describe.js";
import type { IsIdle } from "./idle.js";
import type { Answer, Request, Requests, WorkerSetup } from "./messages.js";
import { thrownValue, valueOf } from "./result-value.js";
import { imageOf } from "./image-of.js";
import { loadSubject, type SubjectClass } from "./subject.js";
import { createThreadPart, PROMISED, type ThreadPart } from "./thread-part.js";
import type { UseSchedule } from "./install-timers.js";

/** Answers requests about one class, in the thread that runs it. */
export type Serve = (request: Request) => Promise<Answer>;

/**
 * What a worker does: it loads the class when it is first asked for something, and answers.
 *
 * @param useSchedule puts the timers of this thread under the control of a schedule
 * @param isIdle whether nothing is left to happen in this thread
 * @param onLoaded is told when the class is there: a call that does not return is one from then on
 */
export function createServer(
  setup: WorkerSetup,
  useSchedule: UseSchedule,
  isIdle: IsIdle,
  onLoaded: () => void,
): Serve {
  let loading: Promise<SubjectClass> | undefined;
  const load = async (): Promise<SubjectClass> => {
    const type = await loadSubject(setup);
    onLoaded();
    return type;
  };
  let part: ThreadPart | undefined;
  const construct = (type: SubjectClass, first: unknown): Subject =>
    new (type as unknown as new (...args: unknown[]) => Subject)(first, ...setup.constructorArgs);

  const answer = async (request: Request): Promise<Requests[Request["kind"]]["result"]> => {
    const type = await (loading ??= load());
    const asyncSetting: AsyncSetting = { make: (io) => construct(type, io), useSchedule, isIdle };
    switch (request.kind) {
      case "describe":
        return {
          spec: describeClass(type, request.name),
          ...(setup.mode === "threads" && { image: imageOf(type, setup.constructorArgs) }),
        };
      case "sequences": {
        checkCalls(type, request.sequences.flat());
        if (setup.mode === "async") return runSequences(request.sequences, asyncSetting);
        const image = imageOf(type, setup.constructorArgs);
        return request.sequences.map((calls) => runAlone(construct(type, copyOf(image)), calls));
      }
      case "schedules":
        checkCalls(type, request.program.threads.flat());
        return runSchedules(request, asyncSetting);
      case "prepare":
        checkCalls(type, request.steps);
        part = createThreadPart(request, (memory) => construct(type, memory));
        return null;
      case "batch":
        if (part === undefined) throw new Error("a batch of no program");
        return part.runBatch(request.count, request.delay);
    }
  };

  return async (request) => {
    try {
      return { kind: "result", result: await answer(request) };
    } catch (error) {
      if (error instanceof StuckError) {
        const { message, at, isEndless } = error;
        return { kind: "stuck", message, at, isEndless };
      }
      return { kind: "error", message: error instanceof Error ? error.message : String(error) };
    } finally {
      useSchedule(undefined);
    }
  };
}

/** Refuses calls of methods that the class has not; flags and locks are no calls. */
function checkCalls(type: SubjectClass, steps: readonly Step[]): void {
  const methods = type.prototype as Readonly<Record<string, unknown>>;
  const called = steps.flatMap(({ on, method }) => (on === undefined ? [method] : []));
  for (const method of new Set(called))
    if (typeof methods[method] !== "function") {
      const known = describeClass(type, "").methods.map(({ name }) => name);
      throw new Error(`${type.name} has no method ${method}; it has ${known.join(", ")}`);
    }
}

async function runSequences(sequences: readonly (readonly Call[])[], setting: AsyncSetting) {
  const results = [];
  for (const calls of sequences) results.push(await runSequence(calls, setting));
  return results;
}

/** The calls one after another on one object, in this thread. */
function runAlone(object: Subject, calls: readonly Call[]) {
  return calls.map(({ method, args }) => {
    const made = argumentsOf(args);
    try {
      const result: unknown = object[method](...made);
      if (!(result instanceof Promise)) return valueOf(result, object); // it is read as a part of the call
    } catch (error) {
      return thrownValue(error);
    }
    throw new Error(PROMISED);
  });
}

async function runSchedules(
  { program, seed, from, to, record }: Requests["schedules"]["request"],
  setting: AsyncSetting,
): Promise<readonly SeenOutcome[]> {
  const seen = new Map<string, SeenOutcome>();
  for (let run = from; run < to; run++) {
    const { results, instants } = await runProgram(program, setting, seedOfRun(seed, run));
    const order = record === undefined ? undefined : orderIn(program, instants, record);
    const key = JSON.stringify([results, order]);
    const count = (seen.get(key)?.count ?? 0) + 1;
    seen.set(key, { results, ...(order !== undefined && { order }), count });
  }
  return [...seen.values()];
}

/** Each run has a seed of its own; neighbours are far apart. */
function seedOfRun(seed: number, run: number): number {
  return (Math.imul(seed, 0x85ebca6b) + Math.imul(run, 0x9e3779b1)) | 0;
}

function copyOf(image: Uint8Array): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(image.length);
  new Uint8Array(memory).set(image);
  return memory;
}
