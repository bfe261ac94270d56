import { existsSync } from "node:fs";
import { type Cut, type Input, type KeptBatches, loadJournal } from "@sightline/fleet";
import { UsageError } from "../../errors/usage-error.js";
import { OutputError } from "../../output/output.js";
import { version } from "../../process/version.js";
import { count } from "../../render/count.js";
import type { Assignment, BatchFlags } from "./batch-flags.js";

/** A batch and its journal, if it has one. */
interface OpenBatch {
  /** A name of the batch, the same wherever it is begun. */
  readonly batch: string;
  /** How its inputs are cut into chunks. */
  readonly cut: Cut;
  readonly journal?: KeptBatches;
  close(): void;
}

/** Begins a journal, or goes on with one, as the options say. Throws a `UsageError`. */
export async function openJournal(
  { journal: path, resume = false }: BatchFlags,
  inputs: readonly Input[],
  assignment: Assignment,
  cut: Cut,
): Promise<OpenBatch> {
  const { batchName, beginJournal, headingOf, resumeJournal } = await loadJournal();
  const heading = (one: Cut) => headingOf(inputs, assignment, one, version());
  if (path === undefined) return { batch: batchName(heading(cut)), cut, close() {} };
  const journal = await journalErrors(path, () =>
    resume && existsSync(path) ? resumeJournal(path, heading) : beginJournal(path, heading(cut)),
  );
  tellDamaged(path, journal.damaged);
  return {
    batch: batchName(journal.heading),
    cut: journal.heading.cut,
    journal: orOutputError(journal, path),
    close: () => journal.close(),
  };
}

/** A journal as it is opened; where it is not this batch's, or cannot be opened, a `UsageError`. */
export async function journalErrors<Journal>(path: string, open: () => Journal): Promise<Journal> {
  const { JournalRefused } = await loadJournal();
  try {
    return open();
  } catch (error) {
    if (error instanceof JournalRefused) throw new UsageError("SL4011", error.message);
    if (error instanceof Error && "syscall" in error)
      throw new UsageError("SL4002", `--journal ${path}: ${error.message}`);
    throw error;
  }
}

/** Warns of lines of a journal that cannot be used. */
export function tellDamaged(path: string, lines: number): void {
  if (lines > 0)
    process.stderr.write(
      `${path}: warning: ${count(lines, "damaged line")} left out; what they told is found anew\n`,
    );
}

/** A journal that cannot be written ends the run with a word: what is told must be on disk. */
function orOutputError(journal: KeptBatches, path: string): KeptBatches {
  return {
    recorded: (chunk) => journal.recorded(chunk),
    write: (...entry) =>
      journal.write(...entry).catch((error: Error) => {
        throw new OutputError(`the journal ${path} cannot be written: ${error.message}`);
      }),
  };
}
