import { describe, expect, test } from "vitest";
import { median, MOST_RUNS, timeRuns } from "./time-runs.js";
import { describeVerdicts, renderTargets, renderWorkload } from "./report.js";
import { ownTurns } from "./own-turns.js";
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
  own: undefined,
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

  test("the default engine is held against the best of our others, in turns where runs are short", async () => {
    const own = (contestant: string, cpuMilliseconds: number | undefined) =>
      measured(contestant, { cpuMilliseconds });
    const all = [
      own("sightline auto", 10),
      own("sightline jit", undefined),
      own("sightline wgl", 9),
      own("sightline frontier", 9.5),
      own("sightline wing-gong", 30),
      own("porcupine", 1),
    ];
    const asked: string[] = [];
    const turns = await ownTurns(all, async (name) => {
      asked.push(name);
      return own(name, name === "sightline wgl" ? 12 : 8);
    });
    // The first process of wgl was lucky: by the middle of five, frontier is the best.
    expect(turns).toEqual({ best: "sightline frontier", ours: 8, theirs: 8, processes: 5 });
    expect(asked.slice(0, 3)).toEqual(["sightline auto", "sightline wgl", "sightline frontier"]);
    const judged = (ours: number) =>
      judge([{ ...result("kv", own("sightline auto", ours)), own: { ...turns!, ours } }]);
    expect(judged(9.6)).toMatchObject([
      { reached: true, measured: "1.2× of sightline frontier (5 of each)" },
    ]);
    expect(judged(9.7)).toMatchObject([{ reached: false }]);
    const long = [own("sightline auto", 400), own("sightline wgl", 500)];
    expect(await ownTurns(long, () => Promise.reject(new Error("asked")))).toMatchObject({ processes: 1 });
    expect(await ownTurns(all.slice(0, 2), () => Promise.reject(new Error("asked")))).toBeUndefined();
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
  const effort = { runs: 3, enough: 60, warmUp: 50, slow: 100, deadline: 1000, memory: 2 ** 30 };
  const taken = (milliseconds: number) => ({ milliseconds, cpuMilliseconds: 2 * milliseconds });
  test("a slow first run is the only one; a fast one warms up first", () => {
    expect(timeRuns(() => taken(51), effort)).toEqual({ first: taken(51), timed: [taken(51)] });
    let runs = 0;
    const { timed } = timeRuns(() => (runs++, taken(10)), effort);
    expect(timed).toEqual([taken(10), taken(10), taken(10)]);
    expect(runs).toBe(6); // 20 + 20 + 20 ms of warm-up by the processor, then three
    // 8 ms each are not enough after three: eight are.
    expect(timeRuns(() => taken(4), effort).timed).toHaveLength(8);
    let quick = 0;
    timeRuns(() => (quick++, { milliseconds: 1, cpuMilliseconds: quick === 1 ? 49.92 : 0 }), effort);
    expect(quick).toBe(1 + 2 + MOST_RUNS); // a run too short to be measured counts 0.05 ms
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
