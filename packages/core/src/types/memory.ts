import type { Invocation } from "../history/history.js";
import { canonical, equal, type Value } from "../history/value.js";
import { initialEntries, noSuchMethod } from "./arguments.js";
import { walk } from "./balanced-tree.js";
import { representatives } from "./observed.js";
import { mapEntries, mapGet, mapOf, mapSet, type PersistentMap } from "./persistent-map.js";
import type { SequentialType } from "./type.js";

/** What a variable holds. */
interface Cell {
  readonly value: Value;
  /** Whether it is the initial value, which may be read as null too. (An initial null is just null.) */
  readonly initial: boolean;
}

/** A variable that is not in the map holds the initial value 0. */
const untouched: Cell = { value: 0, initial: true };

/**
 * Shared memory: a value per variable. `initial` gives values of variables, as an object
 * (`{"x": 1}`) or as pairs (`[[0, 1]]`); all others start with 0.
 *
 * Recorders often log a read of the initial value as null. So a read of a variable that was never
 * written may return its initial value or null; after a write it returns what was written.
 */
export const memory: SequentialType<PersistentMap<Cell>> = {
  name: "memory",
  doc: "Shared variables, each 0 at first.",
  methods: {
    read: { params: ["variable"], doc: "Returns its value; null also stands for the initial value." },
    write: { params: ["variable", "value"], doc: "Sets its value; returns null." },
  },
  init: (initial) =>
    mapOf(
      initialEntries(initial, "memory")
        .filter(([, value]) => value !== 0)
        .map(([variable, value]) => [variable, { value, initial: value !== null }] as const),
    ),
  step(state, { method, args }) {
    switch (method) {
      case "read": {
        const { value, initial } = mapGet(state, args[0]) ?? untouched;
        return initial
          ? [
              { state, result: value },
              { state, result: null },
            ]
          : { state, result: value };
      }
      case "write":
        return { state: mapSet(state, args[0], { value: args[1], initial: false }), result: null };
      default:
        throw noSuchMethod("memory", method);
    }
  },
  key(state) {
    let text = "";
    walk(state, ([variable, { value, initial }]) => {
      text += `${text === "" ? "" : ","}${canonical(variable)}${initial ? "=" : ":"}${canonical(value)}`;
    });
    return text;
  },
  pure: ({ method }) => method === "read",
  partition: ({ args }) => args[0],
  commute: (a, b) =>
    a.method === "read" || b.method === "read" || !equal(a.args[0], b.args[0]) || equal(a.args[1], b.args[1]),
  relevant: (query, update) => isReadOf(query, update),
  quotient(labels) {
    const representative = representatives(
      labels.flatMap(({ method, args, result }) =>
        method === "read" && result !== undefined ? [[args[0], result] as const] : [],
      ),
    );
    return (state) => {
      let merged = state;
      for (const [variable, { value, initial }] of mapEntries(state)) {
        if (initial) continue;
        const other = representative(variable, value);
        if (!equal(value, other)) merged = mapSet(merged, variable, { value: other, initial: false });
      }
      return merged;
    };
  },
};

const isReadOf = (query: Invocation, update: Invocation): boolean =>
  query.method === "read" && update.method === "write" && equal(query.args[0], update.args[0]);
