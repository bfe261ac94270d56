import { check, parseHistory } from "@sightline/core";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { describe, expect, test } from "vitest";
import type { Contender, Outcome } from "../visibility/contender.js";
import { firstToRefute, renderCaught, stages } from "./caught.js";
import { runPooled } from "./cell.js";
import { faults, faultyRun } from "./faults.js";
import {
  contradictionsIn,
  type FigureReport,
  judgeFigure,
  renderFigure,
  summarizeCell,
} from "./figure-report.js";
import { figures, invalid } from "./figures.js";
import { type HardReport, judgeHard } from "./hard.js";
import { makeHistory } from "./histories.js";
import { renderLinePlot } from "./line-plot.js";
import { countPairs } from "./pairs.js";
import { judgeScale, plotScale, renderScale, type ScaleReport } from "./scale.js";

const shape = { operations: 120, threads: 4, variables: 3, writes: 0.5, seed: 1 };

describe("the histories", () => {
  test("valid ones are sequentially consistent and of the size asked for", () => {
    for (const figure of [...figures.fig4, ...figures.fig6])
      for (const recipe of figure.recipes(figure.places[0], 2)) {
        const history = makeHistory(recipe);
        expect(history.size).toBe(100);
        expect(check(history, { criterion: "sc" }).verdict).toBe("satisfied");
      }
  });

  test.each(faults)("a memory with the fault %s goes wrong, but not always", (fault) => {
    const verdicts = Array.from({ length: 60 }, (_, seed) => {
      const small = { ...shape, operations: 24 };
      const history = memoryToHistory(faultyRun(fault, { ...small, seed }));
      return check(history, { criterion: "sc", explain: false }).verdict;
    });
    expect(new Set(verdicts)).toEqual(new Set(["satisfied", "violated"]));
  });

  test.each(faults)(
    "with the fault %s a read takes a write to its own variable; a run is decided by its seed",
    (fault) => {
      const memory = faultyRun(fault, shape);
      for (let o = 0; o < memory.size; o++) {
        const source = memory.source[o];
        if (source >= 0)
          expect([memory.isWrite[source], memory.variable[source]]).toEqual([1, memory.variable[o]]);
      }
      expect(faultyRun(fault, shape)).toEqual(memory);
    },
  );

  test("invalid ones are invalid, of every fault, on the threads asked for", () => {
    const recipes = invalid(3, 6);
    expect(recipes.map((recipe) => recipe.kind === "faulty" && recipe.fault)).toEqual([...faults, ...faults]);
    for (const recipe of recipes) {
      const history = makeHistory(recipe);
      expect(history.sessions).toHaveLength(3);
      expect(history.size).toBeGreaterThanOrEqual(100);
      expect(check(history, { criterion: "sc", explain: false }).verdict).toBe("violated");
    }
  });

  test("a crowd has a thread for each write and each pair of reads", () => {
    const history = makeHistory({ kind: "crowd", variables: 5, writes: 2, ratio: 4, seed: 1 });
    expect([history.sessions.length, history.size]).toEqual([30, 50]);
  });
});

describe("where violations are caught", () => {
  test.each([
    ["cc", "{ write(x,1); write(y,1) } || { read(y) => 1; read(x) => 0 }"],
    ["ccv", "{ write(x,2); read(x) => 1 } || { write(x,1); read(x) => 2 }"],
    [
      "cm",
      "{ write(z,1); write(x,1); write(y,1) } || { write(x,2); read(z) => 0; read(y) => 1; read(x) => 2 }",
    ],
    ["ccm", "{ write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }"],
    [
      "saturation",
      "{ write(x,1); read(y) => 0; write(y,1); read(x) => 1 } || { write(x,2); read(y) => 0; write(y,2); read(x) => 2 }",
    ],
    [
      "search",
      "{ write(x,1) } || { write(x,2) } || { write(y,1) } || { write(y,2) } || { read(x) => 2; read(y) => 1 } || { read(y) => 2; read(x) => 1 } || { read(x) => 2; read(y) => 2 } || { read(y) => 1; read(x) => 1 } || { read(x) => 1; read(y) => 1 } || { read(y) => 2; read(x) => 2 } || { read(x) => 1; read(y) => 2 } || { read(y) => 1; read(x) => 2 }",
    ],
  ])("%s", (stage, text) => {
    expect(firstToRefute(parseHistory(`memory ${text}`))).toBe(stage);
  });

  test("a valid history is nobody's", () => {
    expect(() => firstToRefute(parseHistory("memory { write(x,1); read(x) => 1 }"))).toThrow(/consistent/);
  });

  test("the table has shares by fault and of all", () => {
    const none = Object.fromEntries(stages.map((stage) => [stage, 0])) as Record<
      (typeof stages)[number],
      number
    >;
    const text = renderCaught([
      { fault: "stale", histories: 4, first: { ...none, cc: 3, ccm: 1 } },
      { fault: "delayed", histories: 4, first: { ...none, cc: 4 } },
    ]);
    expect(text).toMatch(/stale\s+\|\s+4 \|\s+75\.0%/);
    expect(text).toMatch(/all\s+\|\s+8 \|\s+87\.5%/);
  });
});

test("write pairs: each relation orders at least what the one before it does", () => {
  // Nobody reads: program order alone orders the two writes of one thread.
  const silent = memoryOf("Wx1 Wx2 | Wx3");
  expect(countPairs(silent)).toEqual({ pairs: 3, ccv: 2 / 3, ccm: 2 / 3, saturation: 2 / 3 });
  // The second thread read 1 after it wrote 3: its write came before.
  const seen = memoryOf("Wx1 Wx2 | Wx3 Rx1");
  expect(countPairs(seen)).toEqual({ pairs: 3, ccv: 0, ccm: 0, saturation: 0 });
});

