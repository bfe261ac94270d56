import type { Invocation } from "../history/history.js";
import { elementCounts } from "./counts.js";
import { notNull, sameInvocation } from "./arguments.js";
import { elementSequence, stepOnWhole, wholeMethods } from "./element-sequence.js";
import { observedValues } from "./observed.js";
import * as sequences from "./persistent-sequence.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import type { SequentialType } from "./type.js";
import { containerViews } from "./views.js";

const queries = new Set(["peek", "size", "isEmpty", "toArray"]);
const takes = (invocation: Invocation): boolean =>
  invocation.method === "poll" || invocation.method === "clear";

/**
 * First in, first out. `initial` is an array, the front first.
 *
 * `offer` always succeeds and returns true. `poll` and `peek` return null exactly when the queue is
 * empty, so it holds no null.
 */
export const queue: SequentialType<PersistentSequence> = {
  name: "queue",
  doc: "First in, first out.",
  methods: {
    offer: { params: ["element"], doc: "Puts it at the back; returns true." },
    poll: { params: [], doc: "Takes the front element and returns it, or null." },
    peek: { params: [], doc: "Returns the front element or null." },
    ...wholeMethods,
  },
  ...elementSequence("queue"),
  step(state, { method, args }) {
    switch (method) {
      case "offer":
        return {
          state: sequences.insert(state, sequences.size(state), notNull(args[0], "queue")),
          result: true,
        };
      case "poll":
        return { state: sequences.remove(state, 0), result: sequences.get(state, 0) ?? null };
      case "peek":
        return { state, result: sequences.get(state, 0) ?? null };
      default:
        return stepOnWhole("queue", state, method);
    }
  },
  pure: ({ method, result }) => queries.has(method) || (method === "poll" && result === null),
  commute: (a, b) =>
    queries.has(a.method) || queries.has(b.method) || sameInvocation(a, b) || (takes(a) && takes(b)),
  relevant: (query, update) =>
    query.method !== "offer" && query.method !== "clear" && !queries.has(update.method),
  views: containerViews(
    { adds: ["offer"], takes: ["poll"], peeks: ["peek"] },
    sequences.part,
    sequences.values,
    "queue",
  ),
  counts: elementCounts(sequences.size, { adds: "offer", takes: "poll", peeks: "peek" }),
  quotient(labels) {
    const observed = observedValues();
    for (const { method, result } of labels)
      if (method === "toArray" && Array.isArray(result)) result.forEach((element) => observed.add(element));
      else if (method === "poll" || method === "peek") observed.add(result ?? null);
    const isObserved = ({ method, args }: Invocation): boolean => method !== "offer" || observed.has(args[0]);
    if (labels.every(isObserved)) return (state) => state;
    const other = observed.fresh();
    return (state) => {
      const values = sequences.values(state);
      if (values.every((value) => observed.has(value))) return state;
      return sequences.from(values.map((value) => (observed.has(value) ? value : other)));
    };
  },
};
