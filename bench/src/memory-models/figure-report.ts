import { type Column, formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import type { Contender, Outcome } from "../visibility/contender.js";
import { contradictions, quantile } from "../visibility/summary.js";
import { renderLinePlot } from "./line-plot.js";

/** How a contender did at one place of a figure. */
export interface CellSummary {
  /** Histories that it was asked. */
  readonly asked: number;
  /** Those that it left undecided: they count with the whole limit. */
  readonly undecided: number;
  readonly mean: number;
  readonly median: number;
  readonly max: number;
}

/** A figure: a summary per place and contender. */
export interface FigureReport {
  readonly name: string;
  readonly title: string;
  readonly x: string;
  readonly places: readonly number[];
  readonly histories: number;
  readonly limit: number;
  readonly contenders: readonly string[];
  readonly cells: readonly (readonly CellSummary[])[];
  readonly contradictions: readonly string[];
}

/** Counts, and times in milliseconds. */
export function summarizeCell(outcomes: readonly Outcome[]): CellSummary {
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  return {
    asked: times.length,
    undecided: outcomes.filter(({ verdict }) => verdict === "unknown").length,
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    median: quantile(times, 0.5),
    max: quantile(times, 1),
  };
}

/** Histories that two contenders decided differently, of those that both were asked. */
export function contradictionsIn(
  contenders: readonly Contender[],
  outcomes: readonly (readonly Outcome[])[],
): string[] {
  const most = Math.max(...outcomes.map(({ length }) => length));
  const notAsked: Outcome = { verdict: "unknown", milliseconds: 0, states: 0 };
  const filled = outcomes.map((own) => Array.from({ length: most }, (_, h) => own[h] ?? notAsked));
  return contradictions({ contenders, outcomes: filled });
}

/** A row per contender, a column per place: the mean time and how many were left undecided. */
export function renderFigure(report: FigureReport): string {
  const { title, x, places, contenders, cells, histories, limit } = report;
  const columns: Column[] = [
    { heading: x },
    ...places.map((place) => ({ heading: String(place), numeric: true })),
  ];
  const rows = contenders.map((name, c) => [name, ...cells.map((cell) => renderCell(cell[c], histories))]);
  const words =
    `Mean processor time over ${histories} histories at each point. Undecided ones count with the limit, ${limit / 1000} s; ` +
    "`3 of 7 out`: undecided, of those that there was patience for.";
  return `### ${title}\n\n${words}\n\n${renderTable(columns, rows)}`;
}

function renderCell({ asked, undecided, mean }: CellSummary, histories: number): string {
  if (undecided > 0) return `≥ ${formatTime(mean)} (${undecided} of ${asked} out)`;
  return asked < histories ? `${formatTime(mean)} (of ${asked})` : formatTime(mean);
}

/** The figure as SVG. */
export function plotFigure({ title, x, places, contenders, cells, limit, histories }: FigureReport): string {
  return renderLinePlot({
    title,
    note: `mean processor time, up to ${histories} histories each; undecided after ${limit / 1000} s count as such`,
    x,
    places,
    series: contenders.map((name, c) => ({ name, values: cells.map((cell) => cell[c].mean) })),
  });
}

/** Milliseconds for a valid history of 500 operations on 4 threads. */
const PROMISED = 5;

/** Ours at 500 operations, for SC. */
export function judgeFigure({ name, places, cells }: FigureReport): Target[] {
  const at = places.indexOf(500);
  if (name !== "fig4a" || at < 0) return [];
  const [{ median, undecided }] = cells[at];
  return [
    {
      workload: name,
      promise: `500 operations on 4 threads: sc in under ${PROMISED} ms (median, warm)`,
      measured: formatTime(median),
      reached: undecided === 0 && median < PROMISED,
    },
  ];
}
