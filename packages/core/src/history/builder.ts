import { nearest } from "../text/nearest.js";
import { checkHappensBefore } from "./cycle.js";
import { HistoryError } from "./error.js";
import type { History } from "./history.js";
import { createLabelTable } from "./intern.js";
import { rankBigTimes, rankTimes, type Positions } from "./times.js";
import type { Value } from "./value.js";

/** The fields of a history other than its operations, as in its JSON form. */
export interface HistoryHeader {
  readonly type?: string;
  readonly name?: string;
  readonly initial?: Value;
  readonly happensBefore?: readonly (readonly [number, number])[];
}

/** One operation as in the JSON form of a history. */
export interface OperationRecord {
  readonly session: string | number;
  readonly method: string;
  readonly args?: readonly Value[];
  readonly result?: Value;
  readonly object?: string | number;
  readonly call?: number | string;
  readonly return?: number | string;
}

/** Takes operations one at a time and checks each; `finish` gives the history. */
export interface HistoryBuilder {
  /** The operations so far. */
  readonly size: number;
  /** Adds an operation; `line` is where it stands in its file. Throws a `HistoryError`. */
  add(operation: OperationRecord, line?: number): void;
  /**
   * The history. Throws a `HistoryError` when the operations do not fit together. `header` replaces the
   * one given at first: in a JSON text, header fields may stand after the operations.
   */
  finish(header?: HistoryHeader): History;
}

const operationFields = ["session", "method", "args", "result", "object", "call", "return"];
const knownFields = new Set(operationFields);
const headerFields = ["type", "name", "initial", "operations", "happensBefore"];

/** Refuses a field whose name is a slip of a known one: silently ignored, it would change the verdict. */
function checkFields(record: object, known: readonly string[], path: readonly (string | number)[]): void {
  for (const field of Object.keys(record)) {
    if (known.includes(field)) continue;
    const meant = nearest(field, known);
    if (meant !== undefined)
      throw new HistoryError(`unknown field "${field}": did you mean "${meant}"?`, [...path, field]);
  }
}

/** Checks the header's own fields. Throws a `HistoryError`. */
export function checkHeader(header: object): asserts header is HistoryHeader {
  const { type, name } = header as Record<string, unknown>;
  if (type !== undefined && typeof type !== "string")
    throw new HistoryError(`"type" must be a string`, ["type"]);
  if (name !== undefined && name !== null && typeof name !== "string")
    throw new HistoryError(`"name" must be a string`, ["name"]);
  checkFields(header, headerFields, []);
}

/**
 * Builds a history from operations in the form of their JSON.
 *
 * ```ts
 * const builder = createHistoryBuilder({ type: "register" });
 * builder.add({ session: 0, method: "write", args: [1], call: 0, return: 2 });
 * builder.add({ session: 1, method: "read", result: 1, call: 1, return: 3 });
 * const history = builder.finish();
 * ```
 */
