import { createGunzip } from "node:zlib";

/** Compressed data that cannot be unpacked; the message says why, for people. */
export class BrokenGzip extends Error {
  override readonly name = "BrokenGzip";
}

/** So much is unpacked at a time: at a thousandfold compression, 16 MB. */
const SLICE = 1 << 14;

/** Whether bytes begin as gzip's do. */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/**
 * The bytes of a source, unpacked if they are gzip's (recognised by how they begin), else as they are.
 * Memory holds a small part of either. Throws `BrokenGzip`, after what could be unpacked before the damage.
 */
export async function* unpack(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  try {
    const first: Uint8Array[] = [];
    let length = 0;
    while (length < 2) {
      const next = await chunks.next();
      if (next.done === true) break;
      first.push(next.value);
      length += next.value.length;
    }
    async function* all(): AsyncGenerator<Uint8Array> {
      yield* first;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
    }
    if (isGzip(first.length === 1 ? first[0] : Buffer.concat(first))) yield* gunzip(all());
    else yield* all();
  } finally {
    // Lets the source close its file when reading stops early.
    await chunks.return?.();
  }
}

/**
 * Unpacks slice by slice, and waits for each: what comes out before an error is then always the same,
 * which a pipe of streams does not promise.
 */
async function* gunzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const stream = createGunzip({ chunkSize: 1 << 17 });
  const out: Uint8Array[] = [];
  let taken = 0;
  let fail: (error: Error) => void = () => {};
  const failed = new Promise<never>((_, reject) => (fail = reject));
  failed.catch(() => {}); // it is looked at where it matters
  stream.on("data", (chunk: Uint8Array) => out.push(chunk));
  stream.on("error", (error: NodeJS.ErrnoException) => fail(new BrokenGzip(reasonOf(error, taken))));
  const write = (slice: Uint8Array): Promise<void> =>
    new Promise((resolve) => stream.write(slice, () => resolve()));
  const ended = new Promise<void>((resolve) => stream.on("end", resolve));
  try {
    let broken: unknown;
    for await (const chunk of source)
      for (let at = 0; at < chunk.length; at += SLICE) {
        const slice = chunk.subarray(at, at + SLICE);
        taken += slice.length;
        broken = await settled(Promise.race([write(slice), failed]));
        yield* out.splice(0);
        if (broken !== undefined) throw broken;
      }
    stream.end();
    broken = await settled(Promise.race([ended, failed]));
    yield* out.splice(0);
    if (broken !== undefined) throw broken;
  } finally {
    stream.destroy();
  }
}

const settled = (promise: Promise<void>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

function reasonOf({ code, message }: NodeJS.ErrnoException, taken: number): string {
  return code === "Z_BUF_ERROR"
    ? `the compressed data end too early, after ${taken} bytes: is the file cut off?`
    : `the compressed data are damaged, within the first ${taken} bytes: ${message}`;
}
