import { printValue } from "../history/print.js";
import { canonical, compare, type Value } from "../history/value.js";
import { balance, itemAt, node, removeRoot, sizeOf, type Tree, walk } from "./balanced-tree.js";

type Entry<V> = readonly [key: Value, value: V];

/** An immutable map from values to anything, ordered by `compare`; `undefined` is the empty one. */
export type PersistentMap<V> = Tree<Entry<V>>;

/** `compare`, with short cuts for the keys that are common. */
function order(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return a < b ? -1 : a > b ? 1 : 0;
  if (!Array.isArray(a) || !Array.isArray(b)) return compare(a, b);
  const [x, y]: (readonly Value[])[] = [a, b];
  for (let i = 0; i < x.length && i < y.length; i++) {
    const side = order(x[i], y[i]);
    if (side !== 0) return side;
  }
  return x.length - y.length;
}

/** The number of keys. */
export const size: <V>(map: PersistentMap<V>) => number = sizeOf;

/** The value at the key, or `undefined`. */
export function get<V>(map: PersistentMap<V>, key: Value): V | undefined {
  let at = map;
  while (at !== undefined) {
    const side = order(key, at.item[0]);
    if (side === 0) return at.item[1];
    at = side < 0 ? at.left : at.right;
  }
  return undefined;
}

/** The map with the value at the key. */
export function set<V>(map: PersistentMap<V>, key: Value, value: V): PersistentMap<V> {
  if (map === undefined) return node(undefined, [key, value] as const, undefined);
  const side = order(key, map.item[0]);
  if (side < 0) return balance(set(map.left, key, value), map.item, map.right);
  if (side > 0) return balance(map.left, map.item, set(map.right, key, value));
  return node(map.left, [map.item[0], value] as const, map.right);
}

/** The map without the key; the same map where it has no such key. */
export function remove<V>(map: PersistentMap<V>, key: Value): PersistentMap<V> {
  if (map === undefined) return undefined;
  const side = order(key, map.item[0]);
  if (side === 0) return removeRoot(map);
  const old = side < 0 ? map.left : map.right;
  const rest = remove(old, key);
  if (old === rest) return map;
  return side < 0 ? balance(rest, map.item, map.right) : balance(map.left, map.item, rest);
}

/** The entry with the largest key, or `undefined`. */
export function last<V>(map: PersistentMap<V>): Entry<V> | undefined {
  return map === undefined ? undefined : itemAt(map, map.size - 1);
}

/** All entries in the order of their keys. */
export function entries<V>(map: PersistentMap<V>): Entry<V>[] {
  const found: Entry<V>[] = [];
  walk(map, (entry) => void found.push(entry));
  return found;
}

/** The map of the given entries; the last of several with one key counts. */
export function from<V>(given: Iterable<Entry<V>>): PersistentMap<V> {
  let map: PersistentMap<V>;
  for (const [key, value] of given) map = set(map, key, value);
  return map;
}

/** The map of the keys that are kept. */
export function part<V>(map: PersistentMap<V>, kept: (key: Value) => boolean): PersistentMap<V> {
  return from(entries(map).filter(([key]) => kept(key)));
}

/** The keys in order, as a text that two maps share exactly when they have the same keys. */
export function keysText(map: PersistentMap<unknown>): string {
  if (map === undefined) return "";
  if (map.size === 1) return canonical(map.item[0]);
  let text = "";
  walk(map, ([key]) => {
    text += text === "" ? canonical(key) : `,${canonical(key)}`;
  });
  return text;
}

/** Keys and values in order, as a text that two maps share exactly when they are equal. */
export function entriesText(map: PersistentMap<Value>): string {
  let text = "";
  walk(map, ([key, value]) => {
    text += `${text === "" ? "" : ","}${canonical(key)}:${canonical(value)}`;
  });
  return text;
}

/** Keys and values in order, as people read them. */
export const show = (map: PersistentMap<Value>): string =>
  `{${entries(map)
    .map(([key, value]) => `${printValue(key)}: ${printValue(value)}`)
    .join(", ")}}`;
