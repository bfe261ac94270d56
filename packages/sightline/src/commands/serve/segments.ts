import type { Input } from "@sightline/fleet";
import { keepStream } from "../../inputs/keep-stream.js";

/** A part of a body that can be judged by itself. */
export interface Segment {
  readonly source: Input["source"];
  /** The number of its first line, where it is a stretch of lines; absent: the whole body. */
  readonly line?: number;
}

const NEWLINE = 10;

/** What is longer stands in a temporary file until it is judged, and not in memory. */
const IN_MEMORY = 1 << 20;

/** A line is looked at only up to this length: nothing long is parsed where requests are served. */
const LONGEST_LINE = 1 << 16;

/** So much is judged at a time at most, and so long is waited for more of it, in milliseconds. */
const [MOST, PAUSE] = [1 << 19, 10];

/**
 * A body in parts. Where lines hold a whole history each, what has come by now is a part, up to the last such line:
 * so verdicts are sent while histories still come. Anything else is one part, once it is there.
 */
export async function* segmentsOf(
  body: AsyncIterable<Uint8Array>,
  format: string | undefined,
): AsyncGenerator<Segment> {
  const chunks = readAhead(body);
  let held: Uint8Array = new Uint8Array(0);
  let line = 1;
  let isLines = format === undefined || format === "ndjson" ? undefined : false;
  try {
    while (isLines !== false) {
      const chunk = await chunks.next(held.length > 0 && isLines === true ? PAUSE : undefined);
      if (chunk === "end") break;
      if (chunk !== "pause") held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      isLines ??= beginsWithLines(held);
      if (isLines !== true || (chunk !== "pause" && held.length < MOST)) continue;
      const end = lastHistory(held);
      if (end > 0) {
        yield { source: { bytes: new Uint8Array(held.subarray(0, end)) }, line };
        line += countLines(held.subarray(0, end));
        held = held.subarray(end);
      } else if (held.length >= IN_MEMORY) break;
      else if (chunk === "pause") {
        // Half a line, or operations of a header: more of it has to come.
        const more = await chunks.next(undefined);
        if (more === "end") break;
        if (more !== "pause") held = Buffer.concat([held, more]);
      }
    }
    const isRest = line > 1;
    if (isRest && held.length === 0 && chunks.isOver()) return;
    const { source, close } = await keepStream(rest(held, chunks), IN_MEMORY);
    try {
      yield { source, ...(isRest && { line }) };
    } finally {
      close();
    }
  } finally {
    await chunks.close();
  }
}

async function* rest(held: Uint8Array, chunks: Ahead): AsyncGenerator<Uint8Array> {
  if (held.length > 0) yield held;
  for (;;) {
    const chunk = await chunks.next(undefined);
    if (chunk === "end") return;
    if (chunk !== "pause") yield chunk;
  }
}

/** Whether the first line is a whole history; `undefined` while it is not all there. */
function beginsWithLines(held: Uint8Array): boolean | undefined {
  const end = held.indexOf(NEWLINE);
  if (end < 0) return held.length > LONGEST_LINE ? false : undefined;
  return isWholeHistory(held.subarray(0, end));
}

/** The place after the last line that is all there, if that is a whole history; else 0. */
function lastHistory(held: Uint8Array): number {
  const end = held.lastIndexOf(NEWLINE);
  if (end < 0) return 0;
  const start = end === 0 ? 0 : held.lastIndexOf(NEWLINE, end - 1) + 1;
  return isWholeHistory(held.subarray(start, end)) ? end + 1 : 0;
}

function isWholeHistory(line: Uint8Array): boolean {
  if (line.length > LONGEST_LINE) return false;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(line));
    return Array.isArray((value as { readonly operations?: unknown } | null)?.operations);
  } catch {
    return false;
  }
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++;
  return lines;
}

/** Chunks that can be waited for in vain. */
interface Ahead {
  /** The next chunk; `pause` where none has come for so many milliseconds. */
  next(milliseconds: number | undefined): Promise<Uint8Array | "end" | "pause">;
  isOver(): boolean;
  close(): Promise<void>;
}

function readAhead(body: AsyncIterable<Uint8Array>): Ahead {
  const iterator = body[Symbol.asyncIterator]();
  let coming: Promise<IteratorResult<Uint8Array>> | undefined;
  let over = false;
  return {
    async next(milliseconds) {
      if (over) return "end";
      coming ??= iterator.next();
      const first = milliseconds === undefined ? await coming : await within(coming, milliseconds);
      if (first === "pause") return first;
      coming = undefined;
      over = first.done === true;
      return first.done === true ? "end" : first.value;
    },
    isOver: () => over,
    async close() {
      coming?.catch(() => undefined);
      await iterator.return?.(undefined);
    },
  };
}

function within<Answer>(promise: Promise<Answer>, milliseconds: number): Promise<Answer | "pause"> {
  let timer: NodeJS.Timeout;
  const pause = new Promise<"pause">((resolve) => (timer = setTimeout(resolve, milliseconds, "pause")));
  return Promise.race([promise, pause]).finally(() => clearTimeout(timer));
}
