import { createHistoryBuilder, type OperationRecord, type Value } from "@sightline/core";
import { addOperation } from "./add-operation.js";
import { jsonObjects, type PlacedObject } from "./bytes/json-objects.js";
import type { ByteWindow } from "./bytes/window.js";
import { type ClientOperation, clientOperation } from "./client-operation.js";
import { NoHistory } from "./input-error.js";
import type { Found } from "./item.js";
import { createEventPairs, isPorcupineEvent } from "./porcupine-events.js";

/** Whether JSON text is of `porcupine.Operation`s. */
export const isPorcupineJson = (text: string): boolean => {
  const first = text.slice(0, 4096);
  const hasAll = (...names: readonly string[]): boolean =>
    names.every((name) => new RegExp(`"${name}"\\s*:`, "iu").test(first));
  return (
    (hasAll("Call", "Input") && /"(?:ClientId|Output)"\s*:/iu.test(first)) || hasAll("ClientId", "Kind", "Id")
  );
};

/** A call as its type has it. */
interface Called {
  readonly method: string;
  readonly args: readonly Value[];
}

/** The numbers and names that models give operations, by type; Porcupine's own examples use the numbers. */
const methods: Readonly<Record<string, readonly string[]>> = {
  register: ["read", "write", "cas"],
  kv: ["get", "put", "append"],
};

/**
 * Reads a `[]porcupine.Operation`, or a `[]porcupine.Event`, as Go's `encoding/json` writes it: one history. What `Input` and `Output` mean is
 * the model's: its fields are understood where they name a method (`op`, `method`, `f`) and its arguments (`args`, or
 * `key` and `value`), in any capitals; of `Output`, its `value` or `result`, or itself. Without a method that is named,
 * `--type` must be one whose numbers are known; by the methods, the type is `register` or `kv`, or else not told.
 */
export async function* readPorcupineJson(
  window: ByteWindow,
  type: string | undefined,
): AsyncGenerator<Found> {
  const builder = createHistoryBuilder();
  const seen: string[] = [];
  const add = (operation: ClientOperation, { line, column }: PlacedObject): void => {
    const record = porcupineRecord(operation, type);
    if (!seen.includes(record.method)) seen.push(record.method);
    addOperation(builder, record, line, column);
  };
  const events = createEventPairs();
  for await (const object of jsonObjects(window))
    if (isPorcupineEvent(object)) events.add(object);
    else add(clientOperation(object), object);
  for (const operation of events.operations()) add(operation, operation.object);
  if (builder.size === 0)
    throw new NoHistory("there is no operation: it holds no history, 0 operations", 0, 0);
  const told = type ?? typeOfMethods(seen);
  yield { history: builder.finish(told === undefined ? {} : { type: told }) };
}

/** The type that has all of these methods, where one of Porcupine's examples has them. */
export const typeOfMethods = (seen: readonly string[]): string | undefined =>
  Object.keys(methods).find((name) => seen.every((method) => methods[name].includes(method)));

/** An operation of a Go program as one of a history. Throws a `PlacedError`. */
export function porcupineRecord(operation: ClientOperation, type: string | undefined): OperationRecord {
  const { method, args } = callOf(operation, type);
  const { client: session, call, end } = operation;
  if (end === undefined) return { session, method, args, call };
  return { session, method, args, ...resultOf(operation, method), call, return: end };
}

/** The fields of an object by their names in small letters. */
function fieldsOf(value: Value): ReadonlyMap<string, Value> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return new Map(Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]));
}

const first = (fields: ReadonlyMap<string, Value>, ...names: readonly string[]): Value | undefined => {
  for (const name of names) if (fields.has(name)) return fields.get(name);
  return undefined;
};

function callOf({ input, fail }: ClientOperation, type: string | undefined): Called {
  const fields = fieldsOf(input);
  if (fields === undefined)
    return fail('"Input" must be an object that names the method, such as {"op":"put","key":"x","value":1}');
  const named = first(fields, "method", "op", "f", "operation", "kind");
  const known = methods[type?.toLowerCase() ?? ""];
  const method = typeof named === "number" ? known?.[named] : named;
  if (typeof method !== "string")
    return fail(
      typeof named === "number"
        ? `"Input" has the method as a number, ${named}: what it means is known for --type ${Object.keys(methods).join(" and ")} alone`
        : '"Input" must name its method, as "op", "method" or "f": a field that Go does not export is not written',
    );
  const args = first(fields, "args", "arguments");
  if (Array.isArray(args)) return { method: method.toLowerCase(), args };
  const key = first(fields, "key", "k");
  const value = first(fields, "value", "val", "v", "arg");
  const old = first(fields, "old", "expected", "from");
  const next = first(fields, "new", "to");
  const reads = /^(?:get|read|contains|peek|poll|pop|size|len)/iu.test(method);
  return {
    method: method.toLowerCase(),
    args: [
      ...(key === undefined ? [] : [key]),
      ...(old === undefined ? [] : [old]),
      ...(next === undefined ? [] : [next]),
      ...(value === undefined || reads || next !== undefined ? [] : [value]),
    ],
  };
}

function resultOf({ input, output }: ClientOperation, method: string): { result?: Value } {
  // Models of updates have an output that means nothing: Go's zero. Who tells all arguments tells a result too.
  const isTold = Array.isArray(fieldsOf(input)?.get("args"));
  if (/^(?:put|write|append)$/u.test(method) && !isTold) return {};
  const fields = fieldsOf(output);
  if (fields === undefined) return { result: output };
  if (first(fields, "unknown", "pending") === true) return {};
  const found = first(fields, "result", "value", "val", "v", "ok");
  return found === undefined ? {} : { result: found };
}
