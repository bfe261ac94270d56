import { describe, expect, test } from "vitest";
import { type History, isPending } from "../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { sequentiallyConsistent } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { findType, typeNames, types } from "../types/index.js";
import { verify } from "../witness/verify.js";
import { attemptInterleaving } from "./attempt-interleaving.js";
import { seeds } from "@sightline/testing/seeds.js";

const hasPending = (history: History): boolean =>
  Array.from(history.label.keys()).some((id) => isPending(history, id));

describe("a plain attempt at an interleaving agrees with the literal oracle", () => {
  test.each(typeNames)("on random histories of type %s", (name) => {
    const type = findType(name);
    const count = { satisfied: 0, violated: 0, none: 0 };
    for (let seed = 1; seed <= seeds(300); seed++) {
      const history = generateHistory(type, seed);
      if (history.happensBefore.length > 0 || hasPending(history)) continue;
      const where = `seed ${seed}: ${JSON.stringify(toRecord(history))}`;
      const found = attemptInterleaving(history, type, history.initial, Infinity);
      count[found?.verdict ?? "none"]++;
      if (found === undefined) continue;
      expect(found.verdict, where).toBe(sequentiallyConsistent(history, type) ? "satisfied" : "violated");
      if (found.verdict === "violated") continue;
      const { linearization } = found;
      const verified = verify(history, { type, criterion: "sequential" }, { linearization });
      expect(verified, where).toEqual({ valid: true });
    }
    expect(count.satisfied).toBeGreaterThan(7);
    expect(count.violated).toBeGreaterThan(7);
    // An exchange that nobody observed may have found null or the initial value; all else goes one way.
    expect(count.none).toBeLessThan(name === "memory" ? 40 : 1);
  });
});

test("gives up after so many steps", () => {
  const writes = Array.from({ length: 12 }, (_, n) => ({
    session: n,
    method: "write",
    args: [n],
    result: null,
  }));
  const misread = { session: 12, method: "read", result: 99 };
  const history = fromRecord({ type: "register", operations: [...writes, misread] }) as History;
  expect(attemptInterleaving(history, types.register, undefined, 1000)).toBeUndefined();
});
