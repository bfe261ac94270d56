import type { Invocation } from "../history/history.js";
import { equal } from "../history/value.js";
import { integer, sameInvocation } from "./arguments.js";
import { sum } from "./exact.js";
import { initialScores, query } from "./priority-queue.js";
import {
  type Scores,
  scoreOf,
  scoreViews,
  showScores,
  scoresText,
  withoutScore,
  withScore,
} from "./scores.js";
import type { SequentialType } from "./type.js";

const queries = new Set(["score", "max", "size"]);
const onDifferentElements = (a: Invocation, b: Invocation): boolean => !equal(a.args[0], b.args[0]);

/**
 * The replicated priority queue of CRDT-Redis. `initial` as for `priority-queue`.
 *
 * Updates return null. `add` of a present element changes nothing. `incrby` of an absent one creates
 * it as provisional with that score: `score`, `max` and `size` see it, and the next `add` adds to its
 * score and makes it an ordinary element. `rem` removes both kinds.
 */
export const rpq: SequentialType<Scores> = {
  name: "rpq",
  doc: "The priority queue of CRDT-Redis, where increments may come before the add.",
  methods: {
    add: {
      params: ["id", "priority"],
      doc: "Adds the element if it is absent; adds to the score of a provisional one; returns null.",
    },
    incrby: {
      params: ["id", "delta"],
      doc: "Adds to its score; creates it as provisional if it is absent; returns null.",
    },
    rem: { params: ["id"], doc: "Removes the element; returns null." },
    score: { params: ["id"], doc: "Returns its score or null." },
    max: { params: [], doc: "Returns [id, score] of the largest score (ties: the larger id) or null." },
    size: { params: [], doc: "Returns the number of elements, provisional ones included." },
  },
  init: (initial) => initialScores(initial, "rpq"),
  step(state, invocation) {
    const { method, args } = invocation;
    switch (method) {
      case "add": {
        const priority = integer(args[1], "a priority");
        const old = scoreOf(state, args[0]);
        if (old !== undefined && !old.provisional) return { state, result: null };
        const value = sum(old?.value ?? 0, priority);
        return { state: withScore(state, args[0], { value, provisional: false }), result: null };
      }
      case "incrby": {
        const delta = integer(args[1], "an increment");
        const old = scoreOf(state, args[0]);
        const value = sum(old?.value ?? 0, delta);
        const provisional = old?.provisional ?? true;
        return { state: withScore(state, args[0], { value, provisional }), result: null };
      }
      case "rem":
        return { state: withoutScore(state, args[0]), result: null };
      default:
        return query(state, invocation, "rpq");
    }
  },
  key: scoresText,
  views: scoreViews,
  show: showScores,
  pure: ({ method }) => queries.has(method),
  partition: ({ method, args }) => (method === "max" || method === "size" ? undefined : args[0]),
  commute(a, b) {
    if (queries.has(a.method) || queries.has(b.method)) return true;
    if (onDifferentElements(a, b) || sameInvocation(a, b)) return true;
    // On one element increments add up, before and after the add; two different adds compete.
    return a.method !== "rem" && b.method !== "rem" && (a.method === "incrby" || b.method === "incrby");
  },
  relevant(query, update) {
    if (!queries.has(query.method) || queries.has(update.method)) return false;
    return query.method !== "score" || !onDifferentElements(query, update);
  },
};
