import { clip, escapeHtml } from "../../html/escape.js";
import { intervalBar } from "../../html/interval-bar.js";
import { pageFoot, pageHead, sectionHead } from "../../html/page.js";
import type { Scatter, ScatterWords, TimedPoint } from "../../html/scatter.js";
import { percent } from "../../render/percent.js";
import { wholeNumber } from "../../render/whole-number.js";
import {
  type Census,
  type Counted,
  levelOfAll,
  levelProved,
  tableLevels,
  violationRate,
} from "../../report/census.js";

/** A table of violations per level, with what it is about. */
export interface LevelTable {
  readonly title: string;
  readonly census: Census;
}

/** A part of the page: what was measured, the tables, and what they come to. */
export interface MeasureSection {
  readonly title: string;
  /** What was measured, line by line. */
  readonly facts: readonly string[];
  readonly tables: readonly LevelTable[];
  /** Whether the tables tell a level: not where the delays were not in force. Default: true. */
  readonly counts?: boolean;
  /** What it comes to, in sentences. */
  readonly conclusion: readonly string[];
  /** How long histories took by their sizes. */
  readonly times?: Scatter;
  /** Failures made short: a heading, and what is to be read as it stands. */
  readonly findings?: readonly { readonly title: string; readonly text: string }[];
}

/** The words of a plot of such points. */
export const timesOfHistories: ScatterWords = {
  one: "history",
  by: "its operations",
  kinds: { satisfied: "complete", violated: "below complete", unknown: "its level is not known" },
};

/** A history as a point of a plot of times: as satisfied where it satisfies all levels. */
export function timedPoint({ size, measured }: Counted): TimedPoint {
  const { level, stats } = measured;
  return {
    operations: size,
    milliseconds: stats.milliseconds,
    kind: level === "unknown" ? "unknown" : level === "complete" ? "satisfied" : "violated",
  };
}

/** A page for people about what was measured. It loads nothing and runs nothing. */
export function renderMeasurePage(sections: readonly MeasureSection[], written: Date): string {
  return [pageHead, ...sections.map(renderSection), pageFoot(written)].join("");
}

function renderSection(section: MeasureSection, number: number): string {
  const { title, facts, tables, conclusion, times, counts = true, findings = [] } = section;
  return [
    sectionHead(`measured-${number + 1}`, escapeHtml(clip(title, 200))),
    facts.map((fact) => `<p class="meta">${escapeHtml(clip(fact, 500))}</p>\n`).join(""),
    counts ? tiles(tables) : "",
    ...tables.map((table) => renderTable(table, tables.length > 1)),
    conclusion.map((sentence) => `<p>${escapeHtml(clip(sentence, 1000))}</p>\n`).join(""),
    times?.render() ?? "",
    ...findings.map(
      (finding) =>
        `<article>\n<h3>${escapeHtml(finding.title)}</h3>\n<pre>${escapeHtml(finding.text)}</pre>\n</article>\n`,
    ),
  ].join("");
}

/** The strongest level that is not violated, for each table, at the top. */
function tiles(tables: readonly LevelTable[]): string {
  const items = tables.flatMap(({ title, census }) => {
    if (census.histories === 0) return [];
    const level = levelOfAll(census);
    const isProved = level === levelProved(census);
    const kind = level === "none" ? "violated" : level === "complete" && isProved ? "satisfied" : "unknown";
    return [`<li class="${kind}"><b>${level}${isProved ? "" : "?"}</b>${escapeHtml(title)}</li>`];
  });
  return items.length === 0
    ? "<p>No history was measured.</p>\n"
    : `<ul class="counts">${items.join("")}</ul>\n`;
}

/** `isNamed`: whether its title is to be told, because there are others. */
function renderTable({ title, census }: LevelTable, isNamed: boolean): string {
  if (census.histories === 0) return "";
  const best = levelOfAll(census);
  const rows = tableLevels.map((level) => {
    const count = census.weighted ? census.runs[level] : census.counts[level];
    const { rate, low, high } = violationRate(count);
    return (
      `<tr${level === best ? ' class="best"' : ""}><th scope="row">${level}</th>` +
      `<td class="number">${wholeNumber(census.strongest[level])}</td>` +
      `<td class="number">${wholeNumber(count.violated)}</td>` +
      `<td class="number">${wholeNumber(count.unknown)}</td>` +
      `<td class="number">${percent(rate)}</td>` +
      `<td class="share">${intervalBar({ rate, low, high })}</td>` +
      `<td class="number">${percent(low)} – ${percent(high)}</td></tr>\n`
    );
  });
  const of = census.weighted ? "Recorded runs" : "Histories";
  return (
    `<figure><figcaption>${of} that violate each level${isNamed ? ` ${escapeHtml(title)}` : ""}, and the exact 95 % interval of their share</figcaption>\n` +
    `<div class="scroll"><table class="levels"><thead><tr><th scope="col">level</th>` +
    ["strongest", "violated", "unknown", "share"]
      .map((name) => `<th scope="col" class="number">${name}</th>`)
      .join("") +
    `<th scope="col">0 % to 100 %</th><th scope="col" class="number">95 % interval</th></tr></thead>\n` +
    `<tbody>\n${rows.join("")}</tbody></table></div></figure>\n`
  );
}
