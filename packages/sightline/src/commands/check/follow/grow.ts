import { type FileHandle, open, stat } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a file that has been read to its end is left alone, in milliseconds. */
const POLL = 50;

/** Bytes of something that grows, or word that a file was cut or replaced, so that what follows stands at its start. */
export type Grown = Uint8Array | "anew";

/**
 * The bytes of something that grows: a file without end, standard input, `tcp://HOST:PORT` or `unix:PATH`. With the
 * signal it is let go of, whoever still writes to it.
 */
export function grow(path: string, signal: AbortSignal): AsyncIterable<Grown> {
  if (path === "-") {
    signal.addEventListener("abort", () => process.stdin.destroy(), { once: true });
    return process.stdin;
  }
  const tcp = /^tcp:\/\/(\[[^\]]+\]|[^:/]+):(\d+)$/u.exec(path);
  if (tcp !== null) return connect({ host: tcp[1].replace(/^\[|\]$/gu, ""), port: Number(tcp[2]), signal });
  if (path.startsWith("unix:")) return connect({ path: path.slice("unix:".length), signal });
  return tail(path, signal);
}

/** The bytes of a file, whatever is appended to it, and then those of the file that takes its place. */
async function* tail(path: string, signal: AbortSignal): AsyncGenerator<Grown> {
  let file = await open(path);
  let next: FileHandle | undefined;
  try {
    let position = 0;
    while (!signal.aborted) {
      const buffer = Buffer.allocUnsafe(1 << 16);
      const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
      if (bytesRead > 0) {
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      const isCut = (await file.stat()).size < position;
      if (next !== undefined || isCut) {
        if (next !== undefined) await file.close();
        [file, next, position] = [next ?? file, undefined, 0];
        yield "anew";
        continue;
      }
      next = await replacement(path, file);
      // What is written to the old one until then is read, too.
      await sleep(POLL, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await Promise.all([file.close(), next?.close()]);
  }
}

/** The file that has the name now, where that is another: logs are moved away, and begun anew. */
async function replacement(path: string, file: FileHandle): Promise<FileHandle | undefined> {
  try {
    const [now, then] = await Promise.all([stat(path), file.stat()]);
    return now.ino === then.ino && now.dev === then.dev ? undefined : await open(path);
  } catch {
    return undefined; // moved away, and not yet begun anew
  }
}
