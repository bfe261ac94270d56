import { describe, expect, test } from "vitest";
import type { Contender, Outcome } from "./contender.js";
import { timeCheck } from "./contender.js";
import { judgeFifteen } from "./fifteen.js";
import { renderScatter } from "./render-scatter.js";
import { gradeTraces, renderPruning } from "./pruning.js";
import type { Race } from "./race.js";
import { judgeRefutations } from "./refutations.js";
import { judgeScatter, pointsOf } from "./scatter.js";
import {
  compare,
  contradictions,
  quantile,
  renderComparisons,
  renderSummaries,
  summarize,
} from "./summary.js";
import { mixedHistory } from "../workloads/mixture.js";

const contender = (name: string, criterion = "basic"): Contender => ({
  name,
  options: { criterion, algorithm: "auto" },
  limit: 1000,
});
const outcome = (milliseconds: number, verdict: Outcome["verdict"] = "satisfied", states = 1): Outcome => ({
  verdict,
  milliseconds,
  states,
});

describe("the plot", () => {
  const plot = (points: Parameters<typeof renderScatter>[0]["points"]) =>
    renderScatter({ title: "a < b & c", x: "slow", y: "fast", points, limit: 1000 });
  const circles = (svg: string) =>
    [...svg.matchAll(/<circle class="point (\w+)" cx="([\d.]+)" cy="([\d.]+)"/g)].map(([, kind, cx, cy]) => ({
      kind,
      cx: Number(cx),
      cy: Number(cy),
    }));

  test("a time-out lies on the border, equal times on the diagonal, faster below it", () => {
    const svg = plot([
      { x: 1000, y: 1000, kind: "unknown" },
      { x: 5000, y: 0.01, kind: "satisfied" },
      { x: 1, y: 1, kind: "violated" },
      { x: 10, y: 1, kind: "differ" },
    ]);
    const [fast, even, faster, both] = circles(svg);
    expect(circles(svg).map(({ kind }) => kind)).toEqual(["satisfied", "violated", "differ", "unknown"]);
    expect([both.cx, both.cy]).toEqual([494, 58]);
    expect([fast.cx, fast.cy]).toEqual([494, 478]); // 5 s is beyond the limit; 0.01 ms is the least decade
    expect(even.cx - 74).toBeCloseTo(478 - even.cy);
    expect(faster.cy).toBe(even.cy);
    expect(faster.cx - even.cx).toBeCloseTo(420 / 5); // one of five decades
  });

  test("text is escaped, every decade is named, and only the kinds that occur are in the legend", () => {
    const svg = plot([{ x: 0.02, y: 20, kind: "violated" }]);
    expect(svg).toContain("a &lt; b &amp; c");
    for (const decade of ["10 µs", "100 µs", "1 ms", "10 ms", "100 ms", "1 s"])
      expect(svg.split(`>${decade}<`)).toHaveLength(3);
    expect(svg).toContain("violated: 1");
    expect(svg).not.toContain("satisfied: ");
  });

  test("no point, no NaN", () => {
    expect(plot([])).not.toContain("NaN");
  });
});

