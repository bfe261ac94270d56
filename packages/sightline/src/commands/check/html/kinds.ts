import { clip, escapeHtml } from "../../../html/escape.js";
import { count } from "../../../render/count.js";
import { wholeNumber } from "../../../render/whole-number.js";
import { type Kind, kindsWords, type ViolationKinds } from "../../../report/violation-kinds.js";
import { renderTitle } from "../../../html/evidence/table.js";

/** The most characters of a core in the notation. */
const MOST_OF_NOTATION = 1000;

/**
 * The kinds of violations as a table: how many of each, its core, and which histories. `examples`: the id of the
 * element that explains the first of each, by the kind's number. Empty where no two violations are of one kind.
 */
export function renderKinds(
  kinds: ViolationKinds,
  examples: ReadonlyMap<number, string>,
  showRuns: boolean,
): string {
  if (!hasKinds(kinds)) return "";
  const rows = kinds.all
    .toSorted((a, b) => b.runs - a.runs || b.count - a.count || a.number - b.number)
    .map((kind) => renderRow(kind, examples.get(kind.number), showRuns));
  const runs = showRuns ? `<th scope="col" class="number">runs</th>` : "";
  return (
    `<p>${escapeHtml(kindsWords(kinds))}. Violations of one kind have the same few operations in the same orders, ` +
    `but for the names of sessions, objects, keys and values. The first of each is explained above.</p>\n` +
    `<div class="scroll" tabindex="0" role="group" aria-label="Kinds of violations, scrollable"><table class="wide">\n` +
    `<thead><tr><th scope="col">kind</th><th scope="col">criterion</th>` +
    `<th scope="col" class="number">violations</th>${runs}<th scope="col">core</th>` +
    `<th scope="col">histories</th></tr></thead>\n<tbody>\n${rows.join("")}</tbody></table></div>\n`
  );
}

/** Whether there are violations that are of one kind. */
export function hasKinds({ all }: ViolationKinds): boolean {
  return all.some((kind) => kind.count > 1);
}

function renderRow(kind: Kind, example: string | undefined, showRuns: boolean): string {
  const { number, criterion, first, notation } = kind;
  const name = `kind ${number}`;
  const cells = [
    `<td>${example === undefined ? name : `<a href="#${example}">${name}</a>`}</td>`,
    `<td>${escapeHtml(clip(criterion, 200))}</td>`,
    `<td class="number">${wholeNumber(kind.count)}</td>`,
    ...(showRuns ? [`<td class="number">${wholeNumber(kind.runs)}</td>`] : []),
    `<td class="text">${notation === undefined ? "" : `<code>${escapeHtml(clip(notation, MOST_OF_NOTATION))}</code>`}</td>`,
    `<td class="text"><code>${renderTitle({ ...first, name: null })}</code>${renderOthers(kind)}</td>`,
  ];
  return `<tr>${cells.join("")}</tr>\n`;
}

function renderOthers({ others, count: number }: Kind): string {
  if (number === 1) return "";
  const named = others.map((one) => `<code>${renderTitle({ ...one, name: null })}</code>`);
  const more = number - 1 - others.length;
  const rest = more > 0 ? `, and ${wholeNumber(more)} more` : "";
  return ` <details><summary>and ${count(number - 1, "other")}</summary>${named.join(", ")}${rest}</details>`;
}
