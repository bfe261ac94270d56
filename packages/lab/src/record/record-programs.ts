import { ahead } from "../ahead.js";
import { batches } from "../batches.js";
import type { Program } from "../object/program.js";
import type { CallOrder, SeenOutcome, StressFailure, StressReport, Target } from "../object/target.js";

/** Options of `recordPrograms`. */
export interface RecordProgramsOptions {
  readonly secondsPerProgram: number;
  readonly seed: number;
  /** How the order of calls is recorded; one that the target `records`. Default: it is not. */
  readonly record?: CallOrder;
  /** Ends the recording; what the program under way has shown is given. */
  readonly signal?: AbortSignal;
}

/** One program with the histories recorded of it so far. */
export interface RecordedProgram {
  readonly index: number;
  readonly program: Program;
  readonly executions: number;
  /** Every distinct observation, results and order of calls, the most frequent first. */
  readonly observations: readonly SeenOutcome[];
  /** Whether this is all. */
  readonly done: boolean;
  /** Why it ended before its time. */
  readonly failure?: StressFailure;
}

/** So many programs are given to the target at once. */
const BATCH = 8;

/**
 * Runs programs on an object, one after another, and tells what was seen of each: several times while it
 * runs, and once when it is done. The programs may be without end: they are taken as they are needed.
 */
export async function* recordPrograms(
  target: Target,
  programs: Iterable<Program>,
  options: RecordProgramsOptions,
): AsyncGenerator<RecordedProgram, void> {
  const { record, seed, signal } = options;
  if (record !== undefined && target.records?.includes(record) !== true)
    throw new RangeError(
      `${target.name} cannot record by ${record}: it records by ${target.records?.join(", ") ?? "nothing"}`,
    );
  let next = 0;
  const begin = async (batch: readonly Program[]): Promise<Begun | undefined> => {
    if (signal?.aborted === true) return undefined;
    const first = next;
    next += batch.length;
    return { programs: batch, first, reports: target.stress(batch, { ...options, seed: seed + first }) };
  };
  for await (const begun of ahead(batches(programs, BATCH), target.ahead ?? 1, begin, leave))
    yield* recordBatch(begun);
}

/** A batch of programs that is being run. */
interface Begun {
  readonly programs: readonly Program[];
  /** The number of the first of them. */
  readonly first: number;
  readonly reports: AsyncIterable<StressReport>;
}

/** Takes back programs that nobody waits for any more. */
async function leave({ reports }: Begun): Promise<void> {
  await reports[Symbol.asyncIterator]().return?.();
}

async function* recordBatch({ programs, first, reports }: Begun): AsyncGenerator<RecordedProgram, void> {
  let last: RecordedProgram | undefined;
  for await (const { program, executions, outcomes, done, failure } of reports) {
    last = {
      index: first + program,
      program: programs[program],
      executions,
      observations: [...outcomes].sort((a, b) => b.count - a.count),
      done,
      ...(failure !== undefined && { failure }),
    };
    yield last;
  }
  if (last !== undefined && !last.done) yield { ...last, done: true }; // it was interrupted
}
