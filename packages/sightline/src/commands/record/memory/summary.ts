import { count } from "../../../render/count.js";
import { duration } from "../../../render/duration.js";
import { percent } from "../../../render/percent.js";
import { wholeNumber } from "../../../render/whole-number.js";
import type { RecordMemoryPlan } from "./options.js";

/** How many runs had each verdict of a criterion. */
export interface VerdictCounts {
  readonly criterion: string;
  satisfied: number;
  violated: number;
  unknown: number;
}

/** Counts of a recording so far. */
export interface RecordTally {
  runs: number;
  /** Histories written: fewer than runs where equal outcomes are merged. */
  written: number;
  /** Runs in which some read returned what another thread wrote. */
  exchanges: number;
  /** The sum over runs of the share of threads that met all others before it. */
  met: number;
  /** How long it took in all, and how much of that the threads ran. */
  milliseconds: number;
  running: number;
  readonly verdicts: readonly VerdictCounts[];
}

/** A recording of nothing yet. */
export function createRecordTally(criteria: readonly string[]): RecordTally {
  return {
    runs: 0,
    written: 0,
    exchanges: 0,
    met: 0,
    milliseconds: 0,
    running: 0,
    verdicts: criteria.map((criterion) => ({ criterion, satisfied: 0, violated: 0, unknown: 0 })),
  };
}

/** Threads of which fewer than this share, besides the last to come, met the others hardly ran together. */
const SELDOM = 0.5;

/** The summary of a recording, for people. Ends in a newline. */
export function renderRecordSummary(tally: RecordTally, plan: RecordMemoryPlan, cores: number): string {
  const { runs, written, exchanges, met, milliseconds, running, verdicts } = tally;
  if (runs === 0) return "nothing was recorded\n";
  const threads =
    typeof plan.programs.threads === "number" ? plan.programs.threads : plan.programs.threads.length;
  const perSecond = Math.round((1000 * runs) / Math.max(1, running)).toLocaleString("en");
  const recorded = plan.merge
    ? `${count(runs, "run")} with ${count(written, "outcome")}`
    : count(runs, "history");
  const lines = [
    `${recorded} recorded in ${duration(milliseconds)} (${perSecond} per second of running)`,
    `${percent(exchanges / runs)} of them show another thread's write`,
  ];
  for (const { criterion, ...counts } of verdicts) {
    const words = Object.entries(counts).filter(([, number]) => number > 0);
    lines.push(`${criterion}: ${words.map(([word, number]) => `${wholeNumber(number)} ${word}`).join(", ")}`);
  }
  // The last to come always meets the others: it says nothing.
  if (threads > 1 && (met / runs) * threads - 1 < SELDOM * (threads - 1))
    lines.push(
      `note: the ${threads} threads seldom ran at the same time` +
        (threads > cores
          ? ` on ${count(cores, "core")}: fewer --threads show more`
          : ": the machine is busy"),
    );
  return `${lines.join("\n")}\n`;
}
