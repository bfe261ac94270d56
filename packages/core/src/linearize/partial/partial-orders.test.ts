import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { partialLinearizations } from "@sightline/testing/order/partial-oracle.js";
import { seeds } from "@sightline/testing/seeds.js";
import { describe, expect, test } from "vitest";
import { check } from "../../check.js";
import { createHistoryBuilder } from "../../history/builder.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { partialOrders } from "./partial-orders.js";
import { expectSame } from "@sightline/testing/expect-same.js";

const criteria = ["linearizability", "sequential"] as const;

/** The same with some results given to other operations, and some operations optional: many orders then lead nowhere. */
function entangled(history: History, seed: number): History {
  const { operations, ...rest } = toRecord(history);
  const random = createRandom(seed);
  const swapped = [...operations];
  for (let times = 0; times < 3; times++) {
    const [a, b] = [random.int(history.size), random.int(history.size)];
    const [first, second] = [swapped[a].result, swapped[b].result];
    if (first === undefined || second === undefined || swapped[a].method !== swapped[b].method) continue;
    swapped[a] = { ...swapped[a], result: second };
    swapped[b] = { ...swapped[b], result: first };
  }
  const loosened = swapped.map((one) => (random.chance(0.1) ? { ...one, optional: true } : one));
  return fromRecord({ ...rest, operations: loosened }) as History;
}

/** What `partialOrders` answers of all that a violation tells. */
function partialsOf(history: History, criterion?: string) {
  const asked = criterion === undefined ? {} : { criterion };
  const result = check(history, asked);
  return partialOrders(history, asked, result.verdict === "violated" ? result.violation : {});
}

describe("longest partial linearizations", () => {
  test.each([types.register, types.queue, types.set, types.mutex, types.map, types.rpq])(
    "of each operation of a $name are as long as the longest of all, and legal",
    (type) => {
      let withSeveral = 0;
      for (let seed = 1; seed <= seeds(100); seed++) {
        const history = entangled(generateHistory(type, seed, 6), seed);
        for (const criterion of criteria) {
          const where = (): string => JSON.stringify({ criterion, ...toRecord(history) });
          const every = [...partialLinearizations(history, type, criterion)];
          const legal = new Set(every.map((order) => order.join(" ")));
          const found = partialOrders(history, { criterion });
          if (found === undefined) return expect.fail(where());
          expectSame(found.complete && found.all, true, where);
          for (const { order } of found.orders) expectSame(legal.has(order.join(" ")), true, where);
          for (let id = 0; id < history.size; id++) {
            const longest = Math.max(
              0,
              ...every.filter((order) => order.includes(id)).map((one) => one.length),
            );
            const own = found.orders.find(({ order }) => order.includes(id))?.order.length ?? 0;
            expectSame(own, longest, () => `#${id} of ${where()}`);
          }
          const lengths = found.orders.map(({ order }) => order.length);
          expectSame(lengths.join(), lengths.toSorted((a, b) => b - a).join(), where);
          if (lengths.length > 1) withSeveral++;
        }
      }
      expect(withSeveral).toBeGreaterThan(0);
    },
  );

  test("say what comes next, and cannot", () => {
    const history = parseHistory("register { write(1); read() => 2 } || { read() => 1 }");
    expect(partialOrders(history)).toEqual({
      orders: [{ order: [0, 2], refused: [1] }],
      among: [0, 1, 2],
      complete: true,
      all: true,
    });
  });

  test("are those of the key or object that fails", () => {
    const history = parseHistory(
      "map { put(1,0) => null @0-1; get(1) => 5 @2-3 } || { put(2,0) => null @0-1; get(2) => 0 @2-3 }",
    );
    expect(partialsOf(history)).toMatchObject({ orders: [{ order: [0], refused: [1] }], among: [0, 1] });
  });

  test("are asked of one order alone", () => {
    const buffering = parseHistory("memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }");
    expect(partialOrders(buffering, { criterion: "causal" })).toBeUndefined();
    const lengths = partialOrders(buffering, { criterion: "sc" })?.orders.map(({ order }) => order.length);
    expect(lengths).toEqual([3, 3]);
  });

  test("of a long history begin with the prefix that is known, and end within the limits", () => {
    const random = createRandom(7);
    const builder = createHistoryBuilder({ type: "register" });
    let value = -1;
    for (let i = 0; i < 2000; i++) {
      const times = { session: i % 8, call: 10 * i, return: 10 * i + 20 + random.int(40) };
      if (random.chance(0.5)) builder.add({ ...times, method: "write", args: [(value = i)], result: null });
      else builder.add({ ...times, method: "read", result: i === 1501 ? -7 : value });
    }
    const history = builder.finish();
    const result = check(history);
    if (result.verdict !== "violated") return expect.fail(result.verdict);
    const found = partialOrders(history, { limits: { states: 3000 } }, result.violation);
    expect(found?.orders[0].order.length).toBeGreaterThan(1490);
    expect(found?.orders[0].order.length).toBeLessThan(2000);
  });
});
