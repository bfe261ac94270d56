import { availableParallelism } from "node:os";
import type { Algorithm } from "@sightline/core";
import { type Column, formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import type { Contender } from "../visibility/contender.js";
import { runCell, runPooled } from "./cell.js";
import { type CellSummary, contradictionsIn, summarizeCell } from "./figure-report.js";
import type { Recipe } from "./histories.js";

/** Variables, writes to each, and threads of two reads for each variable: near where half have an order. */
const crowds = [
  { variables: 20, writes: 2, ratio: 12 },
  { variables: 20, writes: 3, ratio: 14 },
  { variables: 30, writes: 3, ratio: 14 },
] as const;

/** Ours, and its two halves by themselves: each explodes where the other does not. */
const algorithms: readonly Algorithm[] = ["auto", "branch", "lazy-sat"];

/** Milliseconds beyond its limit that a check may take to notice. */
const GRACE = 1000;

/** Hard instances of one size. */
export interface HardReport {
  readonly size: string;
  readonly threads: number;
  readonly limit: number;
  /** Those that ours found to be consistent, and not. */
  readonly satisfied: number;
  readonly violated: number;
  /** The most processor time, in milliseconds, after which ours gave up. */
  readonly gaveUp: number;
  /** In the order of the algorithms. */
  readonly summaries: readonly CellSummary[];
  readonly contradictions: readonly string[];
}

/** SC of hard instances, so many of each size. */
export async function benchHard(count: number, limit: number): Promise<HardReport[]> {
  const contenders: readonly Contender[] = algorithms.map((algorithm) => ({
    name: algorithm === "auto" ? "ours" : algorithm,
    options: { criterion: "sc", algorithm },
    limit,
  }));
  const tasks = crowds.map((crowd) => async (): Promise<HardReport> => {
    const recipes = Array.from(
      { length: count },
      (_, seed): Recipe => ({ kind: "crowd", ...crowd, seed: 1 + seed }),
    );
    const outcomes = await runCell({ recipes, contenders, patience: Number.MAX_SAFE_INTEGER });
    const { variables, writes, ratio } = crowd;
    const verdicts = outcomes[0].map(({ verdict }) => verdict);
    return {
      size: `${variables} variables, ${writes} writes each, ${variables * ratio} readers`,
      threads: variables * (writes + ratio),
      limit,
      satisfied: verdicts.filter((verdict) => verdict === "satisfied").length,
      violated: verdicts.filter((verdict) => verdict === "violated").length,
      gaveUp: Math.max(
        0,
        ...outcomes[0].flatMap(({ verdict, spent }) => (verdict === "unknown" ? [spent] : [])),
      ),
      summaries: outcomes.map(summarizeCell),
      contradictions: contradictionsIn(contenders, outcomes),
    };
  });
  return await runPooled(tasks, Math.min(2, availableParallelism()));
}

/** The table of this part. */
export function renderHard(reports: readonly HardReport[]): string {
  const columns: Column[] = [
    { heading: "instances" },
    { heading: "satisfied", numeric: true },
    { heading: "violated", numeric: true },
    ...algorithms.flatMap((algorithm) => {
      const name = algorithm === "auto" ? "ours" : algorithm;
      return ["median", "max", "undecided"].map((what) => ({ heading: `${name}, ${what}`, numeric: true }));
    }),
  ];
  const rows = reports.map(({ size, satisfied, violated, summaries }) => [
    size,
    String(satisfied),
    String(violated),
    ...summaries.flatMap(({ median, max, undecided, asked }) => [
      formatTime(median),
      formatTime(max),
      `${undecided} of ${asked}`,
    ]),
  ]);
  const limit = reports[0].limit / 1000;
  return `### Hard instances for SC: threads of two reads, ${limit} s each\n\n${renderTable(columns, rows)}`;
}

/** Decided, or given up in time. */
export function judgeHard(reports: readonly HardReport[]): Target[] {
  return reports.map(({ size, limit, gaveUp, summaries: [{ undecided, asked, max }] }) => ({
    workload: size,
    promise: `decided, or unknown within ${limit / 1000} s`,
    measured: `${asked - undecided} of ${asked} decided, slowest ${formatTime(Math.max(max, gaveUp))}`,
    reached: Math.max(max, gaveUp) < limit + GRACE,
  }));
}
