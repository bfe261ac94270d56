import { count } from "../../../render/count.js";
import type { Style } from "../../../render/style.js";
import { wholeNumber } from "../../../render/whole-number.js";
import { wrap } from "../../../render/wrap.js";
import { historyTitle } from "../../../report/history-title.js";
import type { Kind, ViolationKinds } from "../../../report/violation-kinds.js";

/** The most kinds that are listed, and the most violations of each that are named. */
const [MOST_KINDS, MOST_NAMED] = [20, 8];

/** The kinds of violations, the most frequent first. Empty where no two violations are of one kind. */
export function renderKinds({ all }: ViolationKinds, showRuns: boolean, style: Style): string {
  if (!all.some((kind) => kind.count > 1)) return "";
  const sorted = all.toSorted((a, b) => b.runs - a.runs || b.count - a.count || a.number - b.number);
  const shown = sorted.slice(0, MOST_KINDS).map((kind) => renderKind(kind, showRuns, style));
  const more = all.length > MOST_KINDS ? `… and ${count(all.length - MOST_KINDS, "more kind")}\n` : "";
  return `\n${shown.join("")}${more}\n`;
}

/** One kind: how many, the first, its core, and the others. */
function renderKind(kind: Kind, showRuns: boolean, { colours, width }: Style): string {
  const { number, criterion, first, notation } = kind;
  const runs = showRuns ? ` in ${count(kind.runs, "run")}` : "";
  const head = `${colours.bold(`kind ${number}`)}: ${count(kind.count, "violation")} of ${criterion}${runs}, such as ${historyTitle(first)}`;
  return [
    head,
    ...(notation === undefined ? [] : [`    ${colours.cyan(notation)}`]),
    ...(kind.count === 1 ? [] : [colours.dim(wrap(`Also ${othersWords(kind)}`, width, "    "))]),
    "",
  ].join("\n");
}

/** `a.ndjson[3], b.json and 12 more`. */
function othersWords({ others, count: number }: Kind): string {
  const named = others.slice(0, MOST_NAMED).map((one) => historyTitle({ ...one, name: null }));
  const more = number - 1 - named.length;
  return more > 0 ? `${named.join(", ")} and ${wholeNumber(more)} more` : named.join(", ");
}
