import {
  type BoundedCheck,
  type Bounds,
  defaultCriterion,
  type History,
  HistoryError,
  type Result,
  type SatSolverFactory,
  violatedByLaw,
} from "@sightline/core";
import type { InputError, Item } from "@sightline/formats";
import { endedEarly } from "./jobs/ended-early.js";
import { isOutOfMemory, type MemoryMeter } from "./memory.js";
import type { Input, Job, Place } from "./job.js";
import type { Message } from "./messages.js";
import { failure, type InvalidInput, type Report } from "./report.js";
import { checkShared, shareableAlgorithm, type SharedTools } from "./jobs/shared-check.js";
import { typeFault } from "./type-fault.js";
import { viewOperations, viewOrder } from "./jobs/views.js";

/** What a task needs from its surroundings: threads in earnest, plain functions in tests. */
export interface Tools extends SharedTools {
  /** The histories of an input one by one; `onBytes` is told how much of it was read. */
  read(input: Input, onBytes: (count: number) => void): AsyncIterable<Item>;
  /** The type to use instead of the history's own. */
  readonly type: BoundedCheck["type"];
  /** For models of shared memory; absent where none is asked for or none is installed. */
  readonly sat?: SatSolverFactory | undefined;
  /** Absent without a memory limit. */
  readonly meter: MemoryMeter | undefined;
  /** Tells the main thread; resolves when there is room for more. */
  post(message: Message): Promise<void>;
  /** Whether an exception of a tool means that the task is to be left as it is. */
  leaves?(error: unknown): boolean;
}

/** Works through one input from a place on, and posts what it finds. */
export async function runTask(input: Input, from: Place, job: Job, tools: Tools): Promise<void> {
  let bytes = 0;
  let done = 0;
  let next = from;
  try {
    for await (const read of tools.read(input, (count) => (bytes += count))) {
      if (read.index < from.index) continue;
      next = { index: read.index + 1, criterion: 0 };
      const place = { index: read.index, criterion: 0 };
      if (read.error !== undefined)
        await tools.post({ kind: "invalid", place, error: asData(read.error), weight: 1 });
      else {
        const first = read.index === from.index ? from.criterion : 0;
        await checkHistory(read, { index: read.index, criterion: first }, done, input, job, tools);
      }
      done = bytes;
    }
  } catch (error) {
    if (tools.leaves?.(error) === true) throw error;
    if (isOutOfMemory(error)) await tools.post({ kind: "full", place: next });
    else if (isSystemError(error)) {
      const invalid: InvalidInput = { file: input.name, reason: systemReason(error) };
      await tools.post({ kind: "invalid", place: next, error: invalid, weight: 1 });
    } else await tools.post({ kind: "bug", place: next, error: failure(error), weight: 1 });
  }
  await tools.post({ kind: "end", bytes });
}

/** Checks one history for the criteria from `from.criterion` on. */
async function checkHistory(
  { history, observe }: Extract<Item, { error?: undefined }>,
  from: Place,
  bytes: number,
  input: Input,
  job: Job,
  tools: Tools,
): Promise<void> {
  const { index } = from;
  const criteria = job.criteria.length > 0 ? job.criteria : [defaultCriterion(history)];
  const left = criteria.length - from.criterion;
  const end = job.deadline === undefined ? Infinity : tools.now() + (job.deadline * left) / criteria.length;
  const found: Result[] = [];
  for (let c = from.criterion; c < criteria.length; c++) {
    const place = { index, criterion: c };
    const begun = tools.now();
    // Each criterion gets an equal share of the time that those before it left over.
    const allowed = end === Infinity ? undefined : Math.max(0, (end - begun) / (criteria.length - c));
    const about = aboutOf(history);
    const criterion = criteria[c];
    await tools.post({ kind: "start", place, ...about, criterion, allowed, bytes });
    try {
      const bounds = boundsOf(begun, allowed, job, tools);
      const implied = job.gradual === true ? violatedByLaw(criterion, found) : undefined;
      const result = implied ?? (await checkOnce(history, criterion, bounds, job, tools));
      found.push(result);
      if (result.verdict === "unknown" && result.reason === "memory") tools.meter?.tidy();
      const model = job.gradual === true ? undefined : machines.get(result.criterion);
      const observation = model === undefined ? undefined : observe?.(model);
      const report: Report = {
        file: input.name,
        index,
        ...about,
        ...shown(history, result, job),
        ...(observation !== undefined && { observation }),
      };
      await tools.post({ kind: "report", place, report, weight: weigh(report.result) });
    } catch (error) {
      if (tools.leaves?.(error) === true) throw error;
      const invalid = misfit(error, history, input, job);
      if (invalid === undefined) {
        await tools.post({ kind: "bug", place, error: failure(error), weight: 1 });
        continue;
      }
      // What does not fit this criterion does not fit the next either.
      await tools.post({ kind: "invalid", place, error: invalid, weight: 1 });
      return;
    }
  }
}

