import type { LevelName } from "@sightline/core";
import type { MeasuredEvent } from "@sightline/fleet";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import { percent } from "../../render/percent.js";
import type { Style } from "../../render/style.js";
import { wholeNumber } from "../../render/whole-number.js";
import { historyTitle } from "../../report/history-title.js";
import { shortages } from "../../report/shortages.js";
import {
  type Census,
  levelOfAll,
  levelWords,
  tableLevels,
  totalRuns,
  violationRate,
} from "../../report/census.js";
import type { Rounds } from "./rounds.js";
import type { RunFacts } from "./run-facts.js";

/** One history for people: its strongest level. Ends in a newline. */
export function renderMeasured(event: MeasuredEvent, { colours }: Style): string {
  const { size, measured } = event;
  const { level, reason, stats } = measured;
  const effort = colours.dim(`(${count(size, "operation")}, ${duration(stats.milliseconds)})`);
  const title = historyTitle(event);
  if (level !== "unknown")
    return `${title}: ${(level === "none" ? colours.red : level === "complete" ? colours.green : colours.yellow)(level)} ${effort}\n`;
  const known = knownBounds(measured.verdicts);
  return `${title}: ${colours.yellow("unknown")}, ${shortages[reason ?? ""] ?? reason}${known} ${effort}\n`;
}

/** What is known of a level that is not: `, at least basic, not causal`. */
function knownBounds(verdicts: MeasuredEvent["measured"]["verdicts"]): string {
  const satisfied = tableLevels.find((level) => verdicts[level] === "satisfied");
  const violated = tableLevels.findLast((level) => verdicts[level] === "violated");
  return `${satisfied === undefined ? "" : `, at least ${satisfied}`}${violated === undefined ? "" : `, not ${violated}`}`;
}

/** The table of violations per level (ViSearch Table 1, one level to a line), and what it comes to. */
export function renderTable(census: Census, facts: RunFacts, style: Style): string {
  const { colours, width } = style;
  if (census.histories === 0) return "no history was measured\n";
  const rows = tableLevels.map((level) => row(census, level));
  const ofRuns = census.weighted ? ["runs violated"] : [];
  const header = ["level", "strongest", "violated", "unknown", ...ofRuns, "rate", "95 % interval"];
  const widths = header.map((title, c) => Math.max(title.length, ...rows.map((cells) => cells[c].length)));
  // Columns stand closer where they would not fit; a number is never cut.
  const gap = widths.reduce((sum, one) => sum + one + 3, -3) > width ? "  " : "   ";
  const line = (cells: readonly string[]): string =>
    cells.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join(gap);
  const level = levelOfAll(census);
  const best = rows.map((cells) => (cells[0] === level ? colours.green(line(cells)) : line(cells)));
  return `${[colours.bold(line(header)), ...best].join("\n")}\n\n${conclusionLines(census, facts).join("\n")}\n`;
}

function row(census: Census, level: LevelName): string[] {
  const { violated, unknown } = census.counts[level];
  const runs = census.runs[level];
  // Histories that were seen a million times and once are no sample: their runs are.
  const { rate, low, high } = violationRate(census.weighted ? runs : census.counts[level]);
  return [
    level,
    wholeNumber(census.strongest[level]),
    wholeNumber(violated),
    wholeNumber(unknown),
    ...(census.weighted ? [wholeNumber(runs.violated)] : []),
    percent(rate),
    `${percent(low)} – ${percent(high)}`,
  ];
}

/** What the table comes to, in sentences. */
export function conclusionLines(census: Census, facts: RunFacts): readonly string[] {
  const level = levelOfAll(census);
  const { histories, operations, unknown, strongest } = census;
  const measured = `${count(histories, "history")}, ${count(operations, "operation")}, ${duration(facts.milliseconds)}`;
  const extra = [
    strongest.none > 0 ? `${strongest.none} not even weak` : "",
    unknown > 0 ? `${unknown} unknown` : "",
    facts.invalid > 0 ? `${facts.invalid} not valid` : "",
  ].filter((part) => part !== "");
  const words =
    level === "none"
      ? "Every level is violated by some history"
      : `The strongest level that no history is known to violate: ${levelWords(census)}`;
  const rates = census.weighted
    ? `Rates are of ${count(totalRuns(census), "recorded run")}, in ${count(histories, "distinct history")}.`
    : `Rates are of ${count(histories, "history")}.`;
  return [`${words}.`, rates, roundsWords(facts.rounds), [measured, ...extra].join(", ")].filter(
    (part) => part !== "",
  );
}

/** How the rounds went, in words; empty where there are none. */
export function roundsWords(rounds: Rounds | undefined): string {
  if (rounds === undefined) return "";
  const told = `${count(rounds.results.length, "whole round")}${rounds.results.length === 0 ? "" : ` (${rounds.results.slice(-5).join(", ")})`}`;
  return rounds.stable
    ? `Stable: the last three rounds came to the same. ${told}.`
    : `Not stable: three rounds in a row must come to the same. ${told}.`;
}