describe("summaries", () => {
  const race: Race = {
    contenders: [contender("slow"), contender("fast"), contender("other", "causal")],
    outcomes: [
      [outcome(10), outcome(20, "violated"), outcome(1000, "unknown")],
      [outcome(1), outcome(40, "violated"), outcome(2, "violated")],
      [outcome(1, "violated"), outcome(1, "violated"), outcome(1)],
    ],
  };

  test("counts, quantiles and totals", () => {
    const [slow, fast] = summarize(race);
    expect(slow).toMatchObject({
      satisfied: 1,
      violated: 1,
      undecided: 1,
      median: 20,
      max: 1000,
      total: 1030,
    });
    expect(fast).toMatchObject({ undecided: 0, median: 2, percentile95: 40, total: 43 });
    expect(renderSummaries([slow, fast])).toContain("| slow");
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2);
    expect(quantile([], 0.5)).toBeNaN();
  });

  test("a comparison tells ratios and who decided more", () => {
    const comparison = compare(race, 0, 1);
    expect(comparison).toMatchObject({ x: "slow", y: "fast", median: 10, yFaster: 2, onlyY: 1, onlyX: 0 });
    expect(comparison.totals).toBeCloseTo(1030 / 43);
    expect(renderComparisons([comparison])).toContain("67%");
  });

  test("only contenders for the same criterion can contradict each other", () => {
    expect(contradictions(race)).toEqual([]);
    const wrong = { ...race, outcomes: [race.outcomes[0], race.outcomes[2], race.outcomes[1]] };
    expect(contradictions(wrong)).toEqual(["history 0: slow says satisfied, fast says violated"]);
  });

  test("a point takes the verdict that is known", () => {
    const points = pointsOf(race, 0, 1);
    expect(points[2]).toEqual({ x: 1000, y: 2, kind: "violated" });
    expect(pointsOf(race, 0, 2)[0].kind).toBe("differ");
  });
});

describe("the other parts", () => {
  test("traces are graded by their states without pruning; an undecided one has no ratio", () => {
    const without = [outcome(1, "violated", 30), outcome(2, "violated", 31), outcome(9, "unknown", 9999)];
    const pruned = [outcome(1, "violated", 15), outcome(1, "violated", 31), outcome(9, "violated", 1)];
    const { grades, undecided } = gradeTraces(without, pruned);
    expect(grades.map(({ traces }) => traces)).toEqual([1, 1, 0, 0]);
    expect(grades.slice(0, 2).map(({ ratio }) => ratio)).toEqual([0.5, 1]);
    expect(undecided).toBe(1);
    const text = renderPruning([{ type: "set", level: "weak", grades, undecided }]);
    expect(text).toContain("50% (time 100%, 1)");
    expect(text).not.toContain("NaN");
  });

  test("targets are reached or not", () => {
    const ours = summarize({
      contenders: ["weak", "basic", "monotonic", "peer", "causal", "complete"].map((level) =>
        contender(level),
      ),
      outcomes: [1, 2, 3, 4, 5, 99].map((time) => [outcome(time)]),
    });
    expect(judgeFifteen({ summaries: ours, contradictions: [] }).reached).toBe(true);
    const slow = ours.map((summary) => ({ ...summary, max: 101 }));
    expect(judgeFifteen({ summaries: slow, contradictions: [] }).reached).toBe(false);
    const scattered = (median: number) =>
      judgeScatter({
        histories: 1,
        summaries: Array.from({ length: 7 }, (_, at) => ({ ...ours[0], median: at === 2 ? median : 1 })),
        comparisons: [],
        plots: [],
        contradictions: [],
      }).map(({ reached }) => reached);
    expect([scattered(1.2), scattered(1.21)]).toEqual([
      [true, true],
      [false, true],
    ]);
    const report = { workload: "set", histories: 1, ours: 1, visearch: 99, undecided: 1, contradictions: [] };
    expect(judgeRefutations([report, { ...report, visearch: 100 }]).map(({ reached }) => reached)).toEqual([
      false,
      true,
    ]);
  });

  test("a check is decided, or given up at its limit", () => {
    const naive: Omit<Contender, "limit"> = {
      name: "naive",
      options: { criterion: "causal", order: "session", algorithm: "naive-visibility" },
    };
    const outcomes = (limit: number, operations: number) =>
      Array.from({ length: 20 }, (_, seed) => {
        const history = mixedHistory(seed, { operations: [operations, operations], sessions: [2, 3] });
        return timeCheck(history, { ...naive, limit });
      });
    for (const { verdict, milliseconds } of outcomes(0, 15))
      expect([verdict, milliseconds]).toEqual(["unknown", 0]);
    for (const { verdict } of outcomes(Infinity, 4)) expect(verdict).not.toBe("unknown");
  });
});
