import type { HistoryBuilder } from "@sightline/core";
import { type ByteWindow, newLine } from "../bytes/window.js";
import { fieldAt, fieldBytes, fieldNames } from "./operation.js";
import { createTextTable, type TextTable } from "./text-table.js";

/** Takes operations of a long history that are written like earlier ones, as most are, without reading their values. */
export interface RepeatedOperations {
  /**
   * Adds the operations at the position to the builder, one after another as long as each is written, byte for
   * byte, like an earlier one but for its session, call and return. False: there was none, it has to be read.
   * @param between what stands between two operations, besides blanks and the end of a line
   */
  take(builder: HistoryBuilder, between: "," | ""): boolean;
  /** Remembers the operation at `start`, which was read and is the builder's last. */
  learn(builder: HistoryBuilder, start: number): void;
}

/** Of shorter histories nothing is remembered. */
const LONG = 256;
/** After so many that had to be read, and not as many that had not, no more are looked up. */
const PATIENCE = 4096;
/** Longer texts are not remembered. */
const MOST_BYTES = 256;

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const SESSION = fieldNames.indexOf("session");
const CALL = fieldNames.indexOf("call");
const RETURN = fieldNames.indexOf("return");

/** Nothing is remembered yet. */
export function createRepeatedOperations(window: ByteWindow): RepeatedOperations {
  const text = new Uint8Array(MOST_BYTES + fieldNames.length);
  let texts: TextTable | undefined; // of this history, with the operation that each was first seen in
  let taken = 0;
  let missed = 0;
  // The operation looked at: its fields and their values are in `text`, but for these numbers.
  let length = 0;
  let session: number | undefined;
  let call: number | undefined;
  let ret: number | undefined;
  const follower = new Int8Array(fieldNames.length + 1); // which field came after which before

  /** Copies the value at `at` into `text`. Answers where it ends, or −1 where it is not plain. */
  const copyValue = (at: number): number => {
    const { bytes, end } = window;
    for (let depth = 0; at < end && length < MOST_BYTES; ) {
      const byte = bytes[at];
      if (depth === 0 && (byte === COMMA || byte === CLOSE_OBJECT)) return at;
      if (byte === QUOTE)
        do {
          text[length++] = bytes[at++];
          if (at >= end || bytes[at] === BACKSLASH || bytes[at] < SPACE) return -1;
        } while (bytes[at] !== QUOTE && length < MOST_BYTES - 1);
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
      else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--;
      else if (byte < SPACE) return -1;
      text[length++] = bytes[at++];
    }
    return -1;
  };

  /** Takes a plain whole number at `at`. Answers where it ends, or −1. */
  const takeNumber = (field: number, at: number): number => {
    const { bytes, end } = window;
    let value = 0;
    let behind = at;
    for (; behind < end && bytes[behind] >= ZERO && bytes[behind] < ZERO + 10; behind++)
      value = 10 * value + bytes[behind] - ZERO;
    const digits = behind - at;
    if (digits === 0 || digits > 15 || (digits > 1 && bytes[at] === ZERO)) return -1;
    if (behind === end || (bytes[behind] !== COMMA && bytes[behind] !== CLOSE_OBJECT)) return -1;
    if (field === CALL) call = value;
    else if (field === RETURN) ret = value;
    else session = value;
    return behind;
  };

  /** Looks at the operation at `start`. Answers where it ends, or −1 where it is not so plain, or on several lines. */
  const scan = (start: number): number => {
    const { bytes, end } = window;
    length = 0;
    session = call = ret = undefined;
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let last: number = fieldNames.length;
    for (let at = start + 1; at < end; at++) {
      while (bytes[at] === SPACE) at++;
      const field = fieldAt(bytes, at, end, follower[last]);
      if (field < 0) return -1;
      follower[last] = field;
      last = field;
      at += fieldBytes[field].length;
      if (bytes[at++] !== COLON) return -1;
      while (bytes[at] === SPACE) at++;
      text[length++] = field;
      const isTime = field === CALL || field === RETURN;
      const behind = isTime || field === SESSION ? takeNumber(field, at) : -1;
      at = behind >= 0 || isTime ? behind : copyValue(at);
      if (at < 0) return -1;
      if (bytes[at] === CLOSE_OBJECT) return length <= MOST_BYTES ? at + 1 : -1;
    }
    return -1;
  };

  const isTired = (): boolean => missed > PATIENCE && missed > taken;

  /** Adds the operation looked at, if one like it is known. */
  const addKnown = (known: TextTable, builder: HistoryBuilder, line: number): boolean => {
    const like = known.find(text, length);
    if (like < 0) {
      missed++;
      return false;
    }
    taken++;
    return builder.repeat(like, line, session, call, ret);
  };

  return {
    take(builder, between) {
      if (texts === undefined || builder.size < LONG || isTired()) return false;
      const { bytes } = window;
      const first = builder.size;
      let at = window.position;
      let lineStart = -1; // where the line of the operation begins, if it is another one
      for (;;) {
        const behind = scan(at);
        if (behind < 0 || !addKnown(texts, builder, lineStart < 0 ? window.line : window.line + 1)) break;
        if (lineStart >= 0) newLine(window, lineStart);
        window.position = at = behind;
        lineStart = -1;
        if (between === "," && bytes[at++] !== COMMA) break;
        while (bytes[at] === SPACE || bytes[at] === CARRIAGE_RETURN) at++;
        if (bytes[at] === NEWLINE) lineStart = ++at;
        while (bytes[at] === SPACE) at++;
      }
      return builder.size > first;
    },
    learn(builder, start) {
      if (builder.size < LONG) {
        texts = undefined; // another history has begun
        taken = missed = 0;
        return;
      }
      if (isTired() || scan(start) < 0) return;
      texts ??= createTextTable();
      texts.add(text, length, builder.size - 1);
    },
  };
}
