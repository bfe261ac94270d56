import type { Invocation } from "../history/history.js";
import { printValue } from "../history/print.js";
import { initialElements, noSuchMethod, notNull, sameInvocation } from "./arguments.js";
import { observedValues } from "./observed.js";
import {
  type PersistentSequence,
  sequenceDelete,
  sequenceGet,
  sequenceInsert,
  sequenceOf,
  sequencePart,
  sequenceSize,
  sequenceText,
  sequenceValues,
} from "./persistent-sequence.js";
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
    size: { params: [], doc: "Returns the number of elements." },
    isEmpty: { params: [], doc: "Returns whether there is no element." },
    toArray: { params: [], doc: "Returns the elements, the front first." },
    clear: { params: [], doc: "Removes all elements; returns null." },
  },
  init: (initial) =>
    sequenceOf(initialElements(initial, "queue").map((element) => notNull(element, "queue"))),
  step(state, { method, args }) {
    switch (method) {
      case "offer":
        return {
          state: sequenceInsert(state, sequenceSize(state), notNull(args[0], "queue")),
          result: true,
        };
      case "poll":
        return { state: sequenceDelete(state, 0), result: sequenceGet(state, 0) ?? null };
      case "peek":
        return { state, result: sequenceGet(state, 0) ?? null };
      case "size":
        return { state, result: sequenceSize(state) };
      case "isEmpty":
        return { state, result: state === undefined };
      case "toArray":
        return { state, result: sequenceValues(state) };
      case "clear":
        return { state: undefined, result: null };
      default:
        throw noSuchMethod("queue", method);
    }
  },
  key: sequenceText,
  show: (state) => `[${sequenceValues(state).map(printValue).join(", ")}]`,
  pure: ({ method, result }) => queries.has(method) || (method === "poll" && result === null),
  commute: (a, b) =>
    queries.has(a.method) || queries.has(b.method) || sameInvocation(a, b) || (takes(a) && takes(b)),
  relevant: (query, update) =>
    query.method !== "offer" && query.method !== "clear" && !queries.has(update.method),
  views: containerViews(
    { adds: ["offer"], takes: ["poll"], peeks: ["peek"] },
    sequencePart,
    sequenceValues,
    "queue",
  ),
  quotient(labels) {
    const observed = observedValues();
    for (const { method, result } of labels)
      if (method === "toArray" && Array.isArray(result)) result.forEach((element) => observed.add(element));
      else if (method === "poll" || method === "peek") observed.add(result ?? null);
    const isObserved = ({ method, args }: Invocation): boolean => method !== "offer" || observed.has(args[0]);
    if (labels.every(isObserved)) return (state) => state;
    const other = observed.fresh();
    return (state) => {
      const values = sequenceValues(state);
      if (values.every((value) => observed.has(value))) return state;
      return sequenceOf(values.map((value) => (observed.has(value) ? value : other)));
    };
  },
};