export function createHistoryBuilder(given: HistoryHeader = {}): HistoryBuilder {
  checkHeader(given);
  let capacity = 64;
  let size = 0;
  let label = new Int32Array(capacity);
  let session = new Int32Array(capacity);
  let object = new Int32Array(capacity);
  let lines = new Int32Array(capacity);
  let hasLines = false;
  let calls = new Float64Array(capacity);
  let returns = new Float64Array(capacity);
  let bigCalls: BigInt64Array | undefined;
  let bigReturns: BigInt64Array | undefined;
  let returned = new Uint8Array(capacity);
  let timed: boolean | undefined;
  const table = createLabelTable();
  const sessions = new Map<string | number, number>();
  const objects = new Map<string | number | undefined, number>();

  const fail = (reason: string, field?: string): never => {
    throw new HistoryError(reason, field === undefined ? ["operations", size] : ["operations", size, field]);
  };

  const grow = (): void => {
    capacity *= 2;
    const wider = <A extends Int32Array | Float64Array | Uint8Array | BigInt64Array>(old: A): A => {
      const next = new (old.constructor as new (n: number) => A)(capacity);
      next.set(old as never);
      return next;
    };
    [label, session, object, lines] = [wider(label), wider(session), wider(object), wider(lines)];
    [calls, returns, returned] = [wider(calls), wider(returns), wider(returned)];
    if (bigCalls !== undefined && bigReturns !== undefined)
      [bigCalls, bigReturns] = [wider(bigCalls), wider(bigReturns)];
  };

  const becomeBig = (): void => {
    bigCalls = new BigInt64Array(capacity);
    bigReturns = new BigInt64Array(capacity);
    for (let i = 0; i < size; i++) {
      bigCalls[i] = BigInt(calls[i]);
      bigReturns[i] = BigInt(returns[i]);
    }
  };

  /** Stores an instant: plain numbers as they are, from the first that exceeds 2^53 on all as 64 bits. */
  const setTime = (isReturn: boolean, given: unknown): void => {
    const field = isReturn ? "return" : "call";
    let instant: number | bigint;
    if (typeof given === "number") {
      if (!Number.isSafeInteger(given))
        fail(
          Number.isInteger(given)
            ? `"${field}" exceeds 2^53: write it as a decimal string`
            : `"${field}" must be an integer`,
          field,
        );
      instant = given;
    } else if (typeof given === "string" && /^-?\d+$/.test(given)) {
      instant = BigInt(given);
      if (BigInt.asIntN(64, instant) !== instant) fail(`"${field}" exceeds 64 bits`, field);
      if (Number.isSafeInteger(Number(instant))) instant = Number(instant);
      else if (bigCalls === undefined) becomeBig();
    } else return fail(`"${field}" must be an integer or a decimal string`, field);
    if (bigCalls !== undefined && bigReturns !== undefined)
      (isReturn ? bigReturns : bigCalls)[size] = BigInt(instant);
    else (isReturn ? returns : calls)[size] = Number(instant);
  };

  const internLabel = (method: string, args: readonly Value[], result: Value | undefined): number => {
    try {
      return table.add(method, args, result);
    } catch (error) {
      if (error instanceof HistoryError) fail(error.message);
      throw error;
    }
  };

  return {
    get size() {
      return size;
    },

    add(operation, line = 0) {
      if (operation === null || typeof operation !== "object" || Array.isArray(operation))
        fail("an operation must be an object");
      for (const field in operation)
        if (!knownFields.has(field)) {
          checkFields(operation, operationFields, ["operations", size]);
          break;
        }
      const { method, args = [], object: on } = operation;
      const who = operation.session;
      if (typeof method !== "string") fail(`"method" must be a string`, "method");
      if (!Array.isArray(args)) fail(`"args" must be an array`, "args");
      if (typeof who !== "number" && typeof who !== "string")
        fail(
          who === undefined ? `"session" is missing` : `"session" must be a number or a string`,
          "session",
        );
      if (on !== undefined && typeof on !== "number" && typeof on !== "string")
        fail(`"object" must be a number or a string`, "object");
      const hasCall = operation.call !== undefined;
      if (!hasCall && operation.return !== undefined) fail(`"return" without "call"`, "return");
      timed ??= hasCall;
      if (timed !== hasCall)
        fail(`all operations carry "call" or none does: ${hasCall ? "this one does" : "this one does not"}`);
      if (size === capacity) grow();
      if (hasCall) {
        setTime(false, operation.call);
        returned[size] = operation.return === undefined ? 0 : 1;
        if (operation.return !== undefined) {
          setTime(true, operation.return);
          const backwards =
            bigCalls !== undefined && bigReturns !== undefined
              ? bigReturns[size] < bigCalls[size]
              : returns[size] < calls[size];
          if (backwards) fail(`"return" is before "call"`, "return");
        }
      }
      let sessionIndex = sessions.get(who);
      if (sessionIndex === undefined) sessions.set(who, (sessionIndex = sessions.size));
      let objectIndex = objects.get(on);
      if (objectIndex === undefined) objects.set(on, (objectIndex = objects.size));
      label[size] = internLabel(method, args, operation.result);
      session[size] = sessionIndex;
      object[size] = objectIndex;
      lines[size] = line;
      hasLines ||= line !== 0;
      size++;
    },

    finish(header = given) {
      if (header !== given) checkHeader(header);
      const none: Positions = { call: new Int32Array(0), ret: new Int32Array(0) };
      const positions = !timed
        ? none
        : bigCalls !== undefined && bigReturns !== undefined
          ? rankBigTimes(bigCalls.subarray(0, size), bigReturns.subarray(0, size), returned)
          : rankTimes(calls.subarray(0, size), returns.subarray(0, size), returned);
      const history: History = {
        type: header.type,
        name: header.name ?? undefined,
        initial: header.initial,
        size,
        labels: table.labels,
        label: label.slice(0, size),
        sessions: [...sessions.keys()],
        session: session.slice(0, size),
        objects: [...objects.keys()],
        object: object.slice(0, size),
        timed: timed ?? false,
        call: positions.call,
        ret: positions.ret,
        happensBefore: flattenEdges(header.happensBefore, size),
        lines: hasLines ? lines.slice(0, size) : undefined,
      };
      checkHappensBefore(history);
      return history;
    },
  };
}

/** The declared edges in one array, each end checked to be an operation. */
function flattenEdges(edges: unknown, size: number): Int32Array {
  if (edges === undefined) return new Int32Array(0);
  if (!Array.isArray(edges))
    throw new HistoryError(`"happensBefore" must be an array of pairs`, ["happensBefore"]);
  const flat = new Int32Array(2 * edges.length);
  edges.forEach((edge: unknown, i) => {
    if (!Array.isArray(edge) || edge.length !== 2)
      throw new HistoryError("a happens-before edge must be a pair of operation ids", ["happensBefore", i]);
    edge.forEach((id: unknown, end) => {
      if (!Number.isInteger(id) || (id as number) < 0 || (id as number) >= size)
        throw new HistoryError(`${JSON.stringify(id)} is not an operation: ids go from 0 to ${size - 1}`, [
          "happensBefore",
          i,
          end,
        ]);
      flat[2 * i + end] = id as number;
    });
  });
  return flat;
}
