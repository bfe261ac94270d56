import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import type { History } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { types } from "../types/index.js";
import { verify } from "../witness/verify.js";
import { searchSessions } from "./sessions.js";

const decide = (history: History, type = types.register, limits = {}) =>
  searchSessions(history, type, history.initial, createBudget(limits));

describe("the search over session positions", () => {
  test.each([types.queue, types.register, types.mutex])("agrees with the oracle on a $name", (type) => {
    const claim = { type, criterion: "sequential" } as const;
    for (let seed = 5000; seed < 5300; seed++) {
      const history = generateHistory(type, seed);
      const found = decide(history, type);
      const where = JSON.stringify(toRecord(history));
      expect(found.verdict, where).toBe(satisfies(history, type, "sequential") ? "satisfied" : "violated");
      if (found.verdict === "satisfied")
        expect(verify(history, { ...claim, initial: history.initial }, found), where).toEqual({
          valid: true,
        });
    }
  });

  test("names what comes next, and cannot, where it got furthest", () => {
    const history = parseHistory("{ write(1); read() => 2 } || { read() => 1; read() => 3 }");
    expect(decide(history)).toMatchObject({ verdict: "violated", stuck: [1, 3] });
  });

  test("passes over a pending operation, but not over the order that it passes on", () => {
    const operations = [
      { session: 0, method: "write", args: [1], call: 0, return: 1 },
      { session: 1, method: "write", args: [2], call: 0 },
      { session: 2, method: "read", result: null, call: 0, return: 1 },
    ];
    const without = fromRecord({ operations }) as History;
    expect(decide(without).verdict).toBe("satisfied");
    // 0 before 1 before 2: whether or not 1 took effect, 2 comes after 0.
    const ordered = fromRecord({
      operations,
      happensBefore: [
        [0, 1],
        [1, 2],
      ],
    }) as History;
    expect(decide(ordered)).toMatchObject({ verdict: "violated", stuck: [2] });
  });

  test("stops where the budget ends, with how far it got", () => {
    const writes = Array.from({ length: 12 }, (_, i) => `{ write(${i}); write(${i + 20}) }`).join(" || ");
    const history = parseHistory(`${writes} || { read() => 1; read() => 21; read() => 1 }`);
    const found = decide(history, types.register, { states: 3000 });
    expect(found).toMatchObject({ verdict: "unknown", reason: "states" });
    if (found.verdict === "unknown") expect(found.furthest).toBeGreaterThan(20);
  });
});
