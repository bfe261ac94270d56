import type { Invocation, Label } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { initialEntries, noSuchMethod, sameInvocation } from "./arguments.js";
import { NONE, toldSize } from "./counts.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import type { SequentialType } from "./type.js";
import { ifReturned, ofMany, ofName, tellEach } from "./views.js";

const queries = new Set([
  "get",
  "containsKey",
  "containsValue",
  "size",
  "isEmpty",
  "keys",
  "values",
  "entries",
]);
const ofOneKey = new Set(["put", "get", "remove", "containsKey", "putIfAbsent", "replace"]);
/** What tells only which keys are present, not their values. */
const ofPresence = new Set(["containsKey", "size", "isEmpty", "keys"]);

const onDifferentKeys = (a: Invocation, b: Invocation): boolean =>
  ofOneKey.has(a.method) && ofOneKey.has(b.method) && !equal(a.args[0], b.args[0]);

/**
 * A map. `initial` is an object whose keys are strings (`{"x": 1}`), or an array of pairs
 * (`[[1, 0]]`) for keys of any kind.
 *
 * `put`, `remove` and the two-argument `replace` return the old value, or null where there was
 * none; `putIfAbsent` returns the value that stood in its way, or null. A value may itself be
 * null: `containsKey` tells it from absence, and `putIfAbsent` takes such a key for present.
 * Lists are in the order of the keys.
 */
export const map: SequentialType<PersistentMap<Value>> = {
  name: "map",
  doc: "A map from keys to values.",
  methods: {
    put: { params: ["key", "value"], doc: "Sets the key's value; returns the old one or null." },
    get: { params: ["key"], doc: "Returns the key's value or null." },
    remove: { params: ["key"], doc: "Removes the key; returns its value or null." },
    containsKey: { params: ["key"], doc: "Returns whether the key is present." },
    containsValue: { params: ["value"], doc: "Returns whether some key has the value." },
    size: { params: [], doc: "Returns the number of keys." },
    isEmpty: { params: [], doc: "Returns whether there is no key." },
    putIfAbsent: {
      params: ["key", "value"],
      doc: "Sets the value of a key that is absent and returns null; else returns the value there.",
    },
    replace: {
      params: ["key", "value", "newValue?"],
      doc:
        "Sets the value of a key that is present and returns the old one, else null; with three " +
        "arguments (key, old value, new value) only if it has the old value, and returns whether it had.",
    },
    keys: { params: [], doc: "Returns the keys in order." },
    values: { params: [], doc: "Returns the values, in the order of their keys." },
    entries: { params: [], doc: "Returns the [key, value] pairs in the order of the keys." },
    clear: { params: [], doc: "Removes all keys; returns null." },
  },
  init: (initial) => maps.from(initialEntries(initial, "map")),
  step(state, { method, args }) {
    switch (method) {
      case "put":
        return { state: maps.set(state, args[0], args[1]), result: maps.get(state, args[0]) ?? null };
      case "get":
        return { state, result: maps.get(state, args[0]) ?? null };
      case "remove":
        return { state: maps.remove(state, args[0]), result: maps.get(state, args[0]) ?? null };
      case "containsKey":
        return { state, result: maps.get(state, args[0]) !== undefined };
      case "containsValue":
        return { state, result: maps.entries(state).some(([, value]) => equal(value, args[0])) };
      case "size":
        return { state, result: maps.size(state) };
      case "isEmpty":
        return { state, result: state === undefined };
      case "putIfAbsent": {
        const old = maps.get(state, args[0]);
        return old === undefined
          ? { state: maps.set(state, args[0], args[1]), result: null }
          : { state, result: old };
      }
      case "replace":
        return replace(state, args);
      case "keys":
        return { state, result: maps.entries(state).map(([key]) => key) };
      case "values":
        return { state, result: maps.entries(state).map(([, value]) => value) };
      case "entries":
        return { state, result: maps.entries(state) };
      case "clear":
        return { state: undefined, result: null };
      default:
        throw noSuchMethod("map", method);
    }
  },
  key: maps.entriesText,
  show: maps.show,
  bounded: true,
  pure({ method, args, result }) {
    if (queries.has(method)) return true;
    if (method === "replace" && args.length === 3) return result === false || equal(args[1], args[2]);
    // A value that comes back was there before, so the key was present. (Null may mean absence.)
    if (result === undefined || result === null) return false;
    if (method === "putIfAbsent") return true;
    return (method === "put" || method === "replace") && equal(args[1], result);
  },
  partition: ({ method, args }) => (ofOneKey.has(method) ? args[0] : undefined),
  commute(a, b) {
    if (queries.has(a.method) || queries.has(b.method) || onDifferentKeys(a, b) || sameInvocation(a, b))
      return true;
    return commuteOnOneKey(a, b) || commuteOnOneKey(b, a);
  },
  relevant(query, update) {
    if (query.method === "clear" || queries.has(update.method) || onDifferentKeys(query, update))
      return false;
    return !(update.method === "replace" && ofPresence.has(query.method));
  },
  views: {
    together: 1,
    names({ method, args, result }) {
      if (ofOneKey.has(method)) return [args[0]];
      if (!Array.isArray(result) || method === "values") return [];
      return method === "keys"
        ? result
        : result.flatMap((entry: Value) => (Array.isArray(entry) ? [entry[0]] : []));
    },
    part: maps.part,
    merge: toldValues,
    tell: (states, names) =>
      tellEach(
        states,
        names,
        (key) => `key ${printValue(key)} is`,
        (state, key) => {
          const value = maps.get(state, key);
          return value === undefined ? "absent" : printValue(value);
        },
      ),
    image(label, kept) {
      if (ofOneKey.has(label.method)) return ofName(label, label.args[0], kept);
      return label.method === "containsValue" ? ifReturned(label, false) : ofMany(label, kept);
    },
  },
  counts: {
    name: "the size",
    of: maps.size,
    told: toldSize,
    change({ method, result }) {
      // A value that comes back was there before. (Null may mean absence.)
      const wasThere = result !== undefined && result !== null;
      if (method === "clear") return [-Infinity, 0];
      if (method === "remove") return wasThere ? [-1, -1] : [-1, 0];
      return (method === "put" || method === "putIfAbsent") && !wasThere ? [0, 1] : NONE;
    },
    keys: {
      settles: ({ method, args }) =>
        ["put", "putIfAbsent", "remove"].includes(method)
          ? { key: args[0], there: method !== "remove" }
          : undefined,
      has: (state, key) => maps.get(state, key) !== undefined,
    },
  },
};

