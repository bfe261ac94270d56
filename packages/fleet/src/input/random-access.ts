import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Input } from "../job.js";

/** An input that can be read at any place. */
export interface RandomAccess {
  readonly size: number;
  /** The bytes from an offset on: as many as asked for, or fewer at the end. */
  read(offset: number, length: number): Buffer;
  close(): void;
}

/** Opens an input for reading at any place. Throws what the file system throws. */
export function openBytes(source: Input["source"]): RandomAccess {
  if ("bytes" in source) {
    const { bytes } = source;
    return {
      size: bytes.length,
      // A copy: readers take no shared memory.
      read: (offset, length) => Buffer.from(bytes.subarray(offset, offset + length)),
      close() {},
    };
  }
  const own = "path" in source ? openSync(source.path, "r") : undefined;
  const descriptor = "path" in source ? (own as number) : source.descriptor;
  const { size } = fstatSync(descriptor);
  return {
    size,
    read(offset, length) {
      const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
      let got = 0;
      while (got < buffer.length) {
        const more = readSync(descriptor, buffer, got, buffer.length - got, offset + got);
        if (more === 0) break;
        got += more;
      }
      return buffer.subarray(0, got);
    },
    close() {
      if (own !== undefined) closeSync(own);
    },
  };
}
