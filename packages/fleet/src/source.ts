import { createReadStream } from "node:fs";
import type { Input } from "./job.js";
import { MemoryFull, type MemoryMeter } from "./memory.js";

/** The bytes of an input, piece by piece. Throws `MemoryFull` where the limit is reached on the way. */
export async function* openInput(
  input: Input,
  onBytes: (count: number) => void = () => {},
  limit?: { readonly memory: number; readonly meter: MemoryMeter },
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytesOf(input)) {
    if (limit !== undefined && limit.meter.usedBytes() > limit.memory)
      throw new MemoryFull("the memory limit was reached while reading");
    onBytes(chunk.length);
    yield chunk;
  }
}

function bytesOf({ source }: Input): AsyncIterable<Uint8Array> | Iterable<Uint8Array> {
  if ("bytes" in source) return [source.bytes];
  const options = { highWaterMark: 1 << 18 };
  return "path" in source
    ? createReadStream(source.path, options)
    : createReadStream("", { ...options, fd: source.descriptor, autoClose: false, start: 0 });
}
