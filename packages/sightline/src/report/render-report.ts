import { shorten } from "@sightline/core";
import type { OperationView, Report } from "@sightline/fleet";
import { printObservation } from "@sightline/formats";
import { count } from "../render/count.js";
import { duration } from "../render/duration.js";
import { sentence } from "../render/sentence.js";
import type { Style } from "../render/style.js";
import { wholeNumber } from "../render/whole-number.js";
import { wrap } from "../render/wrap.js";
import { historyTitle } from "./history-title.js";
import { drawEdges } from "./edges.js";
import { drawLanes } from "./lanes.js";
import { knowsTime } from "./knows-time.js";
import { partTitle } from "./part-title.js";
import { shortages } from "./shortages.js";
import type { Kind } from "./violation-kinds.js";

const INDENT = "    ";

/**
 * A report for people: one line, and below it why a history is violated or unknown; after the last outcome
 * of a litmus test what herd would say of it. A violation of a kind that was explained before is told by its
 * line alone. Ends in a newline.
 */
export function renderReport(report: Report, style: Style, explained?: Kind): string {
  const { observation } = report;
  const verdict = renderVerdict(report, style, explained);
  return observation === undefined ? verdict : `${verdict}${printObservation(observation)}\n\n`;
}

function renderVerdict(report: Report, style: Style, explained: Kind | undefined): string {
  const { colours } = style;
  const { result, size } = report;
  const { criterion } = result;
  const effort = colours.dim(
    `(${count(size, "operation")}, ${duration(result.stats.milliseconds)}${pairWords(result.stats.writePairs)})`,
  );
  const title = historyTitle(report);
  switch (result.verdict) {
    case "satisfied":
      return `${colours.green("✔")} ${title}: ${criterion} ${colours.green("satisfied")} ${effort}\n`;
    case "violated":
      if (result.violation.impliedBy !== undefined)
        return `${colours.red("✘")} ${title}: ${criterion} ${colours.bold(colours.red("violated"))} ${colours.dim(`(${result.violation.impliedBy} is, and ${criterion} asks for more)`)}\n`;
      if (explained !== undefined)
        return `${colours.red("✘")} ${title}: ${criterion} ${colours.bold(colours.red("violated"))}, kind ${explained.number} as ${historyTitle({ ...explained.first, name: null })} ${effort}\n`;
      return (
        `${colours.red("✘")} ${title}: ${criterion} ${colours.bold(colours.red("violated"))} ${effort}\n` +
        explain(report, style)
      );
    default:
      return (
        `${colours.yellow("?")} ${title}: ${criterion} ${colours.yellow("unknown")}, ` +
        `${shortages[result.reason] ?? result.reason} ${effort}\n` +
        `${wrap(`Established: ${result.established}`, style.width, INDENT)}\n`
      );
  }
}

/** `, 3 of 40 pairs of writes left unordered`; nothing where they were not counted. */
function pairWords(pairs: Report["result"]["stats"]["writePairs"]): string {
  if (pairs === undefined || pairs.pairs === 0) return "";
  return `, ${wholeNumber(pairs.unordered)} of ${count(pairs.pairs, "pair")} of writes left unordered`;
}

/** The block below a violated history. */
function explain({ result, operations: whole }: Report, style: Style): string {
  if (result.verdict !== "violated") return "";
  const { violation } = result;
  // Values that go on and on would fill the screen: --json has them as they are.
  const operations = whole.map((operation) => ({ ...operation, text: shorten(operation.text) }));
  const { colours, width } = style;
  const blocks: string[] = [];
  const part = partTitle(violation.part);
  if (part !== "") blocks.push(INDENT + colours.bold(shorten(part)));
  if (operations.length > 0) {
    const about = violation.about ?? violation.stuck;
    const table =
      drawLanes(operations, { about, style, indent: INDENT, timed: knowsTime(result.criterion) }) ??
      operationTable(operations, about, style);
    const hidden = violation.operations.length - operations.length;
    blocks.push(hidden > 0 ? `${table}\n${INDENT}… and ${count(hidden, "more operation")}` : table);
  }
  const edges = drawEdges(violation, style, INDENT);
  if (edges !== "") blocks.push(edges);
  const { kind, steps, headline, reason, prefix = [] } = violation;
  if (steps !== undefined) {
    blocks.push(wrap(sentence(shorten(headline ?? reason)), width, INDENT));
    blocks.push(stepsBlock(steps, width));
  } else {
    blocks.push(wrap(sentence(shorten(reason)), width, INDENT));
    if (kind === "exhausted" && prefix.length > 0) blocks.push(wrap(prefixWords(prefix), width, INDENT));
  }
  if (violation.notation !== undefined) blocks.push(renderNotation(violation.notation, style));
  return `\n${blocks.join("\n\n")}\n\n`;
}

/** The most lines of a proof that are printed. */
const MOST_LINES = 30;

/** The proof in words: numbered steps, and their reasons set in. */
function stepsBlock(steps: readonly string[], width: number): string {
  const lines = steps.slice(0, MOST_LINES).map((line) => {
    const [, blanks, mark, text] = /^( *)(\d+\. |- )(.*)$/.exec(line) ?? ["", "", "", "", line];
    const indent = INDENT + blanks + (mark === "- " ? "   " : "");
    return indent + mark + wrap(shorten(text), width, indent + " ".repeat(mark.length)).trimStart();
  });
  const hidden = steps.length - MOST_LINES;
  if (hidden > 0) lines.push(`${INDENT}… and ${count(hidden, "more line")}: --json has them all`);
  return `${INDENT}Why, step by step:\n${lines.join("\n")}`;
}

/** A longer text in the notation is no help on a screen. */
const MOST_OF_NOTATION = 1000;

/** The core, to be pasted. */
function renderNotation(notation: string, { colours, width }: Style): string {
  if (notation.length <= MOST_OF_NOTATION) return INDENT + colours.cyan(notation);
  const words = `The core takes ${count(notation.length, "character")} in the notation: --json has it, as "notation" and as "core".`;
  return wrap(words, width, INDENT);
}

/** The most operations of a prefix that are named one by one. */
const MOST_NAMED = 20;

function prefixWords(prefix: readonly number[]): string {
  const longest = `The longest prefix that has an order: ${count(prefix.length, "operation")}`;
  return prefix.length > MOST_NAMED
    ? `${longest}.`
    : `${longest} (${prefix.map((id) => `#${id}`).join(", ")}).`;
}

/** One operation per line, where columns would be too wide: id, operation, session and line of the file. */
function operationTable(
  operations: readonly OperationView[],
  about: number | undefined,
  { colours, width }: Style,
): string {
  const ids = padded(operations.map(({ id }) => `#${id}`));
  const wheres = operations.map(
    ({ session, line }) => `session ${shorten(String(session))}${line > 1 ? `, line ${line}` : ""}`,
  );
  return operations
    .map(({ id, text }, row) => {
      const mark = id === about ? colours.red("▸ ") : "  ";
      const start = `${INDENT.slice(2)}${mark}${colours.dim(ids[row])} `;
      const where = colours.dim(wheres[row]);
      const fits = INDENT.length + ids[row].length + text.length + wheres[row].length + 3 <= width;
      return `${start}${text}${fits ? "  " : `\n${INDENT}${" ".repeat(ids[row].length + 1)}`}${where}`;
    })
    .join("\n");
}

function padded(column: readonly string[]): readonly string[] {
  const width = Math.max(...column.map((cell) => cell.length));
  return column.map((cell) => cell.padEnd(width));
}
