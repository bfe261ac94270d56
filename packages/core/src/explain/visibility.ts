import { type Budget, createBudget, withoutDeadline } from "../budget.js";
import { type History, type Label, labelOf } from "../history/history.js";
import { printObject, printOperation, printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { type Selection, select } from "../history/select.js";
import type { Violation } from "../result.js";
import { sessionCause } from "./cause/session-cause.js";
import { contradiction } from "./contradiction.js";
import { type Relaxable, relaxVisibility } from "./relax-visibility.js";
import { shrink } from "./shrink.js";
import { coreInNotation } from "./tell-core.js";

/** A history that violates levels or axioms, to be explained. */
export interface RefutedVisibility extends Relaxable {
  /** Decides whether another history of the same type, from the same state, satisfies the same criterion. */
  readonly decide: (history: History, budget: Budget) => "satisfied" | "violated" | "unknown";
  /** The criterion in a few words: `monotonic`, `put=complete,*=weak`, or its axioms. */
  readonly criterion: string;
  readonly initial?: Value | undefined;
  /** The operation that the search could not explain, where it knows one. */
  readonly unexplained?: number | undefined;
}

/** The states that one trial of the shrinker may visit. */
const TRIAL_STATES = 20_000;
/** The time that explaining may take, in milliseconds, whatever deadline there is. */
const PATIENCE = 2000;
/** A core of more operations than this explains nothing to a person. */
const SMALL = 10;
/** Beyond this many operations, only those whose results matter tell violations apart. */
const MOST_IN_PATTERN = 32;
/** The most orders between operations that the words list. */
const MOST_ORDERS = 8;
/** The most other results that are tried on the operation that nothing explains, and named. */
const [MOST_RESULTS, MOST_NAMED] = [12, 3];

/**
 * Says why a history violates levels or axioms: the operation that no visibility explains, and a core:
 * few operations with their results, and the updates that these may notice, with any results. The other
 * operations do not matter, whether or not each took effect. The core is the history relaxed, so that it
 * refutes the whole.
 */
export function explainVisibility(refuted: RefutedVisibility, budget: Budget): Violation {
  const { history, criterion, unexplained } = refuted;
  const clash = refuted.order === "realtime" ? contradiction(history) : undefined;
  if (clash !== undefined) return clash;
  const deadline = Math.min(performance.now() + PATIENCE, budget.limits.deadline ?? Infinity);
  const mayGoOn = (): boolean => performance.now() < deadline && budget.limits.cancelled?.() !== true;
  const trial = createBudget({ ...budget.limits, deadline, states: TRIAL_STATES });
  const decide = (sub: History) => refuted.decide(sub, trial);
  const fails = (kept: readonly number[]): boolean =>
    decide(relaxVisibility(refuted, new Set(kept)).history) === "violated";
  const all = Array.from({ length: history.size }, (_, id) => id);
  const core = fails(all) ? smallest(all, fails, mayGoOn) : undefined;
  const cause = (kind: string, alone: History): string =>
    sessionCause({
      criterion,
      kind,
      core: alone,
      type: refuted.type.name,
      initial: refuted.initial,
      useTime: refuted.order === "realtime",
      fails: (sub) => refuted.decide(sub, withoutDeadline(budget, TRIAL_STATES)) === "violated",
    });
  if (core === undefined || core.length > SMALL)
    return {
      kind: "exhausted",
      operations: core ?? (unexplained === undefined ? [] : [unexplained]),
      reason: tellExhausted(refuted, core?.length ?? history.size),
      ...(unexplained === undefined
        ? {}
        : { stuck: unexplained, cause: cause("exhausted", only(history, [unexplained])) }),
    };
  const relaxed = relaxVisibility(refuted, new Set(core));
  const operations = Array.from(relaxed.ids);
  const stuck = unexplained !== undefined && core.includes(unexplained) ? unexplained : latest(history, core);
  const others = core.filter((id) => id !== stuck);
  const reason = [
    `${name(history, stuck)}: no visibility that ${criterion} allows explains it${
      others.length === 0 ? "" : ` together with ${list(others.map((id) => name(history, id)))}`
    }`,
    tellResults(relaxed, stuck, decide),
    tellOrders(refuted, operations),
    tellUpdates(operations.length - core.length),
    tellRest(history.size - operations.length),
  ];
  return {
    kind: "core",
    operations,
    reason: reason.filter((sentence) => sentence !== "").join(". "),
    cause: cause("core", operations.length > MOST_IN_PATTERN ? only(history, core) : relaxed.history),
    stuck,
    notation: coreInNotation(relaxed.history, [...operations.keys()]),
  };
}

/** Shrinks from the front and, if that leaves too much, from the back. */
function smallest(
  all: readonly number[],
  fails: (kept: readonly number[]) => boolean,
  mayGoOn: () => boolean,
): readonly number[] {
  const first = shrink(all, fails, mayGoOn);
  const second = first.length <= SMALL || !mayGoOn() ? first : shrink([...all].reverse(), fails, mayGoOn);
  return [...(second.length < first.length ? second : first)].sort((a, b) => a - b);
}

/** These operations alone. */
function only(history: History, ids: readonly number[]): History {
  return select(history, Int32Array.from(ids)).history;
}

/** The operation that was called last; without time, the last that is listed. */
function latest(history: History, core: readonly number[]): number {
  return core.reduce((a, b) => (history.timed && history.call[a] > history.call[b] ? a : b));
}

/** An operation in words: `#7 read() => 2`. */
function name(history: History, id: number): string {
  return `#${id} ${printObject(history.objects[history.object[id]])}${printOperation(labelOf(history, id))}`;
}

/** What the operation could have returned instead, for instance. */
function tellResults({ history, ids }: Selection, stuck: number, decide: (sub: History) => string): string {
  const at = ids.indexOf(stuck);
  const label = labelOf(history, at);
  const possible: Value[] = [];
  for (const result of plausibleResults(history, label)) {
    if (possible.length === MOST_NAMED) break;
    const labels = [...history.labels, { ...label, result }];
    const other = { ...history, labels, label: history.label.with(at, history.labels.length) };
    if (decide(other) === "satisfied") possible.push(result);
  }
  return possible.length === 0
    ? ""
    : `It could have returned for instance ${list(possible.map(printValue), "or")}`;
}

/** Other values that occur as results of the method or as arguments; the other truth value. */
function plausibleResults(history: History, { method, result }: Label): Value[] {
  if (result === undefined) return [];
  const values = new Map<string, Value>();
  const offer = (value: Value | undefined): void => {
    if (value !== undefined && !equal(value, result)) values.set(canonical(value), value);
  };
  if (typeof result === "boolean") offer(!result);
  else {
    for (const label of history.labels) if (label.method === method) offer(label.result);
    for (const label of history.labels) label.args.forEach(offer);
    for (const usual of [null, 0, 1, []]) offer(usual);
  }
  return [...values.values()].slice(0, MOST_RESULTS);
}

/** The operations session by session, and the other orders among them that follow from no other two. */
function tellOrders({ history, order }: RefutedVisibility, ids: readonly number[]): string {
  const { session, happensBefore: edges, call, ret } = history;
  const inSession = (a: number, b: number): boolean => session[a] === session[b] && a < b;
  const inTime = (a: number, b: number): boolean => order === "realtime" && history.timed && ret[a] < call[b];
  const declared = (a: number, b: number): boolean =>
    edges.some((from, i) => i % 2 === 0 && from === a && edges[i + 1] === b);
  const before = (a: number, b: number): boolean => inSession(a, b) || declared(a, b) || inTime(a, b);
  const chains = [...new Set(ids.map((id) => session[id]))]
    .map((one) => ids.filter((id) => session[id] === one))
    .filter((chain) => chain.length > 1);
  const sentences = chains.map(
    (chain) => `In one session: ${chain.map((id) => name(history, id)).join(", then ")}`,
  );
  const pairs = ids
    .flatMap((a) => ids.map((b) => [a, b] as const))
    .filter(([a, b]) => before(a, b) && !inSession(a, b));
  for (const [a, b] of pairs)
    if (!ids.some((c) => before(a, c) && before(c, b)))
      sentences.push(
        `${name(history, a)} comes before ${name(history, b)} ${declared(a, b) ? "as declared" : "in real time"}`,
      );
  return sentences.slice(0, MOST_ORDERS).join(". ");
}

/** That the results of the updates which are not among those named do not matter. */
function tellUpdates(count: number): string {
  return count === 0 ? "" : `This holds whatever the ${countOf(count, "update")} returned`;
}

function tellRest(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? "The other operation cannot help, whether it took effect or not"
    : `The other ${count} operations cannot help, whether or not each took effect`;
}

function tellExhausted({ criterion, history, unexplained }: RefutedVisibility, size: number): string {
  const where = unexplained === undefined ? "" : `; none explains ${name(history, unexplained)}`;
  return `every linearization and visibility of the ${history.size} operations that ${criterion} allows was ruled out${where}. No core of ${SMALL} or fewer operations was found: ${size} take part`;
}

function countOf(count: number, noun: string): string {
  return count === 1 ? noun : `${count} ${noun}s`;
}

function list(words: readonly string[], and = "and"): string {
  return words.length <= 1 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}
