import type { ErrorCode } from "../errors/error-code.js";
import { HistoryError } from "./error.js";
import type { Value } from "./value.js";

/** What is wrong with a text in the notation, and where: line and column count from 1. */
export class NotationError extends HistoryError {
  readonly line: number;
  readonly column: number;

  constructor(reason: string, line: number, column: number, code: ErrorCode = "SL1101") {
    super(code, reason);
    this.line = line;
    this.column = column;
  }
}

/** A place in a text, for hand-written parsers. */
export interface TextCursor {
  readonly text: string;
  position: number;
}

/** Values nest no deeper than this, so that no reader runs out of stack. */
export const MAX_DEPTH = 200;

const blank = /(?:\s|#[^\n]*|\/\/[^\n]*)+/uy;
const wordAt = /[\p{L}_$][\p{L}\p{N}_$-]*/uy;
const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const idAt = /\d+/y;
const instantAt = /-?\d+/y;
const stringAt = /"(?:[^"\\\n]|\\.)*"/y;
const wholeWord = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

const constants = new Map<string, Value>([
  ["null", null],
  ["true", true],
  ["false", false],
]);

/** Whether the notation may print `text` without quotes where a name stands. */
export const isWord = (text: string): boolean => wholeWord.test(text);

/** Whether the notation may print the string `text` without quotes where a value stands. */
export const isBareString = (text: string): boolean => isWord(text) && !constants.has(text);

/** The line and column (from 1, in UTF-16 units) of a place in a text. */
function lineAndColumn(text: string, position: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next >= 0 && next < position; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: position - start + 1 };
}

/** Throws a `NotationError` at the cursor, or at `position`. */
export function failAt(
  cursor: TextCursor,
  reason: string,
  position = cursor.position,
  code?: ErrorCode,
): never {
  const { line, column } = lineAndColumn(cursor.text, position);
  throw new NotationError(reason, line, column, code);
}

function match(cursor: TextCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.position;
  const found = pattern.exec(cursor.text)?.[0];
  if (found !== undefined) cursor.position += found.length;
  return found;
}

/** Skips blanks and comments (`#` or `//` to the end of the line). */
export function skipBlanks(cursor: TextCursor): void {
  match(cursor, blank);
}

/** What stands at the cursor, for error messages. */
export function describeNext(cursor: TextCursor): string {
  if (cursor.position >= cursor.text.length) return "the end of the text";
  return JSON.stringify(String.fromCodePoint(cursor.text.codePointAt(cursor.position) ?? 0));
}

/** Takes the given punctuation if it stands at the cursor, after blanks. */
export function takeIf(cursor: TextCursor, punctuation: string): boolean {
  skipBlanks(cursor);
  if (!cursor.text.startsWith(punctuation, cursor.position)) return false;
  cursor.position += punctuation.length;
  return true;
}

/** Takes the given punctuation, or fails. */
export function take(cursor: TextCursor, punctuation: string, where: string): void {
  if (!takeIf(cursor, punctuation))
    failAt(cursor, `expected "${punctuation}" ${where}, not ${describeNext(cursor)}`);
}

function takeString(cursor: TextCursor): string | undefined {
  if (cursor.text[cursor.position] !== '"') return undefined;
  const start = cursor.position;
  const literal = match(cursor, stringAt);
  if (literal === undefined) return failAt(cursor, "a string that does not end on its line");
  try {
    return JSON.parse(literal) as string;
  } catch {
    return failAt(cursor, "a string with a wrong escape or a control character in it", start);
  }
}

function takeNumber(cursor: TextCursor): number | undefined {
  const start = cursor.position;
  const literal = match(cursor, numberAt);
  if (literal === undefined) return undefined;
  const value = Number(literal);
  if (!Number.isFinite(value)) failAt(cursor, `the number ${literal} is too large`, start);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    failAt(cursor, `the number ${literal} exceeds 2^53 and loses digits: write it as a string`, start);
  return value;
}

/** Takes a word or a quoted string that names something. */
export function takeName(cursor: TextCursor): string | undefined {
  skipBlanks(cursor);
  return takeString(cursor) ?? match(cursor, wordAt);
}

/** Takes a name or a number: what may stand for an object. */
export function takeNameOrNumber(cursor: TextCursor): string | number | undefined {
  return takeName(cursor) ?? takeNumber(cursor);
}

/** Takes the given word if it stands at the cursor, after blanks, as a word of its own. */
export function takeWord(cursor: TextCursor, word: string): boolean {
  skipBlanks(cursor);
  const { position } = cursor;
  if (match(cursor, wordAt) === word) return true;
  cursor.position = position;
  return false;
}

/** Takes a whole number that is not negative: what may stand for an operation. */
export function takeId(cursor: TextCursor): number | undefined {
  skipBlanks(cursor);
  const digits = match(cursor, idAt);
  return digits === undefined ? undefined : Number(digits);
}

/** Takes an instant: an integer, as a decimal string where it exceeds 2^53. */
export function takeInstant(cursor: TextCursor): number | string | undefined {
  skipBlanks(cursor);
  const digits = match(cursor, instantAt);
  return digits === undefined || !Number.isSafeInteger(Number(digits)) ? digits : Number(digits);
}

/** Takes a value: JSON, where a word without quotes is a string. */
export function takeValue(cursor: TextCursor, depth = 0): Value {
  skipBlanks(cursor);
  if (depth > MAX_DEPTH) failAt(cursor, `values may nest ${MAX_DEPTH} deep, no deeper`);
  if (takeIf(cursor, "[")) return takeArray(cursor, depth);
  if (takeIf(cursor, "{")) return takeObject(cursor, depth);
  const literal = takeString(cursor) ?? takeNumber(cursor);
  if (literal !== undefined) return literal;
  const word = match(cursor, wordAt);
  if (word === undefined) failAt(cursor, `expected a value, not ${describeNext(cursor)}`);
  const constant = constants.get(word);
  return constant === undefined ? word : constant;
}

function takeArray(cursor: TextCursor, depth: number): Value {
  const items: Value[] = [];
  if (takeIf(cursor, "]")) return items;
  do items.push(takeValue(cursor, depth + 1));
  while (takeIf(cursor, ","));
  take(cursor, "]", "after an element");
  return items;
}

function takeObject(cursor: TextCursor, depth: number): Value {
  const fields = new Map<string, Value>();
  if (takeIf(cursor, "}")) return {};
  do {
    skipBlanks(cursor);
    const start = cursor.position;
    const key = takeName(cursor);
    if (key === undefined) failAt(cursor, `expected a key, not ${describeNext(cursor)}`);
    if (fields.has(key)) failAt(cursor, `the key ${JSON.stringify(key)} stands twice`, start);
    take(cursor, ":", "after a key");
    fields.set(key, takeValue(cursor, depth + 1));
  } while (takeIf(cursor, ","));
  take(cursor, "}", "after a field");
  // `fromEntries` defines its properties, so that a key `__proto__` is data.
  return Object.fromEntries(fields);
}
