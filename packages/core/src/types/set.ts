import type { Invocation } from "../history/history.js";
import { printValue } from "../history/print.js";
import { equal, type Value } from "../history/value.js";
import { initialElements, noSuchMethod, sameInvocation } from "./arguments.js";
import { NONE, toldSize } from "./counts.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import type { SequentialType } from "./type.js";
import { ofMany, ofName, tellEach } from "./views.js";

const queries = new Set(["contains", "size", "isEmpty", "toArray"]);
const ofOneElement = new Set(["add", "remove", "contains"]);

const onDifferentElements = (a: Invocation, b: Invocation): boolean =>
  ofOneElement.has(a.method) && ofOneElement.has(b.method) && !equal(a.args[0], b.args[0]);

/**
 * A set of values. `initial` is an array of its elements.
 *
 * `add` and `remove` return whether they changed the set; `clear` returns null.
 */
export const set: SequentialType<PersistentMap<true>> = {
  name: "set",
  doc: "A set of values.",
  methods: {
    add: { params: ["element"], doc: "Adds it; returns whether it was absent." },
    remove: { params: ["element"], doc: "Removes it; returns whether it was present." },
    contains: { params: ["element"], doc: "Returns whether it is present." },
    size: { params: [], doc: "Returns the number of elements." },
    isEmpty: { params: [], doc: "Returns whether there is no element." },
    toArray: { params: [], doc: "Returns the elements in order: numbers, then strings, each ascending." },
    clear: { params: [], doc: "Removes all elements; returns null." },
  },
  init: (initial) => maps.from(initialElements(initial, "set").map((element) => [element, true] as const)),
  step(state, { method, args }) {
    switch (method) {
      case "add":
        return maps.get(state, args[0])
          ? { state, result: false }
          : { state: maps.set(state, args[0], true), result: true };
      case "remove":
        return maps.get(state, args[0])
          ? { state: maps.remove(state, args[0]), result: true }
          : { state, result: false };
      case "contains":
        return { state, result: maps.get(state, args[0]) === true };
      case "size":
        return { state, result: maps.size(state) };
      case "isEmpty":
        return { state, result: state === undefined };
      case "toArray":
        return { state, result: maps.entries(state).map(([element]) => element) };
      case "clear":
        return { state: undefined, result: null };
      default:
        throw noSuchMethod("set", method);
    }
  },
  key: maps.keysText,
  show: (state) =>
    `{${maps
      .entries(state)
      .map(([element]) => printValue(element))
      .join(", ")}}`,
  bounded: true,
  pure: ({ method, result }) =>
    queries.has(method) || ((method === "add" || method === "remove") && result === false),
  partition: ({ method, args }) => (ofOneElement.has(method) ? args[0] : undefined),
  commute: (a, b) =>
    queries.has(a.method) ||
    queries.has(b.method) ||
    onDifferentElements(a, b) ||
    sameInvocation(a, b) ||
    (a.method !== "add" && b.method !== "add"),
  relevant: (query, update) =>
    query.method !== "clear" && !queries.has(update.method) && !onDifferentElements(query, update),
  views: {
    together: 1,
    names: ({ method, args, result }) =>
      ofOneElement.has(method) ? [args[0]] : Array.isArray(result) ? (result as readonly Value[]) : [],
    part: maps.part,
    tell: (states, names) =>
      tellEach(
        states,
        names,
        (element) => `${printValue(element)} is`,
        (state, element) => (maps.get(state, element) === undefined ? "not in the set" : "in the set"),
      ),
    image: (label, kept) =>
      ofOneElement.has(label.method) ? ofName(label, label.args[0], kept) : ofMany(label, kept),
  },
  counts: {
    name: "the size",
    of: maps.size,
    told: toldSize,
    change({ method, result }) {
      if (method === "clear") return [-Infinity, 0];
      if (queries.has(method) || result === false) return NONE;
      const by = method === "add" ? 1 : -1;
      return result === undefined ? [Math.min(by, 0), Math.max(by, 0)] : [by, by];
    },
    keys: {
      settles: ({ method, args }) =>
        method === "add" || method === "remove" ? { key: args[0], there: method === "add" } : undefined,
      has: (state, key) => maps.get(state, key) !== undefined,
    },
  },
};
