import { canonical, type Value } from "@sightline/core";
import type { Event, LoggedOperation } from "./events.js";
import { fail } from "./fail.js";
import type { Workload } from "./workloads.js";

const microOperations = new Map([
  ["r", "read"],
  ["read", "read"],
  ["w", "write"],
  ["write", "write"],
  ["append", "append"],
]);

/** Whether a value is a list of micro-operations: whatever its `:f` is called, that is a transaction. */
export function isTransaction(value: Value): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isMicroOperation);
}

const isMicroOperation = (micro: Value): boolean =>
  Array.isArray(micro) && micro.length === 3 && nameOf(micro[0] as Value) !== undefined;

const nameOf = (name: Value): string | undefined =>
  typeof name === "string" ? microOperations.get(name) : undefined;

/** `[["r","x",1]]` as `[["read","x",1]]`. */
function transaction(event: Event, value: Value): [name: string, key: Value, value: Value][] {
  if (!Array.isArray(value)) return fail(event, "the :value of a :txn must be a list of micro-operations");
  return value.map((micro: Value) => {
    if (!Array.isArray(micro) || micro.length !== 3)
      return fail(event, "a micro-operation must be [:r key value], [:w key value] or [:append key value]");
    const [name, key, last] = micro as [Value, Value, Value];
    const known = nameOf(name);
    if (known === undefined)
      return fail(
        event,
        `micro-operation ${typeof name === "string" ? `:${name}` : canonical(name)} is not supported: only :r (:read), :w (:write) and :append are`,
      );
    return [known, key, last];
  });
}

/** Transactions of reads and of these updates; `found` is what a read found, as the type has it. */
const transactions = (
  type: string,
  update: string,
  found: (value: Value, completion: Event) => Value,
): Workload => ({
  type,
  functions: ["txn"],
  convert({ invoke, completion }, value, returned) {
    const asked = transaction(invoke, value);
    const other = asked.find(([name]) => name !== "read" && name !== update);
    if (other !== undefined)
      fail(invoke, `the transactions of a ${type} read and ${update}: :${other[0]} does not go with that`);
    // What a read returned stands in the completion; its invocation asks with null.
    const args = [asked.map(([name, key, given]) => [name, key, name === "read" ? null : given])];
    if (completion === undefined || returned === undefined) return [{ method: "txn", args }];
    const result = transaction(completion, returned).map(([name, key, given]) => [
      name,
      key,
      name === "read" ? found(given, completion) : given,
    ]);
    return [{ method: "txn", args, result }];
  },
});

/** Transactions on registers. */
export const multiRegister = transactions("multi-register", "write", (value) => value);

/** Transactions on lists, as Elle's list-append has them. Nil is a list that nothing was appended to. */
export const multiList = transactions("multi-list", "append", (value, completion) => {
  if (value === null) return [];
  return Array.isArray(value) ? value : fail(completion, "a :r of a list must return a collection");
});

/** Whether the transactions are on lists: they append or, where they only read, a collection was found. */
export function areOnLists(operations: readonly LoggedOperation[], inner: (value: Value) => Value): boolean {
  let read = false;
  for (const { invoke, completion } of operations)
    for (const event of [invoke, completion]) {
      const value = event === undefined ? null : inner(event.value);
      for (const micro of Array.isArray(value) ? (value as readonly Value[]) : []) {
        if (!isMicroOperation(micro)) continue;
        const [name, , last] = micro as [string, Value, Value];
        if (name === "append") return true;
        if (name.startsWith("w")) return false;
        read ||= Array.isArray(last);
      }
    }
  return read;
}
