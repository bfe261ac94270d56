import { describe, expect, test } from "vitest";
import type { History } from "../history/history.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { wholePart } from "@sightline/testing/history/whole-part.js";
import { types } from "../types/index.js";
import { eventsOf } from "./events-of.js";
import { createOrderCheck } from "./order-check.js";

// 0 and 3 return, 1 and 2 are pending; all overlap. Happens-before: 0 → 1 → 3, and 2 → 3.
const history = fromRecord({
  operations: [
    { session: 0, method: "read", call: 0, return: 9 },
    { session: 1, method: "read", call: 1 },
    { session: 2, method: "read", call: 2 },
    { session: 3, method: "read", call: 3, return: 8 },
  ],
  happensBefore: [
    [0, 1],
    [1, 3],
    [2, 3],
  ],
}) as History;
const part = wholePart(history, types.register, "linearizability");

describe("createOrderCheck", () => {
  const allowedAfter = (...taken: number[]) => {
    const allowed = createOrderCheck(part, (row) => taken.includes(row)) as (row: number) => boolean;
    return [0, 1, 2, 3].filter((row) => !taken.includes(row) && allowed(row));
  };

  test("an operation waits for those before it that returned, also through pending ones", () => {
    expect(allowedAfter()).toEqual([0, 2]);
  });

  test("an operation need not wait for a pending one", () => {
    expect(allowedAfter(0)).toEqual([1, 2, 3]);
  });

  test("a pending operation that was passed over must stay out", () => {
    expect(allowedAfter(0, 3)).toEqual([]);
    expect(allowedAfter(0, 1, 3)).toEqual([]);
  });

  test("there is nothing to check without an order", () => {
    expect(createOrderCheck({ ...part, order: undefined }, () => false)).toBeUndefined();
  });
});

describe("eventsOf", () => {
  test("lists calls and returns by position, and no return of a pending operation", () => {
    expect(Array.from(eventsOf(part))).toEqual([0, 1, 2, 3, ~3, ~0]);
  });
});
