import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { basename, resolve } from "node:path";
import type { Chunk, Piece } from "../input/chunk.js";
import { openBytes } from "../input/random-access.js";
import type { Range } from "../input/ranges.js";
import type { ChunkPlace } from "../messages.js";
import type { Assignment } from "../work.js";

/** A piece of a chunk on its way: of a file that the worker reads, too, or of the bytes that are sent along. */
interface SentPiece extends Omit<Piece, "source"> {
  readonly path?: string;
  /** The size of the file as the coordinator sees it: a worker that sees another must not answer. */
  readonly size?: number;
  /** Where among the bytes that are sent along. */
  readonly sent?: readonly [start: number, end: number];
}

/** A type of the user's: by its name, and by what it is. */
export interface SentModule {
  readonly name: string;
  readonly sha256: string;
}

/** A chunk as a job of the queue: plain data, and no code. */
export interface ChunkJob {
  /** The version of Sightline that asks. */
  readonly version: string;
  readonly kind: Assignment["kind"];
  /** The options of the work, without what is the worker's own affair: memory, threads, where modules are. */
  readonly options: object;
  readonly module?: SentModule;
  readonly number: number;
  readonly bytes: number;
  readonly pieces: readonly SentPiece[];
  readonly from: ChunkPlace;
}

/** The most bytes that are sent along with one job. */
const MOST_SENT = 1 << 26;

/** A chunk cannot be sent to workers. */
export class NotSendable extends Error {
  override readonly name = "NotSendable";
}

/** A job, and the bytes that go with it. Files are named, or with `sends` sent along as what is no file always is. */
export function jobOf(
  { kind, job }: Assignment,
  { number, bytes, pieces }: Chunk,
  from: ChunkPlace,
  version: string,
  sends: boolean,
): { readonly data: ChunkJob; readonly sent: Buffer | undefined } {
  const { memory: _, searchers: __, typeLoader, ...options } = job;
  const parts: Buffer[] = [];
  let length = 0;
  const packed = pieces.map((piece): SentPiece => {
    const { source, ...rest } = piece;
    if ("path" in source && !sends) return { ...rest, path: resolve(source.path), ...sizeOf(source.path) };
    const part = bytesOf(piece);
    length += part.length;
    if (length > MOST_SENT)
      throw new NotSendable(
        `${piece.name} is too long to be sent along: put it where workers can read it, too, and name it`,
      );
    parts.push(part);
    const range: { range?: Range } =
      piece.range === undefined ? {} : { range: { ...piece.range, start: 0, end: part.length } };
    return { ...rest, ...range, sent: [length - part.length, length] };
  });
  const module = typeLoader === undefined || job.type === undefined ? {} : { module: moduleOf(job.type) };
  return {
    data: { version, kind, options, ...module, number, bytes, pieces: packed, from },
    sent: parts.length === 0 ? undefined : Buffer.concat(parts),
  };
}

function bytesOf({ source, range }: Piece): Buffer {
  const content = openBytes(source);
  try {
    const { start, end } = range ?? { start: 0, end: content.size };
    return content.read(start, end - start);
  } finally {
    content.close();
  }
}

function sizeOf(path: string): { readonly size?: number } {
  try {
    return { size: statSync(path).size };
  } catch {
    return {}; // the worker will say what is wrong
  }
}

/** By what a module of the user's is known at both ends. */
export const moduleOf = (path: string): SentModule => ({
  name: basename(path),
  sha256: createHash("sha256")
    .update(readFileSync(resolve(path)))
    .digest("hex"),
});

/** A worker cannot do a job; another may, or the same later. */
export class NotHere extends Error {
  override readonly name = "NotHere";
}

/** The chunk of a job, as this worker reads it. Throws `NotHere`. */
export function chunkOf({ number, bytes, pieces }: ChunkJob, sent: Buffer | null): Chunk {
  return {
    number,
    bytes,
    pieces: pieces.map(({ path, size, sent: stretch, ...piece }): Piece => {
      if (path === undefined) {
        if (sent === null || stretch === undefined)
          throw new NotHere(`the bytes of ${piece.name} that were sent along are gone`);
        return { ...piece, source: { bytes: sent.subarray(...stretch) } };
      }
      checkFile(path, size);
      return { ...piece, source: { path } };
    }),
  };
}

function checkFile(path: string, size: number | undefined): void {
  if (size === undefined) return;
  let found: number;
  try {
    found = statSync(path).size;
  } catch (error) {
    throw new NotHere(
      `${hostname()} cannot read ${path} (${(error as Error).message}): put it where all workers read it, or use --send`,
    );
  }
  if (found !== size)
    throw new NotHere(
      `on ${hostname()} ${path} has ${found} bytes, and ${size} where the batch was begun: it is another file, or has changed`,
    );
}
