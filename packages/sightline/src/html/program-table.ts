import { type Outcome, type Program, printResults, printStep } from "@sightline/lab";
import { clipMiddle, escapeHtml } from "./escape.js";

/** An outcome of a program, and what stands beside it. */
export interface OutcomeRow {
  readonly results: Outcome;
  /** More cells, as HTML. */
  readonly cells: readonly string[];
  /** Whether it is not admitted. */
  readonly isWrong?: boolean;
}

/** The most characters of a call or a value. */
const MOST = 200;

/**
 * A program drawn as a table: a column for each call, below the thread that makes it, and each outcome as a row with
 * each value under its call (POPL'19 Figs. 2–4).
 *
 * @param more what the other columns are called; with `number` those on the right
 */
export function programTable(
  { threads }: Program,
  more: readonly { readonly title: string; readonly isNumber?: boolean }[],
  rows: readonly OutcomeRow[],
): string {
  const heads = threads
    .map(
      (steps, thread) =>
        `<th scope="colgroup" colspan="${steps.length}" class="thread">thread ${thread}</th>`,
    )
    .join("");
  const calls = threads
    .flatMap((steps) =>
      steps.map(
        (step, at) =>
          `<th scope="col" class="call${at === 0 ? " first" : ""}"><code>${escapeHtml(clipMiddle(printStep(step), MOST))}</code></th>`,
      ),
    )
    .join("");
  const titles = more
    .map(
      ({ title, isNumber }) =>
        `<th scope="col" rowspan="2"${isNumber === true ? ' class="number"' : ""}>${title}</th>`,
    )
    .join("");
  const firsts = new Set(threads.map((_, thread) => threads.slice(0, thread).flat().length));
  const body = rows.map(({ results, cells, isWrong = false }) => {
    const values = results
      .map(
        (result, at) =>
          `<td class="value${firsts.has(at) ? " first" : ""}"><code>${escapeHtml(clipMiddle(printResults([result]), MOST))}</code></td>`,
      )
      .join("");
    return `<tr${isWrong ? ' class="stuck"' : ""}>${values}${cells.join("")}</tr>\n`;
  });
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="Outcomes, scrollable"><table class="program">\n` +
    `<thead><tr>${heads}${titles}</tr>\n<tr>${calls}</tr></thead>\n<tbody>\n${body.join("")}</tbody></table></div>\n`
  );
}
