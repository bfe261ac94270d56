import type { Label } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { initialEntries, noSuchMethod, text } from "./arguments.js";
import { walk } from "./balanced-tree.js";
import { observedTexts, type ObservedTexts } from "./observed-texts.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import type { RelativeType, SequentialType } from "./type.js";
import { ofName, tellEach } from "./views.js";

type Store = PersistentMap<string>;

/** An absent key and an empty string are the same, so no state holds an empty string. */
const withText = (store: Store, key: Value, value: string): Store =>
  value === "" ? maps.remove(store, key) : maps.set(store, key, value);

/**
 * A key-value store of strings. `initial` is an object whose keys are strings, or an array of
 * [key, string] pairs.
 *
 * An absent key reads as the empty string; `put` and `append` return null.
 */
export const kv: SequentialType<Store> = {
  name: "kv",
  doc: "A key-value store of strings, with append.",
  methods: {
    get: { params: ["key"], doc: "Returns the key's string, empty if there is none." },
    put: { params: ["key", "value"], doc: "Sets the key's string; returns null." },
    append: { params: ["key", "value"], doc: "Appends to the key's string; returns null." },
  },
  init: (initial) =>
    maps.from(
      initialEntries(initial, "kv")
        .map(([key, value]) => [key, text(value, "a value of a kv")] as const)
        .filter(([, value]) => value !== ""),
    ),
  step(state, { method, args }) {
    switch (method) {
      case "get":
        return { state, result: maps.get(state, args[0]) ?? "" };
      case "put":
        return { state: withText(state, args[0], text(args[1], "a value of a kv")), result: null };
      case "append": {
        const more = text(args[1], "a value of a kv");
        return { state: withText(state, args[0], (maps.get(state, args[0]) ?? "") + more), result: null };
      }
      default:
        throw noSuchMethod("kv", method);
    }
  },
  show: (state) =>
    `{${maps
      .entries(state)
      .map(([key, value]) => `${printValue(key)}: ${JSON.stringify(value)}`)
      .join(", ")}}`,
  key(state) {
    let told = "";
    // The length says where a text ends: no need to quote it.
    walk(state, ([key, value]) => {
      told += `${canonical(key)}:${value.length}:${value}`;
    });
    return told;
  },
  pure: ({ method, args }) => method === "get" || (method === "append" && args[1] === ""),
  partition: ({ args }) => args[0],
  views: {
    together: 1,
    names: ({ args }) => [args[0]],
    part: maps.part,
    tell: (states, names) =>
      tellEach(
        states,
        names,
        (key) => `key ${printValue(key)} is`,
        (state, key) => JSON.stringify(maps.get(state, key) ?? ""),
      ),
    image: (label, kept) => ofName(label, label.args[0], kept),
  },
  commute(a, b) {
    if (a.method === "get" || b.method === "get" || !equal(a.args[0], b.args[0])) return true;
    const [x, y] = [a.args[1] as string, b.args[1] as string];
    if (a.method === b.method) return a.method === "put" ? x === y : x + y === y + x;
    return (a.method === "append" ? x : y) === "";
  },
  relevant: (query, update) =>
    query.method === "get" && update.method !== "get" && equal(query.args[0], update.args[0]),
  quotient(labels) {
    const observed = observedByKey(labels);
    return (state) => {
      let merged = state;
      walk(state, ([key, value]) => {
        const texts = maps.get(observed, key);
        if (texts === undefined) merged = maps.remove(merged, key);
        else if (texts.numberOf(value) === texts.other)
          merged = maps.set(merged, key, texts.textOf(texts.other));
      });
      return merged;
    };
  },
  relativeTo(labels) {
    if (this.step !== kv.step || labels.length === 0) return undefined;
    const key = labels[0].args[0];
    return labels.every(({ args }) => equal(args[0], key)) ? relativeToOneKey(labels, key) : undefined;
  },
};

/** Of each key, the results of its gets. */
function observedByKey(labels: readonly Label[]): PersistentMap<ObservedTexts> {
  let byKey: PersistentMap<Set<string>>;
  for (const { method, args, result } of labels) {
    if (method !== "get" || typeof result !== "string") continue;
    const results = maps.get(byKey, args[0]);
    if (results === undefined) byKey = maps.set(byKey, args[0], new Set([result]));
    else results.add(result);
  }
  return maps.from(maps.entries(byKey).map(([key, results]) => [key, observedTexts(results)]));
}

/**
 * The store as a history that touches one key alone tells it: the number of the key's text among the beginnings of those that
 * were read. No text is put together or looked up, however long it is.
 */
function relativeToOneKey(labels: readonly Label[], key: Value): RelativeType<Store, number> {
  const texts = maps.get(observedByKey(labels), key) ?? observedTexts([]);
  return {
    of: (store) => texts.numberOf(maps.get(store, key) ?? ""),
    step(state, { method, args }) {
      switch (method) {
        case "get":
          return { state, result: texts.textOf(state) };
        case "put":
          return { state: texts.numberOf(text(args[1], "a value of a kv")), result: null };
        case "append":
          return { state: texts.append(state, text(args[1], "a value of a kv")), result: null };
        default:
          throw noSuchMethod("kv", method);
      }
    },
    key: (state) => state,
    isUnlikely: (state) => state === texts.other,
  };
}
