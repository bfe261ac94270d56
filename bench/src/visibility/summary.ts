import { type Column, formatRatio, formatTime, renderTable } from "../table.js";
import type { Outcome } from "./contender.js";
import type { Race } from "./race.js";

/** How a contender did on many histories. Those that it left undecided count with the whole limit. */
export interface Summary {
  readonly contender: string;
  readonly histories: number;
  readonly satisfied: number;
  readonly violated: number;
  readonly undecided: number;
  readonly median: number;
  readonly percentile95: number;
  readonly max: number;
  /** Milliseconds of all histories. */
  readonly total: number;
}

/** One summary per contender. */
export function summarize({ contenders, outcomes }: Race): Summary[] {
  return contenders.map(({ name }, c) => {
    const times = outcomes[c].map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const count = (wanted: Outcome["verdict"]): number =>
      outcomes[c].filter(({ verdict }) => verdict === wanted).length;
    return {
      contender: name,
      histories: times.length,
      satisfied: count("satisfied"),
      violated: count("violated"),
      undecided: count("unknown"),
      median: quantile(times, 0.5),
      percentile95: quantile(times, 0.95),
      max: quantile(times, 1),
      total: times.reduce((sum, time) => sum + time, 0),
    };
  });
}

/** The smallest of the ascending values that at least the given share of them does not exceed. */
export function quantile(ascending: readonly number[], share: number): number {
  if (ascending.length === 0) return Number.NaN;
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)];
}

const columns: readonly Column[] = [
  { heading: "contender" },
  { heading: "satisfied", numeric: true },
  { heading: "violated", numeric: true },
  { heading: "undecided", numeric: true },
  { heading: "median", numeric: true },
  { heading: "95%", numeric: true },
  { heading: "max", numeric: true },
  { heading: "total", numeric: true },
];

/** A table with a row per contender. */
export function renderSummaries(summaries: readonly Summary[]): string {
  const rows = summaries.map((summary) => [
    summary.contender,
    String(summary.satisfied),
    String(summary.violated),
    String(summary.undecided),
    ...[summary.median, summary.percentile95, summary.max, summary.total].map(formatTime),
  ]);
  return renderTable(columns, rows);
}

/** Two contenders on the same histories. */
export interface Comparison {
  readonly x: string;
  readonly y: string;
  /** The total time of x over that of y; a lower bound of the truth where only x left some undecided. */
  readonly totals: number;
  /** The median over all histories of the time of x over that of y. */
  readonly median: number;
  /** Histories on which y is faster. */
  readonly yFaster: number;
  readonly histories: number;
  /** Histories that only y, or only x, decided within the limit. */
  readonly onlyY: number;
  readonly onlyX: number;
}

/** Compares contenders number x and y of a race. */
export function compare({ contenders, outcomes }: Race, x: number, y: number): Comparison {
  const [xs, ys] = [outcomes[x], outcomes[y]];
  const total = (of: readonly Outcome[]): number =>
    of.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const ratios = xs.map(({ milliseconds }, h) => milliseconds / ys[h].milliseconds).sort((a, b) => a - b);
  const only = (these: readonly Outcome[], those: readonly Outcome[]): number =>
    these.filter(({ verdict }, h) => verdict !== "unknown" && those[h].verdict === "unknown").length;
  return {
    x: contenders[x].name,
    y: contenders[y].name,
    totals: total(xs) / total(ys),
    median: quantile(ratios, 0.5),
    yFaster: xs.filter(({ milliseconds }, h) => ys[h].milliseconds < milliseconds).length,
    histories: xs.length,
    onlyY: only(ys, xs),
    onlyX: only(xs, ys),
  };
}

const comparisonColumns: readonly Column[] = [
  { heading: "x" },
  { heading: "y" },
  { heading: "total x / y", numeric: true },
  { heading: "median x / y", numeric: true },
  { heading: "y faster", numeric: true },
  { heading: "only y decided", numeric: true },
  { heading: "only x decided", numeric: true },
];

/** A table with a row per comparison. */
export function renderComparisons(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ x, y, totals, median, yFaster, histories, onlyY, onlyX }) => [
    x,
    y,
    formatRatio(totals),
    formatRatio(median),
    `${Math.round((100 * yFaster) / histories)}%`,
    String(onlyY),
    String(onlyX),
  ]);
  return renderTable(comparisonColumns, rows);
}

/**
 * Histories that two contenders for the same criterion decided differently: one of them is wrong.
 */
export function contradictions({ contenders, outcomes }: Race): string[] {
  const found: string[] = [];
  const criterion = (c: number): string =>
    `${contenders[c].options.criterion}/${contenders[c].options.order ?? ""}`;
  for (let a = 0; a < contenders.length; a++)
    for (let b = a + 1; b < contenders.length; b++) {
      if (criterion(a) !== criterion(b)) continue;
      outcomes[a].forEach(({ verdict }, h) => {
        const other = outcomes[b][h].verdict;
        if (verdict !== "unknown" && other !== "unknown" && verdict !== other)
          found.push(
            `history ${h}: ${contenders[a].name} says ${verdict}, ${contenders[b].name} says ${other}`,
          );
      });
    }
  return found;
}
