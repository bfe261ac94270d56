import { check, type History, isPending, labelOf } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { recordedSet } from "./recorded-set.js";
import { simulatedQueue, simulatedStack } from "./sequences.js";
import { simulatedSet, withOneWrongResult } from "./set.js";
import { simulatedEtcd, simulatedKeyValue } from "./stores.js";

const setSize = { clients: 4, operations: 250, keys: 24, seed: 3 };
const verdict = (history: History) =>
  check(history, { criterion: "linearizability", explain: false }).verdict;

/** How many pairs of operations of different sessions overlap in real time. */
function overlaps({ size, call, ret }: History): number {
  let count = 0;
  for (let a = 0; a < size; a++)
    for (let b = 0; b < a; b++) if (ret[a] > call[b] && ret[b] > call[a]) count++;
  return count;
}

describe("generated workloads", () => {
  const generated: [string, () => History][] = [
    ["set", () => simulatedSet(setSize)],
    ["queue", () => simulatedQueue({ clients: 4, operations: 100, seed: 1 })],
    ["stack", () => simulatedStack({ clients: 4, operations: 100, seed: 1 })],
    ["etcd look-alike", () => simulatedEtcd(1)],
    ["key-value look-alike", () => simulatedKeyValue(10, 34, 1)],
  ];
  test.each(generated)("%s: linearizable, concurrent, and the same from the same seed", (_, generate) => {
    const history = generate();
    expect(verdict(history)).toBe("satisfied");
    expect(overlaps(history)).toBeGreaterThan(history.size / 2);
    const again = generate();
    expect([...again.call]).toEqual([...history.call]);
    expect(Array.from(again.label, (_label, id) => labelOf(again, id))).toEqual(
      Array.from(history.label, (_label, id) => labelOf(history, id)),
    );
  });

  test("one wrong result violates the set, for any seed", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const history = simulatedSet({ ...setSize, operations: 100, seed });
      expect(verdict(history)).toBe("satisfied");
      expect(verdict(withOneWrongResult(history))).toBe("violated");
    }
  });

  test("queues and stacks have unique values, etcd look-alikes pending operations", () => {
    for (const [history, put] of [
      [simulatedQueue({ clients: 4, operations: 100, seed: 2 }), "offer"],
      [simulatedStack({ clients: 4, operations: 100, seed: 2 }), "push"],
    ] as const) {
      const labels = Array.from(history.label, (_, id) => labelOf(history, id));
      const values = labels.filter(({ method }) => method === put).map(({ args }) => args[0]);
      expect(values.length).toBeGreaterThan(100);
      expect(new Set(values).size).toBe(values.length);
    }
    const etcd = simulatedEtcd(2);
    expect(Array.from(etcd.label.keys()).filter((id) => isPending(etcd, id)).length).toBeGreaterThan(5);
  });

  test("a recorded set is a linearizable history of all its threads", async () => {
    const history = await recordedSet(setSize);
    expect(history.size).toBe(1000);
    expect(history.sessions).toEqual([0, 1, 2, 3]);
    expect(verdict(history)).toBe("satisfied");
  });
});
