import type { Invocation } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { initialEntries, integer, noSuchMethod, sameInvocation } from "./arguments.js";
import { exactValue, sum } from "./exact.js";
import {
  maximum,
  noScores,
  type Scores,
  scoreCount,
  scoreOf,
  scoreViews,
  showScores,
  scoresText,
  withoutScore,
  withScore,
} from "./scores.js";
import type { SequentialType } from "./type.js";

const queries = new Set(["score", "max", "size"]);
const updates = new Set(["add", "incrby", "rem"]);

/** Whether each is about one element, and these are different. */
const onDifferentElements = (a: Invocation, b: Invocation): boolean =>
  (a.method === "score" || updates.has(a.method)) &&
  (b.method === "score" || updates.has(b.method)) &&
  !equal(a.args[0], b.args[0]);

/** The elements that `initial` gives, as an object or as pairs, with their priorities. */
export function initialScores(initial: Value | undefined, type: string): Scores {
  return initialEntries(initial, type).reduce(
    (scores, [id, priority]) =>
      withScore(scores, id, { value: integer(priority, "a priority"), provisional: false }),
    noScores,
  );
}

/** What the queries of both priority queues return. */
export function query(state: Scores, { method, args }: Invocation, type: string) {
  switch (method) {
    case "score": {
      const score = scoreOf(state, args[0]);
      return { state, result: score === undefined ? null : exactValue(score.value) };
    }
    case "max":
      return { state, result: maximum(state) };
    case "size":
      return { state, result: scoreCount(state) };
    default:
      throw noSuchMethod(type, method);
  }
}

/**
 * Elements with priorities. `initial` gives the priority of each: an array of pairs
 * (`[[1, 50]]`), or an object where ids are strings.
 *
 * Updates return null. `add` of a present element sets its priority; `incrby` and `rem` of an
 * absent one do nothing. Priorities are integers: decimals do not add up the same in every order.
 */
export const priorityQueue: SequentialType<Scores> = {
  name: "priority-queue",
  doc: "Elements with priorities, the largest first.",
  methods: {
    add: { params: ["id", "priority"], doc: "Adds the element or sets its priority; returns null." },
    incrby: { params: ["id", "delta"], doc: "Adds to its priority if it is present; returns null." },
    rem: { params: ["id"], doc: "Removes the element; returns null." },
    score: { params: ["id"], doc: "Returns its priority or null." },
    max: { params: [], doc: "Returns [id, priority] of the largest priority (ties: the larger id) or null." },
    size: { params: [], doc: "Returns the number of elements." },
  },
  init: (initial) => initialScores(initial, "priority-queue"),
  step(state, invocation) {
    const { method, args } = invocation;
    switch (method) {
      case "add": {
        const value = integer(args[1], "a priority");
        return { state: withScore(state, args[0], { value, provisional: false }), result: null };
      }
      case "incrby": {
        const delta = integer(args[1], "an increment");
        const old = scoreOf(state, args[0]);
        if (old === undefined) return { state, result: null };
        const value = sum(old.value, delta);
        return { state: withScore(state, args[0], { value, provisional: false }), result: null };
      }
      case "rem":
        return { state: withoutScore(state, args[0]), result: null };
      default:
        return query(state, invocation, "priority-queue");
    }
  },
  key: scoresText,
  views: scoreViews,
  show: showScores,
  pure: ({ method, args }) => queries.has(method) || (method === "incrby" && args[1] === 0),
  partition: ({ method, args }) => (method === "max" || method === "size" ? undefined : args[0]),
  commute(a, b) {
    if (queries.has(a.method) || queries.has(b.method)) return true;
    if (onDifferentElements(a, b) || sameInvocation(a, b)) return true;
    return a.method !== "add" && b.method !== "add"; // increments add up, and are lost on removal
  },
  relevant(query, update) {
    if (updates.has(query.method) || queries.has(update.method)) return false;
    if (query.method === "size") return update.method !== "incrby";
    return !onDifferentElements(query, update);
  },
};
