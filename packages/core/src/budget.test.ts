import { describe, expect, test } from "vitest";
import { createBudget, Exhausted, orExhausted, withStates } from "./budget.js";

describe("a budget", () => {
  test("without limits never runs out", () => {
    expect(createBudget().exceeded(1e12, 1e15)).toBeUndefined();
  });

  test("counts the states of each search by itself", () => {
    const budget = createBudget({ states: 100 });
    expect(budget.exceeded(100)).toBeUndefined();
    expect(budget.exceeded(101)).toBe("states");
    expect(budget.exceeded(5)).toBeUndefined();
  });

  test("ends at its deadline", () => {
    expect(createBudget({ deadline: performance.now() - 1 }).exceeded(0)).toBe("deadline");
    expect(createBudget({ deadline: Infinity }).exceeded(0)).toBeUndefined();
  });

  test("adds up what was reserved where nobody counts", () => {
    const budget = createBudget({ memory: 1000 });
    expect(budget.exceeded(0, 600)).toBeUndefined();
    expect(budget.exceeded(0, 600)).toBe("memory"); // refused, so not reserved
    expect(budget.exceeded(0, 400)).toBeUndefined();
    expect(budget.exceeded(0, 1)).toBe("memory");
    expect(budget.exceeded(0)).toBeUndefined();
  });

  test("believes whoever counts", () => {
    let used = 900;
    const budget = createBudget({ memory: 1000, usedBytes: () => used });
    expect(budget.exceeded(0, 100)).toBeUndefined();
    expect(budget.exceeded(0, 100)).toBeUndefined();
    expect(budget.exceeded(0, 101)).toBe("memory");
    used = 1001;
    expect(budget.exceeded(0)).toBe("memory");
  });

  test("asks whether the user has given up", () => {
    let given = false;
    const budget = createBudget({ cancelled: () => given });
    expect(budget.exceeded(0)).toBeUndefined();
    given = true;
    expect(budget.exceeded(0)).toBe("cancelled");
  });
});

test("withStates keeps the other limits and the tighter bound on states", () => {
  const budget = createBudget({ states: 50, cancelled: () => true });
  expect(withStates(budget, 10).exceeded(11)).toBe("states");
  expect(withStates(budget, 100).exceeded(51)).toBe("states");
  expect(withStates(budget, 100).exceeded(50)).toBe("cancelled");
  expect(withStates(createBudget(), 10).limits.states).toBe(10);
});

test("orExhausted turns the want of a resource into an answer, and nothing else", () => {
  const whatRanOut = (search: () => string) => orExhausted(search, (shortage) => `no ${shortage} left`);
  expect(whatRanOut(() => "found")).toBe("found");
  expect(
    whatRanOut(() => {
      throw new Exhausted("memory");
    }),
  ).toBe("no memory left");
  expect(() =>
    whatRanOut(() => {
      throw new TypeError("a bug");
    }),
  ).toThrow("a bug");
});
