import { asciiText, decodeText } from "../bytes/decode-text.js";
import {
  type ByteWindow,
  describeByte,
  failAt,
  failAtEnd,
  goBack,
  mark,
  needMore,
  newLine,
  windowOver,
} from "../bytes/window.js";
import { MAX_DEPTH } from "../bytes/json.js";
import { type Edn, ednKey, type EdnName } from "./edn.js";
import { parseCharacter, parseNumber, unescapeString } from "./tokens.js";

/** Reads EDN from a window. All functions throw `needMore` where the bytes end and more may come. */
export interface EdnParser {
  /** Skips blanks, commas, comments and discarded forms; false at the end of the input. */
  more(): boolean;
  /** Takes this bracket if it comes next, after blanks. */
  takeIf(bracket: "(" | "[" | ")" | "]"): boolean;
  value(depth?: number): Edn;
}

const NEWLINE = 0x0a;
const QUOTE = 0x22;
const HASH = 0x23;
const SEMICOLON = 0x3b;
const BACKSLASH = 0x5c;
const UNDERSCORE = 0x5f;

const isBlank = (byte: number): boolean => byte <= 0x20 || byte === 0x2c;

/** Bytes that end a token: blanks, brackets, quotes and comments. */
const delimiters = new Uint8Array(256);
for (let byte = 0; byte <= 0x20; byte++) delimiters[byte] = 1;
for (const character of ',;"()[]{}\\') delimiters[character.charCodeAt(0)] = 1;

