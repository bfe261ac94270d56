import { expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { replaysSequentially } from "@sightline/testing/memory/replay-memory.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";
import { type Saturation, saturate } from "./saturation.js";
import { createSchedule, type Schedule } from "./schedule.js";

/** A schedule by the saturated order; ties go to the operation with the lower number. */
function start(
  memory: MemoryHistory,
): { schedule: Schedule; found: Extract<Saturation, { consistent: true }> } | undefined {
  const meter = createMeter(createBudget());
  const found = saturate(memory, meter);
  if (!found.consistent) return undefined;
  const priority = Int32Array.from({ length: memory.size }, (_, o) => o);
  const schedule = createSchedule(memory, found.index, found.chains, found.order.clock, priority, meter);
  return { schedule, found };
}

test("reads go as soon as their value is there; a write waits for the readers of what it overwrites", () => {
  const memory = memoryOf("Wx1 Wx2 | Rx0 Rx1");
  const begun = start(memory);
  expect(begun?.schedule.run()).toBe(true);
  expect(begun?.schedule.order).toEqual(Int32Array.of(2, 0, 3, 1));
});

test("a write that all its readers wait for goes first: nobody is held up by it", () => {
  // By priority x = 1 would be first, which is read only after y; the reader of z waits for it alone.
  const memory = memoryOf("Wx1 | Wz1 | Wy1 Rx1 Wx2 | Rz1 | Ry1 Rx1");
  const begun = start(memory);
  expect(begun?.schedule.run()).toBe(true);
  expect(begun?.schedule.order.slice(0, 2)).toEqual(Int32Array.of(1, 5));
});

test("a cut schedule runs on as it did before", () => {
  for (let seed = 0; seed < 300; seed++) {
    const begun = start(crossedReads(seed));
    if (begun === undefined) continue;
    const { schedule } = begun;
    const done = schedule.run();
    const order = schedule.order.slice(0, schedule.length);
    for (const length of [Math.floor(order.length / 2), 0]) {
      schedule.cut(length);
      expect(schedule.placeOf.filter((place) => place >= 0)).toHaveLength(length);
      expect(schedule.run()).toBe(done);
      expect(schedule.order.slice(0, schedule.length)).toEqual(order);
    }
  }
});

test("a stuck schedule names pairs of writes that nothing orders, one placed and one that waits for it", () => {
  const seen = { done: 0, stuck: 0 };
  for (let seed = 0; seed < 1000; seed++) {
    const memory = crossedReads(seed);
    const begun = start(memory);
    if (begun === undefined) continue;
    const { schedule, found } = begun;
    if (schedule.run()) {
      expect(replaysSequentially(memory, schedule.order)).toBe(true);
      seen.done++;
      continue;
    }
    seen.stuck++;
    const pairs = schedule.waitCycle();
    expect(pairs.length).toBeGreaterThan(0);
    for (const { done, blocked } of pairs) {
      expect(memory.variable[done]).toBe(memory.variable[blocked]);
      expect(schedule.placeOf[done]).toBeGreaterThanOrEqual(0);
      expect(schedule.placeOf[blocked]).toBe(-1);
      expect(found.order.isBefore(done, blocked) || found.order.isBefore(blocked, done)).toBe(false);
    }
    // All of them as they were taken is impossible: that is what the cycle says.
    expect(pairs.every(({ done, blocked }) => found.order.add(done, blocked))).toBe(false);
  }
  expect(seen.done).toBeGreaterThan(100);
  expect(seen.stuck).toBeGreaterThan(300);
});
