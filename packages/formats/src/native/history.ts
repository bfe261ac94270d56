import {
  type History,
  type HistoryBuilder,
  HistoryError,
  type HistoryHeader,
  type Value,
} from "@sightline/core";
import { createJsonParser, type JsonParser } from "../bytes/json.js";
import {
  type ByteWindow,
  columnOf,
  failAt,
  goBack,
  type Mark,
  mark,
  type needMore,
  stepping,
  windowOver,
} from "../bytes/window.js";
import { PlacedError } from "../input-error.js";
import { locate, type Place } from "./locate.js";
import type { OperationReader } from "./operation.js";
import type { RepeatedOperations } from "./repeated-operations.js";

/** A header's fields, and where the text of each is: an error may come to light only at the end. */
export interface HeaderFields {
  readonly place: Place;
  /** Where the history begins that the operations stand in, where all its bytes stay in memory. */
  readonly start?: Mark;
  readonly values: { [field: string]: Value };
  readonly texts: Map<string, FieldText>;
}

/** The text of a field: its place in a window that keeps all its bytes, or a copy. */
type FieldText = Mark | (Place & { readonly bytes: Uint8Array });

/** An empty header at a place. */
export const headerAt = (place: Place): HeaderFields => ({ place, values: {}, texts: new Map() });

/** The place of the window's position. */
export const placeOf = (window: ByteWindow): Place => ({
  line: window.line,
  column: columnOf(window, window.position),
});

/** Takes `: value` after the key `name` of a header. */
export function takeHeaderField(
  window: ByteWindow,
  parser: JsonParser,
  header: HeaderFields,
  name: string,
): void {
  if (header.texts.has(name)) failAt(window, `the key ${JSON.stringify(name)} stands twice`);
  parser.take(":", "after a key");
  parser.more();
  const start = mark(window);
  const value = parser.value();
  header.texts.set(name, window.done ? start : copyFrom(window, start));
  // Assigning to `__proto__` would set the prototype.
  if (name !== "__proto__") header.values[name] = value;
  else Object.defineProperty(header.values, name, { value, enumerable: true, configurable: true });
}

/** A copy of the text between a place and the position. */
function copyFrom(window: ByteWindow, start: Mark): FieldText {
  const end = mark(window);
  goBack(window, start);
  const place = placeOf(window);
  goBack(window, end);
  return { ...place, bytes: Buffer.from(window.bytes.subarray(start.position, end.position)) };
}

/** The place of a part of a field's value, in the window that it was read from. */
export function placeIn(text: FieldText, path: readonly (string | number)[], window: ByteWindow): Place {
  if ("bytes" in text) {
    const copy = windowOver(text.bytes, text.line, text.column);
    return locate(copy, createJsonParser(copy), path);
  }
  const end = mark(window);
  goBack(window, text);
  const place = locate(window, createJsonParser(window), path);
  goBack(window, end);
  return place;
}

/** Adds the operation just read; an error gets the place of the offending field. */
export function addOperation(
  window: ByteWindow,
  parser: JsonParser,
  builder: HistoryBuilder,
  operation: OperationReader["record"],
  start: Mark,
): void {
  try {
    builder.add(operation, start.line);
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    goBack(window, start);
    const { line: at, column } = locate(window, parser, error.path.slice(2));
    throw new PlacedError(error.message, at, column, error.code);
  }
}

/** The history of the builder's operations and a header; an error gets the place of the offending field. */
export function finishHistory(
  window: ByteWindow,
  builder: HistoryBuilder,
  header: HeaderFields,
  type: string | undefined,
): History {
  try {
    const given = header.values as HistoryHeader;
    return builder.finish(type === undefined ? given : { ...given, type });
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    const [field, ...path] = error.path;
    if (field === "operations" && path.length > 0) throw placedOperation(window, builder, header, error);
    const text = header.texts.get(String(field));
    const { line, column } = text === undefined ? header.place : placeIn(text, path, window);
    throw new PlacedError(error.message, line, column, error.code);
  }
}

/**
 * An error about an operation that came to light only when all were there: at its field, where the whole text is still
 * in memory and the operations stand in their history; else at the beginning of its line.
 */
function placedOperation(
  window: ByteWindow,
  builder: HistoryBuilder,
  { start }: HeaderFields,
  { message, code, path }: HistoryError,
): PlacedError {
  if (start !== undefined) {
    const end = mark(window);
    goBack(window, start);
    const { line, column } = locate(window, createJsonParser(window), path);
    goBack(window, end);
    return new PlacedError(message, line, column, code);
  }
  return new PlacedError(message, builder.lineOf(Number(path[1])), 1, code);
}

/** Reads a whole history object at the window's position, one operation at a time, by means of a builder. */
export function* readWholeHistory(
  window: ByteWindow,
  parser: JsonParser,
  reader: OperationReader,
  repeated: RepeatedOperations,
  builder: HistoryBuilder,
  type: string | undefined,
): Generator<typeof needMore, History> {
  const header = { ...headerAt(placeOf(window)), ...(window.done && { start: mark(window) }) };
  builder.clear();
  let seen = false;

  // Each state takes its piece of the text first and changes something only then: a step may be run again.
  const states = {
    begin() {
      parser.take("{", "to begin a history");
      return "field" as const;
    },
    field() {
      parser.more();
      const start = window.position;
      const name = parser.key();
      if (name !== "operations") {
        takeHeaderField(window, parser, header, name);
        return "afterField" as const;
      }
      if (seen) failAt(window, `the key "operations" stands twice`, start);
      parser.take(":", "after a key");
      parser.more();
      if (!parser.takeIf("[")) failAt(window, `"operations" must be an array`);
      const empty = parser.takeIf("]");
      seen = true;
      return empty ? ("afterField" as const) : ("operation" as const);
    },
    afterField() {
      if (parser.takeIf(",")) return "field" as const;
      parser.take("}", 'or "," after a field');
      return "end" as const;
    },
    operation() {
      parser.more();
      if (repeated.take(builder, ",")) return "afterOperation" as const;
      const start = mark(window);
      if (!parser.next("{")) failAt(window, "an operation must be an object");
      if (reader.read() === "history") failAt(window, `an operation may not have "operations"`);
      addOperation(window, parser, builder, reader.record, start);
      repeated.learn(builder, start.position, reader.record);
      return "afterOperation" as const;
    },
    afterOperation() {
      if (parser.takeIf(",")) return "operation" as const;
      parser.take("]", 'or "," after an operation');
      return "afterField" as const;
    },
  };

  let state: keyof typeof states | "end" = "begin";
  yield* stepping(window, () => {
    if (state !== "end") state = states[state]();
    return state !== "end";
  });
  if (!seen) {
    const { line, column } = header.place;
    throw new PlacedError(`a history must have "operations"`, line, column);
  }
  return finishHistory(window, builder, header, type);
}
