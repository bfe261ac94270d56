import { describe, expect, test } from "vitest";
import { createHistoryBuilder, type OperationRecord } from "./builder.js";
import type { HistoryError } from "./error.js";
import type { History } from "./history.js";
import { parseHistory } from "./parse-history.js";
import { printHistory } from "./print-history.js";
import { recordOf } from "./record.js";
import { select } from "./select.js";
import { membersOf, seenBy } from "./sights.js";
import { types } from "../types/index.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";

const seen = (history: History, id: number): readonly number[] | undefined =>
  history.sights?.known[id] === 1
    ? [...seenBy(history.sights, membersOf(history), id)].sort((a, b) => a - b)
    : undefined;

const build = (...operations: readonly Partial<OperationRecord>[]): History => {
  const builder = createHistoryBuilder();
  for (const operation of operations) builder.add({ session: "a", method: "read", ...operation });
  return builder.finish();
};

describe("what operations saw", () => {
  test("is counts of sessions, ids, or both together", () => {
    const history = build(
      { session: "a" },
      { session: "b", saw: { a: 1 } },
      { session: "a", saw: { b: 1, a: 1 } },
      { session: "b", saw: { a: 1 }, sees: [2, 0, 1] },
      { session: "b", saw: {} },
      { session: "b" },
    );
    expect([0, 1, 2, 3, 4, 5].map((id) => seen(history, id))).toEqual([
      undefined,
      [0],
      [0, 1],
      [0, 1, 2],
      [],
      undefined,
    ]);
  });

  test("is read back as it was written, as JSON and in the notation", () => {
    const text =
      "set alice { add(1) => true sees []; size() } || bob { contains(1) => true saw {alice:1} sees [1] }";
    expect(printHistory(parseHistory(text))).toBe(text);
    for (let seed = 1; seed <= 200; seed++) {
      const one = generateVisibilityHistory(types.set, seed, 6, true);
      const again = createHistoryBuilder();
      const { operations, ...header } = recordOf(one);
      for (const operation of operations) again.add(operation);
      expect(recordOf(again.finish(header))).toEqual(recordOf(one));
      const printed = printHistory(one);
      expect(printHistory(parseHistory(printed))).toBe(printed);
    }
  });

  test("stays with the operations that are left, also where some stand alone", () => {
    const history = build(
      { session: "a" },
      { session: "a" },
      { session: "b", saw: { a: 2 } },
      { session: "c", sees: [1, 2] },
    );
    const left = select(history, Int32Array.of(1, 2, 3)).history;
    expect([0, 1, 2].map((id) => seen(left, id))).toEqual([undefined, [0], [0, 1]]);
    const loose = select(history, Int32Array.of(0, 1, 2, 3), undefined, (id) => id === 1).history;
    expect([2, 3].map((id) => seen(loose, id))).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test.each<[string, Partial<OperationRecord>, string, readonly (string | number)[]]>([
    ["no such session", { saw: { zoe: 1 } }, 'no session "zoe": the sessions are a, b', ["saw", "zoe"]],
    ["more than there are", { saw: { b: 2 } }, "saw 2 operations of session b, which has 1", ["saw", "b"]],
    ["itself, counted", { saw: { a: 2 } }, "cannot have seen itself", ["saw", "a"]],
    ["itself", { sees: [1] }, "sees itself in any case", ["sees", 0]],
    ["what follows", { sees: [0, 3] }, "which follows it in its session", ["sees", 1]],
    ["no operation", { sees: [9] }, "9 is not an operation: ids go from 0 to 3", ["sees", 0]],
    ["no count", { saw: { b: -1 } }, "must give a count", ["saw", "b"]],
    ["no object", { saw: [1] as never }, '"saw" must be an object', ["saw"]],
    ["no list", { sees: 1 as never }, '"sees" must be an array', ["sees"]],
    ["no id", { sees: [0.5] }, "0.5 is no id", ["sees", 0]],
  ])("is refused: %s", (_, sight, reason, path) => {
    const attempt = () => build({}, sight, { session: "b" }, {});
    expect(attempt).toThrow(reason);
    try {
      attempt();
    } catch (error) {
      expect((error as HistoryError).code).toBe("SL1012");
      expect((error as HistoryError).path).toEqual(["operations", 1, ...path]);
    }
  });

  test("names a session by its number, or as JSON where both stand", () => {
    expect(seen(build({ session: 0 }, { session: 1, saw: { 0: 1 } }), 1)).toEqual([0]);
    const both = build({ session: 0 }, { session: "0" }, { session: 1, saw: { '"0"': 1 } });
    expect(seen(both, 2)).toEqual([1]);
  });
});
