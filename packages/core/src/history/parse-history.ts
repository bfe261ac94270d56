import { isBuiltIn, readsAsType } from "../types/reads-as-type.js";
import { createHistoryBuilder, type HistoryBuilder, type OperationRecord } from "./builder.js";
import { HistoryError } from "./error.js";
import type { History } from "./history.js";
import type { HistoryHeader } from "./history-header.js";
import {
  describeNext,
  failAt,
  NotationError,
  skipBlanks,
  take,
  takeId,
  takeIf,
  takeInstant,
  takeName,
  takeNameOrNumber,
  takeValue,
  takeWord,
  type TextCursor,
} from "./text-cursor.js";
import type { Value } from "./value.js";

/** Options of `parseHistory`. */
export interface ParseOptions {
  /** The name of the sequential type, over what the text says. */
  readonly type?: string;
}

/**
 * Reads a history as people write it, or its JSON form.
 *
 * ```ts
 * parseHistory("{ put(1,0) => null; containsValue(0) => false } || { put(0,0) => null; put(1,1) => 0 }");
 * parseHistory("register(7) alice { ?write(1) @0-4 } || bob { q.read() => 7 @2-; read() } with 0 < 2");
 * ```
 *
 * Sessions stand in braces with `||` between them, each with its name in front or numbered 0, 1, …;
 * operations are separated by `;`. Arguments and results are JSON values; a word without quotes is a string
 * (`null`, `true` and `false` are themselves). Without `=>` the result is unobserved. `x.read()` is `read()`
 * on object `x`, `?write(1)` may or may not have taken effect, `@0-4` is its call and its return, `@2-` a call
 * that never returned. `saw {alice:17} sees [4]` is what the operation is known to have seen: the first 17 of
 * alice's operations, and operation 4 in reading order. The type and the initial state stand in front of all; happens-before edges follow
 * `with`, between ids in reading order. Comments run from `#` or `//` to the end of the line.
 *
 * Throws a `NotationError` with line and column, or a `HistoryError`.
 */
export function parseHistory(text: string, options: ParseOptions = {}): History {
  const cursor: TextCursor = { text, position: text.startsWith("\ufeff") ? 1 : 0 };
  if (looksLikeJson(cursor)) return parseJson(cursor, options);
  const front = takeFront(cursor, options.type);
  const builder = createHistoryBuilder();
  const lineOf = createLineCounter(text);
  const starts: number[] = [];
  const names = new Set<string | number>();
  let named = front.session;
  let brace = 0;
  do {
    if (brace > 0) named = takeSessionName(cursor);
    const session = named?.name ?? brace;
    if (names.has(session))
      failAt(cursor, `the session ${JSON.stringify(session)} stands twice`, named?.position);
    names.add(session);
    take(cursor, "{", "to begin a session");
    while (!takeIf(cursor, "}")) {
      const line = lineOf(cursor.position);
      starts.push(addOperation(cursor, builder, session, line));
      if (!takeIf(cursor, ";")) {
        take(cursor, "}", 'or ";" after an operation');
        break;
      }
    }
    brace++;
  } while (takeIf(cursor, "||"));
  const end = cursor.position;
  const { header, edges } = takeWith(cursor);
  skipBlanks(cursor);
  if (cursor.position < text.length)
    failAt(
      cursor,
      `expected "||" and another session, "with", or the end of the text, not ${describeNext(cursor)}`,
    );
  const { type = options.type, initial = header.initial } = front;
  const placeOf = ([field, at]: HistoryError["path"]): number =>
    (field === "happensBefore"
      ? edges[Number(at ?? 0)]
      : field === "operations"
        ? starts[Number(at)]
        : undefined) ?? end;
  return placed(cursor, placeOf, () =>
    builder.finish({
      ...header,
      ...(type !== undefined && { type }),
      ...(initial !== undefined && { initial }),
    }),
  );
}

/** Counts lines as a parser moves forward: linear over the whole text. */
function createLineCounter(text: string): (position: number) => number {
  let line = 1;
  let seen = 0;
  return (position) => {
    for (let next = text.indexOf("\n", seen); next >= 0 && next < position; next = text.indexOf("\n", seen)) {
      line++;
      seen = next + 1;
    }
    return line;
  };
}

