import { isGzip, type Item, readHistories, readLinesInMemory } from "@sightline/formats";
import type { Job } from "../job.js";
import type { MemoryMeter } from "../memory.js";
import type { Piece } from "./chunk.js";
import { openBytes } from "./random-access.js";
import { openInput } from "./open-input.js";

/** A piece of an input that is being read. */
export interface OpenPiece {
  readonly items: AsyncIterable<Item> | Iterable<Item>;
  /** How many of its bytes have been read, packed as they are. */
  bytes(): number;
}

/** What is shorter is read in one go: most of the time for a tiny file is that for opening it. */
const AT_ONCE = 1 << 20;

/** Opens a piece, to be read as the job says. Throws what the file system throws. */
export function openPiece(piece: Piece, job: Job, meter: MemoryMeter | undefined): OpenPiece {
  const { name, source, range, listed } = piece;
  const { format, independent, initial, memory } = job;
  let read = 0;
  const count = (bytes: number): void => void (read += bytes);
  const limit = memory === undefined || meter === undefined ? undefined : { memory, meter };
  const whole = readWhole(piece);
  // A type by name stands for that of every history; a user's own is known to whoever decides.
  const type = job.typeLoader === undefined ? job.type : undefined;
  if (whole !== undefined && range !== undefined)
    return {
      items: readLinesInMemory(whole, { file: name, type, firstLine: range.line }),
      bytes: () => whole.length,
    };
  const bytes = whole === undefined ? openInput({ name, source }, count, limit, range) : once(whole, count);
  const items = readHistories(bytes, {
    file: name,
    ...(format !== undefined && { format }),
    ...(independent !== undefined && { independent }),
    ...(type !== undefined && { type }),
    ...(initial !== undefined && { initial }),
    ...(listed !== undefined && { listed }),
    ...(range !== undefined && { format: "ndjson", firstLine: range.line }),
  });
  return { items, bytes: () => read };
}

/** All bytes of a piece that is small and not packed. */
function readWhole({ source, range }: Piece): Uint8Array | undefined {
  const content = openBytes(source);
  try {
    const { start, end } = range ?? { start: 0, end: content.size };
    const bytes = end - start <= AT_ONCE ? content.read(start, end - start) : undefined;
    return bytes !== undefined && isGzip(bytes) ? undefined : bytes;
  } finally {
    content.close();
  }
}

async function* once(bytes: Uint8Array, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  count(bytes.length);
  yield bytes;
}
