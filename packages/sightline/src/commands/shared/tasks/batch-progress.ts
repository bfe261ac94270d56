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
export function progressWords(progress: BatchProgress, histories: number, now = performance.now()): string {
  const { done, of, since, workers } = progress;
  const perSecond = Math.round((1000 * histories) / Math.max(1, now - since));
  const isLarge = workers !== undefined || (done > 0 && done < histories);
  const whole = Number.isFinite(of) ? ` of ${wholeNumber(of)}` : "";
  return [
    count(histories, "history"),
    `${wholeNumber(perSecond)} a second`,
    ...(isLarge ? [`chunk ${wholeNumber(done)}${whole}`] : []),
    ...clusterWords(progress),
  ].join(", ");
}

/** Who is at work on a batch, and what was begun again; nothing where it is done here. */
export function clusterWords({
  workers,
  retries,
}: Pick<BatchProgress, "workers" | "retries">): readonly string[] {
  return [
    ...(workers === undefined ? [] : [count(workers, "worker")]),
    ...(retries === 0 ? [] : [`${wholeNumber(retries)} tried again`]),
  ];
}

/** How far a batch of files has come, as their fleet tells it. */
interface Heard {
  readonly checks: number;
  readonly chunks: number;
  readonly bytes: number;
  readonly file: string;
}

/** The same for files, for a bar of so many bytes: how many chunks there are is told by the bytes of those done. */
export function barProgress(
  progress: BatchProgress | undefined,
  { checks, chunks, bytes, file }: Heard,
  total: number,
  now = performance.now(),
): {
  readonly done: number;
  readonly checks: number;
  readonly file: string;
  readonly words?: readonly string[];
} {
  const bar = { done: bytes, checks, file };
  if (progress === undefined) return bar;
  const perSecond = Math.round((1000 * checks) / Math.max(1, now - progress.since));
  const all = Math.max(chunks, Math.round((chunks * total) / Math.max(1, bytes)));
  const words = [
    `${wholeNumber(perSecond)} a second`,
    ...(chunks === 0 ? [] : [`chunk ${wholeNumber(chunks)} of about ${wholeNumber(all)}`]),
    ...clusterWords(progress),
  ];
  return { ...bar, words };
}
