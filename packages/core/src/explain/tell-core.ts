import { type History, labelOf } from "../history/history.js";
import { printValue } from "../history/print.js";
import { select } from "../history/select.js";
import type { Alternatives } from "./alternatives.js";
import type { Refuted } from "./explain.js";
import { nameOf } from "./name-of.js";

/** The most orders between operations that the words list. */
const MOST_ORDERS = 8;

/** An operation of the core, with what it could have returned instead. */
export interface Instead extends Alternatives {
  readonly id: number;
}

/** The core in words: which operation could not return what it returned, and the orders that force it. */
export function tellCore(
  { history, criterion }: Refuted,
  core: readonly number[],
  instead: readonly Instead[],
): string {
  const orders =
    core.length === 1 ? "" : tellOrders(history, core, criterion === "linearizability" && history.timed);
  return [tellCulprit(history, instead) ?? tellTogether(history, core), orders]
    .filter((sentence) => sentence !== "")
    .join(". ");
}

/** Which operation could have returned something else, and what; nothing where none could. */
export function tellCulprit(history: History, instead: readonly Instead[]): string | undefined {
  const culprit = instead.find(({ results }) => results.length > 0);
  if (culprit === undefined) return undefined;
  const { id, results, complete } = culprit;
  const others = `${list(results.map(printValue), "or")}${complete ? "" : ", for instance"}`;
  return `${nameOf(history, id)} could have returned ${others}, but not ${printValue(labelOf(history, id).result ?? null)}`;
}

/** That these operations cannot all have returned what they did, where what each of them sees is to be chosen. */
export function tellUnseen(criterion: string, history: History, ids: readonly number[]): string {
  const names = list(ids.map((id) => nameOf(history, id)));
  return `no choice of who sees whom that ${criterion} allows explains ${names}${ids.length === 1 ? "" : " together"}`;
}

/** That these operations cannot all have happened so. */
export function tellTogether(history: History, ids: readonly number[]): string {
  return ids.length === 1
    ? `nothing explains ${nameOf(history, ids[0])}`
    : `no order of ${list(ids.map((id) => nameOf(history, id)))} explains all their results`;
}

/** That the operations which are not named make no difference. */
export function tellOthers(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? "The other operation cannot help, whether it took effect or not"
    : `The other ${count} operations cannot help, whether or not each took effect`;
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
  const chain = sorted.map((id) => nameOf(history, id)).join(", then ");
  if (isChain(inTime)) return `Each had returned before the next was called: ${chain}`;
  if (isChain(inSession)) return `In one session: ${chain}`;
  const sentences: string[] = [];
  for (const a of sorted)
    for (const b of sorted)
      if (before(a, b) && !sorted.some((c) => before(a, c) && before(c, b)))
        sentences.push(
          inTime(a, b)
            ? `${nameOf(history, a)} had returned before ${nameOf(history, b)} was called`
            : inSession(a, b)
              ? `${nameOf(history, a)} comes before ${nameOf(history, b)} in its session`
              : `${nameOf(history, a)} happens before ${nameOf(history, b)}, as declared`,
        );
  return list(sentences.slice(0, MOST_ORDERS));
}

/** "1, 2 and 3". */
export function list(words: readonly string[], and = "and"): string {
  return words.length <= 1 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}
