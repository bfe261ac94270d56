import { open } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** How long a file that has been read to its end is left alone. */
const POLL = 100;

/** The bytes of something that grows: a file without end, standard input, `tcp://HOST:PORT` or `unix:PATH`. */
export function grow(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  if (path === "-") return process.stdin;
  const tcp = /^tcp:\/\/(\[[^\]]+\]|[^:/]+):(\d+)$/u.exec(path);
  if (tcp !== null) return connect({ host: tcp[1].replace(/^\[|\]$/gu, ""), port: Number(tcp[2]), signal });
  if (path.startsWith("unix:")) return connect({ path: path.slice("unix:".length), signal });
  return tail(path, signal);
}

/** The bytes of a file, and whatever is appended to it. A file that was cut is read from its start again. */
async function* tail(path: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const file = await open(path);
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
      if ((await file.stat()).size < position) position = 0;
      else await sleep(POLL, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    await file.close();
  }
}
