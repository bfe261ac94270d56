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
  /** Its place among the chunks of a batch, from 0. */
  readonly number: number;
  readonly pieces: readonly Piece[];
  readonly bytes: number;
}

/** How inputs are cut into chunks: the same inputs and the same cut give the same chunks. */
export interface Cut {
  /** For how many threads. */
  readonly threads: number;
  /** About how many bytes a chunk holds at most. Default: a few hundred histories of fifteen operations. */
  readonly bytes?: number | undefined;
  /** How many runs of a store a task has, where tasks take the place of inputs. */
  readonly runs?: number | undefined;
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
  { threads, bytes: mostBytes = MOST_BYTES }: Cut,
): Generator<Chunk> {
  let pieces: Piece[] = [];
  let number = 0;
  let bytes = 0;
  let most = 1;
  const flush = (): Chunk => {
    const chunk = { number: number++, pieces, bytes };
    pieces = [];
    bytes = 0;
    return chunk;
  };
  for (const [input, { name, source, line, listed }] of inputs.entries()) {
    const size = sizeOf(source);
    const range = line === undefined ? {} : { range: { start: 0, end: size, line } };
    const length = Math.max(
      Math.min(LEAST_BYTES, mostBytes),
      Math.min(mostBytes, Math.ceil(size / (PART * threads))),
    );
    const splits = line === undefined && (threads > 1 || size > 2 * mostBytes);
    const content = splits && size > 2 * length ? openLines(source, format) : undefined;
    if (content !== undefined) {
      if (pieces.length > 0) yield flush();
      try {
        const piece = { input, name, source: shareable(source) };
        for (const range of rangesOf(content, length))
          yield {
            number: number++,
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
    if (pieces.length >= most || bytes >= mostBytes) yield flush();
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
