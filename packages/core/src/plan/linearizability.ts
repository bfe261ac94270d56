import { type Budget, orExhausted, withStates } from "../budget.js";
import { tookEffect, withMaybes } from "../decompose/maybes.js";
import { merge } from "../decompose/merge.js";
import { type NamedPart, sessionsFollowTime, split, wholePart } from "../decompose/parts.js";
import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { EngineOptions, Found } from "../linearize/engine.js";
import { linearizeKeyed } from "../linearize/keyed.js";
import { attemptPlainly } from "../linearize/attempt-plainly.js";
import { monitorFor } from "../monitors/index.js";
import { maybeType } from "../types/maybe-type.js";
import type { SequentialType } from "../types/type.js";
import { verify } from "../witness/verify.js";
import type { OrderAlgorithm } from "../ask/algorithms.js";
import { blamed, type Decision, ordered } from "./decision.js";
import { engines } from "./engines.js";

/** A question of linearizability and the options of its search. */
export interface Question {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  readonly algorithm: "auto" | OrderAlgorithm;
  readonly partition: boolean;
  readonly options: EngineOptions;
  /** Whether a violation is to be told with the part that fails, and the pattern where there is one. Default: false. */
  readonly reasons?: boolean;
  /** Whether only the verdict is wanted: the witness then lists optional operations too that did not take effect. Default: false. */
  readonly verdictOnly?: boolean;
}

/**
 * Linearizability of a timed history: split into parts, decide each, put the orders together.
 * Where orders other than real time lead from part to part, a failing part refutes the history,
 * but orders that do not fit together leave the whole to be searched.
 */
export function decideLinearizability(question: Question, budget: Budget): Decision {
  if (question.history.optional === undefined) return decideCertain(question, budget);
  const { history, type, initial } = question;
  const asked = { ...question, history: withMaybes(history), type: maybeType(type) };
  const decision = decideCertain(asked, budget);
  if (decision.verdict !== "satisfied" || question.verdictOnly === true) return decision;
  const linearization = tookEffect(history, type, initial, decision.witness.linearization);
  return { ...decision, witness: { ...decision.witness, linearization } };
}

/** Linearizability where every operation that returned took effect. */
function decideCertain(question: Question, budget: Budget): Decision {
  const { history, type, initial, partition } = question;
  if (!partition) return decideParts(question, [wholePart(history, type, initial)], budget);
  const plain = linearizePlainly(question);
  if (plain !== undefined) return plain;
  const atOnce = decideAtOnce(question, budget);
  if (atOnce !== undefined) return atOnce;
  const { parts, exact } = split(history, type, initial);
  const decision = decideParts(question, parts, budget);
  if (exact || decision.verdict !== "satisfied") return decision;
  const claim = { type, criterion: "linearizability", initial } as const;
  if (verify(history, claim, decision.witness).valid) return decision;
  const whole = decideParts(question, [wholePart(history, type, initial)], budget);
  return { ...whole, states: whole.states + decision.states };
}

/** Longer parts are worth the preparations of a real search. */
const SHORT_PART = 512;

/** Longer histories are split first, where they can be: keys would be in each other's way. */
const SHORT_WHOLE = 48;

/** A short history whose order, or want of one, is plain to see. */
export function linearizePlainly({
  history,
  type,
  initial,
  algorithm,
  reasons,
}: Omit<Question, "partition" | "options">): Decision | undefined {
  const whole = type.partition === undefined && history.objects.length <= 1;
  if (algorithm !== "auto" || history.size > (whole ? SHORT_PART : SHORT_WHOLE)) return undefined;
  if (type.ofUser === true) return undefined;
  if (history.happensBefore.length > 0 || !sessionsFollowTime(history)) return undefined;
  const { size, labels, label, call, ret, object: objectOf, objects } = history;
  const question = { type, initial, size, labels, label, call, ret, objectOf, objectCount: objects.length };
  const found = attemptPlainly(question);
  if (found === undefined || (found.verdict === "violated" && reasons)) return undefined;
  const summary = { algorithm: "plain", states: found.states, parts: 1 };
  if (found.verdict === "satisfied")
    return { verdict: "satisfied", witness: ordered(found.linearization), ...summary };
  return { verdict: "violated", ids: Array.from(history.label.keys()), stuck: found.stuck, ...summary };
}

/** Shorter histories are decided part by part. */
const LONG = 4096;

