import { afterEach, describe, expect, test, vi } from "vitest";
import { createBudget } from "../../budget.js";
import { crossedReads, crowdOfReaders } from "@sightline/testing/memory/crossed-reads.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { createPlainSat } from "@sightline/testing/memory/plain-sat.js";
import { replaysSequentially, replaysWithBuffers } from "@sightline/testing/memory/replay-memory.js";
import type { SatSolver } from "./sat/sat-solver.js";
import { decideSc, decideTso, type StoreOrderAlgorithm } from "./decide-store-order.js";
import { storeBufferRun } from "./store-buffer-run.js";

const complete: readonly StoreOrderAlgorithm[] = ["auto", "branch", "lazy-sat"];
const sat = createPlainSat;

describe("longer histories", () => {
  test("a long SC history has an order that replays", () => {
    const memory = generateMemory("sc", {
      operations: 20_000,
      threads: 16,
      variables: 20,
      writes: 0.5,
      seed: 1,
    });
    const found = decideSc(memory, { budget: createBudget(), algorithm: "auto", sat });
    if (found.verdict !== "satisfied") expect.fail(found.verdict);
    expect(replaysSequentially(memory, found.orders[0])).toBe(true);
  });

  test("a long TSO history is not SC, and its order makes a run that replays", () => {
    const memory = generateMemory("tso", {
      operations: 20_000,
      threads: 8,
      variables: 20,
      writes: 0.5,
      seed: 1,
    });
    expect(decideSc(memory, { budget: createBudget(), algorithm: "auto", sat }).verdict).toBe("violated");
    const found = decideTso(memory, { budget: createBudget(), algorithm: "auto", sat });
    if (found.verdict !== "satisfied") expect.fail(found.verdict);
    expect(replaysWithBuffers(memory, storeBufferRun(memory, found.orders[0]))).toBe(true);
  });
});

describe("clues", () => {
  test("are in the numbering of the history, for TSO too", () => {
    const budget = createBudget();
    // Message passing: w(x,1), w(y,1) | r(y,1), r(x,0): the last read and the first write clash.
    const memory = memoryOf("Wx1 Wy1 | Wz1 Ry1 Rx0");
    expect(decideSc(memory, { budget, algorithm: "auto" })).toMatchObject({
      verdict: "violated",
      clue: [4, 0],
    });
    expect(decideTso(memory, { budget, algorithm: "auto" })).toMatchObject({
      verdict: "violated",
      clue: [4, 0],
    });
  });
});

describe("budgets", () => {
  const memory = generateMemory("sc", { operations: 20_000, threads: 4, variables: 5, writes: 0.5, seed: 1 });

  test.each([
    ["states", { states: 3000 }],
    ["deadline", { deadline: 0 }],
    ["memory", { memory: 100_000 }],
    ["cancelled", { cancelled: () => true }],
  ] as const)("out of %s: unknown, with the reason", (reason, limits) => {
    for (const decide of [decideSc, decideTso])
      for (const algorithm of [...complete, "saturation"] as const) {
        const found = decide(memory, { budget: createBudget(limits), algorithm, sat });
        expect(found).toMatchObject({ verdict: "unknown", reason });
      }
  });

  test("in the middle of a search: unknown, with what was tried", () => {
    const crowd = crowdOfReaders(14, 3, 13, 14);
    const found = decideSc(crowd, { budget: createBudget({ states: 20_000 }), algorithm: "branch" });
    expect(found).toMatchObject({ verdict: "unknown", reason: "states", algorithm: "saturation+branch" });
  });
});

describe("the SAT solver", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  const crowd = crowdOfReaders(14, 3, 13, 14); // takes branching some thirty failures

  test("is not asked where branching does well", () => {
    const factory = vi.fn(createPlainSat);
    for (let seed = 0; seed < 50; seed++)
      decideSc(crossedReads(seed), { budget: createBudget(), algorithm: "auto", sat: factory });
    expect(factory).not.toHaveBeenCalled();
  });

  test("takes over after a number of failures", () => {
    const found = decideSc(crowd, { budget: createBudget(), algorithm: "auto", sat });
    expect(found).toMatchObject({ verdict: "violated", algorithm: "lazy-sat" });
  });

  test("leaves it to branching where it gives up for good", () => {
    const solver: SatSolver = { ...createPlainSat(), solve: () => "unknown" };
    const factory = vi.fn(() => solver);
    const found = decideSc(crowd, { budget: createBudget(), algorithm: "auto", sat: factory });
    expect(found).toMatchObject({ verdict: "violated", algorithm: "saturation+branch" });
    expect(factory).toHaveBeenCalledTimes(1);
  });

  test("gives branching another turn when its own is over, and no turn outlasts the deadline", () => {
    let clock = 0;
    vi.spyOn(performance, "now").mockImplementation(() => clock++);
    const slow: SatSolver = {
      ...createPlainSat(),
      solve(stop) {
        while (!stop()) clock++;
        return "unknown";
      },
    };
    const found = decideSc(crowd, { budget: createBudget(), algorithm: "auto", sat: () => slow });
    expect(found).toMatchObject({ verdict: "violated", algorithm: "saturation+branch" });
    const limits = { deadline: clock + 500 };
    const late = decideSc(crowd, { budget: createBudget(limits), algorithm: "auto", sat: () => slow });
    expect(late).toMatchObject({ verdict: "unknown", reason: "deadline" });
  });

  test("is needed by lazy-sat", () => {
    expect(() => decideSc(crowd, { budget: createBudget(), algorithm: "lazy-sat" })).toThrow(
      /needs a SAT solver/,
    );
  });
});
