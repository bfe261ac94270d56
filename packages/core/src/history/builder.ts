import type { ErrorCode } from "../errors/error-code.js";
import { placeAnnotations, type PlacedAnnotations } from "./annotations.js";
import { checkFields } from "./check-fields.js";
import { checkValue } from "./check-value.js";
import { checkHappensBefore } from "./check-happens-before.js";
import { HistoryError, pathed, printPath } from "./error.js";
import { createSightsCollector, type SightRecord, type SightsCollector } from "./collect-sights.js";
import { flattenEdges } from "./flatten-edges.js";
import type { Clock, History } from "./history.js";
import { checkHeader, type HistoryHeader } from "./history-header.js";
import { createLabelTable } from "./value-tables.js";
import { createInstants } from "./instants.js";
import type { Positions } from "./times.js";
import type { Value } from "./value.js";
import type { Writable } from "../writable.js";

/** One operation as in the JSON form of a history, with what code can say besides. */
export interface OperationRecord extends SightRecord {
  readonly session: string | number;
  readonly method: string;
  /** Default: none. */
  readonly args?: readonly Value[];
  /**
   * What it returned; `undefined`, as functions return that return nothing, is `null`. Without this key,
   * or with `observed: false`, the result was not seen, and any will do.
   */
  readonly result?: Value | undefined;
  /** `false`: the result was not seen, whatever there is under `result`. Only in code. */
  readonly observed?: boolean | undefined;
  readonly object?: string | number | undefined;
  /**
   * When it was called: an integer, or a decimal string beyond 2^53; in code also a fraction or a bigint.
   * So `Date.now()`, `performance.now()` and `process.hrtime.bigint()` will do, one of them for all.
   */
  readonly call?: number | string | bigint | undefined;
  /** When it returned, by the same clock. Without it, a call is pending. */
  readonly return?: number | string | bigint | undefined;
  /** `true`: it may or may not have taken effect, with any result. Default: false. */
  readonly optional?: boolean | undefined;
  /** `true`: it only looks, and all updates had been delivered to whoever it asked (for `convergence`). Default: false. */
  readonly final?: boolean | undefined;
}

/** Takes operations one at a time and checks each; `finish` gives the history. */
export interface HistoryBuilder {
  /** The operations so far. */
  readonly size: number;
  /** The line that an operation was said to stand on; 0 where it was not said. */
  lineOf(id: number): number;
  /** Adds an operation; `line` is where it stands in its file. Throws a `HistoryError`. */
  add(operation: OperationRecord, line?: number): void;
  /**
   * Adds an operation like an earlier one, of which nothing is known that it saw, but for its times and, if given, its
   * session, all whole numbers: for readers that saw so in their text. False: nothing was added, for its times are wrong; `add` tells how.
   */
  repeat(
    like: number,
    line: number,
    session: number | undefined,
    call: number | undefined,
    end: number | undefined,
  ): boolean;
  /**
   * Adds an operation like one that was added before, to this history or to another of this builder, but for its
   * times and, if given, its session: else as `repeat`.
   */
  addAgain(
    like: OperationRecord,
    line: number,
    session: number | undefined,
    call: number | undefined,
    end: number | undefined,
  ): boolean;
  /**
   * The history. Throws a `HistoryError` when the operations do not fit together. `header` replaces the
   * one given at first: in a JSON text, header fields may stand after the operations.
   */
  finish(header?: HistoryHeader): History;
  /** Forgets all operations, to build another history: less work than another builder. */
  clear(): void;
}

const operationFields = [
  "session",
  "method",
  "args",
  "result",
  "observed",
  "object",
  "call",
  "return",
  "optional",
  "final",
  "saw",
  "sees",
];
const knownFields = new Set(operationFields);

/** How many operations there is room for at first, few, for most histories are short; and for how many it is kept. */
const [FIRST_CAPACITY, MOST_KEPT] = [1 << 4, 1 << 12];

const none = new Int32Array(0);
const untimed: Positions = { call: none, ret: none };

/**
 * Builds a history from operations in the form of their JSON. Values are data (null, booleans, numbers,
 * strings, arrays, plain objects) and are not copied: do not change them later.
 *
 * ```ts
 * const builder = createHistoryBuilder({ type: "register" });
 * builder.add({ session: 0, method: "write", args: [1], call: 0, return: 2 });
 * builder.add({ session: 1, method: "read", result: 1, call: 1, return: 3 });
 * const history = builder.finish();
 * ```
 *
 * @param form `json` for what was read from JSON: a result that is `undefined` was not there, and so not
 *   observed; times are integers and decimal strings alone
 * @param unit what times count, where that is known: the words of violations tell how long before
 */
