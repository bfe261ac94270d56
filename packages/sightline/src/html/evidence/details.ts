import { shorten } from "@sightline/core";
import type { Report } from "@sightline/fleet";
import { clip, escapeHtml } from "../escape.js";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import { sentence } from "../../render/sentence.js";
import { knowsTime } from "../../report/knows-time.js";
import { partTitle } from "../../report/part-title.js";
import { shortages } from "../../report/shortages.js";
import { renderSteps } from "./steps.js";
import { renderOperations, renderOrder, renderTitle, renderVerdict } from "./table.js";
import { renderTimeline } from "./timeline.js";

/** The most characters of words that are shown. */
const MOST_OF_WORDS = 10_000;
/** The most of them that are shown at once. */
const MOST_AT_ONCE = 800;
/** A longer text in the notation would be of no use when cut, so it is left out. */
const MOST_OF_NOTATION = 20_000;

/** Why a check is violated or unknown; nothing for a satisfied one. `kind`: the number of its violation's kind. */
export function renderTrouble(report: Report, id: string, kind?: number): string {
  const { result, size } = report;
  if (result.verdict === "satisfied") return "";
  const { algorithm, states, milliseconds, parts } = result.stats;
  const effort = [
    ...(kind === undefined ? [] : [`kind ${kind}`]),
    count(size, "operation"),
    ...(parts === undefined ? [] : [count(parts, "part")]),
    escapeHtml(algorithm),
    count(states, "state"),
    duration(milliseconds),
  ];
  const body =
    result.verdict === "violated"
      ? renderViolation(report)
      : `<p>${escapeHtml(sentence(shortages[result.reason] ?? result.reason))}</p>\n` +
        renderWords(`Established: ${result.established}`);
  return (
    `<article id="${id}" class="${result.verdict}" aria-labelledby="${id}-title">\n` +
    `<h3 id="${id}-title">${renderTitle(report)}: ${escapeHtml(clip(result.criterion, 200))} ` +
    `${renderVerdict(result.verdict)}</h3>\n<p class="meta">${effort.join(" · ")}</p>\n${body}</article>\n`
  );
}

function renderViolation({ result, operations, order }: Report): string {
  if (result.verdict !== "violated") return "";
  const { part, reason, headline, steps, stuck, about = stuck, notation, kind } = result.violation;
  const where = partTitle(part).replace(/:$/, "");
  const timed = knowsTime(result.criterion) && operations.every(({ call }) => call !== undefined);
  const hidden = result.violation.operations.length - operations.length;
  return [
    where === "" ? "" : `<p><b>${escapeHtml(clip(where, MOST_AT_ONCE))}</b></p>\n`,
    steps === undefined ? renderWords(reason) : renderWords(headline ?? reason) + renderSteps(steps),
    kind === "exhausted" ? `<p class="meta">No small reason was found: every order was tried.</p>\n` : "",
    renderTimeline({ operations, about, timed }),
    renderOperations(operations, about, hidden),
    notation === undefined ? "" : renderNotation(notation),
    order === undefined || order.length === 0
      ? ""
      : `<details><summary>The longest prefix that has an order: ${count(order.length, "operation")}` +
        `</summary>\n${renderOrder(order)}</details>\n`,
  ].join("");
}

function renderNotation(notation: string): string {
  return notation.length > MOST_OF_NOTATION
    ? `<p class="meta">In the notation these operations take ${count(notation.length, "character")}: ` +
        `<code>check --json</code> prints them.</p>\n`
    : `<p class="meta">In the notation (one click selects it all):</p>\n<pre tabindex="0">${escapeHtml(notation)}</pre>\n`;
}

/** The order that shows a check satisfied. */
export function renderWitness(report: Report, id: string): string {
  const { order, result } = report;
  if (order === undefined) return "";
  const title = `${renderTitle(report)}: ${escapeHtml(clip(result.criterion, 200))}`;
  const took = `${count(order.length, "operation")} in order`;
  return `<details id="${id}"><summary>${title} <span class="meta">(${took})</span></summary>\n${renderOrder(order)}</details>\n`;
}

/** Words as sentences; where they are many, the rest on demand. */
function renderWords(words: string): string {
  const whole = sentence(words);
  const paragraph = (text: string): string => `<p class="reason">${escapeHtml(text)}</p>\n`;
  const short = clip(shorten(whole), MOST_AT_ONCE);
  if (short === whole) return paragraph(whole);
  return `${paragraph(short)}<details><summary>All of it</summary>\n${paragraph(clip(whole, MOST_OF_WORDS))}</details>\n`;
}
