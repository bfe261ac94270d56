import { createHistoryBuilder, type HistoryHeader, type OperationRecord } from "./builder.js";
import { HistoryError } from "./error.js";
import type { History } from "./history.js";
import {
  describeNext,
  failAt,
  skipBlanks,
  take,
  takeIf,
  takeName,
  takeNameOrNumber,
  takeValue,
  type TextCursor,
} from "./notation-lexer.js";
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
 * ```
 *
 * Sessions stand in braces with `||` between them and are numbered 0, 1, …; operations are separated by `;`.
 * Arguments and results are JSON values; a word without quotes is a string (`null`, `true` and `false` are
 * themselves). Without `=>` the result is unobserved. `x.read()` is `read()` on object `x`. The type may
 * stand in front: `map { … } || { … }`. Comments run from `#` or `//` to the end of the line.
 *
 * Throws a `NotationError` with line and column, or a `HistoryError`.
 */
export function parseHistory(text: string, options: ParseOptions = {}): History {
  const cursor: TextCursor = { text, position: text.startsWith("\ufeff") ? 1 : 0 };
  if (looksLikeJson(cursor)) return parseJson(cursor, options);
  skipBlanks(cursor);
  const named = text[cursor.position] === "{" ? undefined : takeName(cursor);
  const type = options.type ?? named;
  const builder = createHistoryBuilder(type === undefined ? {} : { type });
  const lineOf = createLineCounter(text);
  let session = 0;
  do {
    take(cursor, "{", "to begin a session");
    while (!takeIf(cursor, "}")) {
      const line = lineOf(cursor.position);
      builder.add(takeOperation(cursor, session), line);
      if (!takeIf(cursor, ";")) {
        take(cursor, "}", 'or ";" after an operation');
        break;
      }
    }
    session++;
  } while (takeIf(cursor, "||"));
  skipBlanks(cursor);
  if (cursor.position < text.length)
    failAt(cursor, `expected "||" and another session, or the end of the text, not ${describeNext(cursor)}`);
  return builder.finish();
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

/** `method(args) => result`, with `object.` in front where one is named. */
function takeOperation(cursor: TextCursor, session: number): OperationRecord {
  skipBlanks(cursor);
  const start = cursor.position;
  const first = takeNameOrNumber(cursor);
  if (first === undefined) failAt(cursor, `expected an operation, not ${describeNext(cursor)}`);
  const onObject = takeIf(cursor, ".");
  const method = onObject ? takeName(cursor) : first;
  if (typeof method !== "string")
    failAt(
      cursor,
      `expected a method, not ${onObject ? describeNext(cursor) : first}`,
      onObject ? cursor.position : start,
    );
  const args: Value[] = [];
  if (takeIf(cursor, "(") && !takeIf(cursor, ")")) {
    do args.push(takeValue(cursor));
    while (takeIf(cursor, ","));
    take(cursor, ")", "after an argument");
  }
  return {
    session,
    method,
    args,
    ...(onObject ? { object: first } : {}),
    ...(takeIf(cursor, "=>") ? { result: takeValue(cursor) } : {}),
  };
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
