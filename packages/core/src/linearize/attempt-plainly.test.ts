import { describe, expect, test } from "vitest";
import { sessionsFollowTime } from "../decompose/parts.js";
import type { History } from "../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { linearizable } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { findType, typeNames, types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { verify } from "../witness/verify.js";
import { attemptPlainly } from "./attempt-plainly.js";
import { expectSame } from "@sightline/testing/expect-same.js";

const attempt = (history: History, type: SequentialType, most: number) =>
  attemptPlainly(
    {
      ...history,
      type,
      initial: history.initial,
      objectOf: history.object,
      objectCount: history.objects.length,
    },
    most,
  );

describe("a plain attempt agrees with the literal oracle", () => {
  test.each(typeNames)("on random histories of type %s", (name) => {
    const type = findType(name);
    const count = { satisfied: 0, violated: 0, none: 0 };
    for (let seed = 1; seed <= 800; seed++) {
      const history = generateHistory(type, seed);
      if (!history.timed || history.happensBefore.length > 0 || !sessionsFollowTime(history)) continue;
      const where = (): string => `seed ${seed}: ${JSON.stringify(toRecord(history))}`;
      const found = attempt(history, type, Infinity);
      count[found?.verdict ?? "none"]++;
      if (found === undefined) continue;
      expectSame(found.verdict, linearizable(history, type) ? "satisfied" : "violated", where);
      if (found.verdict === "violated") continue;
      const { linearization } = found;
      const claim = { type, criterion: "linearizability" } as const;
      expectSame(verify(history, claim, { linearization }).valid, true, where);
    }
    expect(count.satisfied).toBeGreaterThan(20);
    expect(count.violated).toBeGreaterThan(20);
    // An exchange that nobody observed may have found null or the initial value; all else goes one way.
    expect(count.none).toBeLessThan(name === "memory" ? 40 : 1);
  });
});

const built = (record: Parameters<typeof fromRecord>[0]): History => fromRecord(record) as History;

test("gives up after so many steps", () => {
  const together = { call: 0, return: 10, result: null };
  const writes = Array.from({ length: 12 }, (_, n) => ({
    ...together,
    session: n,
    method: "write",
    args: [n],
  }));
  const misread = { ...together, session: 12, method: "read", result: 99 };
  const history = built({ type: "register", operations: [...writes, misread] });
  expect(attempt(history, types.register, 1000)).toBeUndefined();
});

test("gives up where a step may go several ways that the result does not tell apart", () => {
  const coin: SequentialType<number> = {
    name: "coin",
    init: () => 0,
    step: () => [
      { state: 0, result: 0 },
      { state: 1, result: 1 },
    ],
  };
  const toss = { session: 0, method: "toss", call: 0, return: 1 };
  expect(attempt(built({ operations: [toss] }), coin, 1000)).toBeUndefined();
  expect(attempt(built({ operations: [{ ...toss, result: 1 }] }), coin, 1000)?.verdict).toBe("satisfied");
});

test("several objects have a state each", () => {
  const operation = { call: 0, return: 1, method: "write", result: null };
  const history = built({
    type: "register",
    operations: [
      { ...operation, session: 0, object: "a", args: [1] },
      { ...operation, session: 1, object: "b", args: [2] },
      { session: 0, object: "a", method: "read", result: 1, call: 2, return: 3 },
      { session: 1, object: "b", method: "read", result: 2, call: 2, return: 3 },
    ],
  });
  expect(attempt(history, types.register, 1000)?.verdict).toBe("satisfied");
});
