import { type Cut, type FleetOptions, type Input, isOneChunk, type StartThread } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { version } from "../../process/version.js";
import { type Assignment, type BatchFlags, batchFlagNames } from "./batch-flags.js";
import { whole } from "./numbers.js";
import { type BatchProgress, createBatchProgress } from "./tasks/batch-progress.js";

/** By what means a large batch is worked on. */
export interface BatchMeans {
  readonly options: Partial<Pick<FleetOptions, "cut" | "journal" | "workers" | "ahead">>;
  /** Workers of a cluster in the place of threads. */
  readonly start?: StartThread;
  readonly progress: BatchProgress;
  close(): Promise<void>;
}

/** Of how many chunks a cluster may be at work at a time, where nothing is said. */
const WINDOW = 256;

/** Of how many chunks a cluster may be at work at a time. Throws a `UsageError`. */
export const windowOf = ({ window }: BatchFlags): number =>
  window === undefined ? WINDOW : whole(window, "--window", 1);

/** The means that the options ask for, if they ask for any. Throws a `UsageError`. */
export async function meansOf(
  flags: BatchFlags & { readonly memory?: string; readonly workers?: string },
  inputs: readonly Input[],
  assignment: Assignment,
  workers: number,
): Promise<BatchMeans | undefined> {
  refuseHalves(flags);
  if (!batchFlagNames.some((name) => flags[name] !== undefined)) return undefined;
  const window = windowOf(flags);
  const threads = flags.cluster === undefined ? workers : window;
  const bytes = flags.chunk === undefined ? {} : { bytes: 1024 * whole(flags.chunk, "--chunk", 1) };
  const given: Cut = { threads, ...bytes };
  const { openJournal } = await import("./batch-journal.js");
  const { cut, batch, journal, close } = await openJournal(flags, inputs, assignment, given);
  const options = { cut, ...(journal !== undefined && { journal }) };
  const progress = createBatchProgress();
  if (flags.cluster === undefined) return { options, progress, close: async () => close() };
  const { joinAs } = await import("./batch-cluster.js");
  try {
    const { start, leave } = await joinAs(flags.cluster, {
      prefix: flags.prefix,
      sends: flags.send === true,
      batch,
      version: version(),
      isOne: assignment.kind === "check" && isOneChunk(inputs, assignment.job.format, cut),
      progress,
    });
    return {
      options: { ...options, workers: window, ahead: 2 },
      start,
      progress,
      async close() {
        await leave();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

/** Refuses options that say nothing without another. Throws a `UsageError`. */
export function refuseHalves(
  flags: BatchFlags & { readonly memory?: string; readonly workers?: string },
): void {
  if (flags.resume === true && flags.journal === undefined)
    throw new UsageError("SL4006", "--resume goes on with a journal: give --journal FILE, too");
  for (const name of ["prefix", "send", "window"] as const)
    if (flags[name] !== undefined && flags.cluster === undefined)
      throw new UsageError("SL4006", `--${name} is for --cluster: give both or neither`);
  for (const name of ["memory", "workers"] as const)
    if (flags[name] !== undefined && flags.cluster !== undefined)
      throw new UsageError(
        "SL4006",
        `--${name} is for sightline worker: with --cluster the workers have their own`,
      );
}
