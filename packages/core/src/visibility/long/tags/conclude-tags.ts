import type { Choice } from "../lists/conclude.js";
import { createQueue } from "../lists/queue.js";
import type { Sights } from "../lists/sights.js";
import type { TagReader } from "./tag-reader.js";
import type { TagTask } from "./tag-task.js";

/** Draws conclusions from what reads return. */
export interface TagConclusions {
  /** Draws all; false where they contradict each other. */
  conclude(): boolean;
  /** The operation whose result was judged last when there was a contradiction, or -1. */
  failed(): number;
  /**
   * Something that results leave open, from a place in the line on; `undefined` where that is nothing. Without a choice:
   * more results are to be judged first.
   */
  open(from: number): { readonly choice: Choice | undefined; readonly at: number } | undefined;
}

/** In which order operations are looked at, and how far it has come. */
export interface Line {
  /** The operations in that order; operation → its place in it. */
  order: Int32Array;
  readonly place: Int32Array;
  /** Only the first so many are judged now. */
  end: number;
}

/** How far ahead results are judged. */
const AHEAD = 32;

/** The conclusions of a reader, as far as the line has come. */
export function createTagConclusions(
  { problem, puts, wants }: TagTask,
  sights: Sights,
  reader: TagReader,
  line: Line,
): TagConclusions {
  const { size } = problem;
  const words = (size + 31) >>> 5;
  const waiting = createQueue(size);
  /** `[write * words + …]`: the operations about which more may follow when more is known of the write. */
  const watching = new Int32Array(size * words);
  /** Operation → 1 where more is known than when it was judged last. */
  const stale = new Uint8Array(size);
  let failed = -1;
  let judged = -1;
  const watch = (write: number): void => {
    watching[write * words + (judged >>> 5)] |= 1 << (judged & 31);
  };
  const wake = (write: number): void => {
    for (let word = write * words, end = word + words, base = 0; word < end; word++, base += 32) {
      for (let bits = watching[word]; bits !== 0; bits &= bits - 1)
        waiting.push(base + 31 - Math.clz32(bits & -bits));
      watching[word] = 0;
    }
  };
  const fail = (operation: number): false => {
    failed = operation;
    waiting.clear();
    return false;
  };
  return {
    failed: () => failed,
    conclude() {
      for (;;) {
        if (!sights.close()) return fail(judged);
        const changed = sights.nextChanged();
        if (changed >= 0) {
          if (wants[changed] !== undefined) waiting.push(changed);
          if (puts[changed] >= 0) wake(changed);
          continue;
        }
        judged = waiting.pop();
        if (judged < 0) return true;
        if (line.place[judged] >= line.end) {
          stale[judged] = 1;
          continue;
        }
        stale[judged] = 0;
        if (!reader.judge(judged, watch)) return fail(judged);
      }
    },
    open(from) {
      const { order } = line;
      for (let left = size, at = from; left > 0; left--) {
        if (at + AHEAD > line.end && line.end < size) {
          for (const end = Math.min(size, at + 2 * AHEAD); line.end < end; line.end++)
            if (stale[order[line.end]] === 1) waiting.push(order[line.end]);
          return { choice: undefined, at };
        }
        const found = reader.open(order[at]);
        if (found === "wrong") return { choice: { operation: order[at], other: -1, isSeen: true }, at };
        if (found !== undefined) return { choice: found, at };
        at = at + 1 === size ? 0 : at + 1;
      }
      return undefined;
    },
  };
}
