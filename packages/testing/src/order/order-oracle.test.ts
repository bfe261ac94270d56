import { describe, expect, test } from "vitest";
import type { OperationRecord } from "@sightline/core/history/builder.js";
import type { History } from "@sightline/core/history/history.js";
import { types } from "@sightline/core/types/index.js";
import { explanations, linearizable, sequentiallyConsistent } from "./order-oracle.js";
import { fromRecord, type HistoryRecord } from "../history/history-record.js";

const build = (record: HistoryRecord): History => fromRecord(record) as History;

const write = (session: number, value: number, call?: number, end?: number): OperationRecord => ({
  session,
  method: "write",
  args: [value],
  ...(call !== undefined && { call }),
  ...(end !== undefined && { return: end }),
});
const read = (session: number, result: number | null, call?: number, end?: number): OperationRecord => ({
  session,
  method: "read",
  result,
  ...(call !== undefined && { call }),
  ...(end !== undefined && { return: end }),
});
const verdicts = (record: HistoryRecord) => {
  const history = build(record);
  return [linearizable(history, types.register), sequentiallyConsistent(history, types.register)];
};

describe("the oracle", () => {
  test("a stale read in another session breaks real time only", () => {
    expect(verdicts({ operations: [write(0, 1, 0, 1), read(1, null, 2, 3)] })).toEqual([false, true]);
  });

  test("operations that touch are concurrent", () => {
    expect(verdicts({ operations: [write(0, 1, 0, 2), read(1, null, 2, 3)] })).toEqual([true, true]);
  });

  test("session order binds where operations of the session overlap, and without time", () => {
    expect(verdicts({ operations: [write(0, 1, 0, 5), read(0, null, 0, 5)] })).toEqual([false, false]);
    expect(verdicts({ operations: [write(0, 1), read(0, null)] })).toEqual([false, false]);
    expect(verdicts({ operations: [write(0, 1), read(1, null)] })).toEqual([true, true]);
  });

  test("a pending operation takes effect after its call, or never", () => {
    expect(verdicts({ operations: [write(0, 1, 0), read(1, 1, 2, 3)] })).toEqual([true, true]);
    expect(verdicts({ operations: [write(0, 1, 0), read(1, null, 2, 3)] })).toEqual([true, true]);
    expect(verdicts({ operations: [write(0, 1, 5), read(1, 1, 2, 3)] })).toEqual([false, true]);
    expect(verdicts({ operations: [write(0, 1, 0), read(1, 1, 2, 3), read(1, null, 4, 5)] })).toEqual([
      false,
      false,
    ]);
  });

  test("the observed result of a pending operation binds where it takes effect", () => {
    const cas = { session: 0, method: "cas", args: [7, 1], result: true, call: 0 };
    expect(verdicts({ operations: [cas, read(1, 1, 1, 2)] })).toEqual([false, false]);
    expect(verdicts({ operations: [cas, read(1, null, 1, 2)] })).toEqual([true, true]);
  });

  test("declared happens-before binds, through an operation that never took effect too", () => {
    const operations = [write(0, 1, 0, 9), write(1, 2, 0), read(2, null, 0, 9)];
    expect(verdicts({ operations })).toEqual([true, true]);
    expect(verdicts({ operations, happensBefore: [[0, 2]] })).toEqual([false, false]);
    // Without the pending write the read would follow the first write; with it, the second.
    expect(
      verdicts({
        operations,
        happensBefore: [
          [0, 1],
          [1, 2],
        ],
      }),
    ).toEqual([false, false]);
  });

  test("an unobserved result is any result", () => {
    const history = build({ operations: [{ session: 0, method: "read" }] });
    expect(linearizable(history, types.register)).toBe(true);
  });

  test("each object has a state of its own, from the initial one", () => {
    const operations = [
      { ...write(0, 1), object: "x" },
      { ...read(0, 7), object: "y" },
    ];
    const history = build({ operations, initial: 7 });
    expect(linearizable(history, types.register)).toBe(true);
    expect(linearizable(history, types.register, 8)).toBe(false);
  });

  test("each outcome of a type with several is tried", () => {
    const readOfX = (result: number | null) =>
      build({ operations: [{ session: 0, method: "read", args: ["x"], result }] });
    expect([0, null, 1].map((result) => linearizable(readOfX(result), types.memory))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("explanations lists every order", () => {
    const history = build({ operations: [write(0, 1), write(1, 2), read(2, 2)] });
    expect([...explanations(history, types.register, "sequential")]).toEqual([
      [0, 1, 2],
      [1, 2, 0],
    ]);
  });
});
