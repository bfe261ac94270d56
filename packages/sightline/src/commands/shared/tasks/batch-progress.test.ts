import { expect, test } from "vitest";
import { barProgress, createBatchProgress, progressWords } from "./batch-progress.js";

test("a line of progress tells what is known of a batch", () => {
  const progress = createBatchProgress();
  const second = progress.since + 1000;
  expect(progressWords(progress, 12, second)).toBe("12 histories, 12 a second");
  Object.assign(progress, { done: 2, of: 40 });
  expect(progressWords(progress, 50, second)).toBe("50 histories, 50 a second, chunk 2 of 40");
  Object.assign(progress, { done: 1200, of: Infinity, workers: 3, retries: 2 });
  expect(progressWords(progress, 30_000, second)).toBe(
    "30,000 histories, 30,000 a second, chunk 1,200, 3 workers, 2 tried again",
  );
});

test("of files, how many chunks there are is about as many as the bytes say", () => {
  const progress = { ...createBatchProgress(), workers: 2 };
  const heard = { checks: 700, chunks: 3, bytes: 300, file: "a" };
  const bar = { done: 300, checks: 700, file: "a" };
  expect(barProgress(undefined, heard, 1000)).toEqual(bar);
  expect(barProgress(progress, heard, 1000, progress.since + 1000)).toEqual({
    ...bar,
    words: ["700 a second", "chunk 3 of about 10", "2 workers"],
  });
  expect(barProgress(progress, { ...heard, chunks: 0, bytes: 0 }, 1000).words).toHaveLength(2);
});