/** Values that nobody returns or asks for are one, whatever they are. */
function toldValues(labels: readonly Label[]): (state: PersistentMap<Value>) => PersistentMap<Value> {
  const told = new Set([canonical(null)]);
  const tell = (value: Value | undefined): void => {
    if (value === undefined) return;
    told.add(canonical(value));
    if (Array.isArray(value)) (value as readonly Value[]).forEach(tell);
  };
  for (const { method, args, result } of labels) {
    tell(result);
    if (method === "containsValue") tell(args[0]);
    if (method === "replace" && args.length === 3) tell(args[1]);
  }
  let other = 0;
  while (told.has(canonical(other))) other++;
  return (state) => {
    let merged = state;
    for (const [key, value] of maps.entries(state))
      if (!told.has(canonical(value))) merged = maps.set(merged, key, other);
    return merged;
  };
}

function replace(state: PersistentMap<Value>, args: readonly Value[]) {
  const old = maps.get(state, args[0]);
  if (args.length === 3)
    return old !== undefined && equal(old, args[1])
      ? { state: maps.set(state, args[0], args[2]), result: true }
      : { state, result: false };
  return old === undefined
    ? { state, result: null }
    : { state: maps.set(state, args[0], args[1]), result: old };
}

/** Whether two different updates, on one key or of all keys, lead to the same map in both orders. */
function commuteOnOneKey(a: Invocation, b: Invocation): boolean {
  switch (a.method) {
    case "clear":
    case "remove": // nothing is left of the key: a replace finds nothing, before or after
      return b.method === "clear" || b.method === "remove" || b.method === "replace";
    case "put": // what is put stays, unless a replace after it takes it away
      if (b.method === "putIfAbsent") return true;
      if (b.method !== "replace") return false;
      if (b.args.length === 2) return equal(b.args[1], a.args[1]);
      return !equal(b.args[1], a.args[1]) || equal(b.args[2], a.args[1]);
    default:
      return false;
  }
}
