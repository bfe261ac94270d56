import { expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { generateMemory, memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { replaysWithBuffers } from "@sightline/testing/memory/replay-memory.js";
import { decideTso } from "./decide-store-order.js";
import { storeBufferRun } from "./store-buffer-run.js";

test("store buffering: both writes are issued before the reads and commit after them", () => {
  const memory = memoryOf("Wx1 Ry0 | Wy1 Rx0");
  const run = storeBufferRun(memory, Int32Array.of(1, 3, 0, 2));
  expect(Array.from(run)).toEqual([0, 1, 2, 3, 0, 2]);
});

test("the test's own machine rejects runs that it could not make", () => {
  const memory = memoryOf("Wx1 Wx2 Rx2 | Rx1");
  expect(replaysWithBuffers(memory, Int32Array.of(0, 1, 2, 0, 3, 1))).toBe(true);
  expect(replaysWithBuffers(memory, Int32Array.of(0, 1, 2, 1, 0, 3))).toBe(false); // not first in, first out
  expect(replaysWithBuffers(memory, Int32Array.of(0, 2, 1, 0, 3, 1))).toBe(false); // not in program order
  expect(replaysWithBuffers(memory, Int32Array.of(0, 1, 2, 3, 0, 1))).toBe(false); // reads what is not there
  expect(replaysWithBuffers(memory, Int32Array.of(0, 1, 2, 0, 3))).toBe(false); // leaves a write in the buffer
});

test("the runs of longer histories replay", () => {
  for (let seed = 0; seed < 40; seed++) {
    const shape = { operations: 600, threads: 2 + (seed % 7), variables: 2 + (seed % 5), writes: 0.5, seed };
    const memory = generateMemory("tso", shape);
    const found = decideTso(memory, { budget: createBudget(), algorithm: "branch" });
    if (found.verdict !== "satisfied") expect.fail(`seed ${seed}: ${found.verdict}`);
    expect(replaysWithBuffers(memory, storeBufferRun(memory, found.orders[0]))).toBe(true);
  }
});
