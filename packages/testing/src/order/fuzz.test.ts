import { describe, expect, test } from "vitest";
import { findType, types, typeNames } from "@sightline/core/types/index.js";
import { type Decider, fuzz, fuzzOne } from "./fuzz.js";
import { satisfies } from "./order-oracle.js";
import { paperEngines } from "./paper-engines.js";
import { toRecord } from "../history/history-record.js";

describe("fuzz", () => {
  test("takes the types in turn, one report per seed, and finds no disagreement", () => {
    const all = typeNames.map(findType);
    let seed = 1000;
    for (const report of fuzz({ types: all, deciders: paperEngines, seed })) {
      expect(report.type).toBe(all[(seed - 1000) % all.length].name);
      expect(report.seed).toBe(seed++);
      expect(report.problems.map(({ what, history }) => [what, JSON.stringify(toRecord(history))])).toEqual(
        [],
      );
      if (seed === 1000 + 20 * all.length) break;
    }
  });

  const problemsOf = (decider: Decider) =>
    Array.from({ length: 40 }, (_, seed) => fuzzOne(types.set, [decider], seed)).flatMap(
      ({ problems }) => problems,
    );

  test("reports a wrong verdict", () => {
    const rosy: Decider = { name: "rosy", decide: () => ({ verdict: "violated" }) };
    expect(problemsOf(rosy)[0].what).toMatch(/^rosy says that \w+ is violated, the oracle says satisfied$/);
    const lost: Decider = { name: "lost", decide: () => ({ verdict: "unknown" }) };
    expect(problemsOf(lost).length).toBeGreaterThan(80);
  });

  test("reports a wrong witness", () => {
    const forgetful: Decider = {
      name: "forgetful",
      decide: (history, type, criterion) =>
        satisfies(history, type, criterion)
          ? { verdict: "satisfied", witness: { linearization: [] } }
          : { verdict: "violated" },
    };
    expect(problemsOf(forgetful)[0].what).toMatch(/^forgetful gives a wrong witness of .* is missing/);
  });

  test("reports a crash", () => {
    const broken: Decider = {
      name: "broken",
      decide() {
        throw new Error("out of order");
      },
    };
    expect(problemsOf(broken)[0].what).toMatch(/^broken throws on linearizability: Error: out of order/);
  });

  test("asks only deciders that take such a history", () => {
    expect(problemsOf({ name: "picky", decide: () => undefined })).toEqual([]);
  });
});
