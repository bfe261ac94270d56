import { check, createHistoryBuilder, type OperationRecord } from "@sightline/core";
import { expect, test } from "vitest";
import { storeLog } from "./store-log.js";

test("the log of a store is linearizable but for one read, which is stale", () => {
  const lines = [...storeLog({ operations: 3_000, hours: 24, sessions: 8, keys: 20, seed: 5 })];
  const [header, ...operations] = lines.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  expect([header["type"], operations.length]).toEqual(["map", 3_000]);
  const stale = lines.findIndex(({ isStale }) => isStale) - 1;
  expect(lines.filter(({ isStale }) => isStale)).toHaveLength(1);
  const verdict = (without?: number): string => {
    const builder = createHistoryBuilder({ type: "map" });
    operations.forEach((operation, at) => {
      const { result: _result, ...unseen } = operation;
      builder.add((at === without ? unseen : operation) as unknown as OperationRecord);
    });
    return check(builder.finish(), { criterion: "linearizability", explain: false }).verdict;
  };
  expect([verdict(), verdict(stale)]).toEqual(["violated", "satisfied"]);
  // They are written as they return, and a day passes.
  const returns = operations.map((operation) => operation["return"] as number);
  expect(returns).toEqual([...returns].sort((a, b) => a - b));
  expect(Math.abs((returns.at(-1) as number) / 3.6e9 - 24)).toBeLessThan(2);
});
