import type { Invocation } from "../history/history.js";
import { integer, noSuchMethod } from "./arguments.js";
import { type Exact, exactValue, sum } from "./exact.js";
import type { SequentialType } from "./type.js";

/** By how much the invocation changes the counter. */
function change({ method, args }: Invocation): number {
  switch (method) {
    case "inc":
      return args.length === 0 ? 1 : integer(args[0], "the amount of inc");
    case "dec":
      return args.length === 0 ? -1 : -integer(args[0], "the amount of dec");
    case "add":
      return integer(args[0], "the amount of add");
    case "read":
      return 0;
    default:
      throw noSuchMethod("counter", method);
  }
}

/**
 * An integer that goes up and down. `initial` is that integer; without it, 0.
 *
 * Updates return null. Integers only: decimals do not add up the same in every order. Beyond 2^53 the
 * counter is exact too, and `read` returns a decimal string.
 */
export const counter: SequentialType<Exact> = {
  name: "counter",
  doc: "An integer that goes up and down.",
  methods: {
    inc: { params: ["amount?"], doc: "Adds the amount, 1 if not given; returns null." },
    dec: { params: ["amount?"], doc: "Takes the amount away, 1 if not given; returns null." },
    add: { params: ["amount"], doc: "Adds the amount, which may be negative; returns null." },
    read: { params: [], doc: "Returns the number." },
  },
  init: (initial = 0) => integer(initial ?? 0, "the initial state of a counter"),
  step(state, invocation) {
    const by = change(invocation);
    if (invocation.method === "read") return { state, result: exactValue(state) };
    return { state: sum(state, by), result: null };
  },
  key: (state) => (typeof state === "number" ? state : String(state)),
  show: (state) => String(state),
  pure: (label) => change(label) === 0,
  commute: () => true,
  relevant: (query, update) => query.method === "read" && change(update) !== 0,
  counts: {
    name: "the value",
    of: Number,
    told: ({ method, result }) =>
      method === "read" && typeof result === "number" ? [result, result] : undefined,
    change(label) {
      const by = change(label);
      return [by, by];
    },
    isSum: true,
  },
};
