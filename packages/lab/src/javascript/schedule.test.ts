import { expect, test } from "vitest";
import { createRandom } from "@sightline/core";
import { createIo } from "./async-io.js";
import { createSchedule } from "./schedule.js";

/** Lets all that waits go on, one after another. */
async function finish(schedule: ReturnType<typeof createSchedule>): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!schedule.release(true)) return;
  }
}

test("ticks come in every order, and the same seed gives the same", async () => {
  const orderOf = async (seed: number): Promise<string> => {
    const schedule = createSchedule(createRandom(seed));
    let order = "";
    for (const name of "abc") void schedule.tick().then(() => (order += name));
    await finish(schedule);
    return order;
  };
  const orders = await Promise.all(Array.from({ length: 100 }, (_, seed) => orderOf(seed)));
  expect(new Set(orders)).toEqual(new Set(["abc", "acb", "bac", "bca", "cab", "cba"]));
  expect(await Promise.all(Array.from({ length: 100 }, (_, seed) => orderOf(seed)))).toEqual(orders);
});

test("timers keep their order, in virtual time, after all ticks; those of one time come in any", async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 50; seed++) {
    const schedule = createSchedule(createRandom(seed));
    const io = createIo(schedule);
    let order = "";
    void io.sleep(1000).then(() => (order += `d${io.now()}`));
    for (const name of "bc") void io.sleep(10).then(() => (order += name));
    void io.tick().then(() => (order += "a"));
    const takeBack = schedule.after(1, () => (order += "never"));
    takeBack();
    await finish(schedule);
    seen.add(order);
  }
  expect(seen).toEqual(new Set(["abcd1000", "acbd1000"]));
});

test("a delayed function waits before and after, and passes on what it throws", async () => {
  const schedule = createSchedule(createRandom(1));
  const { delayed, fetch, store } = createIo(schedule);
  const trace: string[] = [];
  const called = delayed((value: number) => {
    trace.push("acts");
    if (value < 0) throw new RangeError("negative");
    return value + 1;
  });
  const answer = called(1).finally(() => trace.push("answers"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(trace).toEqual([]);
  schedule.release(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(trace).toEqual(["acts"]);
  schedule.release(true);
  expect(await answer).toBe(2);
  expect(trace).toEqual(["acts", "answers"]);
  const failing = expect(called(-1)).rejects.toThrow("negative");
  await finish(schedule);
  await failing;
  const fetched = [fetch("k"), store("k", 1).then(() => fetch("k"))];
  await finish(schedule);
  expect(await fetched[1]).toBe(1);
});

test("a call may begin before the ticks and after the timers; without calls no time passes", async () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 50; seed++) {
    const schedule = createSchedule(createRandom(seed));
    let order = "";
    void schedule.tick().then(() => (order += "tick "));
    schedule.after(1, () => (order += "timer "));
    void schedule.turn().then(() => (order += "turn "));
    await finish(schedule);
    seen.add(order);
  }
  expect(seen).toEqual(new Set(["tick timer turn ", "tick turn timer ", "turn tick timer "]));
  const schedule = createSchedule(createRandom(1));
  schedule.after(1, () => {});
  expect(schedule.release(false)).toBe(false);
  expect(schedule.release(true)).toBe(true);
  expect(schedule.release(true)).toBe(false);
});
