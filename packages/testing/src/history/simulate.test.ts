import { describe, expect, test } from "vitest";
import { createBudget } from "@sightline/core/budget.js";
import { isPending } from "@sightline/core/history/history.js";
import { wgl } from "@sightline/core/linearize/wgl.js";
import { types } from "@sightline/core/types/index.js";
import { simulate } from "./simulate.js";
import { toRecord } from "./history-record.js";
import { wholePart } from "./whole-part.js";

const verdict = (history: ReturnType<typeof simulate>) =>
  wgl(wholePart(history, types.set, "linearizability"), createBudget()).verdict;

describe("simulate", () => {
  const plain = { type: types.set, threads: 3, operations: 40, values: 4, seed: 1 };

  test("gives as many operations as asked, the same for the same seed", () => {
    const history = simulate(plain);
    expect(history.size).toBe(120);
    expect(history.sessions).toHaveLength(3);
    expect(toRecord(history)).toEqual(toRecord(simulate(plain)));
  });

  test("gives linearizable histories, with pending operations too", () => {
    for (let seed = 0; seed < 10; seed++) {
      expect(verdict(simulate({ ...plain, seed }))).toBe("satisfied");
      const crashing = simulate({ ...plain, seed, operations: 10, pending: 0.2 });
      expect(verdict(crashing)).toBe("satisfied");
      expect(Array.from(crashing.label.keys()).some((id) => isPending(crashing, id))).toBe(true);
      expect(crashing.sessions.length).toBeGreaterThan(3);
    }
  });

  test("calls only the methods it is told to", () => {
    const { labels } = simulate({ ...plain, methods: ["add", "remove", "contains"] });
    expect(new Set(labels.map(({ method }) => method))).toEqual(new Set(["add", "remove", "contains"]));
  });

  test("corrupts as many results as asked", () => {
    const [good, bad] = [simulate(plain), simulate({ ...plain, corrupt: 1 })].map(toRecord);
    const changed = good.operations.filter(
      (operation, id) => JSON.stringify(operation) !== JSON.stringify(bad.operations[id]),
    );
    expect(changed).toHaveLength(1);
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const violated = seeds.filter((seed) => verdict(simulate({ ...plain, seed, corrupt: 2 })) === "violated");
    expect(violated.length).toBeGreaterThan(10);
  });
});
