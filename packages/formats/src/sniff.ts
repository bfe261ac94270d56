import { beginsLikeAxe } from "./axe.js";
import { type ByteWindow, fetchMore } from "./bytes/window.js";
import { isEtcdJson } from "./etcd.js";
import { NoHistory, PlacedError } from "./input-error.js";
import { isJcstressText } from "./jcstress.js";
import { isLincheckText } from "./lincheck.js";
import { isLitmusText } from "./litmus/is-litmus-text.js";
import { isOtelJson } from "./otel.js";
import { isPorcupineJson } from "./porcupine-json.js";
import { isThreadsText } from "./threads/is-threads-text.js";
import { isHist, isDbcopJson } from "./transactions/read-dbcop.js";
import { beginsLikePlume } from "./transactions/read-plume.js";

/** The formats that histories may be in. */
export const formatNames = [
  "json",
  "ndjson",
  "notation",
  "threads",
  "litmus",
  "jepsen",
  "porcupine",
  "porcupine-json",
  "etcd",
  "visearch",
  "axe",
  "dbcop",
  "plume",
  "otel",
  "lincheck",
  "jcstress",
] as const;

/** The name of a format. */
export type FormatName = (typeof formatNames)[number];

const LOOK_AT = 1 << 18;

/** How data begin that only other programs unpack, and with which. */
const packers = [
  ["\x28\xb5\x2f\xfd", "unzstd"],
  ["BZh", "bunzip2"],
  ["\xfd7zXZ\0", "unxz"],
  ["PK\x03\x04", "unzip"],
] as const;

/** A line of an etcd console log as in Porcupine's test data. */
const consoleLine = /^.*jepsen\.util\s+-\s+\S+\s+:(?:invoke|ok|fail|info)\s/mu;

/** A line of Jepsen's history.txt, or of the log that it writes today. */
const eventLine =
  /^(?:.*jepsen\.util:\s+(?:\[[^\]\n]*\]\s+)?)?[:"]?[\w.-]+"?\s+:(?:invoke|ok|fail|info)\s+:\S/mu;

/** The beginning of an input as text; also steps over a byte order mark. */
export async function lookAhead(window: ByteWindow): Promise<string> {
  while (window.end < LOOK_AT && !window.done) await fetchMore(window);
  const { bytes } = window;
  skipByteOrderMark(window);
  const beginning = bytes.toString("latin1", window.position, Math.min(window.end, LOOK_AT));
  if (/^\s*$/u.test(beginning) && window.done)
    throw new NoHistory("the input is empty: it holds no history, 0 operations", 0, 0);
  const packer = packers.find(([magic]) => beginning.startsWith(magic));
  if (packer !== undefined)
    throw new PlacedError(`the input is compressed: unpack it with ${packer[1]} first`, 1, 1);
  if (/^(?:\xff\xfe|\xfe\xff)/u.test(beginning))
    throw new PlacedError("the input is UTF-16 text: convert it to UTF-8 first", 1, 1);
  if (beginning.startsWith("JEPSEN"))
    throw new NoHistory("this is Jepsen's binary test.jepsen: give the history.edn next to it", 1, 1);
  return beginning;
}

/** Steps over a byte order mark at the beginning of an input. */
export function skipByteOrderMark(window: ByteWindow): void {
  const { bytes, end } = window;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && end >= 3)
    window.position = window.lineStart = 3;
}

/** Whether JSON text has one object on each line. */
export function isLineOriented(beginning: string): boolean {
  return /^\s*\{[^\n]*\n\s*\{/u.test(beginning);
}

/** Whether text with Jepsen events has them as JSON, not EDN. */
export function isJsonText(beginning: string): boolean {
  return /^\s*\[?\s*\{\s*"/u.test(beginning) || /^\s*\[\s*\]\s*$/u.test(beginning);
}

/** Whether text with Jepsen events has them on lines of columns, not as EDN or JSON. */
export function isEventText(beginning: string): boolean {
  return !/^\s*[;[({#]/u.test(beginning) && (eventLine.test(beginning) || consoleLine.test(beginning));
}

/** A name as the notation has it; in bytes, what is not ASCII counts as letters. */
const name = String.raw`(?:[\p{L}_$\x80-\xff][\p{L}\p{N}_$\x80-\xff-]*|"(?:[^"\\\n]|\\.)*")`;
const session = String.raw`(?:${name}|-?\d[\d.]*)`;
const notationFront = new RegExp(
  String.raw`^\s*(?:${name}\s*\([^]*?\)\s*|${name}\s*)?(?:${session}\s*)?\{`,
  "u",
);

/** Whether text begins like a history in the notation: its type and state, a session's name, a brace. */
export function beginsLikeNotation(text: string): boolean {
  return notationFront.test(text);
}

/** Recognises a format by the beginning of an input. */
export function sniffFormat(beginning: string): FormatName {
  if (isLitmusText(beginning)) return "litmus";
  if (isLincheckText(beginning)) return "lincheck";
  if (isJcstressText(beginning)) return "jcstress";
  // Comments of the notation (#, //) and of EDN (;) may come first.
  const text = beginning.replace(/^(?:\s+|\/\/[^\n]*|;[^\n]*|#(?![_{a-z])[^\n]*)+/u, "");
  const commented = /^\s*;/u.test(beginning);
  if (isDbcopJson(text)) return "dbcop";
  if (/^\[?\s*\{\s*"(?:[^"\\\n]|\\.)*"\s*:/u.test(text)) {
    if (isThreadsText(text)) return "threads";
    if (isOtelJson(text)) return "otel";
    if (isEtcdJson(text)) return "etcd";
    if (isPorcupineJson(text)) return "porcupine-json";
    const first = text.slice(0, 4096);
    const isEvent =
      /"process"\s*:/u.test(first) &&
      /"f"\s*:|"type"\s*:\s*":?(?:invoke|ok|fail|info)"/u.test(first) &&
      !/"(?:method|operations)"\s*:/u.test(first);
    return isEvent ? "jepsen" : isLineOriented(text) ? "ndjson" : "json";
  }
  if (/^(?:[[(]\s*)?(?:#[\w.-]+\s*)?\{\s*:/u.test(text) || /^(?:\(|#_)/u.test(text) || commented)
    return /^[^\n]*:key\s/u.test(text) ? "porcupine" : "jepsen";
  if (/^\[\s*\]/u.test(text)) return "json";
  if (isHist(text)) return "dbcop";
  if (beginsLikeAxe(text)) return "axe";
  if (beginsLikePlume(text)) return "plume";
  if (beginsLikeNotation(text)) return "notation";
  if (/^\d+(?:[ \t]+\d+)*[ \t]*\r?\n/u.test(text) || /^\d+,\d+,\w+,/u.test(text)) return "visearch";
  if (consoleLine.test(text)) return "porcupine";
  if (eventLine.test(text)) return "jepsen";
  throw new NoHistory(
    `cannot tell the format: name it with --format (${formatNames.join(", ")}), if it is one of these`,
    1,
    1,
  );
}
