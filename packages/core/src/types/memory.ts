import type { Invocation } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { initialEntries, noSuchMethod } from "./arguments.js";
import { walk } from "./balanced-tree.js";
import { representatives } from "./observed.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import { outcomes, type SequentialType } from "./type.js";
import { ofName, tellEach, variableName } from "./views.js";

/** The value of one variable. */
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
    exchange: {
      params: ["variable", "value"],
      doc: "Sets its value and returns the one before, in one step; null also stands for the initial value.",
    },
    fence: {
      params: [],
      doc: "Waits until the writes before it have reached memory; changes nothing, returns null.",
    },
  },
  init: (initial) =>
    maps.from(
      initialEntries(initial, "memory")
        .filter(([, value]) => value !== 0)
        .map(([variable, value]) => [variable, { value, initial: value !== null }] as const),
    ),
  step(state, { method, args }) {
    const set = (): PersistentMap<Cell> => maps.set(state, args[0], { value: args[1], initial: false });
    switch (method) {
      case "read":
        return seen(state, args[0]).map((result) => ({ state, result }));
      case "write":
        return { state: set(), result: null };
      case "exchange":
        return seen(state, args[0]).map((result) => ({ state: set(), result }));
      case "fence":
        return { state, result: null };
      default:
        throw noSuchMethod("memory", method);
    }
  },
  show: (state) =>
    `{${maps
      .entries(state)
      .map(([key, value]) => `${printValue(key)}: ${printValue(value.value)}`)
      .join(", ")}}`,
  key(state) {
    let text = "";
    walk(state, ([variable, { value, initial }]) => {
      text += `${text === "" ? "" : ","}${canonical(variable)}${initial ? "=" : ":"}${canonical(value)}`;
    });
    return text;
  },
  pure: (label) => !isWrite(label),
  partition: ({ args }) => (args.length === 0 ? null : args[0]),
  views: {
    together: 1,
    names: ({ args }) => args.slice(0, 1),
    part: maps.part,
    tell: (states, names) =>
      tellEach(
        states,
        names,
        (variable) => `${variableName(variable)} is`,
        (state, variable) => printValue((maps.get(state, variable) ?? untouched).value),
      ),
    image: (label, kept) => (label.args.length === 0 ? "nothing" : ofName(label, label.args[0], kept)),
  },
  commute: (a, b) =>
    !isWrite(a) || !isWrite(b) || !equal(a.args[0], b.args[0]) || equal(a.args[1], b.args[1]),
  relevant: (query, update) =>
    query.args.length > 0 &&
    query.method !== "write" &&
    isWrite(update) &&
    equal(query.args[0], update.args[0]),
  quotient(labels) {
    const representative = representatives(
      labels.flatMap(({ method, args, result }) =>
        (method === "read" || method === "exchange") && result !== undefined
          ? [[args[0], result] as const]
          : [],
      ),
    );
    return (state) => {
      let merged = state;
      for (const [variable, { value, initial }] of maps.entries(state)) {
        if (initial) continue;
        const other = representative(variable, value);
        if (!equal(value, other)) merged = maps.set(merged, variable, { value: other, initial: false });
      }
      return merged;
    };
  },
};

/**
 * The same, where a read of the initial value returns it and nothing else: null is another way to write that
 * value, not another value. For those who ask what a program may return.
 */
export const memoryAsWritten: SequentialType<PersistentMap<Cell>> = {
  ...memory,
  step(state, invocation) {
    const [first] = outcomes(memory, state, invocation);
    return first;
  },
};

/** The values that a read of a variable may return: two where it holds its initial value. */
function seen(state: PersistentMap<Cell>, variable: Value): readonly Value[] {
  const { value, initial } = maps.get(state, variable) ?? untouched;
  return initial ? [value, null] : [value];
}

const isWrite = ({ method }: Invocation): boolean => method === "write" || method === "exchange";