/** Long histories of types with few states per key: all keys in one pass, where that applies. */
function decideAtOnce({ history, type, initial, algorithm }: Question, budget: Budget): Decision | undefined {
  if (history.size < LONG || (algorithm !== "auto" && algorithm !== "frontier")) return undefined;
  const found = orExhausted(
    () => linearizeKeyed(history, type, initial, budget),
    () => undefined,
  );
  if (found === undefined) return undefined;
  const { of, names } = found.keys;
  const summary = { algorithm: "frontier", states: history.size, parts: names.length };
  if (found.verdict === "satisfied")
    return { verdict: "satisfied", witness: ordered(found.linearization), ...summary };
  const group = of[history.label[found.stuck]];
  const ids: number[] = [];
  for (let id = 0; id < history.size; id++) if (of[history.label[id]] === group) ids.push(id);
  const key = names[group];
  const object = history.objects[0];
  return {
    verdict: "violated",
    ids,
    stuck: found.stuck,
    ...(key === undefined && object === undefined ? {} : { part: placeOf({ object, key }) }),
    ...summary,
  };
}

/** The states that each part may visit in the first round; each later round allows eight times as many. */
export const FIRST_ROUND = 4096;

/** Parts of one history are alike: where the plain attempt fails for so many more than it decides, the rest go without. */
const MOST_MISSES = 1;

/**
 * Decides parts in rounds of growing effort, so that one cheap part that fails is found before
 * an expensive part is searched to its end.
 */
function decideParts(question: Question, parts: readonly NamedPart[], budget: Budget): Decision {
  const used = new Set<string>();
  const linearizations: ArrayLike<number>[] = parts.map(() => []);
  let states = 0;
  let open = parts.map((_, p) => p);
  let misses = 0; // how much more often than not the plain attempt came to nothing
  for (let effort = FIRST_ROUND; open.length > 0; effort *= 8) {
    const left: number[] = [];
    const isFirst = effort === FIRST_ROUND;
    for (const p of open) {
      const plainly = isFirst && misses < MOST_MISSES;
      const alone = question.algorithm !== "auto" || open.length === 1;
      const { found, algorithm } = orExhausted<PartDecision>(
        () =>
          decidePart(question, parts[p], alone ? budget : withStates(budget, effort), {
            plainly,
            monitor: isFirst,
          }),
        (reason) => ({ found: { verdict: "unknown", reason, states: 0 }, algorithm: "frontier" }),
      );
      used.add(algorithm);
      if (plainly) misses += algorithm === "plain" ? -1 : 1;
      states += found.states;
      const summary = { algorithm: [...used].sort().join("+"), states, parts: parts.length };
      if (found.verdict === "violated")
        return { ...violatedIn(question.history, parts[p], found), ...summary };
      if (found.verdict === "satisfied") linearizations[p] = found.linearization;
      else if (found.reason === "states" && !alone && budget.exceeded(states) === undefined) left.push(p);
      else {
        const done = parts.length - left.length - open.length + open.indexOf(p);
        return { verdict: "unknown", reason: found.reason, established: progress(done, parts), ...summary };
      }
    }
    open = left;
  }
  return {
    verdict: "satisfied",
    witness: ordered(merge(question.history, parts, linearizations)),
    algorithm: used.size === 0 ? "none" : [...used].sort().join("+"),
    states,
    parts: parts.length,
  };
}

/** What was found of a part, and by what. */
export interface PartDecision {
  readonly found: Found;
  readonly algorithm: string;
}

/** What a plan knows to decide one part: at a glance, by a monitor (where these are to be tried `first`), by search. */
export function decidePart(
  { algorithm, type, options, reasons = false }: Question,
  part: NamedPart,
  budget: Budget,
  first: { readonly plainly: boolean; readonly monitor: boolean },
): PartDecision {
  if (algorithm !== "auto") return { found: engines[algorithm](part, budget, options), algorithm };
  if (first.plainly && part.size <= SHORT_PART && part.order === undefined && type.ofUser !== true) {
    const found = attemptPlainly(part);
    if (found !== undefined && (found.verdict === "satisfied" || !reasons))
      return { found, algorithm: "plain" };
  }
  const monitor = first.monitor && part.type === type ? monitorFor(type) : undefined;
  const found = monitor?.decide(part, budget);
  if (monitor !== undefined && found !== undefined) return { found, algorithm: monitor.name };
  return { found: engines.frontier(part, budget, options), algorithm: "frontier" };
}

function violatedIn(history: History, part: NamedPart, found: Found & { verdict: "violated" }) {
  const { object, key, ids } = part;
  return {
    verdict: "violated",
    ids: [...ids],
    ...(object === undefined && key === undefined ? {} : { part: placeOf(part) }),
    ...(found.stuck !== undefined && { stuck: ids[found.stuck] }),
    ...(found.pattern !== undefined && { pattern: blamed(history, part, found.pattern) }),
  } as const;
}

/** Which object and key a part is about. */
export function placeOf({
  object,
  key,
}: {
  readonly object?: string | number | undefined;
  readonly key?: Value | undefined;
}): Pick<NamedPart, "object" | "key"> {
  return { ...(object !== undefined && { object }), ...(key !== undefined && { key }) };
}

function progress(done: number, parts: readonly NamedPart[]): string {
  if (parts.length === 1) return "no violation was found in what was searched";
  return `${done} of ${parts.length} parts are linearizable on their own; no violation was found in what was searched of the rest`;
}
