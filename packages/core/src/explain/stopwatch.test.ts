import { afterEach, expect, test, vi } from "vitest";
import { stopwatch } from "./stopwatch.js";

afterEach(() => {
  vi.restoreAllMocks();
});

/** A clock that is set by hand, and what the processor is said to have done. */
function setClock(clock: { now: number; busy: number }): void {
  vi.spyOn(performance, "now").mockImplementation(() => clock.now);
  vi.spyOn(process, "cpuUsage").mockImplementation(() => ({ user: clock.busy * 1000, system: 0 }));
}

test("is over when the processor was busy for so long", () => {
  const clock = { now: 5, busy: 100 };
  setClock(clock);
  const isOver = stopwatch(50);
  expect(isOver()).toBe(false);
  clock.now += 60;
  clock.busy += 60;
  expect(isOver()).toBe(true);
});

test("does not count what others do on the machine", () => {
  const clock = { now: 0, busy: 0 };
  setClock(clock);
  const isOver = stopwatch(50);
  clock.now = 500;
  clock.busy = 20;
  expect(isOver()).toBe(false);
  clock.now = 505;
  clock.busy = 60;
  expect(isOver()).toBe(false); // it was asked just now
  clock.now = 520;
  expect(isOver()).toBe(true);
});
