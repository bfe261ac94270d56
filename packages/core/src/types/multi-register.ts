import type { Invocation } from "../history/history.js";
import { printValue } from "../history/print.js";
import { canonical, equal, type Value } from "../history/value.js";
import { type Access, accesses as accessesOf } from "./accesses.js";
import { initialEntries } from "./arguments.js";
import { representatives } from "./observed.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import type { SequentialType } from "./type.js";
import { accessViews } from "./views.js";

type Registers = PersistentMap<Value>;

const accesses = (invocation: Invocation) => accessesOf(invocation, "multi-register", "write");

/** An absent register and one that holds null are the same, so no state holds null. */
const withValue = (state: Registers, key: Value, value: Value): Registers =>
  value === null ? maps.remove(state, key) : maps.set(state, key, value);

/** What the transaction leaves in each register that it writes. */
function lastWrites(invocation: Invocation): Map<string, Value> {
  const writes = new Map<string, Value>();
  for (const [kind, key, value] of accesses(invocation))
    if (kind === "write") writes.set(canonical(key), value);
  return writes;
}

const isReadOnly = (invocation: Invocation): boolean =>
  accesses(invocation).every(([kind]) => kind === "read");

/**
 * Several registers that a transaction reads and writes at once, as in Jepsen's and Knossos's
 * multi-register workloads. `initial` gives values of registers, as an object (`{"x": 0}`) or as
 * pairs; all others hold null.
 *
 * `txn([["read", "x", null], ["write", "y", 2]])` runs its accesses in order and returns the same
 * list with what each read found: `[["read", "x", 0], ["write", "y", 2]]`.
 */
export const multiRegister: SequentialType<Registers> = {
  name: "multi-register",
  doc: "Registers that a transaction reads and writes at once.",
  methods: {
    txn: {
      params: ["accesses"],
      doc: 'Runs ["read", key, null] and ["write", key, value] in order; returns them with the values read.',
    },
  },
  init: (initial) =>
    maps.from(initialEntries(initial, "multi-register").filter(([, value]) => value !== null)),
  step(state, invocation) {
    let next = state;
    const result = accesses(invocation).map(([kind, key, value]): Value => {
      if (kind === "read") return ["read", key, maps.get(next, key) ?? null];
      next = withValue(next, key, value);
      return ["write", key, value];
    });
    return { state: next, result };
  },
  key: maps.entriesText,
  show: maps.show,
  pure: isReadOnly,
  partition(invocation) {
    const [first, ...rest] = accesses(invocation);
    return first !== undefined && rest.every(([, key]) => equal(key, first[1])) ? first[1] : undefined;
  },
  commute(a, b) {
    const writes = lastWrites(a);
    for (const [key, value] of lastWrites(b))
      if (writes.has(key) && !equal(writes.get(key) as Value, value)) return false;
    return true;
  },
  relevant(query, update) {
    const writes = lastWrites(update);
    return accesses(query).some(([kind, key]) => kind === "read" && writes.has(canonical(key)));
  },
  views: accessViews(maps.part, (state, key) => printValue(maps.get(state, key) ?? null)),
  quotient(labels) {
    const representative = representatives(
      labels.flatMap(({ result }) =>
        Array.isArray(result)
          ? (result as unknown as readonly Access<"write">[])
              .filter((access) => Array.isArray(access) && access.length === 3)
              .map(([, key, value]) => [key, value] as const)
          : [],
      ),
    );
    return (state) => {
      let merged = state;
      for (const [key, value] of maps.entries(state)) {
        const other = representative(key, value);
        if (!equal(value, other)) merged = withValue(merged, key, other);
      }
      return merged;
    };
  },
};
