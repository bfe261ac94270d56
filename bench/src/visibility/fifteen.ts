import { levelNames } from "@sightline/core";
import { type Column, formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import { mixedHistory } from "../workloads/mixture.js";
import type { Contender } from "./contender.js";
import { type Race, race } from "./race.js";
import { contradictions, type Summary, summarize } from "./summary.js";

/** Milliseconds per history. */
const LIMIT = 1000;
/** Milliseconds within which ours must decide. */
const PROMISED = 100;

const size = { operations: [15, 15], sessions: [3, 5] } as const;

/** Ours at every level; the baselines at CAV'18's level and at the strongest that ViSearch is slow on. */
const ours: readonly Contender[] = levelNames.map((criterion) => ({
  name: `ours, ${criterion}`,
  options: { criterion, order: "session", algorithm: "auto" },
  limit: LIMIT,
}));
const baselines: readonly Contender[] = (["basic", "causal"] as const).flatMap((criterion) =>
  (["naive-visibility", "minimal-visibility", "visearch"] as const).map((algorithm) => ({
    name: `${algorithm}, ${criterion}`,
    options: { criterion, order: "session", algorithm } as const,
    limit: LIMIT,
  })),
);

/** What this part found. */
export interface FifteenReport {
  readonly summaries: readonly Summary[];
  readonly contradictions: readonly string[];
}

/**
 * Histories of 15 operations in 3 to 5 sessions, over session order alone: ours on all of them, the
 * baselines on as many as there is time for, all on the same seeds.
 */
export async function benchFifteen(counts: { ours: number; baselines: number }): Promise<FifteenReport> {
  const histories = Array.from({ length: counts.ours }, (_, seed) => mixedHistory(1_000_000 + seed, size));
  const both: Race = await race("fifteen", histories.slice(0, counts.baselines), [...ours, ...baselines]);
  const rest: Race = await race("fifteen-ours", histories.slice(counts.baselines), ours);
  const all: Race = {
    contenders: both.contenders,
    outcomes: both.outcomes.map((outcomes, c) =>
      c < ours.length ? [...outcomes, ...rest.outcomes[c]] : outcomes,
    ),
  };
  return { summaries: summarize(all), contradictions: contradictions(both) };
}

const columns: readonly Column[] = [
  { heading: "contender" },
  { heading: "histories", numeric: true },
  { heading: "undecided in 1 s", numeric: true },
  { heading: "median", numeric: true },
  { heading: "95%", numeric: true },
  { heading: "max", numeric: true },
];

/** The table of this part. */
export function renderFifteen({ summaries }: FifteenReport): string {
  const rows = summaries.map(({ contender, histories, undecided, median, percentile95, max }) => [
    contender,
    String(histories),
    `${((100 * undecided) / histories).toFixed(1)}%`,
    ...[median, percentile95, max].map(formatTime),
  ]);
  return `### Histories of 15 operations, 3 to 5 sessions\n\n${renderTable(columns, rows)}`;
}

/** Ours decides every history at every level within the promised time. */
export function judgeFifteen({ summaries }: FifteenReport): Target {
  const mine = summaries.slice(0, ours.length);
  const undecided = mine.reduce((sum, summary) => sum + summary.undecided, 0);
  const slowest = mine.reduce((worst, summary) => (summary.max > worst.max ? summary : worst));
  return {
    workload: "15 operations",
    promise: `ours decides every history, at every level, within ${PROMISED} ms`,
    measured: `${undecided} undecided; slowest ${formatTime(slowest.max)} (${slowest.contender})`,
    reached: undecided === 0 && slowest.max <= PROMISED,
  };
}
