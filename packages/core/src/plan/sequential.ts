import { type Budget, orExhausted, withStates } from "../budget.js";
import { split, wholePart } from "../decompose/parts.js";
import { type History, mayBeAbsent, PENDING } from "../history/history.js";
import { select } from "../history/select.js";
import { attemptInterleaving } from "../linearize/attempt-interleaving.js";
import { createSessionsSearch, type SequentialFound, searchSessions } from "../linearize/sessions.js";
import { LEVEL } from "../criteria/levels.js";
import { monitorFor } from "../monitors/index.js";
import { types } from "../types/index.js";
import { longSearch } from "../visibility/long/long-search.js";
import { blamed, type Decision, ordered } from "./decision.js";
import { type ExactSearch, inTurns } from "./in-turns.js";
import { decideLinearizability, placeOf, type Question } from "./linearizability.js";

/**
 * The same operations as if all were called before any returned: real time then orders nothing,
 * and what is left of linearizability is sequential consistency. Pending operations stay pending, and optional
 * ones become so: without time there is no difference.
 */
export function withoutRealTime(history: History): History {
  const { size } = history;
  return {
    ...history,
    timed: true,
    call: Int32Array.from({ length: size }, (_, id) => id),
    ret: Int32Array.from({ length: size }, (_, id) => (mayBeAbsent(history, id) ? PENDING : size + id)),
    optional: undefined,
  };
}

/** The states that one object or key may take up in the attempt to refute by it alone. */
const PROJECTION_EFFORT = 2000;

/**
 * Sequential consistency. An object or a key that fails by itself refutes the history (projection;
 * it never proves it: locality is linearizability's alone). Then the search over session positions, in turns with
 * that for long histories, or a named algorithm on the history without real time.
 */
export function decideSequential(question: Question, budget: Budget): Decision {
  const { history, type, initial, algorithm } = question;
  if (algorithm !== "auto")
    return decideLinearizability(
      { ...question, history: withoutRealTime(history), partition: false },
      budget,
    );
  const plain = interleavePlainly(question);
  if (plain !== undefined) return plain;
  const saturated = decideTransactions(question, budget);
  if (saturated !== undefined) return saturated;
  const projected = question.partition ? refuteByProjection(question, budget) : undefined;
  if (projected !== undefined) return projected;
  return inTurns(
    history,
    exactSessions(question, budget),
    (meter) =>
      longSearch(
        {
          history,
          type,
          initial,
          order: "session",
          levels: new Uint8Array(history.size).fill(LEVEL.complete),
          accepts: () => true,
        },
        meter,
      ),
    budget,
  );
}

/** The steps of a meter that one state of the search over session positions is worth. */
const STEPS_A_STATE = 32;

/** The search over session positions. */
function exactSessions({ history, type, initial }: Question, budget: Budget): ExactSearch {
  let search: ((states: number) => SequentialFound) | undefined;
  const found = (most: number): SequentialFound =>
    orExhausted<SequentialFound>(
      () => (search ??= createSessionsSearch(history, type, initial, budget))(most),
      (reason) => ({ verdict: "unknown", reason, furthest: 0, states: 0 }),
    );
  return {
    resume: (steps, states) => asDecision(history, found(Math.min(Math.ceil(steps / STEPS_A_STATE), states))),
  };
}

function asDecision({ size }: History, found: SequentialFound): Decision {
  const summary = { algorithm: "sessions", states: found.states, parts: 1 };
  switch (found.verdict) {
    case "satisfied":
      return { verdict: "satisfied", witness: ordered(found.linearization), ...summary };
    case "violated":
      return {
        verdict: "violated",
        ids: Array.from({ length: size }, (_, id) => id),
        ...(found.stuck.length === 1 && { stuck: found.stuck[0] }),
        ...summary,
      };
    case "unknown":
      return {
        verdict: "unknown",
        reason: found.reason,
        established: `an order of ${found.furthest} of ${size} operations was found, and no violation`,
        ...summary,
      };
  }
}

/** Transactions on one set of registers or lists, by saturation, where that decides them. */
function decideTransactions({ history, type, initial }: Question, budget: Budget): Decision | undefined {
  const ofTransactions = type === types["multi-register"] || type === types["multi-list"];
  const monitor = ofTransactions && history.objects.length <= 1 ? monitorFor(type) : undefined;
  if (monitor === undefined) return undefined;
  const part = wholePart(withoutRealTime(history), type, initial);
  const found = monitor.decide(part, budget);
  if (found === undefined || found.verdict === "unknown") return undefined;
  const summary = { algorithm: monitor.name, states: found.states, parts: 1 };
  if (found.verdict === "satisfied")
    return {
      verdict: "satisfied",
      witness: ordered(Array.from(found.linearization, (row) => part.ids[row])),
      ...summary,
    };
  const { pattern } = found;
  return {
    verdict: "violated",
    ids: [...part.ids],
    ...(pattern !== undefined && { pattern: blamed(history, part, pattern) }),
    ...summary,
  };
}

/** Longer histories are worth the preparations of a real search. */
const SHORT = 256;

/** A short history whose interleaving, or want of one, is plain to see. */
export function interleavePlainly({
  history,
  type,
  initial,
  reasons,
}: Pick<Question, "history" | "type" | "initial" | "reasons">): Decision | undefined {
  const { size, happensBefore, timed, ret, optional } = history;
  if (size > SHORT || type.ofUser === true) return undefined;
  if (happensBefore.length > 0 || (timed && ret.includes(PENDING)) || optional?.includes(1) === true)
    return undefined;
  const found = attemptInterleaving(history, type, initial);
  if (found === undefined || (found.verdict === "violated" && reasons)) return undefined;
  const summary = { algorithm: "plain", states: found.states, parts: 1 };
  if (found.verdict === "satisfied")
    return { verdict: "satisfied", witness: ordered(found.linearization), ...summary };
  return { verdict: "violated", ids: Array.from({ length: size }, (_, id) => id), ...summary };
}

function refuteByProjection(question: Question, budget: Budget): Decision | undefined {
  const { history, type, initial } = question;
  if (type.partition === undefined && history.objects.length <= 1) return undefined;
  const { parts } = split(withoutRealTime(history), type, initial);
  if (parts.length <= 1) return undefined;
  for (const part of parts) {
    const ids = [...part.ids].sort((a, b) => a - b);
    const alone = select(history, Int32Array.from(ids));
    const found = orExhausted(
      () => searchSessions(alone.history, type, initial, withStates(budget, PROJECTION_EFFORT)),
      () => undefined,
    );
    if (found?.verdict !== "violated") continue;
    return {
      verdict: "violated",
      ids,
      part: placeOf(part),
      ...(found.stuck.length === 1 && { stuck: ids[found.stuck[0]] }),
      algorithm: "sessions",
      states: found.states,
      parts: parts.length,
    };
  }
  return undefined;
}
