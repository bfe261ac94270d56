import { printValue } from "../history/print.js";
import { initialElements, noSuchMethod, position, sameInvocation } from "./arguments.js";
import * as sequences from "./persistent-sequence.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import type { SequentialType } from "./type.js";

/**
 * A list that is edited by position, as in collaborative editing. `initial` is an array.
 *
 * Every method works in every state: `insert` beyond the end appends, and `delete` and `get` beyond
 * the end return null and change nothing. A negative index is an error in the history.
 */
export const list: SequentialType<PersistentSequence> = {
  name: "list",
  doc: "A list that is edited by position.",
  methods: {
    insert: { params: ["index", "element"], doc: "Puts it before the element at the index; returns null." },
    delete: { params: ["index"], doc: "Removes the element at the index and returns it, or null." },
    get: { params: ["index"], doc: "Returns the element at the index or null." },
    read: { params: [], doc: "Returns all elements." },
  },
  init: (initial) => sequences.from(initialElements(initial, "list")),
  step(state, { method, args }) {
    switch (method) {
      case "insert":
        return { state: sequences.insert(state, position(args[0]), args[1]), result: null };
      case "delete": {
        const index = position(args[0]);
        return { state: sequences.remove(state, index), result: sequences.get(state, index) ?? null };
      }
      case "get":
        return { state, result: sequences.get(state, position(args[0])) ?? null };
      case "read":
        return { state, result: sequences.values(state) };
      default:
        throw noSuchMethod("list", method);
    }
  },
  key: sequences.text,
  show: (state) => `[${sequences.values(state).map(printValue).join(", ")}]`,
  pure: ({ method }) => method === "get" || method === "read",
  commute: (a, b) =>
    a.method === "get" ||
    a.method === "read" ||
    b.method === "get" ||
    b.method === "read" ||
    sameInvocation(a, b),
  relevant(query, update) {
    if (query.method === "insert" || update.method === "get" || update.method === "read") return false;
    return true;
  },
};
