import type { RandomAccess } from "./random-access.js";

const NEWLINE = 10;
const STEP = 1 << 14;

/** A stretch of lines that holds whole histories. */
export interface Stretch {
  readonly bytes: Buffer;
  readonly lines: number;
}

/** A history on a longer line is read piece by piece, within the memory limit: it cannot be held as one text. */
const LONGEST_LINE = 1 << 20;

/**
 * Whether the first line of an input is a history with its operations, and of reasonable length: then
 * it can be split by lines.
 */
export function startsWithWholeHistory(bytes: RandomAccess): boolean {
  const end = lineEnd(bytes, 0, LONGEST_LINE);
  if (end > LONGEST_LINE) return false;
  const text = bytes
    .read(0, end)
    .toString("utf8")
    .replace(/^\ufeff/u, "");
  return Array.isArray(parsed(text)?.["operations"]);
}

/**
 * The histories that begin in `[start, end)`. Lines that cannot begin a history (operations of a
 * header before them, or a line that is no JSON) go with the one before. Where to cut depends on the
 * lines alone, so neighbouring stretches neither overlap nor leave anything out.
 */
export function stretchOf(bytes: RandomAccess, start: number, end: number): Stretch {
  const from = cutAt(bytes, start);
  const to = cutAt(bytes, end);
  const read = bytes.read(from, Math.max(0, to - from));
  let lines = 0;
  for (let at = read.indexOf(NEWLINE); at >= 0; at = read.indexOf(NEWLINE, at + 1)) lines++;
  return { bytes: read, lines };
}

/** The first place at or after the offset where a line begins that begins a history; else the end. */
function cutAt(bytes: RandomAccess, offset: number): number {
  if (offset <= 0) return 0;
  let at = lineEnd(bytes, offset - 1);
  while (at < bytes.size) {
    const end = lineEnd(bytes, at);
    if (beginsHistory(bytes.read(at, end - at).toString("utf8"))) return at;
    at = end;
  }
  return bytes.size;
}

/** The place after the next line break at or after the offset; else the end. It is not looked for far beyond `most`. */
function lineEnd(bytes: RandomAccess, offset: number, most = Infinity): number {
  for (let at = offset; at < bytes.size; at += STEP) {
    const found = bytes.read(at, STEP).indexOf(NEWLINE);
    if (found >= 0 || at > most) return at + found + 1;
  }
  return bytes.size;
}

function beginsHistory(line: string): boolean {
  const record = parsed(line);
  return record !== undefined && (!Object.hasOwn(record, "method") || Object.hasOwn(record, "operations"));
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
