import { check, type History, labelOf, measure } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { describe, expect, test } from "vitest";
import { mixedHistory, storeTrace } from "./mixture.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { replicatedHistory, type Replication } from "./replicas.js";

const calm: Omit<Replication, "object" | "seed"> = {
  operations: 10,
  sessions: 3,
  values: 3,
  delay: 0,
  overtaking: false,
  roaming: 0,
  order: "issued",
  observeUpdates: true,
  corrupt: 0,
};
const verdict = (history: History, criterion: string) =>
  check(history, { criterion, explain: false }).verdict;

describe("replicated histories", () => {
  test.each(Object.entries(usedObjects))("%s: without delay all replicas are one", (_, object) => {
    for (let seed = 0; seed < 20; seed++)
      for (const order of ["issued", "arrival"] as const) {
        const history = replicatedHistory({ ...calm, object, seed, order, roaming: 0.5 });
        expect(history.size).toBe(10);
        expect(history.sessions).toHaveLength(3);
        expect(verdict(history, "sequential")).toBe("satisfied");
        const timed = replicatedHistory({ ...calm, object, seed, order, spread: 3 });
        expect(verdict(timed, "linearizability")).toBe("satisfied");
      }
  });

  test("updates in the order of issue leave every history weak, delays lose the rest", () => {
    const levels = new Set<string>();
    for (let seed = 0; seed < 150; seed++) {
      const { level } = measure(
        replicatedHistory({
          ...calm,
          object: usedObjects.set,
          seed,
          delay: seed % 10,
          overtaking: true,
          roaming: 0.4,
          observeUpdates: false,
        }),
      );
      expect(level).not.toBe("none");
      levels.add(level);
    }
    expect(levels).toContain("complete");
    expect(levels).toContain("weak");
  });

  test("a corrupted run is mostly violated, and the same from the same seed", () => {
    const histories = Array.from({ length: 40 }, (_, seed) =>
      replicatedHistory({ ...calm, object: usedObjects.map, seed, corrupt: 2, spread: 1 }),
    );
    const violated = histories.filter((history) => verdict(history, "linearizability") === "violated");
    expect(violated.length).toBeGreaterThan(20);
    const again = replicatedHistory({ ...calm, object: usedObjects.map, seed: 7, corrupt: 2, spread: 1 });
    expect(writeHistory(again)).toBe(writeHistory(histories[7]));
  });
});

describe("mixtures", () => {
  test("sizes are as asked, operations of a session follow each other, verdicts vary", () => {
    const verdicts = new Set<string>();
    const names = new Set<string>();
    for (let seed = 0; seed < 100; seed++) {
      const history = mixedHistory(seed, { operations: [5, 9], sessions: [2, 5] });
      expect(history.size).toBeGreaterThanOrEqual(5);
      expect(history.size).toBeLessThanOrEqual(9);
      for (let a = 0; a < history.size; a++)
        for (let b = a + 1; b < history.size; b++)
          if (history.session[a] === history.session[b]) expect(history.ret[a]).toBeLessThan(history.call[b]);
      verdicts.add(verdict(history, "linearizability"));
      names.add(history.type ?? "none");
    }
    expect([...verdicts].sort()).toEqual(["satisfied", "violated"]);
    expect([...names].sort()).toEqual(["map", "queue", "register", "set"]);
  });

  test("a trace is of ViSearch's size, without real time or results of updates", () => {
    const trace = storeTrace("rpq", 3, 4);
    expect([trace.size, trace.sessions.length, trace.timed]).toEqual([15, 3, false]);
    const labels = Array.from({ length: 15 }, (_, id) => labelOf(trace, id));
    for (const { method, result } of labels)
      expect(result === undefined).toBe(["add", "incrby", "rem"].includes(method));
    expect(labels.some(({ result }) => result !== undefined)).toBe(true);
  });
});
