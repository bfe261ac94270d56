import { type LevelName, levelNames } from "@sightline/core";
import type { Measured } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { countMeasured, createCensus, levelOfAll, violationRate } from "../../report/census.js";
import { summaryLine } from "./json.js";
import { measuredLine } from "../../report/measured-line.js";
import { renderMeasured, renderTable } from "./render.js";
import { createRounds } from "./rounds.js";

const plain = { colours: (await import("picocolors")).default.createColors(false), width: 100 };

/** A history of that strongest level. */
function of(level: LevelName | "none"): Measured {
  const strongest = levelNames.indexOf(level as LevelName);
  const verdicts = Object.fromEntries(
    levelNames.map((name, i) => [name, i <= strongest ? "satisfied" : "violated"]),
  ) as Measured["verdicts"];
  return { level, verdicts, stats: { algorithm: "x", states: 1, milliseconds: 1 } };
}

const half: Measured = {
  level: "unknown",
  verdicts: { ...of("basic").verdicts, monotonic: "unknown", peer: "unknown" },
  reason: "deadline",
  stats: { algorithm: "x", states: 1, milliseconds: 1 },
};

const facts = { milliseconds: 1234, invalid: 0, interrupted: false, rounds: undefined };

describe("a census", () => {
  const census = createCensus();
  for (const level of ["complete", "complete", "peer"] as const)
    countMeasured(census, { size: 15, measured: of(level) });
  countMeasured(census, { size: 15, measured: half });

  test("counts histories and verdicts per level", () => {
    expect(census).toMatchObject({ histories: 4, operations: 60, unknown: 1 });
    expect(census.counts.complete).toEqual({ satisfied: 2, violated: 2, unknown: 0 });
    expect(census.counts.peer).toEqual({ satisfied: 3, violated: 0, unknown: 1 });
    expect(census.strongest).toMatchObject({ complete: 2, peer: 1, causal: 0, none: 0 });
    expect(levelOfAll(census)).toBe("peer");
    expect(violationRate(census.counts.peer).rate).toBe(0);
  });

  test("is shown as a table, and as a line", () => {
    expect(renderTable(census, facts, plain)).toMatch(/^complete +2 +2 +0 +50 % +6\.76 % – 93\.2 %$/m);
    expect(renderTable(census, facts, plain)).toContain(
      "no history is known to violate: peer (not all were decided: all are known to satisfy basic).",
    );
    expect(renderTable(createCensus(), facts, plain)).toBe("no history was measured\n");
    expect(JSON.parse(summaryLine(census, facts))).toMatchObject({
      summary: { histories: 4, level: "peer", levels: { causal: { violated: 2 } }, milliseconds: 1234 },
    });
  });

  test("counts recorded runs, and says of what a rate is one", () => {
    expect(renderTable(census, facts, plain)).toContain("\nRates are of 4 histories.\n");
    const seen = createCensus();
    countMeasured(seen, { size: 5, seen: { count: 9_990, of: 10_000 }, measured: of("complete") });
    countMeasured(seen, { size: 5, seen: { count: 9, of: 10_000 }, measured: of("weak") });
    countMeasured(seen, { size: 5, measured: of("weak") });
    const table = renderTable(seen, facts, plain);
    expect(table).toMatch(/^level +strongest +violated +unknown +runs violated +rate +95 % interval$/m);
    expect(table).toMatch(/^causal +0 +2 +0 +10 +0\.1 % +0\.048 % – 0\.184 %$/m);
    expect(table).toContain("\nRates are of 10,000 recorded runs, in 3 distinct histories.\n");
    const { summary } = JSON.parse(summaryLine(seen, facts)) as { summary: Record<string, unknown> };
    expect(summary).toMatchObject({
      runs: 10_000,
      levels: { causal: { violated: 2, rate: 2 / 3, runs: { satisfied: 9_990, violated: 10, rate: 0.001 } } },
    });
  });

  test("where not all were decided, what is known of all is told beside the level that none is known to violate", () => {
    const open = createCensus();
    countMeasured(open, { size: 9, measured: of("complete") });
    const { verdicts } = of("causal");
    countMeasured(open, {
      size: 9,
      measured: { ...of("causal"), level: "unknown", verdicts: { ...verdicts, complete: "unknown" } },
    });
    expect(levelOfAll(open)).toBe("complete");
    expect(renderTable(open, facts, plain)).toContain(
      "known to violate: complete (not all were decided: all are known to satisfy causal).",
    );
  });

  test("of histories that are not even weak has no level", () => {
    const none = createCensus();
    countMeasured(none, { size: 1, measured: of("none") });
    expect(levelOfAll(none)).toBe("none");
    expect(renderTable(none, facts, plain)).toContain("1 not even weak");
  });
});

test("a line for a history tells its level, or what is known of it", () => {
  const event = { kind: "measured", file: "a.ndjson", index: 3, name: null, size: 15 } as const;
  expect(renderMeasured({ ...event, measured: of("causal") }, plain)).toBe(
    "a.ndjson[3]: causal (15 operations, 1.0 ms)\n",
  );
  expect(renderMeasured({ ...event, measured: half }, plain)).toBe(
    "a.ndjson[3]: unknown, out of time, at least basic, not causal (15 operations, 1.0 ms)\n",
  );
  const line: unknown = JSON.parse(
    measuredLine({ ...event, measured: { ...half, atLeast: "basic", below: "causal" } }),
  );
  expect(line).toMatchObject({ level: "unknown", atLeast: "basic", below: "causal" });
});

describe("the three-rounds rule", () => {
  const feed = (levels: readonly LevelName[]): { results: readonly string[]; took: number } => {
    const rounds = createRounds(2);
    let took = 0;
    for (const level of levels) {
      took++;
      if (rounds.add({ size: 1, measured: of(level) })) break;
    }
    return { results: rounds.results, took };
  };

  test("stops after three rounds in a row whose weakest histories have the same level", () => {
    const { results, took } = feed([
      ...(["complete", "complete"] as const),
      ...(["peer", "complete"] as const),
      ...(["causal", "peer"] as const),
      ...(["peer", "peer"] as const),
      ...(["weak", "weak"] as const),
    ]);
    expect(results).toEqual(["complete", "peer", "peer", "peer"]);
    expect(took).toBe(8);
  });

  test("does not stop before, nor in the middle of a round", () => {
    expect(feed(["peer", "peer", "peer", "peer", "peer"]).results).toEqual(["peer", "peer"]);
    expect(createRounds(2).stable).toBe(false);
  });
});
