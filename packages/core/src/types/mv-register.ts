import { printValue } from "../history/print.js";
import { compare, equal, type Value } from "../history/value.js";
import { initialElements, noSuchMethod, sameInvocation } from "./arguments.js";
import { onlyListed, type Replicated } from "./replicated.js";
import type { SequentialType } from "./type.js";

/** The values in order, each once. */
function sorted(values: readonly Value[]): readonly Value[] {
  const inOrder = values.toSorted(compare);
  return inOrder.filter((value, at) => at === 0 || !equal(inOrder[at - 1], value));
}

const allConcurrent: Replicated = {
  initial: (initial) => initialElements(initial, "mv-register"),
  puts: ({ method, args }) => (method === "write" ? args[0] : undefined),
  takes: ({ method }) => method === "write",
  answers: ({ method }, before) => [method === "read" ? before : null],
  demands({ method, result }) {
    if (result === undefined) return {};
    if (method === "read") return onlyListed(result);
    return result === null ? {} : undefined;
  },
};

/**
 * A register that keeps what was written concurrently: a read returns the values of all writes that it sees and
 * that no other write which it sees has seen. `initial` is an array of values.
 *
 * Where all see all before them there is one value, and a read returns it in a list.
 */
export const mvRegister: SequentialType<readonly Value[]> = {
  name: "mv-register",
  doc: "A replicated register that keeps all values written concurrently.",
  methods: {
    read: { params: [], doc: "Returns the values in order: several where writes were concurrent." },
    write: { params: ["value"], doc: "Overwrites the values that it sees; returns null." },
  },
  init: (initial) => sorted(initialElements(initial, "mv-register")),
  step(state, { method, args }) {
    switch (method) {
      case "read":
        return { state, result: state };
      case "write":
        return { state: [args[0]], result: null };
      default:
        throw noSuchMethod("mv-register", method);
    }
  },
  show: printValue,
  bounded: true,
  pure: ({ method }) => method === "read",
  commute: (a, b) => a.method === "read" || b.method === "read" || sameInvocation(a, b),
  relevant: (query, update) => query.method === "read" && update.method === "write",
  replicated: allConcurrent,
};
