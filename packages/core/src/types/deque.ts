import { notNull, sameInvocation } from "./arguments.js";
import { elementSequence, stepOnWhole, wholeMethods } from "./element-sequence.js";
import * as sequences from "./persistent-sequence.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import type { SequentialType } from "./type.js";
import { containerViews } from "./views.js";

const queries = new Set(["peekFirst", "peekLast", "peek", "size", "isEmpty", "toArray"]);
const takers = new Set(["pollFirst", "pollLast", "poll", "clear"]);
const adders = new Set(["addFirst", "addLast", "offerFirst", "offerLast", "offer"]);
const atFront = new Set(["addFirst", "offerFirst"]);

/**
 * A queue with two ends. `initial` is an array, the first element first.
 *
 * `addFirst` and `addLast` return null, `offerFirst`, `offerLast` and `offer` true. `poll…` and
 * `peek…` return null exactly when the deque is empty, so it holds no null. As a queue it is used
 * through `offer` (at the back), `poll` and `peek` (at the front).
 */
export const deque: SequentialType<PersistentSequence> = {
  name: "deque",
  doc: "A queue with two ends.",
  methods: {
    addFirst: { params: ["element"], doc: "Puts it at the front; returns null." },
    addLast: { params: ["element"], doc: "Puts it at the back; returns null." },
    offerFirst: { params: ["element"], doc: "Puts it at the front; returns true." },
    offerLast: { params: ["element"], doc: "Puts it at the back; returns true." },
    offer: { params: ["element"], doc: "The same as offerLast." },
    pollFirst: { params: [], doc: "Takes the front element and returns it, or null." },
    pollLast: { params: [], doc: "Takes the back element and returns it, or null." },
    poll: { params: [], doc: "The same as pollFirst." },
    peekFirst: { params: [], doc: "Returns the front element or null." },
    peekLast: { params: [], doc: "Returns the back element or null." },
    peek: { params: [], doc: "The same as peekFirst." },
    ...wholeMethods,
  },
  ...elementSequence("deque"),
  step(state, { method, args }) {
    const last = sequences.size(state) - 1;
    switch (method) {
      case "addFirst":
        return { state: sequences.insert(state, 0, notNull(args[0], "deque")), result: null };
      case "offerFirst":
        return { state: sequences.insert(state, 0, notNull(args[0], "deque")), result: true };
      case "addLast":
        return { state: sequences.insert(state, last + 1, notNull(args[0], "deque")), result: null };
      case "offerLast":
      case "offer":
        return { state: sequences.insert(state, last + 1, notNull(args[0], "deque")), result: true };
      case "pollFirst":
      case "poll":
        return { state: sequences.remove(state, 0), result: sequences.get(state, 0) ?? null };
      case "pollLast":
        return { state: sequences.remove(state, last), result: sequences.get(state, last) ?? null };
      case "peekFirst":
      case "peek":
        return { state, result: sequences.get(state, 0) ?? null };
      case "peekLast":
        return { state, result: sequences.get(state, last) ?? null };
      default:
        return stepOnWhole("deque", state, method);
    }
  },
  pure: ({ method, result }) =>
    queries.has(method) || (method !== "clear" && takers.has(method) && result === null),
  commute: (a, b) =>
    queries.has(a.method) ||
    queries.has(b.method) ||
    sameInvocation(a, b) ||
    (takers.has(a.method) && takers.has(b.method)) || // takes at both ends never meet before it is empty
    (adders.has(a.method) && adders.has(b.method) && atFront.has(a.method) !== atFront.has(b.method)),
  relevant: (query, update) =>
    query.method !== "clear" && !adders.has(query.method) && !queries.has(update.method),
  views: containerViews(
    {
      adds: [...adders],
      takes: ["pollFirst", "pollLast", "poll"],
      peeks: ["peekFirst", "peekLast", "peek"],
    },
    sequences.part,
    sequences.values,
    "deque",
    2,
  ),
};
