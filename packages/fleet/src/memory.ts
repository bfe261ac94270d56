import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Thrown while an input is read and the process is at its memory limit: a `RangeError`, as where memory cannot be had. */
export class MemoryFull extends RangeError {
  override readonly name = "MemoryFull";
}

/** Knows how much memory the process takes. */
export interface MemoryMeter {
  /**
   * The resident set in bytes. When that, with the bytes that are to come, is near the limit, garbage is
   * collected first, so that only memory in use counts.
   */
  usedBytes(moreBytes?: number): number;
  /** Collects garbage, to give the next history all there is. */
  tidy(): void;
}

/** Collecting is worth a try again once the process has grown by this share of the limit. */
const STEP = 0.02;

/** A meter for the given limit. */
export function createMemoryMeter(
  limit: number,
  rss: () => number = () => process.memoryUsage.rss(),
  collect: () => void = exposedCollector(),
): MemoryMeter {
  let nextCollection = limit;
  return {
    usedBytes(moreBytes = 0) {
      const used = rss();
      if (used + moreBytes < nextCollection) return used;
      collect();
      const left = rss();
      nextCollection = Math.max(limit, left + moreBytes + STEP * limit);
      return left;
    },
    tidy() {
      collect();
      nextCollection = limit;
    },
  };
}

/** About the fastest that a process takes memory, in bytes per millisecond. */
const FASTEST = 2 << 20;

/** How long one may look away while so many bytes are left, in milliseconds: no longer than they could be filled in. */
export const lookAway = (left: number, shortest: number, longest: number): number =>
  Math.min(longest, Math.max(shortest, left / FASTEST));

/** To ask the system takes longer than many a history: an answer is good for some milliseconds, and for so many bytes. */
const [SHORTEST, LONGEST, LITTLE] = [5, 50, 1 << 20];

/** A meter that looks again only after a while. */
export function unhurried(
  meter: MemoryMeter,
  limit: number,
  clock: () => number = () => performance.now(),
): MemoryMeter {
  let used = 0;
  let until = -Infinity;
  /** The bytes that were said to be about to be taken since the last look. */
  let more = 0;
  return {
    usedBytes(moreBytes = 0) {
      const now = clock();
      more += moreBytes;
      if (now > until || more > LITTLE) {
        used = meter.usedBytes(moreBytes);
        until = now + lookAway(limit - used, SHORTEST, LONGEST);
        more = 0;
      }
      return used;
    },
    tidy() {
      meter.tidy();
      until = -Infinity;
    },
  };
}

let collector: (() => void) | undefined;

/** V8's own "collect now", which a running process can switch on for itself. */
function exposedCollector(): () => void {
  if (collector === undefined) {
    setFlagsFromString("--expose-gc");
    collector = runInNewContext("gc") as () => void;
  }
  return collector;
}

/** Whether an exception says that memory could not be had. */
export function isOutOfMemory(error: unknown): boolean {
  if (error instanceof Error && error.cause !== undefined) return isOutOfMemory(error.cause); // of a user's type
  return (
    error instanceof MemoryFull ||
    (error as { readonly code?: unknown } | null | undefined)?.code === "ERR_STRING_TOO_LONG" ||
    (error instanceof RangeError &&
      /allocation failed|maximum size exceeded|invalid (typed )?array length|invalid string length|"size" is out of range|out of memory/i.test(
        error.message,
      ))
  );
}
