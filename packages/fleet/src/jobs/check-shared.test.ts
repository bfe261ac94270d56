import {
  type Algorithm,
  check,
  type BoundedCheck,
  explainViolation,
  parseHistory,
  type Result,
} from "@sightline/core";
import { describe, expect, test } from "vitest";
import { checkShared, shareableAlgorithm, type SharedTools } from "./check-shared.js";
import type { ParallelOptions } from "../parallel/check-parallel.js";

const history = parseHistory("{ add(1); contains(2) => true } || { contains(1) => true; size() => 7 }");
const stats = { algorithm: "visearch", states: 100, milliseconds: 1 };
const unknown: Result = {
  criterion: "causal",
  verdict: "unknown",
  reason: "deadline",
  established: "nothing",
  stats,
};
const satisfied: Result = {
  criterion: "causal",
  verdict: "satisfied",
  witness: { linearization: [] },
  stats,
};
const violated: Result = {
  criterion: "causal",
  verdict: "violated",
  violation: { kind: "exhausted", operations: [], reason: "bare" },
  stats,
};

/** Runs a check with made-up engines on a clock that stands still, and tells what they were asked. */
async function run(alone: Result, shared: Result, options: BoundedCheck = {}) {
  const asked: { alone: BoundedCheck[]; shared: ParallelOptions[]; explained: BoundedCheck[] } = {
    alone: [],
    shared: [],
    explained: [],
  };
  const tools: SharedTools = {
    check(_, given = {}) {
      asked.alone.push(given);
      return alone;
    },
    async checkParallel(_, given = {}) {
      asked.shared.push(given);
      return shared;
    },
    explain(_, given) {
      asked.explained.push(given);
      return { kind: "core", operations: [1], reason: "explained" };
    },
    now: () => 5000,
  };
  const crew = { searchers: 3, type: "./my-set.ts", typeLoader: "file:///load.js" };
  const all = { criterion: "causal", algorithm: "visearch", ...options } as const;
  const algorithm = shareableAlgorithm(history, all) ?? "visearch";
  return { asked, result: await checkShared(history, algorithm, all, crew, tools) };
}

describe("a check that threads may share", () => {
  test("is not shared where a short while alone suffices", async () => {
    const { asked, result } = await run(satisfied, unknown, { bounds: { memory: 9 } });
    expect(asked.alone).toMatchObject([{ explain: false, bounds: { deadline: 5300, memory: 9 } }]);
    expect(asked.shared).toEqual([]);
    expect(result).toMatchObject({ verdict: "satisfied", stats: { states: 100 } });
  });

  test("is shared after that, with the same question and what is left of the limits", async () => {
    const bounds = { deadline: 7000, memory: 9 * 2 ** 20 };
    const { asked, result } = await run(unknown, satisfied, { bounds, initial: [3], pruning: false });
    expect(asked.shared).toEqual([
      {
        algorithm: "visearch",
        criterion: "causal",
        workers: 3,
        initial: [3],
        pruning: false,
        type: "./my-set.ts",
        typeLoader: "file:///load.js",
        limits: { seconds: 2, megabytes: 9 },
      },
    ]);
    expect(result).toMatchObject({ verdict: "satisfied", stats: { states: 200 } });
  });

  test("is not shared once its own deadline, its memory or its user's patience is spent", async () => {
    const soon = await run(unknown, satisfied, { bounds: { deadline: 5100 } });
    expect(soon.asked.alone[0].bounds?.deadline).toBe(5100);
    expect(soon.result).toMatchObject({ verdict: "unknown", reason: "deadline" });
    const full = await run({ ...unknown, reason: "memory" }, satisfied);
    expect(full.result).toMatchObject({ verdict: "unknown", reason: "memory" });
  });

  test("explains a violation either way, within all of the limits, unless told not to", async () => {
    const bounds = { deadline: 7000 };
    for (const [alone, shared] of [
      [violated, unknown],
      [unknown, violated],
    ]) {
      const { asked, result } = await run(alone, shared, { bounds });
      expect(asked.explained).toMatchObject([{ bounds }]);
      expect(result).toMatchObject({ verdict: "violated", violation: { reason: "explained" } });
      const plain = await run(alone, shared, { bounds, explain: false });
      expect(plain.result).toMatchObject({ violation: { reason: "bare" } });
    }
  });

  test("explains as a check without sharing does", async () => {
    const options = { type: "set", criterion: "causal", algorithm: "visearch" } as const;
    const tools: SharedTools = {
      check: () => unknown,
      checkParallel: async () => violated,
      explain: explainViolation,
      now: () => performance.now(),
    };
    const shared = await checkShared(history, "visearch", options, { searchers: 2 }, tools);
    const alone = check(history, options);
    expect(alone.verdict).toBe("violated");
    expect(shared).toMatchObject({ verdict: "violated", violation: { kind: "core" } });
    expect(shared).toHaveProperty(
      "violation.operations",
      alone.verdict === "violated" && alone.violation.operations,
    );
  });

  test("is one of ViSearch's or CAV'18's searches, for levels", () => {
    const algorithmOf = (algorithm: Algorithm, criterion: string) =>
      shareableAlgorithm(history, { algorithm, criterion });
    expect(algorithmOf("visearch", "causal")).toBe("visearch");
    expect(algorithmOf("minimal-visibility", "levels add=weak")).toBe("minimal-visibility");
    expect(algorithmOf("visearch", "sequential")).toBeUndefined();
    expect(algorithmOf("naive-visibility", "causal")).toBeUndefined();
    expect(algorithmOf("auto", "causal")).toBeUndefined();
  });
});
