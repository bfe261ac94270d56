import { statSync } from "node:fs";
import type { Input } from "../job.js";
import { openBytes } from "./random-access.js";
import { startsWithWholeHistory } from "./ranges.js";

/** An input, or a stretch of one that holds a whole history on each line. */
export interface Piece {
  /** Which of the inputs it is of. */
  readonly input: number;
  readonly name: string;
  readonly source: Input["source"];
  /** As of the input. */
  readonly listed?: boolean | undefined;
  /** The histories that begin in `[start, end)`, in bytes; absent: all. */
  readonly range?: { readonly start: number; readonly end: number };
  /** Whether no other piece of this input follows. */
  readonly last: boolean;
}

/** What a thread works through at a time: many small inputs, or a part of a large one. */
export interface Chunk {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
}

/** About how many bytes a chunk holds: a few hundred histories of fifteen operations. */
const CHUNK_BYTES = 1 << 18;
/** The most inputs in one chunk. */
const MOST_PIECES = 128;

/**
 * The inputs in chunks, in order. The first chunks are small, so that a few inputs still keep all
 * threads busy. A file that cannot be looked at is left to the thread that reads it to complain of.
 */
export function* chunksOf(inputs: readonly Input[], format: string | undefined): Generator<Chunk> {
  let pieces: Piece[] = [];
  let bytes = 0;
  let most = 4;
  const flush = (): Chunk => {
    const chunk = { pieces, bytes };
    pieces = [];
    bytes = 0;
    most = Math.min(MOST_PIECES, 2 * most);
    return chunk;
  };
  for (const [input, { name, source, listed }] of inputs.entries()) {
    const size = sizeOf(source);
    if (size > 2 * CHUNK_BYTES && mayBeSplit(source, format)) {
      if (pieces.length > 0) yield flush();
      const shared = shareable(source);
      for (let start = 0; start < size; start += CHUNK_BYTES) {
        const end = Math.min(size, start + CHUNK_BYTES);
        const piece = { input, name, source: shared, range: { start, end }, last: end === size };
        yield { pieces: [piece], bytes: end - start };
      }
      continue;
    }
    pieces.push({ input, name, source, listed, last: true });
    bytes += size;
    if (pieces.length >= most || bytes >= CHUNK_BYTES) yield flush();
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

/** Only native lines can be split: with another format, or histories over several lines, order matters. */
function mayBeSplit(source: Input["source"], format: string | undefined): boolean {
  if (format !== undefined && format !== "ndjson") return false;
  try {
    const bytes = openBytes(source);
    try {
      return startsWithWholeHistory(bytes);
    } finally {
      bytes.close();
    }
  } catch {
    return false;
  }
}

/** Bytes that all threads look at without a copy each. */
function shareable(source: Input["source"]): Input["source"] {
  if (!("bytes" in source)) return source;
  const bytes = new Uint8Array(new SharedArrayBuffer(source.bytes.length));
  bytes.set(source.bytes);
  return { bytes };
}
