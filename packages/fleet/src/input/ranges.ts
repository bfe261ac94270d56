import type { RandomAccess } from "./random-access.js";

/** A stretch of bytes that begins where a history does; `line` is the number of its first line. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

const NEWLINE = 10;
const [STEP, BLOCK] = [1 << 14, 1 << 16];

/** A history on a longer line is read piece by piece, within the memory limit: it cannot be held as one text. */
const LONGEST_LINE = 1 << 20;

/** Where no history begins for so long, all that is left is one range: to look further would take as long as to read. */
const FARTHEST = 1 << 23;

/**
 * Whether an input can be split by lines: the first is a history with its operations, of reasonable
 * length, and what follows begins like one.
 */
export function holdsHistoryPerLine(content: RandomAccess): boolean {
  const end = lineEnd(content, 0, LONGEST_LINE);
  if (end > LONGEST_LINE) return false;
  const first = content.read(0, end);
  const hasMark = first.subarray(0, 3).toString("latin1") === "\xef\xbb\xbf";
  const next = content.read(end, STEP).toString("latin1").trimStart();
  return isWholeHistory(hasMark ? first.subarray(3) : first) && (next === "" || next.startsWith("{"));
}

/**
 * An input in ranges of about the given length. Each ends where a line begins that is a whole history;
 * lines of any other kind (operations of a header before them, or no JSON) go with those before.
 */
export function* rangesOf(content: RandomAccess, length: number): Generator<Range> {
  let line = 1;
  for (let start = 0; start < content.size; ) {
    const end = cutAfter(content, start + length);
    yield { start, end, line };
    line += countLines(content, start, end);
    start = end;
  }
}

/** The first place at or after the offset, not far from it, where a line begins that is a whole history; else the end. */
function cutAfter(content: RandomAccess, offset: number): number {
  const farthest = Math.min(content.size, offset + FARTHEST);
  let length = BLOCK;
  for (let at = lineEnd(content, offset - 1, farthest); at < farthest; ) {
    const block = content.read(at, length);
    let begin = 0;
    for (let end = block.indexOf(NEWLINE); end >= 0; end = block.indexOf(NEWLINE, begin)) {
      if (isWholeHistory(block.subarray(begin, end))) return at + begin;
      begin = end + 1;
    }
    if (at + block.length >= content.size || block.length === 0)
      return isWholeHistory(block.subarray(begin)) ? at + begin : content.size;
    if (begin === 0 && length < LONGEST_LINE) length *= 2;
    else {
      at = begin === 0 ? lineEnd(content, at + length, farthest) : at + begin;
      length = BLOCK;
    }
  }
  return content.size;
}

/** The place after the next line break at or after the offset, or the end; some place beyond `most` where it is farther. */
function lineEnd(content: RandomAccess, offset: number, most: number): number {
  for (let at = offset; at < content.size; at += STEP) {
    const found = content.read(at, STEP).indexOf(NEWLINE);
    if (found >= 0) return at + found + 1;
    if (at > most) return at + STEP;
  }
  return content.size;
}

function countLines(content: RandomAccess, start: number, end: number): number {
  let lines = 0;
  for (let from = start; from < end; from += BLOCK) {
    const bytes = content.read(from, Math.min(BLOCK, end - from));
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  }
  return lines;
}

function isWholeHistory(line: Buffer): boolean {
  if (!line.includes('"operations"')) return false;
  try {
    const value: unknown = JSON.parse(line.toString("utf8"));
    return Array.isArray((value as { readonly operations?: unknown } | null)?.operations);
  } catch {
    return false;
  }
}
