import type { Label } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { initialEntries, noSuchMethod, text } from "./arguments.js";
import { walk } from "./balanced-tree.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import type { SequentialType } from "./type.js";
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
    const observed = observedTexts(labels);
    return (state) => {
      let merged = state;
      walk(state, ([key, value]) => {
        const results = maps.get(observed, key);
        if (results === undefined) merged = maps.remove(merged, key);
        else if (!results.beginsWith(value)) merged = maps.set(merged, key, results.other);
      });
      return merged;
    };
  },
};

/** The results of all gets of one key. */
interface ObservedTexts {
  /** Whether one of them begins with the prefix: only then can appends still lead to it. */
  beginsWith(prefix: string): boolean;
  /** A text with which none of them begins, which stands for all such. */
  readonly other: string;
}

function observedTexts(labels: readonly Label[]): PersistentMap<ObservedTexts> {
  let byKey: PersistentMap<Set<string>>;
  for (const { method, args, result } of labels) {
    if (method !== "get" || typeof result !== "string") continue;
    const results = maps.get(byKey, args[0]);
    if (results === undefined) byKey = maps.set(byKey, args[0], new Set([result]));
    else results.add(result);
  }
  return maps.from(maps.entries(byKey).map(([key, results]) => [key, observedTextsOf([...results].sort())]));
}

/** Those with a prefix stand together in a sorted list, from the first that is not before it. */
function observedTextsOf(sorted: readonly string[]): ObservedTexts {
  const firsts = new Set(sorted.map((result) => result.charAt(0)));
  let code = 0xe000; // characters for private use: short, and rarely in anyone's data
  while (firsts.has(String.fromCharCode(code))) code++;
  return {
    other: String.fromCharCode(code),
    beginsWith(prefix) {
      let [low, high] = [0, sorted.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (sorted[middle] < prefix) low = middle + 1;
        else high = middle;
      }
      return low < sorted.length && sorted[low].startsWith(prefix);
    },
  };
}