/** Runs `work`; an error of it is told with the place that its path leads to. */
function placed<Answer>(
  cursor: TextCursor,
  placeOf: (path: HistoryError["path"]) => number,
  work: () => Answer,
): Answer {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof HistoryError) || error instanceof NotationError) throw error;
    return failAt(cursor, error.message, placeOf(error.path), error.code);
  }
}

/** A session's name, and where it stands. */
interface SessionName {
  readonly name: string | number;
  readonly position: number;
}

function takeSessionName(cursor: TextCursor): SessionName | undefined {
  skipBlanks(cursor);
  const { position } = cursor;
  const name = takeNameOrNumber(cursor);
  return name === undefined ? undefined : { name, position };
}

/** What stands before the first brace. */
interface Front {
  readonly type?: string;
  readonly initial?: Value;
  readonly session: SessionName | undefined;
}

/**
 * `type(initial) session`, or less. One name alone is a type's if it is a bare word that names a built-in
 * type, or nearly; with parentheses it is a type's in any case, and in quotes a session's.
 */
function takeFront(cursor: TextCursor, given: string | undefined): Front {
  const first = takeSessionName(cursor);
  if (first === undefined) return { session: undefined };
  const { name, position } = first;
  const isQuoted = cursor.text[position] === '"';
  const hasState = typeof name === "string" && takeIf(cursor, "(");
  if (hasState) {
    const initial = takeIf(cursor, ")") ? undefined : takeValue(cursor);
    if (initial !== undefined) take(cursor, ")", "after the initial state");
    const type = given ?? name;
    return { type, ...(initial !== undefined && { initial }), session: takeSessionName(cursor) };
  }
  const second = takeSessionName(cursor);
  if (second !== undefined) {
    if (typeof name !== "string") failAt(cursor, `expected a type, not the number ${name}`, position);
    return { type: given ?? name, session: second };
  }
  const isType =
    typeof name === "string" && !isQuoted && (given === undefined ? readsAsType(name) : isBuiltIn(name));
  return isType ? { type: given ?? name, session: undefined } : { session: first };
}

/** `?object.method(args) => result @call-return saw {…} sees […]`, or less; `!` in place of `?` marks a final read. */
function addOperation(
  cursor: TextCursor,
  builder: HistoryBuilder,
  session: string | number,
  line: number,
): number {
  skipBlanks(cursor);
  const start = cursor.position;
  const optional = takeIf(cursor, "?");
  const final = takeIf(cursor, "!");
  skipBlanks(cursor);
  const nameAt = cursor.position;
  const first = takeNameOrNumber(cursor);
  if (first === undefined) failAt(cursor, `expected an operation, not ${describeNext(cursor)}`);
  const onObject = takeIf(cursor, ".");
  const method = onObject ? takeName(cursor) : first;
  if (typeof method !== "string")
    failAt(
      cursor,
      `expected a method, not ${onObject ? describeNext(cursor) : first}`,
      onObject ? cursor.position : nameAt,
    );
  const args: Value[] = [];
  if (takeIf(cursor, "(") && !takeIf(cursor, ")")) {
    do args.push(takeValue(cursor));
    while (takeIf(cursor, ","));
    take(cursor, ")", "after an argument");
  }
  const operation: OperationRecord = {
    session,
    method,
    args,
    ...(onObject && { object: first }),
    ...(takeIf(cursor, "=>") && { result: takeValue(cursor) }),
    ...takeInterval(cursor),
    ...takeSight(cursor),
    ...(optional && { optional }),
    ...(final && { final }),
  };
  placed(
    cursor,
    () => start,
    () => builder.add(operation, line),
  );
  return start;
}

/** `@call-return`, or `@call-` of an operation that never returned. */
function takeInterval(cursor: TextCursor): Pick<OperationRecord, "call" | "return"> {
  if (!takeIf(cursor, "@")) return {};
  const call = takeInstant(cursor);
  if (call === undefined) failAt(cursor, `expected the time of a call, not ${describeNext(cursor)}`);
  take(cursor, "-", "after the time of a call");
  const end = takeInstant(cursor);
  return end === undefined ? { call } : { call, return: end };
}