describe("figures", () => {
  const outcome = (milliseconds: number, verdict: Outcome["verdict"] = "satisfied"): Outcome => ({
    verdict,
    milliseconds,
    states: 1,
  });
  const report: FigureReport = {
    name: "fig4a",
    title: "SC",
    x: "operations",
    places: [100, 500],
    histories: 3,
    limit: 2000,
    contenders: ["ours", "sat"],
    cells: [
      [[1, 2, 6].map((time) => outcome(time)), [outcome(1000), outcome(2000, "unknown")]],
      [[1, 4, 60].map((time) => outcome(time)), [outcome(900)]],
    ].map((cell) => cell.map(summarizeCell)),
    contradictions: [],
  };

  test("means count an undecided history with the limit, and say how many there were", () => {
    expect(report.cells[0]).toMatchObject([
      { asked: 3, undecided: 0, mean: 3, median: 2, max: 6 },
      { asked: 2, undecided: 1, mean: 1500 },
    ]);
    const text = renderFigure(report);
    expect(text).toContain("3.0 ms");
    expect(text).toContain("≥ 1.5 s (1 of 2 out)");
    expect(text).toContain("900 ms (of 1)");
  });

  test("the target goes by the median", () => {
    expect(judgeFigure(report)).toMatchObject([{ measured: "4.0 ms", reached: true }]);
    const slow = { ...report, cells: [report.cells[0], [summarizeCell([outcome(5)]), report.cells[1][1]]] };
    expect(judgeFigure(slow)).toMatchObject([{ reached: false }]);
    expect(judgeFigure({ ...report, name: "fig4b" })).toEqual([]);
  });

  test("contenders contradict each other only where both were asked and decided", () => {
    const contenders: Contender[] = ["ours", "sat"].map((name) => ({
      name,
      options: { criterion: "sc", algorithm: "auto" },
      limit: 1,
    }));
    const ours = [outcome(1), outcome(1), outcome(1)];
    expect(contradictionsIn(contenders, [ours, [outcome(1), outcome(9, "unknown")]])).toEqual([]);
    expect(contradictionsIn(contenders, [ours, [outcome(1), outcome(9, "violated")]])).toEqual([
      "history 1: ours says satisfied, sat says violated",
    ]);
  });

  test("tasks run so many at a time, and their results keep their order", async () => {
    let running = 0;
    let most = 0;
    const tasks = [3, 1, 2, 0].map((turns, i) => async () => {
      most = Math.max(most, ++running);
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      running--;
      return i;
    });
    expect(await runPooled(tasks, 2)).toEqual([0, 1, 2, 3]);
    expect(most).toBe(2);
  });
});

test("the plot: decades on the axis, a mark for each value and for the legend, text escaped", () => {
  const svg = renderLinePlot({
    title: "a < b",
    note: "n",
    x: "threads",
    places: [2, 4],
    series: [
      { name: "ours", values: [1, 10] },
      { name: "sat", values: [1000, undefined] },
    ],
  });
  expect(svg).toContain("a &lt; b");
  for (const decade of ["1 ms", "10 ms", "100 ms", "1 s"]) expect(svg).toContain(`>${decade}<`);
  expect(svg.match(/class="mark"/g)).toHaveLength(3 + 2);
  const heights = [...svg.matchAll(/<circle class="mark" cx="[\d.]+" cy="([\d.]+)"/g)].map(([, y]) =>
    Number(y),
  );
  expect(heights[0]).toBe(358); // 1 ms: the bottom
  expect(heights[1]).toBe(258); // 10 ms: one of three decades up
  expect(renderLinePlot({ title: "", note: "", x: "", places: [], series: [] })).not.toContain("NaN");
});

describe("the other targets", () => {
  const run = {
    verdict: "satisfied",
    algorithm: "saturation+schedule",
    milliseconds: 2100,
    cpuMilliseconds: 1999,
    verifiedMilliseconds: 2500,
    memoryBytes: 2 ** 20,
    peakMemoryBytes: 2 ** 30,
  };
  const report: ScaleReport = { operations: 100_000, threads: 4, criterion: "sc", run };

  test("scale: in time and satisfied; a process that failed has not reached it", () => {
    const failed: ScaleReport = {
      operations: 100_000,
      threads: 64,
      criterion: "sc",
      failure: "out of memory",
    };
    const slow = { ...report, run: { ...run, cpuMilliseconds: 2000 } };
    const wrong = { ...report, run: { ...run, verdict: "unknown" } };
    const judged = judgeScale([report, failed, slow, wrong, { ...slow, criterion: "tso" }]);
    expect(judged.map(({ reached }) => reached)).toEqual([true, false, false, false, true]);
    expect(renderScale([report, failed])).toMatch(/out of memory/);
    expect(plotScale([report, failed]).map(({ file }) => file)).toEqual([
      "scale-4-threads",
      "scale-64-threads",
    ]);
  });

  test("hard instances: decided or given up in time", () => {
    const summary = { asked: 3, undecided: 1, mean: 1, median: 1, max: 2000 };
    const hard: HardReport = {
      size: "20 variables",
      threads: 280,
      limit: 2000,
      satisfied: 1,
      violated: 1,
      gaveUp: 2100,
      summaries: [summary],
      contradictions: [],
    };
    expect(judgeHard([hard])).toMatchObject([{ measured: "2 of 3 decided, slowest 2.1 s", reached: true }]);
    expect(judgeHard([{ ...hard, gaveUp: 9000 }])).toMatchObject([{ reached: false }]);
  });
});
