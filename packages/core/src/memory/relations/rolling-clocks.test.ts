import { expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory } from "@sightline/testing/memory/generate-memory.js";
import { wideMemories } from "@sightline/testing/memory/small-memories.js";
import { createMeter } from "../meter.js";
import { closeByClocks } from "./clocks.js";
import { createRollingClocks } from "./rolling-clocks.js";

test("every operation has the clock that it has among all clocks", () => {
  let compared = 0;
  for (const [seed, memory] of wideMemories(600)) {
    const { threads } = memory;
    const all = closeByClocks(memory);
    if (all === undefined) continue;
    const rolling = createRollingClocks(memory, createMeter(createBudget()));
    for (const o of all.order) {
      const row = rolling.enter(o);
      for (let t = 0; t < threads; t++)
        if (rolling.clock[row + t] !== all.clock[o * threads + t])
          expect.fail(`seed ${seed}, operation ${o}, thread ${t}`);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(40_000);
});

test("it keeps few rows, however long the history", () => {
  const shape = { operations: 20_000, threads: 16, variables: 20, writes: 0.5, seed: 1 };
  const memory = generateMemory("sc", shape);
  const rolling = createRollingClocks(memory, createMeter(createBudget()));
  for (const o of closeByClocks(memory)?.order ?? []) rolling.enter(o);
  expect(rolling.clock.length).toBeLessThan(shape.threads * 128);
});

test("it stops when the memory does not do", () => {
  const memory = generateMemory("sc", { operations: 100, threads: 4, variables: 2, writes: 0.5, seed: 1 });
  const create = () => createRollingClocks(memory, createMeter(createBudget({ memory: 100 })));
  expect(create).toThrow("out of budget: memory");
});