/** `saw {alice:17} sees [4]`, or less: what the operation is known to have seen. The builder checks it. */
function takeSight(cursor: TextCursor): Pick<OperationRecord, "saw" | "sees"> {
  const saw = takeWord(cursor, "saw") ? takeCounts(cursor) : undefined;
  const sees = takeWord(cursor, "sees") ? (takeValue(cursor) as OperationRecord["sees"]) : undefined;
  return { ...(saw !== undefined && { saw }), ...(sees !== undefined && { sees }) };
}

/** `{alice:17, 0:2}`: a count for each session. */
function takeCounts(cursor: TextCursor): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  take(cursor, "{", "to begin the counts of sessions");
  if (takeIf(cursor, "}")) return {};
  do {
    const named = takeSessionName(cursor);
    if (named === undefined) failAt(cursor, `expected a session, not ${describeNext(cursor)}`);
    const name = String(named.name);
    if (counts.has(name)) failAt(cursor, `the session ${JSON.stringify(name)} stands twice`, named.position);
    take(cursor, ":", "after a session");
    counts.set(name, takeId(cursor) ?? failAt(cursor, `expected a count, not ${describeNext(cursor)}`));
  } while (takeIf(cursor, ","));
  take(cursor, "}", "after a count");
  return Object.fromEntries(counts);
}

/** `with 0 < 3, 2 < 1, initial 7, name "a label", seen 3 of 1000`, or nothing; and where each edge stands. */
function takeWith(cursor: TextCursor): { header: HistoryHeader; edges: readonly number[] } {
  if (!takeWord(cursor, "with")) return { header: {}, edges: [] };
  const edges: [number, number][] = [];
  const places: number[] = [];
  const header: HistoryHeader = {};
  do {
    skipBlanks(cursor);
    places[edges.length] = cursor.position;
    const id = takeId(cursor);
    if (id !== undefined) {
      take(cursor, "<", "between the ids of an edge");
      edges.push([id, takeId(cursor) ?? failAt(cursor, `expected an id, not ${describeNext(cursor)}`)]);
    } else Object.assign(header, takeClause(cursor, header));
  } while (takeIf(cursor, ","));
  return { header: edges.length === 0 ? header : { ...header, happensBefore: edges }, edges: places };
}

/** What a history may say besides: its label, how often it was seen, its initial state where it tells no type. */
function takeClause(cursor: TextCursor, before: HistoryHeader): HistoryHeader {
  skipBlanks(cursor);
  const { position } = cursor;
  const once = (field: keyof HistoryHeader): void => {
    if (before[field] !== undefined) failAt(cursor, `${field} stands twice`, position);
  };
  if (takeWord(cursor, "initial")) {
    once("initial");
    return { initial: takeValue(cursor) };
  }
  if (takeWord(cursor, "name")) {
    once("name");
    return { name: takeName(cursor) ?? failAt(cursor, `expected a name, not ${describeNext(cursor)}`) };
  }
  if (!takeWord(cursor, "seen"))
    failAt(cursor, `expected an edge such as 0 < 3, or name, seen or initial, not ${describeNext(cursor)}`);
  once("seen");
  const number = (): number =>
    takeId(cursor) ?? failAt(cursor, `expected a number, not ${describeNext(cursor)}`);
  const count = number();
  return { seen: takeWord(cursor, "of") ? { count, of: number() } : { count } };
}

/** `{ "key" :` begins JSON; `{ "method" (` the notation. */
function looksLikeJson({ text, position }: TextCursor): boolean {
  return /^\s*\{\s*"(?:[^"\\]|\\.)*"\s*:/u.test(text.slice(position, position + 1000));
}

/** A history in its JSON form. (The notation's values are JSON and a little more: that is accepted too.) */
function parseJson(cursor: TextCursor, options: ParseOptions): History {
  const { operations, ...header } = takeValue(cursor) as HistoryHeader & { operations?: unknown };
  skipBlanks(cursor);
  if (cursor.position < cursor.text.length)
    failAt(cursor, `expected the end of the text after the history, not ${describeNext(cursor)}`);
  if (!Array.isArray(operations))
    throw new HistoryError("SL1002", `"operations" must be an array`, ["operations"]);
  const { type = header.type } = options;
  const builder = createHistoryBuilder(type === undefined ? header : { ...header, type }, "json");
  for (const operation of operations) builder.add(operation as OperationRecord);
  return builder.finish();
}
