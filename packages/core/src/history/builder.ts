import { nearest } from "../text/nearest.js";
import { checkHappensBefore } from "./cycle.js";
import { HistoryError } from "./error.js";
import type { History, Seen } from "./history.js";
import { createLabelTable } from "./intern.js";
import { createInstants } from "./instants.js";
import type { Positions } from "./times.js";
import type { Value } from "./value.js";

/** The fields of a history other than its operations, as in its JSON form. */
export interface HistoryHeader {
  readonly type?: string;
  readonly name?: string;
  readonly seen?: Seen;
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
const headerFields = ["type", "name", "seen", "initial", "operations", "happensBefore"];

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
  const { type, name, seen } = header as Record<string, unknown>;
  if (type !== undefined && typeof type !== "string")
    throw new HistoryError(`"type" must be a string`, ["type"]);
  if (name !== undefined && name !== null && typeof name !== "string")
    throw new HistoryError(`"name" must be a string`, ["name"]);
  if (seen !== undefined) checkSeen(seen);
  checkFields(header, headerFields, []);
}

/** Checks how often a history was seen: a count, and of how many. Throws a `HistoryError`. */
function checkSeen(seen: unknown): asserts seen is Seen {
  if (seen === null || typeof seen !== "object" || Array.isArray(seen))
    throw new HistoryError(`"seen" must be an object such as {"count": 3, "of": 1000}`, ["seen"]);
  const fail = (reason: string, field: string): never => {
    throw new HistoryError(reason, ["seen", field]);
  };
  const { count, of } = seen as Record<string, unknown>;
  if (!Number.isSafeInteger(count) || (count as number) < 1)
    fail(`"count" must be a whole number, at least 1`, "count");
  if (of !== undefined && (!Number.isSafeInteger(of) || (of as number) < (count as number)))
    fail(`"of" must be a whole number, at least "count"`, "of");
  for (const field of Object.keys(seen))
    if (field !== "count" && field !== "of") fail(`"seen" has "count" and "of", no "${field}"`, field);
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
  const instants = createInstants();
  let timed: boolean | undefined;
  const table = createLabelTable();
  const sessions = new Map<string | number, number>();
  const objects = new Map<string | number | undefined, number>();

  const fail = (reason: string, field?: string): never => {
    throw new HistoryError(reason, field === undefined ? ["operations", size] : ["operations", size, field]);
  };

  const grow = (): void => {
    capacity *= 2;
    const wider = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const next = new Int32Array(capacity);
      next.set(old);
      return next;
    };
    [label, session, object, lines] = [wider(label), wider(session), wider(object), wider(lines)];
  };

  /** Runs `work` and puts the operation, and the field where it is one, on the path of its error. */
  const about = <Answer>(work: () => Answer, field?: string): Answer => {
    try {
      return work();
    } catch (error) {
      if (error instanceof HistoryError) fail(error.message, field);
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
        about(() => instants.call(size, operation.call), "call");
        if (operation.return !== undefined && !about(() => instants.return(size, operation.return), "return"))
          fail(`"return" is before "call"`, "return");
      }
      let sessionIndex = sessions.get(who);
      if (sessionIndex === undefined) sessions.set(who, (sessionIndex = sessions.size));
      let objectIndex = objects.get(on);
      if (objectIndex === undefined) objects.set(on, (objectIndex = objects.size));
      label[size] = about(() => table.add(method, args, operation.result));
      session[size] = sessionIndex;
      object[size] = objectIndex;
      lines[size] = line;
      hasLines ||= line !== 0;
      size++;
    },

    finish(header = given) {
      if (header !== given) checkHeader(header);
      const none: Positions = { call: new Int32Array(0), ret: new Int32Array(0) };
      const positions = timed === true ? instants.rank(size) : none;
      const history: History = {
        type: header.type,
        name: header.name ?? undefined,
        seen: header.seen,
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
