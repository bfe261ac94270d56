import { createHistoryBuilder, type OperationRecord, type Value } from "@sightline/core";
import { addOperation } from "./add-operation.js";
import { jsonObjects } from "./bytes/json-objects.js";
import type { ByteWindow } from "./bytes/window.js";
import { type ClientOperation, clientOperation } from "./client-operation.js";
import { NoHistory } from "./input-error.js";
import type { Found } from "./item.js";

/** Whether JSON text is of operations of etcd's robustness tests. */
export const isEtcdJson = (text: string): boolean =>
  /"Input"\s*:\s*\{\s*"Type"\s*:\s*"(?:range|txn|leaseGrant|leaseRevoke|defragment|compact)"/u.test(
    text.slice(0, 4096),
  );

/** What an operation did to the keys: as a `map` has it. `undefined`: nothing. */
type Step = { readonly method: string; readonly args: readonly Value[]; readonly result?: Value } | undefined;

/** A value that etcd's tests wrote, or its hash where it was long. */
const textOf = (value: Value | undefined): Value => {
  const { Value: text, Hash: hash } = (value ?? {}) as { readonly Value?: Value; readonly Hash?: Value };
  return text !== undefined && text !== "" ? text : typeof hash === "number" && hash !== 0 ? `#${hash}` : "";
};

/**
 * Reads operations of etcd's robustness tests (`operations.json`): one history of a `map`, its keys read one at a time
 * and written by transactions without conditions. An update that failed is pending; a read that failed is left out, as
 * are leases, defragmentation and compaction, which do not change what is read. What this cannot say is an error.
 */
export async function* readEtcd(window: ByteWindow, type: string | undefined): AsyncGenerator<Found> {
  const builder = createHistoryBuilder({ type: type ?? "map" });
  let seen = 0;
  for await (const object of jsonObjects(window)) {
    const record = etcdRecord(clientOperation(object), ++seen);
    if (record !== undefined) addOperation(builder, record, object.line, object.column);
  }
  if (seen === 0) throw new NoHistory("there is no operation: it holds no history, 0 operations", 0, 0);
  yield { history: builder.finish() };
}

/** A request as an operation of a history, `undefined` where it tells nothing; `number`: how many there were. */
export function etcdRecord(operation: ClientOperation, number: number): OperationRecord | undefined {
  const step = stepOf(operation);
  if (step === undefined) return undefined;
  const { Error: error, ClientError: other } = (operation.output ?? {}) as Record<string, Value>;
  const failed = [error, other].some((one) => typeof one === "string" && one !== "");
  if (failed && step.method === "get") return undefined;
  const { client, call, end } = operation;
  const { method, args, result } = step;
  if (failed || end === undefined) return { session: `${client} ${number}`, method, args, call };
  return { session: client, method, args, call, return: end, ...(result !== undefined && { result }) };
}

/** Requests that do not change what is read. */
const unseen = new Set(["leaseGrant", "leaseRevoke", "defragment", "compact"]);

function stepOf({ input, output, fail }: ClientOperation): Step {
  const { Type: type, Range: range, Txn: txn } = (input ?? {}) as Record<string, Value>;
  if (type === "range") return readStep(range, (output as Record<string, Value> | null)?.["Range"], fail);
  if (type === "txn") return writeStep(txn, fail);
  if (typeof type === "string" && unseen.has(type)) return undefined;
  return fail(`a request of type ${JSON.stringify(type)} is not supported: range and txn are`);
}

function readStep(asked: Value, found: Value | undefined, fail: ClientOperation["fail"]): Step {
  const { Start: key, End: end, Revision: revision } = (asked ?? {}) as Record<string, Value>;
  if (typeof key !== "string") return fail('a range must have its key as "Start"');
  if (end !== "" && end !== undefined)
    return fail("a range of several keys is not supported: it is no operation of a map");
  if (typeof revision === "number" && revision !== 0)
    return fail("a range at an earlier revision is not supported: it reads the past");
  const { KVs: pairs } = (found ?? {}) as { readonly KVs?: Value };
  const [pair] = Array.isArray(pairs) ? (pairs as readonly Value[]) : [];
  const result = pair === undefined ? null : textOf((pair as Record<string, Value>)["Value"]);
  return { method: "get", args: [key], result };
}

function writeStep(asked: Value, fail: ClientOperation["fail"]): Step {
  const { Conditions: conditions, OperationsOnSuccess: operations } = (asked ?? {}) as Record<string, Value>;
  if (Array.isArray(conditions) && conditions.length > 0)
    return fail("a transaction with conditions is not supported: revisions are no part of a map");
  const [only, ...more] = Array.isArray(operations) ? (operations as readonly Value[]) : [];
  if (only === undefined || more.length > 0)
    return fail(
      "a transaction of several operations is not supported: one that puts, deletes or reads a key is",
    );
  const { Type: type, Put: put, Delete: remove, Range: range } = only as Record<string, Value>;
  const { Key: key, Value: value } = ((type === "put-operation" ? put : remove) ?? {}) as Record<
    string,
    Value
  >;
  if (type === "range-operation") return readStep(range, undefined, fail);
  if (typeof key !== "string") return fail('an operation must have its "Key"');
  if (type === "put-operation") return { method: "put", args: [key, textOf(value)] };
  if (type === "delete-operation") return { method: "remove", args: [key] };
  return fail(`an operation of type ${JSON.stringify(type)} is not supported`);
}
