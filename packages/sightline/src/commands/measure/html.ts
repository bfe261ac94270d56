import { clip, escapeHtml } from "../../html/escape.js";
import { pageFoot, pageHead, sectionHead } from "../../html/page.js";
import { percent } from "../../render/percent.js";
import { wholeNumber } from "../../render/whole-number.js";
import { type Census, levelOfAll, tableLevels, violationRate } from "./census.js";

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
  /** Failures made short: a heading, and what is to be read as it stands. */
  readonly findings?: readonly { readonly title: string; readonly text: string }[];
}

/** The style of bars: a share, and its interval as a band around it. */
const barStyle = `<style>
.levels{width:100%;max-width:60rem}
.levels .share{width:45%;min-width:9rem}
.levels tr.best th,.levels tr.best td{color:var(--satisfied);font-weight:600}
.interval{height:1.1rem;width:100%;overflow:visible}
.interval .track{fill:var(--raised);stroke:var(--line)}
.interval .band{fill:var(--bar);stroke:var(--link)}
.interval .rate{stroke:var(--violated);stroke-width:3}
.interval .none{stroke:var(--satisfied)}
</style>
`;

/** A page for people about what was measured. It loads nothing and runs nothing. */
export function renderMeasurePage(sections: readonly MeasureSection[], written: Date): string {
  return [pageHead, barStyle, ...sections.map(renderSection), pageFoot(written)].join("");
}

function renderSection(section: MeasureSection, number: number): string {
  const { title, facts, tables, conclusion, counts = true, findings = [] } = section;
  return [
    sectionHead(`measured-${number + 1}`, escapeHtml(clip(title, 200))),
    facts.map((fact) => `<p class="meta">${escapeHtml(clip(fact, 500))}</p>\n`).join(""),
    counts ? tiles(tables) : "",
    ...tables.map(renderTable),
    conclusion.map((sentence) => `<p>${escapeHtml(clip(sentence, 1000))}</p>\n`).join(""),
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
    const kind = level === "complete" ? "satisfied" : level === "none" ? "violated" : "unknown";
    return [`<li class="${kind}"><b>${level}</b>${escapeHtml(title)}</li>`];
  });
  return items.length === 0
    ? "<p>No history was measured.</p>\n"
    : `<ul class="counts">${items.join("")}</ul>\n`;
}

function renderTable({ title, census }: LevelTable): string {
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
      `<td class="share">${bar(rate, low, high)}</td>` +
      `<td class="number">${percent(low)} – ${percent(high)}</td></tr>\n`
    );
  });
  const of = census.weighted ? "recorded runs" : "histories";
  return (
    `<figure><figcaption>${escapeHtml(title)}: ${of} that violate each level, and the exact 95 % interval of their share</figcaption>\n` +
    `<div class="scroll"><table class="levels"><thead><tr><th scope="col">level</th>` +
    ["strongest", "violated", "unknown", "share"]
      .map((name) => `<th scope="col" class="number">${name}</th>`)
      .join("") +
    `<th scope="col">0 % to 100 %</th><th scope="col" class="number">95 % interval</th></tr></thead>\n` +
    `<tbody>\n${rows.join("")}</tbody></table></div></figure>\n`
  );
}

/** The places of a bar from its beginning to its end. */
const WIDTH = 1000;

/** A share and its interval, from 0 to 100 %. */
function bar(rate: number, low: number, high: number): string {
  const place = (share: number): number => Math.round(WIDTH * share);
  // An interval that is too narrow to be seen is drawn as wide as can be.
  const width = Math.max(4, place(high) - place(low));
  const start = Math.min(place(low), WIDTH - width);
  const label = `${percent(rate)}, between ${percent(low)} and ${percent(high)}`;
  return (
    `<svg class="interval" viewBox="0 0 ${WIDTH} 20" preserveAspectRatio="none" role="img" aria-label="${label}">` +
    `<rect class="track" x="0" y="7" width="${WIDTH}" height="6" vector-effect="non-scaling-stroke"/>` +
    `<rect class="band" x="${start}" y="3" width="${width}" height="14" vector-effect="non-scaling-stroke"/>` +
    `<line class="rate${rate === 0 ? " none" : ""}" x1="${place(rate)}" x2="${place(rate)}" y1="0" y2="20" vector-effect="non-scaling-stroke"/></svg>`
  );
}
