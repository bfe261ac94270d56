import type { HistoryBuilder, OperationRecord } from "@sightline/core";
import { type ByteWindow, newLine } from "../bytes/window.js";
import { fieldAt, fieldBytes, fieldNames } from "./operation.js";
import { createTextTable, MOST_TEXTS, type TextTable } from "./text-table.js";

/** Takes operations that are written like earlier ones, as most are, without reading their values. */
export interface RepeatedOperations {
  /**
   * Adds the operations at the position to the builder, one after another as long as each is written, byte for
   * byte, like an earlier one but for its session, call and return. False: there was none, it has to be read.
   * @param between what stands between two operations, besides blanks and the end of a line
   */
  take(builder: HistoryBuilder, between: "," | ""): boolean;
  /** Remembers the operation at `start`, which was read as this record and is the builder's last. */
  learn(builder: HistoryBuilder, start: number, record: OperationRecord): void;
}

/**
 * The first operations of a history are looked up among the first ones of all histories before it, the later
 * ones among those of their own.
 */
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
/** What an operation saw is seldom what another did: those that tell it are read. */
const [SAW, SEES] = [fieldNames.indexOf("saw"), fieldNames.indexOf("sees")];
const BEGINNING: number = fieldNames.length;

const mix = (hash: number, byte: number): number => Math.imul(hash ^ byte, 0x01000193);

/** Texts of the first operations of histories, each with the number of what was read of it. */
interface FirstOperations {
  texts: TextTable;
  records: OperationRecord[];
}

const createFirstOperations = (): FirstOperations => ({ texts: createTextTable(), records: [] });

/** One for all files: a large one is read in pieces, and a directory of small ones is often all alike. */
let firstOperations: FirstOperations | undefined;

