import type { Invocation, Label } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { accesses as accessesOf } from "./accesses.js";
import { initialElements, initialEntries } from "./arguments.js";
import { walk } from "./balanced-tree.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import * as sequences from "./persistent-sequence.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import type { SequentialType } from "./type.js";
import { accessViews } from "./views.js";

/** An absent list and an empty one are the same, so no state holds an empty one. */
type Lists = PersistentMap<PersistentSequence>;

const accesses = (invocation: Invocation) => accessesOf(invocation, "multi-list", "append");

/** What the transaction appends to each list, in order. */
function appended(invocation: Invocation): Map<string, Value[]> {
  const lists = new Map<string, Value[]>();
  for (const [kind, key, value] of accesses(invocation))
    if (kind === "append") {
      const text = canonical(key);
      const values = lists.get(text);
      if (values === undefined) lists.set(text, [value]);
      else values.push(value);
    }
  return lists;
}

/** A list that no list which was read begins with never becomes one: all such lists are one. */
function beginningsOfReads(labels: readonly Label[]): (state: Lists) => Lists {
  const read = new Map<string, Value[][]>();
  for (const { result } of labels)
    if (Array.isArray(result))
      for (const access of result as readonly Value[])
        if (Array.isArray(access) && access[0] === "read" && Array.isArray(access[2])) {
          const key = canonical(access[1] as Value);
          read.set(key, [...(read.get(key) ?? []), access[2] as Value[]]);
        }
  const elements = new Set([...read.values()].flat(2).map(canonical));
  let other = 0;
  while (elements.has(canonical(other))) other++;
  return (state) => {
    let merged = state;
    for (const [key, list] of maps.entries(state)) {
      const values = sequences.values(list);
      const begins = (whole: readonly Value[]): boolean =>
        values.every((value, at) => at < whole.length && equal(value, whole[at]));
      if (read.get(canonical(key))?.some(begins) !== true)
        merged = maps.set(merged, key, sequences.from([other]));
    }
    return merged;
  };
}

/**
 * Several lists that a transaction reads and appends to at once, as in Elle's list-append workload.
 * `initial` gives elements of lists, as an object (`{"x": [1, 2]}`) or as pairs; all others are empty.
 *
 * `txn([["append", "x", 3], ["read", "x", null]])` runs its accesses in order and returns the same
 * list with what each read found: `[["append", "x", 3], ["read", "x", [1, 2, 3]]]`.
 */
export const multiList: SequentialType<Lists> = {
  name: "multi-list",
  doc: "Lists that a transaction reads and appends to at once.",
  methods: {
    txn: {
      params: ["accesses"],
      doc: 'Runs ["read", key, null] and ["append", key, value] in order; returns them with the lists read.',
    },
  },
  init: (initial) =>
    maps.from(
      initialEntries(initial, "multi-list")
        .map(([key, values]) => [key, sequences.from(initialElements(values, "multi-list"))] as const)
        .filter(([, list]) => list !== undefined),
    ),
  step(state, invocation) {
    let next = state;
    const result = accesses(invocation).map(([kind, key, value]): Value => {
      const list = maps.get(next, key);
      if (kind === "read") return ["read", key, sequences.values(list)];
      next = maps.set(next, key, sequences.insert(list, sequences.size(list), value));
      return ["append", key, value];
    });
    return { state: next, result };
  },
  show: (state) =>
    `{${maps
      .entries(state)
      .map(([key, value]) => `${printValue(key)}: ${printValue(sequences.values(value))}`)
      .join(", ")}}`,
  key(state) {
    let text = "";
    walk(state, ([key, list]) => {
      text += `${canonical(key)}:[${sequences.text(list)}]`;
    });
    return text;
  },
  pure: (label) => accesses(label).every(([kind]) => kind === "read"),
  partition(invocation) {
    const [first, ...rest] = accesses(invocation);
    return first !== undefined && rest.every(([, key]) => equal(key, first[1])) ? first[1] : undefined;
  },
  commute(a, b) {
    const lists = appended(a);
    for (const [key, values] of appended(b)) {
      const others = lists.get(key);
      if (others !== undefined && !equal([...values, ...others], [...others, ...values])) return false;
    }
    return true;
  },
  relevant(query, update) {
    const lists = appended(update);
    return accesses(query).some(([kind, key]) => kind === "read" && lists.has(canonical(key)));
  },
  views: {
    ...accessViews(maps.part, (state, key) => printValue(sequences.values(maps.get(state, key)))),
    merge: beginningsOfReads,
  },
  quotient(labels) {
    const read = new Set<string>();
    for (const label of labels)
      if (label.result !== undefined)
        for (const [kind, key] of accesses(label)) if (kind === "read") read.add(canonical(key));
    // A list that nobody was seen to read may hold anything.
    return (state) => {
      let merged = state;
      for (const [key] of maps.entries(state))
        if (!read.has(canonical(key))) merged = maps.remove(merged, key);
      return merged;
    };
  },
};
