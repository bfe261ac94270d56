// @module-tag slow
import { levelNames, type LevelName } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { createCensus } from "../../../report/census.js";
import { compareSurveys, differenceLines, secondStore } from "./against.js";
import type { StoreSurvey } from "./survey-store.js";

/** A survey of which only the counts of violations over session order are known. */
function surveyOf(histories: number, violated: Partial<Record<LevelName, number>>): StoreSurvey {
  const session = createCensus();
  const realtime = createCensus();
  for (const level of levelNames) {
    session.counts[level].violated = violated[level] ?? 0;
    session.counts[level].satisfied = histories - (violated[level] ?? 0);
    realtime.counts[level].satisfied = histories;
  }
  return { censuses: { session, realtime } } as StoreSurvey;
}

describe("two configurations", () => {
  test("that differ by more than chance are told apart, at the levels where they do", () => {
    const differences = compareSurveys(
      surveyOf(100, { complete: 30, causal: 2 }),
      surveyOf(100, { complete: 3 }),
    );
    const found = differences.filter(({ distinguishable }) => distinguishable);
    expect(found.map(({ order, level }) => [order, level])).toEqual([["session", "complete"]]);
    expect(differenceLines(differences)).toEqual([
      "Distinguishable (Fisher's exact test, 5 % for all levels together):",
      "  complete over session order: violated by 30 of 100 against 3 of 100, p < 0.0001",
    ]);
  });

  test("that differ by what chance may do are not: one of twelve looks must not be believed too soon", () => {
    // 6 of 100 against none has p = 0.029 by itself.
    const differences = compareSurveys(surveyOf(100, { complete: 6 }), surveyOf(100, {}));
    expect(differences[0].p).toBeLessThan(0.05);
    expect(differenceLines(differences)).toEqual([expect.stringMatching(/^Not distinguishable/)]);
  });

  test("are given as what is different", () => {
    expect(secondStore("--delivery any", "yjs:map", { keys: "2", delivery: "fifo" })).toEqual({
      target: "yjs:map",
      flags: { keys: "2", delivery: "any" },
    });
    expect(secondStore("loro:map --seed 3", "yjs:map", { keys: "2" })).toEqual({
      target: "loro:map",
      flags: { keys: "2", seed: "3" },
    });
    expect(() => secondStore("", "yjs:map", {})).toThrow(/takes what is different/);
    expect(() => secondStore("--delivry any", "yjs:map", {})).toThrow(
      /--against: unknown option '--delivry'/,
    );
  });

  test("are measured one after the other", async () => {
    const args = ["measure", "yjs:set", "--delivery", "immediate", "--histories", "20", "--no-shrink"];
    const { code, out } = await sightline([...args, "--against", "--delay 6-12 --delivery fifo"]);
    expect(code).toBe(0);
    expect(out).toContain("updates at once");
    expect(out).toContain("updates in order on each link, 6–12 operations late");
    expect(out).toMatch(
      /^Distinguishable[\s\S]* {2}complete over real time: violated by 0 of 20 against \d+ of 20, p < 0\.0001/m,
    );
    const json = await sightline([...args, "--json", "--against", "--seed 2"]);
    const { summary } = JSON.parse(json.out.trim().split("\n").at(-1) ?? "") as {
      summary: Record<string, unknown>;
    };
    expect(summary).toMatchObject({ seed: 1, against: { seed: 2 }, differences: expect.any(Array) });
  });
});
