import { count } from "../../../render/count.js";
import { wholeNumber } from "../../../render/whole-number.js";

/** How far a batch has come. */
export interface BatchProgress {
  /** How many workers there are; `undefined` where the work is done here, or nothing was heard yet. */
  workers: number | undefined;
  /** Chunks that were done, and of how many; `Infinity` where that is not known. */
  done: number;
  of: number;
  /** How often a chunk was begun again. */
  retries: number;
  /** Since when, by `performance.now()`. */
  readonly since: number;
}

/** A batch that begins now. */
export const createBatchProgress = (): BatchProgress => ({
  workers: undefined,
  done: 0,
  of: Infinity,
  retries: 0,
  since: performance.now(),
});

/** How far a batch has come, in words, for a line on a terminal. */
export function progressWords(
  { workers, done, of, retries, since }: BatchProgress,
  histories: number,
  now = performance.now(),
): string {
  const perSecond = Math.round((1000 * histories) / Math.max(1, now - since));
  return [
    count(histories, "history"),
    `${wholeNumber(perSecond)} a second`,
    ...(done === 0 && workers === undefined
      ? []
      : [`chunk ${wholeNumber(done)}${Number.isFinite(of) ? ` of ${wholeNumber(of)}` : ""}`]),
    ...(workers === undefined ? [] : [count(workers, "worker")]),
    ...(retries === 0 ? [] : [`${wholeNumber(retries)} tried again`]),
  ].join(", ");
}