const symbolPattern = /^[^\d:#'][^:#]*(?::[^:#]+)*$/u;
const keywordPattern = /^:[^:#][^#]*$/u;
const tagPattern = /^[A-Za-z][^#]*$/u;

/** A parser at the window's position. */
export function createEdnParser(window: ByteWindow): EdnParser {
  const keywords = new Map<string, EdnName>();

  /** The next byte that matters, or -1 at the end of the input. */
  const peek = (depth: number): number => {
    for (;;) {
      const { bytes, end, position } = window;
      if (position >= end) {
        if (!window.done) throw needMore;
        return -1;
      }
      const byte = bytes[position];
      if (byte === NEWLINE) {
        window.position++;
        newLine(window, window.position);
      } else if (isBlank(byte)) window.position++;
      else if (byte === SEMICOLON) skipComment();
      else if (byte === HASH && position + 1 >= end && !window.done) throw needMore;
      else if (byte === HASH && position + 1 < end && bytes[position + 1] === UNDERSCORE) {
        window.position += 2;
        value(depth + 1);
      } else return byte;
    }
  };

  const skipComment = (): void => {
    const next = window.bytes.indexOf(NEWLINE, window.position);
    if (next >= 0 && next < window.end) window.position = next;
    else if (window.done) window.position = window.end;
    else throw needMore;
  };

  /** The bytes up to the next delimiter, as text. */
  const token = (from: number): string => {
    const { bytes, end } = window;
    let position = from;
    let hash = 0;
    let plain = true;
    for (; position < end && delimiters[bytes[position]] === 0; position++) {
      hash = (Math.imul(hash, 31) + bytes[position]) | 0;
      if (bytes[position] >= 0x80) plain = false;
    }
    if (position >= end && !window.done) throw needMore;
    const start = window.position;
    const text = plain
      ? asciiText(window, start, position, hash ^ (from - start))
      : decodeText(window, start, position);
    window.position = position;
    return text;
  };

  const string = (): string => {
    const { bytes, end } = window;
    const start = window.position + 1;
    let position = start;
    let hash = 0;
    let plain = true;
    for (; ; position++) {
      if (position >= end) return failAtEnd(window);
      const byte = bytes[position];
      if (byte === QUOTE) break;
      hash = (Math.imul(hash, 31) + byte) | 0;
      if (byte === BACKSLASH) position++;
      if (byte === BACKSLASH || byte >= 0x80 || byte === NEWLINE) plain = false;
    }
    if (plain) {
      const text = asciiText(window, start, position, hash);
      window.position = position + 1;
      return text;
    }
    const text = unescapeString(decodeText(window, start, position));
    if (text === undefined) failAt(window, "a string with a wrong escape in it");
    window.position = position + 1;
    // Unlike JSON's, strings may run over lines.
    for (
      let next = bytes.indexOf(NEWLINE, start);
      next >= 0 && next < position;
      next = bytes.indexOf(NEWLINE, next + 1)
    )
      newLine(window, next + 1);
    return text;
  };

  const items = (close: number, depth: number): Edn[] => {
    const list: Edn[] = [];
    for (;;) {
      const byte = peek(depth);
      if (byte < 0) return failAtEnd(window);
      if (byte === close) {
        window.position++;
        return list;
      }
      list.push(value(depth + 1));
    }
  };

  const map = (depth: number): Edn => {
    const entries: [Edn, Edn][] = [];
    const keys = new Set<string>();
    for (;;) {
      let byte = peek(depth);
      if (byte < 0) return failAtEnd(window);
      if (byte === 0x7d) {
        window.position++;
        return { kind: "map", entries };
      }
      const start = mark(window);
      const key = value(depth + 1);
      const name = ednKey(key);
      if (keys.has(name)) {
        goBack(window, start);
        failAt(window, `the key ${name} stands twice`);
      }
      keys.add(name);
      byte = peek(depth);
      if (byte === 0x7d) failAt(window, `the key ${name} has no value`);
      entries.push([key, value(depth + 1)]);
    }
  };

  const dispatch = (depth: number): Edn => {
    const { bytes, end, position } = window;
    if (position + 1 >= end) return failAtEnd(window);
    const byte = bytes[position + 1];
    if (byte === 0x7b) {
      window.position += 2;
      return { kind: "set", items: items(0x7d, depth) };
    }
    if (byte === HASH) {
      const start = window.position;
      const text = token(position + 2);
      const number = { "##Inf": Infinity, "##-Inf": -Infinity, "##NaN": NaN }[text];
      return number ?? failAt(window, `${text} is no symbolic value`, start);
    }
    const tag = token(position + 1).slice(1);
    if (!tagPattern.test(tag)) failAt(window, `expected a tag after "#"`, position);
    return { kind: "tagged", tag, value: value(depth + 1) };
  };

  const atom = (): Edn => {
    const start = window.position;
    const text = token(start);
    if (text === "") return failAt(window, `expected a value, not ${describeByte(window)}`);
    if (text === "nil") return null;
    if (text === "true") return true;
    if (text === "false") return false;
    if (text.startsWith(":")) {
      if (!keywordPattern.test(text)) failAt(window, `${JSON.stringify(text)} is not a keyword`, start);
      let keyword = keywords.get(text);
      if (keyword === undefined) keywords.set(text, (keyword = { kind: "keyword", name: text.slice(1) }));
      return keyword;
    }
    if (/^[+-]?\d/u.test(text))
      return parseNumber(text) ?? failAt(window, `${JSON.stringify(text)} is not a number`, start);
    if (!symbolPattern.test(text)) failAt(window, `${JSON.stringify(text)} is not a value`, start);
    return { kind: "symbol", name: text };
  };

  const character = (): Edn => {
    const { bytes, end, position } = window;
    if (position + 1 >= end) return failAtEnd(window);
    // The character itself may be a delimiter: `\(` and `\,`.
    const literal = token(bytes[position + 1] <= 0x20 ? position + 1 : position + 2).slice(1);
    const name = parseCharacter(literal);
    if (name === undefined) failAt(window, `"\\${literal}" is not a character`, position);
    return { kind: "character", name };
  };

  const value = (depth = 0): Edn => {
    if (depth > MAX_DEPTH) failAt(window, `values may nest ${MAX_DEPTH} deep, no deeper`);
    switch (peek(depth)) {
      case -1:
        return failAtEnd(window);
      case 0x28:
        window.position++;
        return { kind: "list", items: items(0x29, depth) };
      case 0x5b:
        window.position++;
        return { kind: "vector", items: items(0x5d, depth) };
      case 0x7b:
        window.position++;
        return map(depth);
      case QUOTE:
        return string();
      case HASH:
        return dispatch(depth);
      case BACKSLASH:
        return character();
      default:
        return atom();
    }
  };

  return {
    more: () => peek(0) >= 0,
    takeIf(bracket) {
      if (peek(0) !== bracket.charCodeAt(0)) return false;
      window.position++;
      return true;
    },
    value,
  };
}

/** Reads one EDN value from a text, of which nothing but blanks and comments may be left. */
export function parseEdn(text: string, line = 1, column = 1): Edn {
  const window = windowOver(Buffer.from(text), line, column);
  const parser = createEdnParser(window);
  const value = parser.value();
  if (parser.more()) failAt(window, `expected the end of the text, not ${describeByte(window)}`);
  return value;
}
