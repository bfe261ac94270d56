import { expect, test } from "vitest";
import { createBudget, Exhausted } from "../budget.js";
import { createEffort, STEPS_PER_WORK } from "./effort.js";

test("work is paid for as it is done, and ends where the effort does", () => {
  const whole = createEffort(createBudget(), STEPS_PER_WORK * 10_000, 100);
  const half = whole.shareOfRest(0.5);
  const work = half.work();
  expect(() => {
    for (let step = 0; step < 20_000; step++) work.done++;
  }).toThrow(Exhausted);
  expect(half.left()).toBe(0);
  expect(half.mayGoOn()).toBe(false);
  // The other half is there still.
  expect(whole.left() / STEPS_PER_WORK).toBeGreaterThan(4700);
  expect(whole.mayGoOn()).toBe(true);
});

test("work ends where the caller's patience does", () => {
  let patient = true;
  const effort = createEffort(createBudget({ cancelled: () => !patient }), 1e9, 100);
  const work = effort.work();
  work.done += 1000;
  patient = false;
  expect(() => {
    work.done += 1000;
  }).toThrow(Exhausted);
});
