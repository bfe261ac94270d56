import type { Event } from "@sightline/fleet";
import type { Tally } from "../process/exit-code.js";
import { count } from "../render/count.js";
import { duration } from "../render/duration.js";
import { wholeNumber } from "../render/whole-number.js";
import { clip, escapeHtml } from "./escape.js";
import { css } from "./style.js";

/** The ids of the page's sections. */
export const SECTIONS = {
  troubles: "troubles",
  kinds: "kinds",
  times: "times",
  unchecked: "unchecked",
  checks: "checks",
  witnesses: "witnesses",
};

/** The most criteria that the summary lists. */
const MOST_CRITERIA = 20;
/** The most characters of their names. */
const MOST_OF_CRITERION = 60;

/** The bytes that a summary takes at most, whatever the run. */
export const SUMMARY_BYTES = 16_384;

/** By this a page of Sightline's is known. */
export const generator = `<meta name="generator" content="Sightline">`;

/**
 * The beginning of a page, its body opened.
 *
 * @param policy what the browser lets it do
 * @param title as HTML
 * @param style of its own, besides that of all pages
 * @param script that runs first
 */
export function documentHead(policy: string, title: string, style = "", script?: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${generator}
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<style>${css}${style}</style>
${script === undefined ? "" : `<script>${script}</script>\n`}</head>
<body>
`;
}

/** The beginning of the page. It loads nothing and runs nothing: the policy says so to the browser. */
export const pageHead = `${documentHead("default-src 'none'; style-src 'unsafe-inline'", "Sightline report")}<main>
<h1>Sightline report</h1>
`;

/** The end of the page. */
export function pageFoot(written: Date): string {
  const when = written.toISOString();
  const day = `${when.slice(0, 10)} ${when.slice(11, 16)} UTC`;
  return `</main>\n<footer><p class="meta">Written by Sightline, <time datetime="${when}">${day}</time></p></footer>\n</body>\n</html>\n`;
}

/** What stands in the place of the summary until the run has ended. */
export const unfinished = `<p class="bad"><b>This report is not complete: the run has not come to its end.</b></p>\n`;

const interruptedWords = `<p class="bad"><b>The run was interrupted: not all histories were checked.</b></p>\n`;

/** What a run came to, at the top of the page. */
export interface Summary {
  readonly tally: Tally;
  /** Criterion → checks. */
  readonly criteria: ReadonlyMap<string, number>;
  readonly milliseconds: number;
  /** How many kinds of violations there are, in words, where a section lists them. */
  readonly kinds?: string;
  /** The rates among recorded runs, in sentences. */
  readonly runs?: readonly string[];
}

/** The most sentences on recorded runs. */
const MOST_RUNS = 4;

/** The counts, the criteria and the time. */
export function renderSummary({ tally, criteria, milliseconds, kinds, runs = [] }: Summary): string {
  const { histories, satisfied, violated, unknown, invalid, bugs, unreached } = tally;
  const unchecked = invalid + bugs + unreached;
  const tiles = [
    tile("violated", violated, SECTIONS.troubles),
    tile("unknown", unknown, SECTIONS.troubles),
    tile("satisfied", satisfied, SECTIONS.checks),
    ...(unchecked > 0 ? [tile("not checked", unchecked, SECTIONS.unchecked, "bad")] : []),
  ];
  const names = [...criteria].slice(0, MOST_CRITERIA).map(([name, checks]) => {
    const short = escapeHtml(clip(name, MOST_OF_CRITERION));
    return criteria.size === 1 ? short : `${short} (${count(checks, "check")})`;
  });
  const more = criteria.size > MOST_CRITERIA ? `, and ${criteria.size - MOST_CRITERIA} more` : "";
  const checks = satisfied + violated + unknown;
  return (
    `<section aria-label="Summary">\n<ul class="counts">${tiles.join("")}</ul>\n` +
    (tally.interrupted ? interruptedWords : "") +
    `<p>${count(histories, "history")}, ${count(checks, "check")}, ${duration(milliseconds)}` +
    `${names.length === 0 ? "" : `; ${criteria.size === 1 ? "criterion" : "criteria"}: ${names.join(", ")}${more}`}.` +
    `${tally.violated + tally.unknown + unchecked === 0 && checks > 0 ? " Every history satisfied." : ""}</p>\n` +
    runs
      .slice(0, MOST_RUNS)
      .map((sentence) => `<p>${escapeHtml(clip(sentence, 260))}.</p>\n`)
      .join("") +
    `<p>${kinds === undefined ? "" : `<a href="#${SECTIONS.kinds}">Violations: ${escapeHtml(kinds)}</a> · `}` +
    `<a href="#${SECTIONS.checks}">All checks</a></p>\n</section>\n`
  );
}

/** A count with its word, at the top of the page; a link to the section that tells more. */
export function tile(word: string, number: number, section: string, kind = word): string {
  const text = number === 0 ? word : `<a href="#${section}">${word}</a>`;
  return `<li class="${kind}"><b>${wholeNumber(number)}</b>${text}</li>`;
}

/** A section's heading. */
export const sectionHead = (id: string, title: string): string => `<h2 id="${id}">${title}</h2>\n`;

/** What was not checked, and why, as an item of a list; nothing for other events. */
export function renderUnchecked(event: Event): string {
  switch (event.kind) {
    case "invalid": {
      const { file, line, column, reason } = event.error;
      return item(line === undefined ? file : `${file}:${line}:${column ?? 1}`, `not valid: ${reason}`);
    }
    case "bug":
      return item(`${event.file}[${event.index}]`, `a bug in Sightline: ${event.error.message}`);
    case "unreached":
      return item(event.file, event.from === 0 ? "not reached" : `not reached from history ${event.from} on`);
    default:
      return "";
  }
}

const item = (where: string, why: string): string =>
  `<li><code>${escapeHtml(clip(where, 300))}</code>: ${escapeHtml(clip(why, 1000))}</li>\n`;
