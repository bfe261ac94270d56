import { type ProgramResult, printResults } from "@sightline/lab";
import { clipMiddle } from "../../html/escape.js";
import { count } from "../../render/count.js";
import { duration } from "../../render/duration.js";
import { percent } from "../../render/percent.js";
import type { Style } from "../../render/style.js";
import { wholeNumber } from "../../render/whole-number.js";

/** How much of a table fits where it is to stand. */
export interface TableRoom {
  /** The most columns of a line, and the most lines of outcomes. */
  readonly columns: number;
  readonly rows: number;
}

const UNBOUNDED: TableRoom = { columns: Infinity, rows: Infinity };

/** What stands beside the outcome takes about so many columns. */
const BESIDE = 48;

/**
 * The outcomes of a program as POPL'19 Figs. 2–4 have them: how often each was seen, whether it is
 * admitted, and the weakest level that it violates. Ends in a newline.
 */
export function renderOutcomes(
  { outcomes, executions, seconds }: ProgramResult,
  { colours }: Style,
  { columns, rows }: TableRoom = UNBOUNDED,
): string {
  const shown = (rows < outcomes.length ? wrongFirst(outcomes) : outcomes).slice(0, Math.max(1, rows));
  const texts = shown.map(({ results }) => clipMiddle(printResults(results), Math.max(12, columns - BESIDE)));
  const counts = shown.map((outcome) => wholeNumber(outcome.count));
  const shares = shown.map((outcome) => percent(outcome.count / executions));
  const width = (cells: readonly string[], title: string): number =>
    Math.max(title.length, ...cells.map((cell) => cell.length));
  const [wide, many, part] = [width(texts, "outcome"), width(counts, "seen"), width(shares, "share")];
  const line = (outcome: string, seen: string, share: string): string =>
    `${outcome.padEnd(wide)}  ${seen.padStart(many)}  ${share.padStart(part)}`;
  const body = shown.map(({ admitted, violated }, i) => {
    const cells = line(texts[i], counts[i], shares[i]);
    const level = violated === "-" ? "" : violated;
    if (!admitted)
      return `${colours.bold(colours.red(cells))}   ${colours.red("✘")}         ${colours.red(level)}`;
    const mark = `${colours.green("✔")}         `;
    return level === "" ? `${cells}   ${mark}` : `${colours.yellow(cells)}   ${mark}${colours.yellow(level)}`;
  });
  const more = outcomes.length - shown.length;
  return [
    colours.dim(`${line("outcome", "seen", "share")}   admitted  violates`),
    ...body,
    ...(more > 0 ? [`… and ${count(more, "more outcome")}`] : []),
    colours.dim(`${count(executions, "execution")} in ${duration(1000 * seconds)}`),
  ]
    .map((text) => `    ${text.trimEnd()}\n`)
    .join("");
}

/** Where not all can be shown, those that are not admitted come before the others. */
function wrongFirst(outcomes: ProgramResult["outcomes"]): ProgramResult["outcomes"] {
  return [...outcomes.filter(({ admitted }) => !admitted), ...outcomes.filter(({ admitted }) => admitted)];
}
