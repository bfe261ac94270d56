import type { OperationRecord, Value } from "@sightline/core";
import type { JsonParser } from "../bytes/json.js";
import { type ByteWindow, failAt } from "../bytes/window.js";

/** What an object in a native file turned out to be. */
export type Kind = "operation" | "header" | "history";

/** Reads JSON objects that may be operations. */
export interface OperationReader {
  /**
   * Takes an object. Of an operation (it has `method`) `record` holds the fields. A `header` has neither
   * `method` nor `operations`. A whole `history` (it has `operations`) is left half-read: go back and read
   * it in pieces.
   */
  read(): Kind;
  /** The fields last read. One object, used again and again: a million operations make no garbage of it. */
  readonly record: OperationRecord;
}

type Fields = { -readonly [field in keyof Required<Omit<OperationRecord, "observed">>]: Value | undefined };

/** The fields of an operation. */
export const fieldNames = [
  "session",
  "method",
  "args",
  "result",
  "object",
  "call",
  "return",
  "optional",
  "final",
  "saw",
  "sees",
] as const;

/** The fields' keys as they stand in a file, quotes included. */
export const fieldBytes = fieldNames.map((name) => Buffer.from(`"${name}"`));

/** Which field's key stands at `position`: its index in `fieldNames`, or -1. The one expected is tried first. */
export function fieldAt(bytes: Uint8Array, position: number, end: number, expected: number): number {
  for (let tried = 0; tried < fieldBytes.length; tried++) {
    const field = (expected + tried) % fieldBytes.length;
    const name = fieldBytes[field];
    const { length } = name;
    if (position + length > end) continue;
    let i = 0;
    while (i < length && bytes[position + i] === name[i]) i++;
    if (i === length) return field;
  }
  return -1;
}

/** A reader of operations at the position of `parser`, which is that of `window`. */
export function createOperationReader(window: ByteWindow, parser: JsonParser): OperationReader {
  // Sealed: the builder need not look for fields that it does not know in each operation.
  const plain: Fields = Object.seal({
    session: undefined,
    method: undefined,
    args: undefined,
    result: undefined,
    object: undefined,
    call: undefined,
    return: undefined,
    optional: undefined,
    final: undefined,
    saw: undefined,
    sees: undefined,
  });
  let record: Fields = plain;
  /** Which field came after which in the operations before: most often it does so again. */
  const follower = new Int8Array(fieldNames.length + 1);

  /** Fields that no operation has: kept, so that a slip of the pen is found. */
  const setOther = (name: string, value: Value): void => {
    if (record === plain) record = { ...plain };
    Object.defineProperty(record, name, { value, enumerable: true, configurable: true, writable: true });
  };

  const twice = (name: string, start: number): never =>
    failAt(window, `the key ${JSON.stringify(name)} stands twice`, start);

  const set = (field: number, value: Value): void => {
    switch (field) {
      case 0:
        record.session = value;
        break;
      case 1:
        record.method = value;
        break;
      case 2:
        record.args = value;
        break;
      case 3:
        record.result = value;
        break;
      case 4:
        record.object = value;
        break;
      case 5:
        record.call = value;
        break;
      case 6:
        record.return = value;
        break;
      case 7:
        record.optional = value;
        break;
      case 8:
        record.final = value;
        break;
      case 9:
        record.saw = value;
        break;
      default:
        record.sees = value;
    }
  };

  return {
    get record() {
      return record as OperationRecord;
    },

    read() {
      plain.session = plain.method = plain.args = plain.result = undefined;
      plain.object = plain.call = plain.return = plain.optional = plain.final = undefined;
      plain.saw = plain.sees = undefined;
      record = plain;
      let seen = 0;
      let last: number = fieldNames.length;
      parser.take("{", "to begin an operation");
      if (parser.takeIf("}")) return "header";
      do {
        parser.more();
        const start = window.position;
        const field = fieldAt(window.bytes, start, window.end, follower[last]);
        if (field < 0) {
          const name = parser.key();
          parser.take(":", "after a key");
          if (name === "operations") return "history";
          const known = fieldNames.indexOf(name as (typeof fieldNames)[number]);
          // Before the value is taken: it may run over lines, and leave the key behind.
          if (known >= 0 ? (seen & (1 << known)) !== 0 : Object.hasOwn(record, name)) twice(name, start);
          seen |= known >= 0 ? 1 << known : 0;
          const value = parser.value();
          if (known >= 0) set(known, value);
          else setOther(name, value);
          continue;
        }
        if ((seen & (1 << field)) !== 0) twice(fieldNames[field], start);
        seen |= 1 << field;
        follower[last] = field;
        last = field;
        window.position = start + fieldBytes[field].length;
        parser.take(":", "after a key");
        set(field, parser.value());
      } while (parser.takeIf(","));
      parser.take("}", 'or "," after a field');
      return record.method === undefined ? "header" : "operation";
    },
  };
}
