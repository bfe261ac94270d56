import { isAscii } from "node:buffer";
import { PlacedError } from "../input-error.js";
import { BrokenGzip } from "./unpack.js";

/**
 * The part of an input that is in memory: bytes that arrive in chunks of any size, and a place in them.
 *
 * Parsers are plain synchronous functions that move `position` forward. A parser that meets `end` while
 * more may come throws `needMore`; `steps` then goes back to the last committed place, fetches more bytes
 * and runs the parser again. So memory holds one token, value or operation, never the file.
 */
export interface ByteWindow {
  bytes: Buffer;
  position: number;
  /** The bytes are valid up to here. */
  end: number;
  /** Whether `end` is the end of the input. */
  done: boolean;
  /** The line of `position`, from 1. */
  line: number;
  /** Where that line begins in `bytes`, or 0 where its beginning has been let go. */
  lineStart: number;
  /** How many characters of the line have been let go. */
  charactersGone: number;
  readonly source: AsyncIterator<Uint8Array>;
}

/** Thrown by a parser at the end of the bytes in memory, while more may come. */
export const needMore: unique symbol = Symbol("need more bytes");

const FIRST_READ = 1 << 18;
const NEWLINE = 10;

/** A window over a stream; `line` is the number of its first line. */
export function openWindow(source: AsyncIterable<Uint8Array>, line = 1): ByteWindow {
  return {
    bytes: Buffer.allocUnsafe(FIRST_READ),
    position: 0,
    end: 0,
    done: false,
    line,
    lineStart: 0,
    charactersGone: 0,
    source: source[Symbol.asyncIterator](),
  };
}

/** A window over bytes that are all there; `line` and `column` say where they stand in their file. */
export function windowOver(bytes: Uint8Array, line = 1, column = 1): ByteWindow {
  const source = { next: () => Promise.resolve({ done: true as const, value: undefined }) };
  const place = { position: 0, line, lineStart: 0, charactersGone: column - 1 };
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { bytes: buffer, end: bytes.length, done: true, source, ...place };
}

/** Reads on until the unread bytes have at least doubled, so that retries stay linear in total. */
export async function fetchMore(window: ByteWindow): Promise<void> {
  letGo(window);
  const wanted = Math.max(FIRST_READ, 2 * window.end);
  while (window.end < wanted && !window.done) {
    const next = await nextChunk(window);
    if (next === undefined) window.done = true;
    else append(window, next);
  }
}

async function nextChunk(window: ByteWindow): Promise<Uint8Array | undefined> {
  try {
    const next = await window.source.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    // A want of memory, which comes as a `RangeError`, is not the input's fault.
    if (error instanceof RangeError) throw error;
    if (error instanceof BrokenGzip) {
      goToEnd(window);
      throw new PlacedError(error.message, window.line, columnOf(window, window.position), "SL2091");
    }
    throw new PlacedError(`cannot be read: ${(error as Error).message}`, 0, 0, "SL2091");
  }
}

/** Drops the bytes before the position. */
function letGo(window: ByteWindow): void {
  const { bytes, position, end, lineStart } = window;
  window.charactersGone += countCharacters(bytes, lineStart, position);
  bytes.copyWithin(0, position, end);
  window.end = end - position;
  window.position = 0;
  window.lineStart = 0;
}

function append(window: ByteWindow, chunk: Uint8Array): void {
  const { bytes, end } = window;
  if (end + chunk.length > bytes.length) {
    const wider = Buffer.allocUnsafe(2 * (end + chunk.length));
    wider.set(bytes.subarray(0, end));
    window.bytes = wider;
  }
  window.bytes.set(chunk, end);
  window.end = end + chunk.length;
}

/** How many characters (code points) UTF-8 bytes hold: all but the continuation bytes. */
function countCharacters(bytes: Uint8Array, from: number, to: number): number {
  if (from === to) return 0;
  if (isAscii(bytes.subarray(from, to))) return to - from;
  let count = 0;
  for (let i = from; i < to; i++) if ((bytes[i] & 0xc0) !== 0x80) count++;
  return count;
}

/** Records that a newline stands just before `next`. */
export function newLine(window: ByteWindow, next: number): void {
  window.line++;
  window.lineStart = next;
  window.charactersGone = 0;
}

/** A place in the window, to come back to. */
export interface Mark {
  readonly position: number;
  readonly line: number;
  readonly lineStart: number;
  readonly charactersGone: number;
}

/** The current place. It is void once more bytes have been fetched. */
export function mark({ position, line, lineStart, charactersGone }: ByteWindow): Mark {
  return { position, line, lineStart, charactersGone };
}

/** Goes back to a place. */
export function goBack(window: ByteWindow, place: Mark): void {
  window.position = place.position;
  window.line = place.line;
  window.lineStart = place.lineStart;
  window.charactersGone = place.charactersGone;
}

/** The column, from 1, of an index on the current line. */
export function columnOf(window: ByteWindow, index: number): number {
  return window.charactersGone + countCharacters(window.bytes, window.lineStart, index) + 1;
}

/** Throws a `PlacedError` at the position, or at another index on the same line: what runs over lines must be gone back to. */
export function failAt(window: ByteWindow, reason: string, index = window.position): never {
  throw new PlacedError(reason, window.line, columnOf(window, index));
}

/** Throws `needMore` or, at the end of the input, an error. */
export function failAtEnd(window: ByteWindow): never {
  if (!window.done) throw needMore;
  goToEnd(window);
  return failAt(window, "the input ends too early: is it cut off?");
}

/** Moves to the end of the bytes in memory. */
function goToEnd(window: ByteWindow): void {
  for (
    let next = window.bytes.indexOf(NEWLINE, window.position);
    next >= 0 && next < window.end;
    next = window.bytes.indexOf(NEWLINE, next + 1)
  )
    newLine(window, next + 1);
  window.position = window.end;
}

/** What stands at the position, for error messages. */
export function describeByte(window: ByteWindow): string {
  const { bytes, position, end } = window;
  if (position >= end) return "the end of the input";
  const text = new TextDecoder().decode(bytes.subarray(position, Math.min(end, position + 4)));
  return JSON.stringify(String.fromCodePoint(text.codePointAt(0) ?? 0));
}

/**
 * Runs `step` until it returns false. Each step starts where the last one ended, and is run again from
 * there when it needs more bytes than there are.
 */
export async function steps(window: ByteWindow, step: () => boolean): Promise<void> {
  for (const _ of stepping(window, step)) await fetchMore(window);
}

/** `steps`, for a caller who fetches more bytes each time that `needMore` is given. */
export function* stepping(window: ByteWindow, step: () => boolean): Generator<typeof needMore, void> {
  for (;;) {
    let { position, line, lineStart, charactersGone } = window;
    try {
      while (step()) ({ position, line, lineStart, charactersGone } = window);
      return;
    } catch (error) {
      if (error !== needMore) throw error;
      goBack(window, { position, line, lineStart, charactersGone });
    }
    yield needMore;
  }
}

/** Skips to the beginning of the next line, if there is one. */
export async function skipLine(window: ByteWindow): Promise<void> {
  for (const _ of skippingLine(window)) await fetchMore(window);
}

/** `skipLine`, for a caller who fetches more bytes each time that `needMore` is given. */
export function* skippingLine(window: ByteWindow): Generator<typeof needMore, void> {
  for (;;) {
    const next = window.bytes.indexOf(NEWLINE, window.position);
    if (next >= 0 && next < window.end) {
      window.position = next + 1;
      newLine(window, next + 1);
      return;
    }
    window.position = window.end;
    if (window.done) return;
    yield needMore;
  }
}
