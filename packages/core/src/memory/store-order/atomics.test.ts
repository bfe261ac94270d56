// @module-tag slow
import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { check } from "../../check.js";
import { parseHistory } from "../../history/parse-history.js";
import { randomAtomics } from "@sightline/testing/memory/random-atomics.js";
import { machineRuns } from "@sightline/testing/memory/machine-runs.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { createPlainSat } from "@sightline/testing/memory/plain-sat.js";
import { replaysSequentially, replaysWithBuffers } from "@sightline/testing/memory/replay-memory.js";
import { decideByPaper } from "../paper/decide-by-paper.js";
import { decideSc, decideTso } from "./decide-store-order.js";
import { storeBufferRun } from "./store-buffer-run.js";
import { seeds } from "@sightline/testing/seeds.js";

const budget = createBudget();
const sat = createPlainSat;
const tried = Array.from({ length: seeds(1000) }, (_, seed) => seed);

describe.each(["sc", "tso"] as const)("fences and read-modify-writes under %s", (model) => {
  const decide = model === "sc" ? decideSc : decideTso;
  const expected = tried.map((seed) => (machineRuns(randomAtomics(seed), model) ? "satisfied" : "violated"));

  test("the histories are of both sorts", () => {
    expect(expected.filter((verdict) => verdict === "satisfied").length).toBeGreaterThan(150);
    expect(expected.filter((verdict) => verdict === "violated").length).toBeGreaterThan(150);
    const others = tried.filter((seed) => machineRuns(randomAtomics(seed), model === "sc" ? "tso" : "sc"));
    const own = expected.filter((verdict) => verdict === "satisfied");
    expect(Math.abs(others.length - own.length)).toBeGreaterThan(30);
  });

  test.each(["auto", "branch", "lazy-sat", "saturation"] as const)(
    "%s agrees with the machine",
    (algorithm) => {
      let stuck = 0;
      for (const seed of tried) {
        const memory = randomAtomics(seed);
        const found = decide(memory, { budget, algorithm, sat });
        if (algorithm === "saturation" && found.verdict === "unknown") {
          stuck++;
          continue;
        }
        if (found.verdict !== expected[seed])
          expect.fail(`seed ${seed}: ${found.verdict}, not ${expected[seed]}`);
        if (found.verdict !== "satisfied") continue;
        const replays =
          model === "sc"
            ? replaysSequentially(memory, found.orders[0])
            : replaysWithBuffers(memory, storeBufferRun(memory, found.orders[0]));
        if (!replays) expect.fail(`seed ${seed}: the order ${found.orders[0].join(" ")} does not replay`);
      }
      expect(stuck).toBeLessThan(100);
    },
  );

  test.each(["enumerate", "sat"] as const)("%s of the paper agrees with the machine", (algorithm) => {
    for (const seed of tried.slice(0, seeds(300))) {
      const { verdict } = decideByPaper(randomAtomics(seed), model, algorithm, { budget, sat });
      if (verdict !== expected[seed]) expect.fail(`seed ${seed}: ${verdict}, not ${expected[seed]}`);
    }
  });

  test("check agrees, its witness verifies, and its core violates the model by itself", () => {
    for (const seed of tried.slice(0, seeds(350))) {
      const memory = randomAtomics(seed);
      const result = check(memoryToHistory(memory), { criterion: model, sat });
      if (result.verdict !== expected[seed])
        expect.fail(`seed ${seed}: ${result.verdict}, not ${expected[seed]}`);
      if (result.verdict !== "violated") continue;
      const { notation, kind, reason } = result.violation;
      if (notation === undefined || kind === "exhausted") expect.fail(`seed ${seed}: ${kind}, ${reason}`);
      const core = check(parseHistory(notation, { type: "memory" }), { criterion: model, sat });
      if (core.verdict !== "violated") expect.fail(`seed ${seed}: ${core.verdict}: ${notation}`);
    }
  });
});