export function createHistoryBuilder(
  given: HistoryHeader = {},
  form: "code" | "json" = "code",
  unit?: "ms" | "ns" | "order",
): HistoryBuilder {
  checkHeader(given);
  let capacity = FIRST_CAPACITY;
  let size = 0;
  let label = new Int32Array(capacity);
  let session = new Int32Array(capacity);
  let object = new Int32Array(capacity);
  let lines = new Int32Array(capacity);
  let hasLines = false;
  let optional = new Uint8Array(capacity);
  let hasOptional = false;
  let final = new Uint8Array(capacity);
  let hasFinal = false;
  let sights: SightsCollector | undefined;
  const instants = createInstants(form);
  let timed: boolean | undefined;
  let hasInstants = false; // of annotations
  const table = createLabelTable();
  const sessions = new Map<string | number, number>();
  const objects = new Map<string | number | undefined, number>();

  const fail = (reason: string, field?: string, code: ErrorCode = "SL1002"): never => {
    throw new HistoryError(
      code,
      reason,
      field === undefined ? ["operations", size] : ["operations", size, field],
    );
  };

  const grow = (): void => {
    capacity *= 2;
    const wider = (old: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const next = new Int32Array(capacity);
      next.set(old);
      return next;
    };
    [label, session, object, lines] = [wider(label), wider(session), wider(object), wider(lines)];
    const widerFlags = (old: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
      const next = new Uint8Array(capacity);
      next.set(old);
      return next;
    };
    [optional, final] = [widerFlags(optional), widerFlags(final)];
  };

  /** A record whose fields are known all and that can get no others: readers use one for all operations. */
  let wellKnown: OperationRecord | undefined;
  const checkNames = (operation: OperationRecord): void => {
    let areKnown = true;
    for (const field in operation) areKnown &&= knownFields.has(field);
    if (!areKnown) checkFields(operation, operationFields, ["operations", size]);
    else if (Object.isSealed(operation)) wellKnown = operation;
  };

  /** Takes the times of the operation. An error says which. */
  const takeTimes = ({ call, return: end }: OperationRecord): void => {
    let field = "call";
    let isOrdered = true;
    try {
      instants.call(size, call);
      field = "return";
      if (end !== undefined) isOrdered = instants.return(size, end);
    } catch (error) {
      if (error instanceof HistoryError) fail(error.message, field, error.code);
      throw error;
    }
    if (!isOrdered) fail(`"return" is before "call"`, "return", "SL1005");
  };

  /** Takes times that are whole numbers, and makes room. False: they are wrong. */
  const takePlainTimes = (call: number | undefined, end: number | undefined): boolean => {
    if ((call !== undefined) !== timed) return false;
    if (size === capacity) grow();
    if (call !== undefined) instants.call(size, call);
    return end === undefined || instants.return(size, end);
  };

  /** Puts an operation, whose fields are right, after those before it. */
  const put = (operation: OperationRecord, who: string | number, its: number, line: number): void => {
    let sessionIndex = sessions.get(who);
    if (sessionIndex === undefined) sessions.set(who, (sessionIndex = sessions.size));
    let objectIndex = objects.get(operation.object);
    if (objectIndex === undefined) objects.set(operation.object, (objectIndex = objects.size));
    label[size] = its;
    session[size] = sessionIndex;
    object[size] = objectIndex;
    lines[size] = line;
    hasLines ||= line !== 0;
    optional[size] = operation.optional === true ? 1 : 0;
    hasOptional ||= operation.optional === true;
    final[size] = operation.final === true ? 1 : 0;
    hasFinal ||= operation.final === true;
    if (operation.saw !== undefined || operation.sees !== undefined)
      placed(() => (sights ??= createSightsCollector()).add(size, operation), []);
    builder.size = ++size;
  };

  /** Runs `check` on what stands there in the operation. In code, where no line can be told, its error says so in words. */
  const placed = <Answer>(check: () => Answer, place: readonly (string | number)[]): Answer => {
    try {
      return pathed(check, ["operations", size, ...place]);
    } catch (error) {
      if (form === "json" || !(error instanceof HistoryError)) throw error;
      throw new HistoryError(error.code, `${printPath(error.path)}: ${error.message}`, error.path);
    }
  };

  /** The number of the operation's label. An error says where in the operation it is. */
  const labelled = (method: string, args: readonly Value[], result: Value | undefined): number => {
    try {
      return table.add(method, args, result);
    } catch (error) {
      if (!(error instanceof HistoryError)) throw error;
      for (const [i, arg] of args.entries()) placed(() => checkValue(arg), ["args", i]);
      return placed(() => checkValue(result), ["result"]) as never;
    }
  };

  /** The result, or `undefined` where it was not observed. */
  const resultOf = (operation: OperationRecord): Value | undefined => {
    const { result, observed } = operation;
    if (operation.optional === true) return undefined;
    if (form === "json") return result;
    if (observed !== undefined && typeof observed !== "boolean")
      fail(`"observed" must be true or false`, "observed");
    if (observed === false || result !== undefined) return observed === false ? undefined : result;
    const isPending = operation.call !== undefined && operation.return === undefined;
    return (observed === true || "result" in operation) && !isPending ? null : undefined;
  };

  /** What else happened, among the events of all operations. */
  const annotated = ({ annotations }: HistoryHeader): PlacedAnnotations | undefined => {
    if (annotations === undefined || annotations.length === 0) return undefined;
    if (timed === false)
      throw new HistoryError("SL1005", `"annotations" have times, so operations must carry "call"`, [
        "annotations",
      ]);
    hasInstants = true;
    return placeAnnotations(annotations, instants, size);
  };

  const clockOf = (moments: PlacedAnnotations["moments"] | undefined): Clock => ({
    ...instants.clock(size),
    ...(moments !== undefined && { annotations: moments }),
    ...(unit !== undefined && { unit }),
  });

  const builder: Writable<HistoryBuilder> = {
    size: 0,

    lineOf: (id) => lines[id],

    add(operation, line = 0) {
      if (operation === null || typeof operation !== "object" || Array.isArray(operation))
        fail("an operation must be an object");
      if (operation !== wellKnown) checkNames(operation);
      const { method, args = [], object: on } = operation;
      const who = operation.session;
      if (typeof method !== "string") fail(`"method" must be a string`, "method");
      if (!Array.isArray(args)) fail(`"args" must be an array`, "args");
      if (typeof who !== "number" && typeof who !== "string")
        fail(
          who === undefined ? `"session" is missing` : `"session" must be a number or a string`,
          "session",
        );
      if (typeof who === "number" && !isExact(who)) fail(inexact("session", who), "session");
      if (typeof on === "number" && !isExact(on)) fail(inexact("object", on), "object");
      if (on !== undefined && typeof on !== "number" && typeof on !== "string")
        fail(`"object" must be a number or a string`, "object");
      if (operation.optional !== undefined && typeof operation.optional !== "boolean")
        fail(`"optional" must be true or false`, "optional");
      if (operation.final !== undefined && typeof operation.final !== "boolean")
        fail(`"final" must be true or false`, "final");
      if (operation.final === true && operation.optional === true)
        fail("what may not have happened cannot be final", "final");
      const hasCall = operation.call !== undefined;
      if (!hasCall && operation.return !== undefined) fail(`"return" without "call"`, "return", "SL1005");
      timed ??= hasCall;
      if (timed !== hasCall)
        fail(
          `all operations carry "call" or none does: ${hasCall ? "this one does" : "this one does not"}`,
          undefined,
          "SL1005",
        );
      if (size === capacity) grow();
      if (hasCall) takeTimes(operation);
      put(operation, who, labelled(method, args, resultOf(operation)), line);
    },

    addAgain(like, line, who, call, end) {
      timed ??= call !== undefined;
      if (!takePlainTimes(call, end)) return false;
      const { method, args = [] } = like;
      put(like, who ?? like.session, table.add(method, args, resultOf(like)), line);
      return true;
    },

    repeat(like, line, who, call, end) {
      if (!takePlainTimes(call, end)) return false;
      session[size] = session[like];
      if (who !== undefined) {
        session[size] = sessions.get(who) ?? sessions.size;
        if (session[size] === sessions.size) sessions.set(who, sessions.size);
      }
      label[size] = label[like];
      object[size] = object[like];
      lines[size] = line;
      optional[size] = optional[like];
      final[size] = final[like];
      builder.size = ++size;
      return true;
    },

    finish(header = given) {
      if (header !== given) checkHeader(header);
      const placed = annotated(header);
      const positions = timed === true ? instants.rank(size) : untimed;
      const names = [...sessions.keys()];
      const known = sights?.finish(size, names, session.subarray(0, size));
      const history: History = {
        type: header.type,
        name: header.name ?? undefined,
        seen: header.seen,
        initial: header.initial,
        size,
        labels: table.labels,
        label: label.slice(0, size),
        sessions: names,
        session: session.slice(0, size),
        objects: [...objects.keys()],
        object: object.slice(0, size),
        timed: timed ?? false,
        call: positions.call,
        ret: positions.ret,
        clock: timed === true ? clockOf(placed?.moments) : undefined,
        optional: hasOptional ? optional.slice(0, size) : undefined,
        ...(hasFinal && { final: final.slice(0, size) }),
        happensBefore: flattenEdges(header.happensBefore, size),
        ...(known !== undefined && { sights: known }),
        ...(placed !== undefined && { annotations: placed.annotations }),
        lines: hasLines ? lines.slice(0, size) : undefined,
      };
      checkHappensBefore(history);
      return history;
    },

    clear() {
      builder.size = size = 0;
      hasLines = hasOptional = hasFinal = false;
      if (timed === true || hasInstants) instants.clear();
      hasInstants = false;
      timed = undefined;
      sights?.clear();
      table.clear();
      sessions.clear();
      objects.clear();
      if (capacity > MOST_KEPT) {
        capacity = FIRST_CAPACITY;
        [label, session] = [new Int32Array(capacity), new Int32Array(capacity)];
        [object, lines] = [new Int32Array(capacity), new Int32Array(capacity)];
        [optional, final] = [new Uint8Array(capacity), new Uint8Array(capacity)];
      }
    },
  };
  return builder;
}

/** Whether a number can be written and read back. */
const isExact = (given: number): boolean =>
  Number.isInteger(given) ? Number.isSafeInteger(given) : Number.isFinite(given);

const inexact = (field: string, given: number): string =>
  `"${field}" ${Number.isFinite(given) ? "exceeds 2^53" : `must not be ${given}`}: give it as a string`;
