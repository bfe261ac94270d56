import { existsSync } from "node:fs";
import { JobRefused, loadCluster, loadJournal } from "@sightline/fleet";
import { UsageError } from "../../../errors/usage-error.js";
import { OutputError } from "../../../output/output.js";
import { version } from "../../../process/version.js";
import { checkAddress, createWaitingWords, hearOf, orUsageError } from "../batch-cluster.js";
import { type BatchFlags, batchFlagNames } from "../batch-flags.js";
import { journalErrors, tellDamaged } from "../batch-journal.js";
import { refuseHalves, windowOf } from "../batch-means.js";
import { whole } from "../numbers.js";
import { createBatchProgress, type BatchProgress } from "./batch-progress.js";

/** A piece of a batch that needs no file: its name in the batch, its kind, and plain data. */
export interface Task {
  readonly key: string;
  readonly kind: string;
  readonly data: object;
}

/** A batch of tasks. */
export interface TaskBatch {
  /** What the batch is about, option by option: the same gives the same tasks and the same answers. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Files of modules that it runs. */
  readonly modules: readonly string[];
  /** Whose tasks they are: runs of a store, or programs whose threads have to meet. */
  readonly queue: "runs" | "stress";
  /** How many runs a task has, where nothing is said. */
  readonly runs?: number;
}

/** By what means the tasks of a batch are done. */
export interface TaskMeans {
  /** How many runs a task has. */
  readonly runs: number;
  /** How many tasks may be under way. */
  readonly window: number;
  /** Whether others do them. */
  readonly isRemote: boolean;
  readonly progress: BatchProgress;
  /** What a task came to before, in an array; empty where that is not known. */
  known(key: string): readonly unknown[];
  /** Puts what a task came to on disk, where there is a journal. */
  keep(key: string, result: unknown): Promise<void>;
  /** Has a task done: what it came to is from the journal, or on disk before it is told. */
  run<Result>(task: Task, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
}

/** Does a task in this process. */
export type RunHere = (task: Task, signal: AbortSignal) => Promise<unknown>;

/** The means that the options ask for. Throws a `UsageError`. */
export async function taskMeansOf(flags: BatchFlags, batch: TaskBatch, here: RunHere): Promise<TaskMeans> {
  refuseHalves(flags);
  if (flags.send === true)
    throw new UsageError("SL4006", "--send is for histories in files: there is nothing to send along");
  const runs = flags.chunk === undefined ? (batch.runs ?? 1) : whole(flags.chunk, "--chunk", 1);
  const isAsked = batchFlagNames.some((name) => flags[name] !== undefined);
  const { cut, name, journal } = isAsked ? await openJournal(flags, batch, runs) : nothingKept(runs);
  const known = (key: string): readonly unknown[] => journal?.result(key) ?? [];
  const keep = async (key: string, result: unknown): Promise<void> => journal?.keep(key, result);
  const progress = createBatchProgress();
  const close = async (): Promise<void> => journal?.close();
  try {
    const desk =
      flags.cluster === undefined ? undefined : await openDesk(flags, flags.cluster, batch, name, progress);
    const done = async (task: Task, signal: AbortSignal): Promise<unknown> => {
      if (desk === undefined) return here(task, signal);
      try {
        return await desk.run(task, signal);
      } catch (error) {
        if (error instanceof JobRefused) throw new UsageError("SL3008", error.message);
        throw error;
      }
    };
    return {
      runs: cut.runs ?? runs,
      window: desk === undefined ? 1 : windowOf(flags),
      isRemote: desk !== undefined,
      progress,
      known,
      keep,
      async run<Result>(task: Task, signal: AbortSignal): Promise<Result> {
        const kept = known(task.key);
        if (kept.length > 0) return kept[0] as Result;
        const result = await done(task, signal);
        await keep(task.key, result);
        desk?.forget(task);
        return result as Result;
      },
      async close() {
        await desk?.close();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const nothingKept = (runs: number) => ({ cut: { threads: 1, runs }, name: "", journal: undefined });

async function openJournal(
  { journal: path, resume = false }: BatchFlags,
  { about, modules }: TaskBatch,
  runs: number,
) {
  const { batchName, beginJournal, resumeJournal, taskHeadingOf } = await loadJournal();
  type Cut = Parameters<typeof taskHeadingOf>[2];
  const heading = (cut: Cut) => taskHeadingOf(about, modules, cut, version());
  const given = { threads: 1, runs };
  if (path === undefined) return { cut: given as Cut, name: batchName(heading(given)), journal: undefined };
  const journal = await journalErrors(path, () =>
    resume && existsSync(path) ? resumeJournal(path, heading) : beginJournal(path, heading(given)),
  );
  tellDamaged(path, journal.damaged);
  return {
    cut: journal.heading.cut,
    name: batchName(journal.heading),
    journal: {
      result: (key: string) => journal.result(key),
      keep: (key: string, result: unknown) =>
        journal.keep(key, result).catch((error: Error) => {
          throw new OutputError(`the journal ${path} cannot be written: ${error.message}`);
        }),
      close: () => journal.close(),
    },
  };
}

async function openDesk(
  flags: BatchFlags,
  address: string,
  { queue }: TaskBatch,
  batch: string,
  progress: BatchProgress,
) {
  checkAddress(address, "--cluster");
  const { giveTasks, PREFIX, withoutPassword } = await loadCluster();
  const shown = withoutPassword(address);
  return orUsageError(() =>
    giveTasks({
      address,
      prefix: flags.prefix ?? PREFIX,
      queue,
      batch,
      version: version(),
      ...hearOf(progress, shown, createWaitingWords(shown, flags.prefix)),
    }),
  );
}
