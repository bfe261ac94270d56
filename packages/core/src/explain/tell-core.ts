import { type History, labelOf } from "../history/history.js";
import { printOperation, printValue } from "../history/print.js";
import { select } from "../history/select.js";
import type { Alternatives } from "./alternatives.js";
import type { Refuted } from "./explain.js";

/** The most orders between operations that the words list. */
const MOST_ORDERS = 8;

/** An operation in words: `#7 read() => 2`. */
const name = (history: History, id: number): string => `#${id} ${printOperation(labelOf(history, id))}`;

/** An operation of the core, with what it could have returned instead. */
export interface Instead extends Alternatives {
  readonly id: number;
}

/**
 * The core in words: which operation could not return what it returned, what it could have
 * returned, and the orders that force it.
 */
export function tellCore(
  { history, criterion }: Refuted,
  core: readonly number[],
  instead: readonly Instead[],
): string {
  const culprit = instead.find(({ results }) => results.length > 0);
  const what =
    culprit === undefined
      ? core.length === 1
        ? `nothing explains ${name(history, core[0])}`
        : `no order of ${list(core.map((id) => name(history, id)))} explains all their results`
      : `${name(history, culprit.id)} ${tellResults(culprit)}, but not ${printValue(labelOf(history, culprit.id).result ?? null)}`;
  const orders =
    core.length === 1 ? "" : tellOrders(history, core, criterion === "linearizability" && history.timed);
  return [what, orders].filter((sentence) => sentence !== "").join(". ");
}

/** That the operations which are not named make no difference. */
export function tellOthers(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? "The other operation cannot help, whether it took effect or not"
    : `The other ${count} operations cannot help, whether or not each took effect`;
}

/** "could have returned 2 or 3", or "…, for instance 2 or 3" where that is not all. */
function tellResults({ results, complete }: Instead): string {
  return `could have returned ${complete ? "" : "for instance "}${list(results.map(printValue), "or")}`;
}

/** The orders among the core: a chain where it is one, else those that follow from no other two. */
function tellOrders(history: History, core: readonly number[], useTime: boolean): string {
  const inTime = (a: number, b: number): boolean => useTime && history.ret[a] < history.call[b];
  const inSession = (a: number, b: number): boolean => history.session[a] === history.session[b] && a < b;
  const edges = select(history, Int32Array.from(core)).history.happensBefore;
  const isDeclared = (a: number, b: number): boolean =>
    edges.some((id, i) => i % 2 === 0 && core[id] === a && core[edges[i + 1]] === b);
  const before = (a: number, b: number): boolean => inTime(a, b) || inSession(a, b) || isDeclared(a, b);
  const sorted = [...core].sort((a, b) => (before(a, b) ? -1 : before(b, a) ? 1 : a - b));
  const isChain = (step: (a: number, b: number) => boolean): boolean =>
    sorted.every((id, i) => i === 0 || step(sorted[i - 1], id));
  const chain = sorted.map((id) => name(history, id)).join(", then ");
  if (isChain(inTime)) return `Each had returned before the next was called: ${chain}`;
  if (isChain(inSession)) return `In one session: ${chain}`;
  const sentences: string[] = [];
  for (const a of sorted)
    for (const b of sorted)
      if (before(a, b) && !sorted.some((c) => before(a, c) && before(c, b)))
        sentences.push(
          inTime(a, b)
            ? `${name(history, a)} had returned before ${name(history, b)} was called`
            : inSession(a, b)
              ? `${name(history, a)} comes before ${name(history, b)} in its session`
              : `${name(history, a)} happens before ${name(history, b)}, as declared`,
        );
  return list(sentences.slice(0, MOST_ORDERS));
}

/** "1, 2 and 3". */
export function list(words: readonly string[], and = "and"): string {
  return words.length <= 1 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}
