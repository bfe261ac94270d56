import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Load, watchMemory } from "./watch-memory.js";

const MB = 1 << 20;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Loads of some megabytes each, which go when they are ended, on top of what is always there. */
function fakeProcess(base: number) {
  const ended: string[] = [];
  const loads = new Map<string, Load & { megabytes: number }>();
  const add = (name: string, since: number, megabytes: number): void => {
    const end = async (): Promise<void> => {
      ended.push(name);
      loads.delete(name);
    };
    loads.set(name, { since, megabytes, end });
  };
  const rss = (): number =>
    MB * [...loads.values()].reduce((sum, { megabytes }) => sum + megabytes, process.base);
  const process = {
    base,
    ended,
    loads,
    add,
    rss,
    watch: () => watchMemory(300 * MB, () => loads.values(), rss),
  };
  return process;
}

test("ends what has been under way longest, as long as memory is over the limit", async () => {
  const { add, watch, ended, loads } = fakeProcess(80);
  add("young", 2, 100);
  add("old", 1, 100);
  const stop = watch();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toEqual([]);
  add("youngest", 3, 100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended).toEqual(["old"]);
  expect([...loads.keys()]).toEqual(["young", "youngest"]);
  stop();
});

test("looks again before memory could be full, and not all the time", async () => {
  const fake = fakeProcess(0);
  const rss = vi.spyOn(fake, "rss");
  const stop = watchMemory(300 * MB, () => fake.loads.values(), rss);
  await vi.advanceTimersByTimeAsync(1000);
  expect(rss.mock.calls.length).toBeLessThan(12);
  rss.mockClear();
  fake.add("greedy", 1, 296);
  await vi.advanceTimersByTimeAsync(1000);
  expect(rss.mock.calls.length).toBeGreaterThan(150);
  stop();
  rss.mockClear();
  await vi.advanceTimersByTimeAsync(1000);
  expect(rss).not.toHaveBeenCalled();
});

test("does not end one load after another for memory that none of them gives back", async () => {
  const fake = fakeProcess(302); // the system keeps some of it
  fake.add("hoarder", 1, 98);
  const stop = fake.watch();
  await vi.advanceTimersByTimeAsync(300);
  expect(fake.ended).toEqual(["hoarder"]);
  fake.add("small", 2, 4);
  await vi.advanceTimersByTimeAsync(300);
  expect(fake.ended).toEqual(["hoarder"]);
  fake.add("large", 3, 20);
  await vi.advanceTimersByTimeAsync(300);
  expect(fake.ended).toEqual(["hoarder", "small"]);
  stop();
});
