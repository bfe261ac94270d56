import type { Value } from "@sightline/core";
import { asciiText, decodeText } from "./decode-text.js";
import { type ByteWindow, describeByte, failAt, failAtEnd, needMore, newLine } from "./window.js";

/** Values nest no deeper than this, so that no reader runs out of stack. */
export const MAX_DEPTH = 200;

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

const numberPattern = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * A strict JSON parser over a window. Unlike `JSON.parse` it knows where it is, refuses keys that stand
 * twice and integers that would lose digits, and hands out a large array one element at a time.
 * All its functions throw `needMore` where the bytes end and more may come.
 */
export interface JsonParser {
  /** Skips blanks; false at the end of the input. */
  more(): boolean;
  /** Whether the next byte, after blanks, is this character. */
  next(character: "{" | "[" | "}" | "]" | "," | ":"): boolean;
  /** Takes this character after blanks, or fails. */
  take(character: "{" | "[" | "}" | "]" | "," | ":", where: string): void;
  /** Takes this character if it comes next, after blanks. */
  takeIf(character: "{" | "[" | "}" | "]" | "," | ":"): boolean;
  key(): string;
  value(depth?: number): Value;
}

/** A parser at the window's position. */
export function createJsonParser(window: ByteWindow): JsonParser {
  /** The next byte after blanks, or -1 at the end of the input. */
  const peek = (): number => {
    const { bytes, end } = window;
    let position = window.position;
    for (; position < end; position++) {
      const byte = bytes[position];
      if (byte === NEWLINE) newLine(window, position + 1);
      else if (byte !== SPACE && byte !== RETURN && byte !== TAB) {
        window.position = position;
        return byte;
      }
    }
    window.position = position;
    if (!window.done) throw needMore;
    return -1;
  };

  const unexpected = (expected: string): never => {
    if (window.position >= window.end) return failAtEnd(window);
    return failAt(window, `expected ${expected}, not ${describeByte(window)}`);
  };

  const string = (): string => {
    const { bytes, end } = window;
    const start = window.position + 1;
    let hash = 0;
    let position = start;
    let plain = true;
    for (; ; position++) {
      if (position >= end) return failAtEnd(window);
      const byte = bytes[position];
      if (byte === QUOTE) break;
      if (byte < SPACE)
        failAt(window, "a string may not hold a line break or another control character", position);
      hash = (Math.imul(hash, 31) + byte) | 0;
      if (byte >= 0x80) plain = false;
      else if (byte === BACKSLASH) return escapedString(start);
    }
    const text = plain ? asciiText(window, start, position, hash) : decodeText(window, start, position);
    window.position = position + 1;
    return text;
  };

  const escapedString = (start: number): string => {
    const { bytes, end } = window;
    let position = start;
    for (; position < end && bytes[position] !== QUOTE; position++) {
      if (bytes[position] < SPACE) break;
      if (bytes[position] === BACKSLASH) position++;
    }
    if (position >= end) return failAtEnd(window);
    const literal = decodeText(window, start - 1, position + 1);
    let text: string;
    try {
      text = JSON.parse(literal) as string;
    } catch {
      return failAt(window, "a string with a wrong escape or a control character in it", start - 1);
    }
    window.position = position + 1;
    return text;
  };

  const number = (): number => {
    const { bytes, end } = window;
    const start = window.position;
    let position = bytes[start] === MINUS ? start + 1 : start;
    const firstDigit = position;
    let value = 0;
    for (; position < end; position++) {
      const digit = bytes[position] - ZERO;
      if (digit < 0 || digit > 9) break;
      value = 10 * value + digit;
    }
    if (position >= end && !window.done) throw needMore;
    const digits = position - firstDigit;
    const byte = position < end ? bytes[position] : SPACE;
    // Most numbers are integers of few digits, and end with a comma, a bracket or a blank.
    if (digits > 0 && digits < 16 && (bytes[firstDigit] !== ZERO || digits === 1) && !isNumberByte(byte)) {
      window.position = position;
      return firstDigit === start ? value : -value;
    }
    return longNumber(start);
  };

  const longNumber = (start: number): number => {
    const { bytes, end } = window;
    let position = start;
    while (position < end && isNumberByte(bytes[position])) position++;
    if (position >= end && !window.done) throw needMore;
    const literal = decodeText(window, start, position);
    if (!numberPattern.test(literal)) return failAt(window, `${JSON.stringify(literal)} is not a number`);
    const value = Number(literal);
    if (!Number.isFinite(value)) failAt(window, `the number ${literal} is too large`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      failAt(window, `the number ${literal} exceeds 2^53 and would lose digits: write it as a string`);
    window.position = position;
    return value;
  };

  const word = (text: string, value: null | boolean): null | boolean => {
    const { bytes, position, end } = window;
    for (let i = 0; i < text.length; i++) {
      if (position + i >= end) return failAtEnd(window);
      if (bytes[position + i] !== text.charCodeAt(i)) unexpected(`"${text}"`);
    }
    window.position = position + text.length;
    return value;
  };

  const array = (depth: number): Value[] => {
    window.position++;
    if (takeByteIf(CLOSE_ARRAY)) return [];
    // An array that grows from nothing has room for 17 elements: start with as many as there are.
    const first = value(depth + 1);
    if (takeByteIf(CLOSE_ARRAY)) return [first];
    if (!takeByteIf(COMMA)) unexpected(`"," or "]" after an element`);
    const items = [first, value(depth + 1)];
    while (takeByteIf(COMMA)) items.push(value(depth + 1));
    if (!takeByteIf(CLOSE_ARRAY)) unexpected(`"," or "]" after an element`);
    return items;
  };

  const object = (depth: number): Value => {
    window.position++;
    const fields: { [key: string]: Value } = {};
    if (takeByteIf(CLOSE_OBJECT)) return fields;
    do {
      peek();
      const start = window.position;
      const name = key();
      if (Object.hasOwn(fields, name)) failAt(window, `the key ${JSON.stringify(name)} stands twice`, start);
      if (!takeByteIf(COLON)) unexpected(`":" after a key`);
      const field = value(depth + 1);
      // Assigning to `__proto__` would set the prototype: define it, as `JSON.parse` does.
      if (name === "__proto__")
        Object.defineProperty(fields, name, {
          value: field,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else fields[name] = field;
    } while (takeByteIf(COMMA));
    if (!takeByteIf(CLOSE_OBJECT)) unexpected(`"," or "}" after a field`);
    return fields;
  };

  const key = (): string => (peek() === QUOTE ? string() : unexpected("a key in double quotes"));

  const value = (depth = 0): Value => {
    const byte = peek();
    if (byte === QUOTE) return string();
    if ((byte >= ZERO && byte <= NINE) || byte === MINUS) return number();
    if (depth > MAX_DEPTH) failAt(window, `values may nest ${MAX_DEPTH} deep, no deeper`);
    switch (byte) {
      case OPEN_ARRAY:
        return array(depth);
      case OPEN_OBJECT:
        return object(depth);
      case 0x6e:
        return word("null", null);
      case 0x74:
        return word("true", true);
      case 0x66:
        return word("false", false);
      default:
        return unexpected("a value");
    }
  };

  const takeByteIf = (byte: number): boolean => {
    if (peek() !== byte) return false;
    window.position++;
    return true;
  };

  return {
    more: () => peek() >= 0,
    next: (character) => peek() === character.charCodeAt(0),
    takeIf: (character) => takeByteIf(character.charCodeAt(0)),
    take(character, where) {
      if (!takeByteIf(character.charCodeAt(0))) unexpected(`"${character}" ${where}`);
    },
    key,
    value,
  };
}

/** Digits, signs, the point, and the letters of an exponent or of a word that is no number. */
function isNumberByte(byte: number): boolean {
  return (
    (byte >= ZERO && byte <= NINE) ||
    byte === 0x2b ||
    byte === MINUS ||
    byte === 0x2e ||
    (byte >= 0x61 && byte <= 0x7a) ||
    (byte >= 0x41 && byte <= 0x5a)
  );
}
