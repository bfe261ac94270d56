import { describe, expect, test } from "vitest";
import { type BatchRun, judgeBatches, renderBatches } from "./batches.js";

const run = (workers: number, cpu: number, time: number, more: Partial<BatchRun> = {}): BatchRun => ({
  command: "measure",
  histories: 30_000,
  workers,
  cpu,
  time,
  load: 0.25,
  ...more,
});

describe("batches of small histories", () => {
  const judged = (...runs: readonly BatchRun[]): readonly boolean[] =>
    judgeBatches(runs).map(({ reached }) => reached);

  test("processor time, time in proportion, and what the second worker gains are judged", () => {
    expect(judged(run(1, 3000, 6800), run(2, 3100, 3999))).toEqual([true, true, true]);
    expect(judged(run(1, 3001, 6700), run(2, 3100, 4000))).toEqual([false, false, false]);
  });

  test("two workers on two cores are held against one on one core", () => {
    const free = [run(1, 3000, 6800), run(2, 3100, 5000)];
    const pinned = (time: number) => [run(1, 3000, 6800, { cores: 1 }), run(2, 3100, time, { cores: 2 })];
    expect(judged(...free, ...pinned(4000))).toEqual([true, false, false, true]);
    expect(judged(...free, ...pinned(4001))).toEqual([true, false, false, false]);
  });

  test("of the largest file, and of measure alone", () => {
    const small = [run(1, 9e9, 9e9, { histories: 10 }), run(2, 9e9, 9e9, { histories: 10 })];
    const others = [run(1, 9e9, 9e9, { command: "check" }), run(2, 9e9, 9e9, { command: "check" })];
    expect(judged(...others, ...small, run(1, 3000, 6800), run(2, 3100, 3999))).toEqual([true, true, true]);
  });

  test("each row has its cost per history, and its gain over one worker", () => {
    const table = renderBatches(
      [run(1, 3000, 6800), run(2, 3300, 3400)],
      [{ command: "measure", perHistory: 0.06 }],
    );
    const rows = table.split("\n").slice(-2);
    expect(rows.map((row) => row.split(/ *\| */).slice(1, -1))).toEqual([
      ["measure", "30,000", "1", "all", "0.10 ms", "60 µs", "3.0 s", "6.8 s", "1.0×", "0.3"],
      ["measure", "30,000", "2", "all", "0.11 ms", "60 µs", "3.3 s", "3.4 s", "2.0×", "0.3"],
    ]);
  });
});
