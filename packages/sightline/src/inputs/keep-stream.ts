import { closeSync, createWriteStream, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Input } from "@sightline/fleet";

/** A stream up to this size stays in memory; what is longer goes through a temporary file. */
const IN_MEMORY = 1 << 24;

/** A source that can be read again from its start, as a stream cannot, and how to give it back. */
export interface Rereadable {
  readonly source: Input["source"];
  close(): void;
}

/**
 * Reads a stream to its end. A worker that is ended at its deadline is replaced by one that reads
 * the input again, so a stream must be kept somewhere.
 */
export async function keepStream(
  stream: AsyncIterable<Uint8Array>,
  inMemory = IN_MEMORY,
): Promise<Rereadable> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return { source: { bytes: Buffer.concat(chunks) }, close() {} };
    chunks.push(next.value);
    size += next.value.length;
    if (size > inMemory) break;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* chunks.splice(0);
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  const directory = mkdtempSync(join(tmpdir(), "sightline-"));
  try {
    const path = join(directory, "input");
    await pipeline(Readable.from(all()), createWriteStream(path));
    const descriptor = openSync(path, "r");
    return { source: { descriptor }, close: () => closeSync(descriptor) };
  } finally {
    // The open descriptor keeps the data; nothing is left behind however the process ends.
    rmSync(directory, { recursive: true, force: true });
  }
}
