import { statSync } from "node:fs";
import type { Input } from "../job.js";
import { openBytes, type RandomAccess } from "./random-access.js";
import { holdsHistoryPerLine, type Range, rangesOf } from "./ranges.js";

/** An input, or a stretch of one that holds a whole history on each line. */
export interface Piece {
  /** Which of the inputs it is of. */
  readonly input: number;
  readonly name: string;
  readonly source: Input["source"];
  /** As of the input. */
  readonly listed?: boolean | undefined;
  /** The part of it that is meant; absent: all. */
  readonly range?: Range;
  /** Whether no other piece of this input follows. */
  readonly last: boolean;
}

/** What a thread works through at a time: many small inputs, or a part of a large one. */
export interface Chunk {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
}

/** About how many bytes a chunk holds: at most a few hundred histories of fifteen operations, at least some dozen. */
const [LEAST_BYTES, MOST_BYTES] = [1 << 15, 1 << 19];
/** The most inputs in one chunk. */
const MOST_PIECES = 128;
/** A chunk is at most this part of a thread's share: so that all threads come to their end at about the same time. */
const PART = 8;

/**
 * The inputs in chunks, in order. The fewer inputs are left for each thread, the fewer make a chunk: a few
 * hard ones still keep all threads busy. A file that cannot be looked at is left to the thread that reads
 * it to complain of.
 */
export function* chunksOf(
  inputs: readonly Input[],
  format: string | undefined,
  threads: number,
): Generator<Chunk> {
  let pieces: Piece[] = [];
  let bytes = 0;
  let most = 1;
  const flush = (): Chunk => {
    const chunk = { pieces, bytes };
    pieces = [];
    bytes = 0;
    return chunk;
  };
  for (const [input, { name, source, line, listed }] of inputs.entries()) {
    const size = sizeOf(source);
    const range = line === undefined ? {} : { range: { start: 0, end: size, line } };
    const length = Math.max(LEAST_BYTES, Math.min(MOST_BYTES, Math.ceil(size / (PART * threads))));
    const splits = threads > 1 || size > 2 * MOST_BYTES;
    const content = splits && line === undefined && size > 2 * length ? openLines(source, format) : undefined;
    if (content !== undefined) {
      if (pieces.length > 0) yield flush();
      try {
        const piece = { input, name, source: shareable(source) };
        for (const range of rangesOf(content, length))
          yield {
            pieces: [{ ...piece, range, last: range.end === content.size }],
            bytes: range.end - range.start,
          };
      } finally {
        content.close();
      }
      continue;
    }
    if (pieces.length === 0)
      most = Math.max(1, Math.min(MOST_PIECES, Math.floor((inputs.length - input) / (PART * threads))));
    pieces.push({ input, name, source, listed, last: true, ...range });
    bytes += size;
    if (pieces.length >= most || bytes >= MOST_BYTES) yield flush();
  }
  if (pieces.length > 0) yield flush();
}

function sizeOf(source: Input["source"]): number {
  try {
    if ("path" in source) return statSync(source.path).size;
    const { size, close } = openBytes(source);
    close();
    return size;
  } catch {
    return 0;
  }
}

/** The input, if it can be split by its lines: with another format, or histories over several lines, order matters. */
function openLines(source: Input["source"], format: string | undefined): RandomAccess | undefined {
  if (format !== undefined && format !== "ndjson") return undefined;
  try {
    const content = openBytes(source);
    if (holdsHistoryPerLine(content)) return content;
    content.close();
  } catch {
    // Whoever reads it will say what is wrong.
  }
  return undefined;
}

/** Bytes that all threads look at without a copy each. */
function shareable(source: Input["source"]): Input["source"] {
  if (!("bytes" in source)) return source;
  const bytes = new Uint8Array(new SharedArrayBuffer(source.bytes.length));
  bytes.set(source.bytes);
  return { bytes };
}
