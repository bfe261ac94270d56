import { describe, expect, test } from "vitest";
import { median, timeRuns } from "./time-runs.js";
import { describeVerdicts, renderTargets, renderWorkload } from "./report.js";
import { failureOf, type Measurement } from "./measure.js";
import { formatBytes, formatRatio, formatTime, renderTable } from "./table.js";
import { disagreements, judge, type WorkloadResult } from "./targets.js";

const measured = (contestant: string, over: Partial<Measurement> = {}): Measurement => ({
  contestant,
  family: contestant.startsWith("sightline") ? "sightline" : "porcupine",
  verdicts: ["satisfied"],
  failure: undefined,
  milliseconds: 10,
  cpuMilliseconds: 11,
  first: 12,
  runs: 5,
  loadMilliseconds: 100,
  memoryBytes: 2 ** 20,
  peakMemoryBytes: 2 ** 26,
  ...over,
});
const outOfMemory = { verdicts: undefined, failure: "out of memory", milliseconds: undefined };

const result = (name: string, ...measurements: Measurement[]): WorkloadResult => ({
  workload: { name, title: "a title", type: "set", generated: name.startsWith("set") },
  histories: 1,
  operations: 1000,
  measurements,
});

describe("tables", () => {
  test("columns are aligned, numbers to the right", () => {
    const table = renderTable(
      [{ heading: "engine" }, { heading: "time", numeric: true }],
      [
        ["auto", "1 ms"],
        ["wing-gong", "12 ms"],
      ],
    );
    expect(table).toBe(
      [
        "| engine    |  time |",
        "| --------- | ----: |",
        "| auto      |  1 ms |",
        "| wing-gong | 12 ms |",
      ].join("\n"),
    );
  });

  test("units fit the size", () => {
    expect([0.05, 0.5, 9.96, 42.4, 2100].map(formatTime)).toEqual([
      "50 µs",
      "0.50 ms",
      "10.0 ms",
      "42 ms",
      "2.1 s",
    ]);
    expect([2 ** 20, 3 * 2 ** 29].map(formatBytes)).toEqual(["1.0 MB", "1.5 GB"]);
    expect([0.5, 12, 1340].map(formatRatio)).toEqual(["0.50×", "12×", "1,340×"]);
  });

  test("a workload shows ratios to our default engine", () => {
    const text = renderWorkload(
      result("set-x", measured("sightline auto"), measured("porcupine", { milliseconds: 420 })),
    );
    expect(text).toContain("| porcupine");
    expect(text).toContain("42×");
    expect(text).toContain("1.0×");
  });

  test("verdicts of one and of many histories", () => {
    expect(describeVerdicts({ verdicts: ["violated"], failure: undefined })).toBe("violated");
    const many = ["satisfied", "violated", "satisfied", "unknown"];
    expect(describeVerdicts({ verdicts: many.slice(0, 3), failure: undefined })).toBe(
      "2 satisfied, 1 violated",
    );
    expect(describeVerdicts({ verdicts: many, failure: "timeout" })).toBe("timeout (1 of 4 undecided)");
    expect(describeVerdicts(outOfMemory)).toBe("out of memory");
  });
});

describe("targets", () => {
  test("a ratio is reached or not", () => {
    const peers = [
      measured("porcupine", { milliseconds: 210 }),
      measured("C++ wgl, partition", { milliseconds: 40 }),
    ];
    const targets = judge([result("set-simulated", measured("sightline auto"), ...peers)]);
    expect(targets.map(({ reached }) => reached)).toEqual([true, false]);
    expect(targets.map(({ measured: words }) => words)).toEqual(["21× (cpu 1.0×)", "4.0× (cpu 1.0×)"]);
    expect(renderTargets(targets)).toContain("NOT REACHED");
    expect(judge([result("set-simulated", measured("sightline auto"))])).toEqual([]);
    expect(renderTargets([])).toContain("No target");
  });

  test("where Porcupine runs out of memory, ours must be quick and small", () => {
    const porcupine = measured("porcupine", outOfMemory);
    const judged = (over: Partial<Measurement>) =>
      judge([result("set-generated", measured("sightline auto", over), porcupine)]).map(
        ({ reached }) => reached,
      );
    expect(judged({})).toEqual([true, true]);
    expect(judged({ first: 6000 })).toEqual([true, false]);
    expect(judged({ peakMemoryBytes: 2 ** 31 })).toEqual([true, false]);
    expect(judged(outOfMemory)).toEqual([false, false]);
  });

  test("contestants that decide differently are named; undecided ones are not", () => {
    const violated = measured("porcupine", { verdicts: ["violated"] });
    const undecided = measured("sightline jit", { verdicts: ["unknown"], failure: "timeout" });
    expect(disagreements(result("set", measured("sightline auto"), undecided))).toEqual([]);
    expect(disagreements(result("set", measured("sightline auto"), undecided, violated))).toEqual([
      "history 0: sightline auto says satisfied, porcupine violated",
    ]);
  });
});

describe("measuring", () => {
  const effort = { runs: 3, warmUp: 50, slow: 100, deadline: 1000, memory: 2 ** 30 };
  const taken = (milliseconds: number) => ({ milliseconds, cpuMilliseconds: 2 * milliseconds });
  test("a slow first run is the only one; a fast one warms up first", () => {
    expect(timeRuns(() => taken(51), effort)).toEqual({ first: taken(51), timed: [taken(51)] });
    let runs = 0;
    const { timed } = timeRuns(() => (runs++, taken(10)), effort);
    expect(timed).toEqual([taken(10), taken(10), taken(10)]);
    expect(runs).toBe(6); // 20 + 20 + 20 ms of warm-up by the processor, then three
    let quick = 0;
    timeRuns(() => (quick++, { milliseconds: 1, cpuMilliseconds: quick === 1 ? 49.92 : 0 }), effort);
    expect(quick).toBe(1 + 2 + 3); // a run too short to be measured counts 0.05 ms
  });

  test("the median is the middle", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 3])).toBe(2.5);
  });

  test("a process that died tells why", () => {
    expect(failureOf("runtime: out of memory: cannot allocate 4194304-byte block")).toBe("out of memory");
    expect(failureOf("JavaScript heap out of memory")).toBe("out of memory");
    expect(failureOf("\nTypeError: no\n  at x")).toBe("failed: TypeError: no");
  });
});
