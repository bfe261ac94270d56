import type { OperationView, OrderView, Report } from "@sightline/fleet";
import { clip, clipMiddle, escapeHtml } from "../escape.js";
import { count } from "../../render/count.js";
import { wholeNumber } from "../../render/whole-number.js";
import { historyTitle } from "../../report/history-title.js";

/** The most characters of a name in a table. */
const MOST_OF_NAME = 200;
/** The most characters of an operation that are shown. */
const MOST_OF_OPERATION = 500;

/** What a history is called, as HTML: whatever its script, it leaves the direction of what follows alone. */
export function renderTitle(report: Pick<Report, "file" | "index" | "name">): string {
  return `<bdi>${escapeHtml(clip(historyTitle(report), MOST_OF_NAME))}</bdi>`;
}

/** `3,210`. */
const whole = (number: number): string => wholeNumber(number);

/** A verdict, told by its word as well as by its colour. */
export function renderVerdict(verdict: "satisfied" | "violated" | "unknown"): string {
  const mark = { satisfied: "✔", violated: "✘", unknown: "?" }[verdict];
  return `<span class="verdict ${verdict}"><span aria-hidden="true">${mark}</span> ${verdict}</span>`;
}

/** The rows of all checks, as a table. `more`: what was left out, in words. */
export function renderChecks(rows: readonly string[], more: string): string {
  const heads = [
    `<th scope="col">file</th><th scope="col">name</th><th scope="col">criterion</th>`,
    `<th scope="col" class="number">operations</th><th scope="col">verdict</th>`,
    `<th scope="col">algorithm</th><th scope="col" class="number">states</th>`,
    `<th scope="col" class="number">ms</th>`,
  ];
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="All checks, scrollable"><table class="wide checks">\n` +
    `<thead><tr>${heads.join("")}</tr></thead>\n<tbody>\n${rows.join("")}</tbody></table></div>\n` +
    (more === "" ? "" : `<p>${more}</p>\n`)
  );
}

/** One check as a row; `target` is the id of the element that tells more. */
export function renderCheckRow(report: Report, target: string | undefined): string {
  const { name, size, result } = report;
  const { algorithm, states, milliseconds } = result.stats;
  const verdict = renderVerdict(result.verdict);
  const warnings = (result.warnings ?? [])
    .map((words) => ` <span class="verdict unknown">warning: ${escapeHtml(words)}</span>`)
    .join("");
  const cells = [
    `<td class="text"><code>${renderTitle({ ...report, name: null })}</code></td>`,
    `<td class="text">${name === null ? "" : escapeHtml(clip(name, MOST_OF_NAME))}</td>`,
    `<td>${escapeHtml(clip(result.criterion, MOST_OF_NAME))}</td>`,
    `<td class="number">${whole(size)}</td>`,
    `<td>${target === undefined ? verdict : `<a href="#${target}">${verdict}</a>`}${warnings}</td>`,
    `<td>${escapeHtml(algorithm)}</td>`,
    `<td class="number">${whole(states)}</td>`,
    `<td class="number">${milliseconds.toLocaleString("en", { maximumFractionDigits: 1, minimumFractionDigits: 1 })}</td>`,
  ];
  return `<tr>${cells.join("")}</tr>\n`;
}

/** Operations with their sessions and lines; `about` is pointed out, `hidden` more are only counted. */
export function renderOperations(
  operations: readonly OperationView[],
  about: number | undefined,
  hidden: number,
): string {
  if (operations.length === 0) return "";
  const withLines = operations.some(({ line }) => line > 0);
  const rows = operations.map(({ id, text, session, line, call, ret }) => {
    const remarks = [
      call !== undefined && ret === undefined ? "never returned" : "",
      id === about ? "▸ the words are about this one" : "",
    ].filter((remark) => remark !== "");
    return (
      `<tr${id === about ? ` class="stuck"` : ""}><td class="number">#${id}</td>` +
      `<td class="text">${renderOperation(text)}</td>` +
      `<td>${escapeHtml(clip(String(session), MOST_OF_NAME))}</td>` +
      (withLines ? `<td class="number">${line > 0 ? line : ""}</td>` : "") +
      `<td>${remarks.join("; ")}</td></tr>\n`
    );
  });
  const line = withLines ? `<th scope="col" class="number">line</th>` : "";
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="Operations, scrollable"><table>\n` +
    `<thead><tr><th scope="col" class="number">id</th><th scope="col">operation</th>` +
    `<th scope="col">session</th>${line}<th scope="col">remarks</th></tr></thead>\n` +
    `<tbody>\n${rows.join("")}</tbody></table></div>\n` +
    (hidden > 0 ? `<p class="meta">… and ${count(hidden, "more operation")}</p>\n` : "")
  );
}

/** An order of operations as a numbered list, with a word on what is left out. */
export function renderOrder({ length, from, operations }: OrderView): string {
  const after = length - from - operations.length;
  const items = operations.map(
    ({ id, text, session }) =>
      `<li>#${id} ${renderOperation(text)} <span class="meta">session ${escapeHtml(clip(String(session), MOST_OF_NAME))}</span></li>\n`,
  );
  return (
    (from > 0 ? `<p class="meta">… after ${count(from, "operation")}:</p>\n` : "") +
    `<ol start="${from + 1}">\n${items.join("")}</ol>\n` +
    (after > 0 ? `<p class="meta">… and ${count(after, "more operation")}</p>\n` : "")
  );
}

const renderOperation = (text: string): string =>
  `<code>${escapeHtml(clipMiddle(text, MOST_OF_OPERATION))}</code>`;
