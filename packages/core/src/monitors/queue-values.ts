import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import type { Contents } from "./contents.js";
import type { Moments } from "./moments.js";
import { violation, words } from "./monitor.js";

/**
 * When each value of a queue can have come and gone, as ranks of events. The *front* operations of
 * a value are those that found it at the front: its peeks and its poll.
 */
export interface QueueValues {
  readonly count: number;
  /** The call of its offer. */
  readonly offered: Int32Array;
  /** By when it was in the queue: its offer's return or, if earlier, that of a front operation. */
  readonly inside: Int32Array;
  readonly insideRow: Int32Array;
  /** The earliest return of its front operations, or `never`. */
  readonly first: Int32Array;
  readonly firstRow: Int32Array;
  /** The latest call of its front operations, or `never` where it was not polled (row -1). */
  readonly last: Int32Array;
  readonly lastRow: Int32Array;
  /** Later than all events. */
  readonly never: number;
}

/** Collects the times of each value, or finds one that left before it came, or was seen after it left. */
export function queueValues(part: Part, moments: Moments, contents: Contents): QueueValues | Found {
  const { call, ret } = moments;
  const { insert, remove, firstPeek, nextPeek } = contents;
  const count = insert.length;
  const never = moments.count + 1;
  const offered = insert.map((row) => call[row]);
  const inside = insert.map((row) => ret[row]);
  const insideRow = insert.slice();
  const first = new Int32Array(count).fill(never);
  const firstRow = new Int32Array(count).fill(-1);
  const last = new Int32Array(count).fill(never);
  const lastRow = new Int32Array(count).fill(-1);
  for (let value = 0; value < count; value++) {
    const poll = remove[value];
    if (poll >= 0) {
      [first[value], firstRow[value]] = [ret[poll], poll];
      [last[value], lastRow[value]] = [call[poll], poll];
    }
    for (let peek = firstPeek[value]; peek >= 0; peek = nextPeek[peek]) {
      if (poll >= 0 && call[peek] > ret[poll])
        return violation(
          part,
          [insert[value], poll, peek],
          `${words(part, peek)} was called after ${words(part, poll)} returned, and the value was offered only once`,
        );
      if (ret[peek] < first[value]) [first[value], firstRow[value]] = [ret[peek], peek];
      if (poll >= 0 && call[peek] > last[value]) [last[value], lastRow[value]] = [call[peek], peek];
    }
    if (first[value] < offered[value])
      return violation(
        part,
        [insert[value], firstRow[value]],
        `${words(part, firstRow[value])} returned before ${words(part, insert[value])} was called`,
      );
    if (first[value] < inside[value]) [inside[value], insideRow[value]] = [first[value], firstRow[value]];
  }
  return { count, offered, inside, insideRow, first, firstRow, last, lastRow, never };
}
