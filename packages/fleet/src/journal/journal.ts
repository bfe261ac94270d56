import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  write,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { BEGINNING } from "../deliver.js";
import type { ChunkPlace } from "../messages.js";
import type { WireBatch } from "../wire.js";
import { difference, type Heading } from "./heading.js";
import { lineOf, linesIn, type Stretch, textOf } from "./lines.js";
import { fromText, toText } from "./text.js";

/** Batches on disk. */
export interface KeptBatches {
  /** What was found of a chunk before, in order. */
  recorded(chunk: number): readonly WireBatch[];
  /** Keeps what was found of a chunk from this place on. Resolves once it is on disk. */
  write(chunk: number, from: ChunkPlace, batch: WireBatch): Promise<void>;
}

/** Results of tasks on disk. */
export interface KeptResults {
  /** What a task came to before, in an array; empty where that is not known. */
  result(task: string): readonly unknown[];
  /** Keeps what a task came to. Resolves once it is on disk. */
  keep(task: string, result: unknown): Promise<void>;
}

/** A file of what was found, to which each batch, or the result of each task, is added before it is told. */
export interface Journal extends KeptBatches, KeptResults {
  /** The heading that it was begun with. */
  readonly heading: Heading;
  /** Lines that were damaged: what they told is found anew. */
  readonly damaged: number;
  close(): void;
}

/** The journal is not of this batch, or there is one where none was expected. */
export class JournalRefused extends Error {
  override readonly name = "JournalRefused";
}

/** What stands on a line behind the heading. */
type Entry = readonly [chunk: number, from: ChunkPlace, batch: WireBatch];

/** The same for a task. Its name has no quotation mark in it. */
type TaskEntry = readonly [task: string, result: unknown];

/** The form of what follows. */
const FORMAT = 1;

const writeFile = promisify(write);
const sync = promisify(fdatasync);

/** Begins a journal. It is there as a whole heading or not at all. Throws `JournalRefused` and what the file system throws. */
export function beginJournal(path: string, heading: Heading): Journal {
  if (existsSync(path))
    throw new JournalRefused(
      `there is a journal already: ${path}. Go on with it (--resume), or remove it to begin anew`,
    );
  const { inputs, ...rest } = heading;
  const draft = `${path}.new`;
  const file = openSync(draft, "w");
  try {
    writeSync(file, lineOf(toText({ journal: FORMAT, ...rest, inputs: inputs.length })));
    for (const input of inputs) writeSync(file, lineOf(toText(input)));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncFolder(dirname(path));
  return openJournal(path);
}

/** Opens a journal to go on with this batch; `headingNow` is made with the cut that it was begun with. Throws `JournalRefused`. */
export function resumeJournal(path: string, headingNow: (cut: Heading["cut"]) => Heading): Journal {
  const journal = openJournal(path);
  const different = difference(journal.heading, headingNow(journal.heading.cut));
  if (different === undefined) return journal;
  journal.close();
  throw new JournalRefused(
    `${path} is the journal of another batch: ${different}. Give what was given then, or another --journal`,
  );
}

/** Opens a journal: reads all of it once, and remembers where each chunk's batches are. */
function openJournal(path: string): Journal {
  const file = openSync(path, "a+");
  const read = (offset: number, length: number): Buffer => {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, offset));
  };
  try {
    const lines = linesIn(read);
    const heading = readHeading(lines, path);
    const stretches = new Map<string, Stretch[]>();
    let [end, damaged] = [heading.end, 0];
    for (const { offset, length, line } of lines) {
      end = offset + length + 1;
      const name = /^\[(\d+|"[^"]*"),/.exec(textOf(line) ?? "")?.[1];
      if (name === undefined) damaged++;
      else {
        const known = stretches.get(name) ?? [];
        known.push({ offset, length });
        stretches.set(name, known);
      }
    }
    // What was being written when the process ended is no line yet.
    ftruncateSync(file, end);
    const { appender, close } = createAppender(file);
    return {
      heading: heading.heading,
      damaged,
      recorded: (chunk) => chained((stretches.get(String(chunk)) ?? []).map((one) => entryAt(read, one))),
      write: (chunk, from, batch) => appender(lineOf(toText([chunk, from, batch] satisfies Entry))),
      result(task) {
        const stretch = stretches.get(toText(task))?.at(-1);
        return stretch === undefined ? [] : [(entryAt(read, stretch) as unknown as TaskEntry)[1]];
      },
      keep: (task, result) => appender(lineOf(toText([task, result] satisfies TaskEntry))),
      close,
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** The heading, and where it ends. */
function readHeading(
  lines: ReturnType<typeof linesIn>,
  path: string,
): { readonly heading: Heading; readonly end: number } {
  let end = 0;
  const next = (): Record<string, unknown> => {
    const { value } = lines.next();
    const text = value === undefined ? undefined : textOf(value.line);
    if (value === undefined || text === undefined)
      throw new JournalRefused(
        `${path} is not a journal, or its beginning is damaged: give another --journal`,
      );
    end = value.offset + value.length + 1;
    return fromText(text) as Record<string, unknown>;
  };
  const { journal, inputs, ...rest } = next();
  if (journal !== FORMAT)
    throw new JournalRefused(`${path} is a journal of a form that is not known here: give another --journal`);
  const marks = Array.from({ length: inputs as number }, next);
  return { heading: { ...rest, inputs: marks } as unknown as Heading, end };
}

const entryAt = (read: (offset: number, length: number) => Buffer, { offset, length }: Stretch): Entry =>
  fromText(read(offset, length).toString("utf8", 9)) as Entry;

/** Batches that begin where the one before ends: two processes may have written to one journal, and a line be lost. */
function chained(entries: readonly Entry[]): readonly WireBatch[] {
  const batches: WireBatch[] = [];
  let place: ChunkPlace = BEGINNING;
  for (const [, from, batch] of entries) {
    if (!isSamePlace(from, place)) continue;
    batches.push(batch);
    place = batch.next;
  }
  return batches;
}

const isSamePlace = (a: ChunkPlace, b: ChunkPlace): boolean =>
  a.piece === b.piece && a.item === b.item && a.question === b.question;

/** Adds lines at the end of a file. What comes while others are on their way to the disk goes there together. */
function createAppender(file: number): { appender(line: string): Promise<void>; close(): void } {
  let waiting: { readonly line: string; resolve(): void; reject(error: Error): void }[] = [];
  let isWriting = false;
  let isClosed = false;
  const writeAll = async (): Promise<void> => {
    isWriting = true;
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      try {
        const bytes = Buffer.from(some.map(({ line }) => line).join(""));
        for (let done = 0; done < bytes.length; ) {
          const { bytesWritten } = await writeFile(file, bytes, done, bytes.length - done, null);
          done += bytesWritten;
        }
        await sync(file);
        for (const { resolve } of some) resolve();
      } catch (error) {
        for (const { reject } of some) reject(error as Error);
      }
    }
    isWriting = false;
    if (isClosed) closeSync(file);
  };
  return {
    appender: (line) =>
      new Promise((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        if (!isWriting) void writeAll();
      }),
    close() {
      if (isClosed) return;
      isClosed = true;
      if (!isWriting) closeSync(file);
    },
  };
}

/** Puts the name of a new file on disk, too; systems that cannot do so with folders do it by themselves. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(path, "r");
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    // Windows.
  }
}
