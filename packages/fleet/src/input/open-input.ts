import { createReadStream } from "node:fs";
import type { Input } from "../job.js";
import { MemoryFull, type MemoryMeter } from "../memory.js";

/**
 * The bytes of an input, or of a range of it, piece by piece, unpacked where gzip has packed them; `onBytes`
 * is told how much was read, packed as it is. Throws `MemoryFull` where the limit is reached on the way.
 */
export async function* openInput(
  input: Input,
  onBytes: (count: number) => void = () => {},
  limit?: { readonly memory: number; readonly meter: MemoryMeter },
  range?: { readonly start: number; readonly end: number },
): AsyncGenerator<Uint8Array> {
  // The package of readers is large: the main thread, which reads nothing, has no need of it.
  const { unpack } = await import("@sightline/formats");
  for await (const chunk of unpack(counted(bytesOf(input, range), onBytes))) {
    if (limit !== undefined && limit.meter.usedBytes() > limit.memory)
      throw new MemoryFull("the memory limit was reached while reading");
    yield chunk;
  }
}

async function* counted(
  chunks: ReturnType<typeof bytesOf>,
  onBytes: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

function bytesOf(
  { source }: Input,
  range?: { readonly start: number; readonly end: number },
): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if ("bytes" in source) return [source.bytes.slice(range?.start, range?.end)];
  const stretch = range === undefined ? {} : { start: range.start, end: range.end - 1 };
  const options = { highWaterMark: 1 << 20, ...stretch };
  return "path" in source
    ? createReadStream(source.path, options)
    : createReadStream("", { start: 0, ...options, fd: source.descriptor, autoClose: false });
}