/** Nothing is remembered yet of the history that comes next. */
export function createRepeatedOperations(window: ByteWindow): RepeatedOperations {
  const text = new Uint8Array(MOST_BYTES + fieldNames.length);
  let texts: TextTable | undefined; // of this history, with the operation that each was first seen in
  let taken = 0;
  let missed = 0;
  const firsts = (firstOperations ??= createFirstOperations());
  let firstTaken = 0;
  let firstMissed = 0;
  // The operation looked at: its fields and their values are in `text`, but for these numbers.
  let length = 0;
  let hash = 0;
  let session: number | undefined;
  let call: number | undefined;
  let ret: number | undefined;
  // What stood between the value of a field and the next one, and whose key was in it: most often it does again.
  const gaps = Array.from({ length: fieldNames.length + 1 }, () => new Uint8Array(0));
  const followers = new Int8Array(fieldNames.length + 1);

  /** Takes what stands between values, a key above all. Answers where the value begins, or −1. */
  const takeGap = (start: number, last: number): number => {
    const { bytes, end } = window;
    let at = start;
    if (bytes[at++] !== (last === BEGINNING ? OPEN_OBJECT : COMMA)) return -1;
    while (bytes[at] === SPACE) at++;
    const field = fieldAt(bytes, at, end, 0);
    if (field < 0) return -1;
    at += fieldBytes[field].length;
    if (bytes[at++] !== COLON) return -1;
    while (bytes[at] === SPACE) at++;
    if (at >= end) return -1;
    gaps[last] = Uint8Array.from(bytes.subarray(start, at));
    followers[last] = field;
    return at;
  };

  /** Takes a plain whole number. Answers where it ends, or −1. */
  const takeNumber = (begin: number, field: number): number => {
    const { bytes, end } = window;
    let value = 0;
    let at = begin;
    for (; at < end && bytes[at] >= ZERO && bytes[at] < ZERO + 10; at++)
      value = 10 * value + bytes[at] - ZERO;
    const digits = at - begin;
    if (at === end || digits === 0 || digits > 15 || (digits > 1 && bytes[begin] === ZERO)) return -1;
    if (bytes[at] !== COMMA && bytes[at] !== CLOSE_OBJECT) return -1;
    if (field === CALL) call = value;
    else if (field === RETURN) ret = value;
    else session = value;
    return at;
  };

  /** Copies a value into `text`. Answers where it ends, or −1 where it is not plain. */
  const copyValue = (begin: number): number => {
    const { bytes, end } = window;
    const most = Math.min(end, begin + MOST_BYTES - length);
    const shift = length - begin; // from places in `bytes` to places in `text`
    let mixed = hash;
    let depth = 0;
    for (let at = begin; at < most; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        text[at + shift] = byte;
        do {
          const inside = bytes[++at];
          if (at >= most || inside === BACKSLASH || inside < SPACE) return -1;
          text[at + shift] = inside;
          mixed = mix(mixed, inside);
        } while (bytes[at] !== QUOTE);
        continue;
      }
      const closes = byte === CLOSE_OBJECT || byte === CLOSE_ARRAY;
      if (depth === 0 && (closes || byte === COMMA)) {
        length = at + shift;
        hash = mixed;
        return at;
      }
      if (closes) depth--;
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth++;
      else if (byte < SPACE) return -1;
      text[at + shift] = byte;
      mixed = mix(mixed, byte);
    }
    return -1;
  };

  /** Looks at the operation at `start`. Answers where it ends, or −1 where it is not so plain, or on several lines. */
  const scan = (start: number): number => {
    const { bytes } = window;
    length = hash = 0;
    session = call = ret = undefined;
    let last = BEGINNING;
    let at = start;
    for (;;) {
      const gap = gaps[last];
      let same = 0;
      while (same < gap.length && bytes[at + same] === gap[same]) same++;
      at = same > 0 && same === gap.length ? at + same : takeGap(at, last);
      if (at < 0) return -1;
      last = followers[last];
      if (last === SAW || last === SEES) return -1;
      text[length++] = last;
      hash = mix(hash, last);
      const isTime = last === CALL || last === RETURN;
      const behind = isTime || last === SESSION ? takeNumber(at, last) : -1;
      at = behind >= 0 || isTime ? behind : copyValue(at);
      if (at < 0 || length > MOST_BYTES) return -1;
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
    }
  };

  const isTired = (): boolean => missed > PATIENCE && missed > taken;
  const isTiredOfFirst = (): boolean => firstMissed > PATIENCE && firstMissed > firstTaken;

  /** Adds the operation looked at, if one like it is known. */
  const addKnown = (builder: HistoryBuilder, line: number): boolean => {
    const isFirst = builder.size < LONG;
    const like = isFirst ? firsts.texts.find(text, length, hash) : (texts?.find(text, length, hash) ?? -1);
    const isKnown = like >= 0;
    if (isFirst) {
      if (isKnown) firstTaken++;
      else firstMissed++;
      return isKnown && builder.addAgain(firsts.records[like], line, session, call, ret);
    }
    if (isKnown) taken++;
    else missed++;
    return isKnown && builder.repeat(like, line, session, call, ret);
  };

  /** Another history begins. */
  const beginAnew = (): void => {
    texts = undefined;
    taken = missed = 0;
  };

  /** Remembers the operation looked at for the histories to come. */
  const learnFirst = (record: OperationRecord): void => {
    if (firsts.records.length === MOST_TEXTS) Object.assign(firsts, createFirstOperations());
    if (firsts.texts.add(text, length, hash, firsts.records.length)) firsts.records.push({ ...record });
  };

  return {
    take(builder, between) {
      if (builder.size === 0) beginAnew();
      if (builder.size < LONG ? isTiredOfFirst() : isTired()) return false;
      const { bytes } = window;
      const first = builder.size;
      let at = window.position;
      let lineStart = -1; // where the line of the operation begins, if it is another one
      for (;;) {
        const behind = scan(at);
        if (behind < 0 || !addKnown(builder, lineStart < 0 ? window.line : window.line + 1)) break;
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
    learn(builder, start, record) {
      if (builder.size <= LONG) {
        if (!isTiredOfFirst() && scan(start) >= 0) learnFirst(record);
        return;
      }
      if (isTired() || scan(start) < 0) return;
      texts ??= createTextTable();
      texts.add(text, length, hash, builder.size - 1);
    },
  };
}