/** Criterion → the machine whose runs are those that it admits. */
const machines: ReadonlyMap<string, "sc" | "tso"> = new Map([
  ["sc", "sc"],
  ["sequential", "sc"],
  ["tso", "tso"],
]);

/** What a report tells of its history. */
export function aboutOf({ name, seen, size }: History): Pick<Report, "name" | "seen" | "size"> {
  return { name: name ?? null, ...(seen !== undefined && { seen }), size };
}

/** An error of a reader as plain data: exceptions lose their fields between threads. */
export function asData({ file, line, column, reason, foreign }: InputError): InvalidInput {
  return { file, reason, ...(line > 0 && { line, column }), ...(foreign && { foreign }) };
}

function boundsOf(begun: number, allowed: number | undefined, job: Job, tools: Tools): Bounds {
  const { meter } = tools;
  return {
    ...(allowed !== undefined && { deadline: begun + allowed }),
    ...(job.memory !== undefined && { memory: job.memory }),
    ...(meter !== undefined && { usedBytes: (more: number) => meter.usedBytes(more) }),
  };
}

/** `check`, shared among threads where it may be, with a failed allocation turned into the verdict that it is. */
async function checkOnce(
  history: History,
  criterion: string,
  bounds: Bounds,
  job: Job,
  tools: Tools,
): Promise<Result> {
  const begun = tools.now();
  const { initial, algorithm, partition, cacheSize, pruning, verify, explain, searchers = 1 } = job;
  const options: BoundedCheck = {
    criterion,
    bounds,
    ...(tools.type !== undefined && { type: tools.type }),
    ...(initial !== undefined && { initial }),
    ...(algorithm !== undefined && { algorithm }),
    ...(partition !== undefined && { partition }),
    ...(cacheSize !== undefined && { cacheSize }),
    ...(pruning !== undefined && { pruning }),
    ...(verify !== undefined && { verify }),
    ...(explain !== undefined && { explain }),
    ...(tools.sat !== undefined && { sat: tools.sat }),
    ...(job.gradual === true && { countPairs: true }),
  };
  try {
    const shared = searchers > 1 ? shareableAlgorithm(history, options) : undefined;
    if (shared === undefined) return tools.check(history, options);
    return await checkShared(history, shared, options, { ...job, searchers }, tools);
  } catch (error) {
    if (!isOutOfMemory(error)) throw error;
    return endedEarly(criterion, "memory", tools.now() - begun, algorithm);
  }
}

/** What a report tells of the result: the witness if asked for, the operations of a violation, an order. */
function shown(history: History, result: Result, job: Job): Pick<Report, "result" | "operations" | "order"> {
  const most = job.orderViews ?? 0;
  switch (result.verdict) {
    case "violated": {
      const { operations, prefix } = result.violation;
      const order = most > 0 && prefix !== undefined && { order: viewOrder(history, prefix, most, "end") };
      return { result, operations: viewOperations(history, operations), ...order };
    }
    case "satisfied": {
      const { linearization } = result.witness;
      const order = most > 0 && { order: viewOrder(history, linearization, most, "beginning") };
      const told = job.witnesses ? result : { ...result, witness: { linearization: [] } };
      return { result: told, operations: [], ...order };
    }
    default:
      return { result, operations: [] };
  }
}

/** How much of the main thread's memory a result takes, in thousands of numbers. */
function weigh(result: Result): number {
  const numbers =
    result.verdict === "satisfied"
      ? result.witness.linearization.length
      : result.verdict === "violated"
        ? (result.violation.prefix?.length ?? 0) + result.violation.operations.length
        : 0;
  return 1 + Math.floor(numbers / 1000);
}

/** What an exception says of a history that does not fit its type, or of a user's type; else it is a bug. */
export function misfit(
  error: unknown,
  history: History,
  input: Pick<Input, "name">,
  job: Pick<Job, "type" | "typeLoader">,
): InvalidInput | undefined {
  if (error instanceof HistoryError)
    return { file: input.name, ...locate(history, error), reason: error.message };
  const reason = typeFault(error, job);
  return reason === undefined ? undefined : { file: input.name, reason };
}

/** Where in its file an error of a whole history stands, as far as the history remembers. */
function locate(history: History, error: HistoryError): Pick<InvalidInput, "line" | "column"> {
  const [list, id] = error.path;
  const line = history.lines?.[list === "operations" && typeof id === "number" ? id : 0] ?? 0;
  return { line: Math.max(1, line), column: 1 };
}

/** Whether an exception comes from the file system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === "string";
}

const systemReasons: Readonly<Record<string, string>> = {
  ENOENT: "no such file or directory",
  EACCES: "permission denied",
  EISDIR: "is a directory",
  EMFILE: "too many open files",
};

/** What the file system says, in words. */
export function systemReason(error: NodeJS.ErrnoException): string {
  return systemReasons[error.code ?? ""] ?? error.message;
}
