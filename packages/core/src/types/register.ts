import type { Invocation } from "../history/history.js";
import { printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import { noSuchMethod, sameInvocation, valueKey } from "./arguments.js";
import type { SequentialType } from "./type.js";
import { observedValues } from "./observed.js";

/** Whether the invocation leaves every state as it is, whatever it returns. */
const isQuery = ({ method, args }: Invocation): boolean =>
  method === "read" || (method === "cas" && equal(args[0], args[1]));

/**
 * One value. `initial` is that value; without it, null.
 *
 * A write returns null; a compare-and-set returns whether it took effect.
 */
export const register: SequentialType<Value> = {
  name: "register",
  doc: "One value, with compare-and-set.",
  methods: {
    read: { params: [], doc: "Returns the value." },
    write: { params: ["value"], doc: "Sets the value; returns null." },
    cas: {
      params: ["expected", "value"],
      doc: "Sets the value if it equals `expected`; returns whether it did.",
    },
  },
  init: (initial = null) => initial,
  step(state, { method, args }) {
    switch (method) {
      case "read":
        return { state, result: state };
      case "write":
        return { state: args[0], result: null };
      case "cas":
        return equal(state, args[0]) ? { state: args[1], result: true } : { state, result: false };
      default:
        throw noSuchMethod("register", method);
    }
  },
  key: valueKey,
  show: printValue,
  bounded: true,
  pure: (label) => isQuery(label) || (label.method === "cas" && label.result === false),
  commute(a, b) {
    if (isQuery(a) || isQuery(b) || sameInvocation(a, b)) return true;
    if (a.method === "write") return b.method === "cas" ? absorbs(a, b) : equal(a.args[0], b.args[0]);
    if (b.method === "write") return absorbs(b, a);
    // Two compare-and-sets commute when neither makes or breaks what the other expects.
    return !equal(a.args[0], b.args[0]) && !equal(a.args[1], b.args[0]) && !equal(b.args[1], a.args[0]);
  },
  relevant: (query, update) => query.method !== "write" && !isQuery(update),
  quotient(labels) {
    const observed = observedValues();
    for (const { method, args, result } of labels)
      if (method === "cas") observed.add(args[0]);
      else if (method === "read" && result !== undefined) observed.add(result);
    const other = observed.fresh();
    return (state) => (observed.has(state) ? state : other);
  },
};

/** Whether a compare-and-set just after the write leaves what the write wrote. */
const absorbs = (write: Invocation, cas: Invocation): boolean =>
  !equal(cas.args[0], write.args[0]) || equal(cas.args[1], write.args[0]);
