// @module-tag slow
import { afterAll, describe, expect, test } from "vitest";
import { check } from "../check.js";
import { type History, labelOf, mayBeAbsent } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { select } from "../history/select.js";
import type { Violation } from "../result.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { explanations, type OrderCriterion, satisfies } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, type HistoryRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { findType, types, typeNames } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { seeds } from "@sightline/testing/seeds.js";

/** The last two have orders that real time and another order make only together. */
const tried = [...Array.from({ length: seeds(40) }, (_, i) => i + 1), 325, 370];
const both: readonly OrderCriterion[] = ["linearizability", "sequential"];
const ascending = (ids: readonly number[]): Int32Array => Int32Array.from(ids).sort();

/** All subsets of a short list. */
const subsets = (list: readonly number[]): number[][] =>
  Array.from({ length: 2 ** list.length }, (_, chosen) => list.filter((_one, i) => (chosen >> i) % 2 === 1));

/** A choice of other operations with which the core has an order after all. There should be none. */
function wayOut(
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  core: readonly number[],
): readonly number[] | undefined {
  const others = Array.from(history.label.keys()).filter((id) => !core.includes(id));
  return subsets(others).find((chosen) =>
    satisfies(select(history, ascending([...core, ...chosen])).history, type, criterion),
  );
}

/** Whether the listed operations, in that very order, explain the history of them alone. */
function isOrderOfItself(
  history: History,
  type: SequentialType,
  criterion: OrderCriterion,
  order: readonly number[],
): boolean {
  const ids = ascending(order);
  for (const found of explanations(select(history, ids).history, type, criterion))
    if (found.length === order.length && found.every((id, i) => ids[id] === order[i])) return true;
  return false;
}

describe("the explanation of a violation", () => {
  let violated = 0;

  const violationsOf = (name: string, criterion: OrderCriterion): [History, Violation, string][] => {
    const found: [History, Violation, string][] = [];
    for (const seed of tried) {
      const history = generateHistory(findType(name), seed);
      const result = check(history, { criterion });
      if (result.verdict === "violated")
        found.push([history, result.violation, `seed ${seed}: ${JSON.stringify(toRecord(history))}`]);
    }
    violated += found.length;
    return found;
  };

  describe.each(typeNames)("of type %s", (name) => {
    const type = findType(name);

    test.each(both)("%s: holds whether or not each of the others took effect", (criterion) => {
      for (const [history, violation, where] of violationsOf(name, criterion)) {
        const { kind, operations, prefix, stuck, about = stuck } = violation;
        // All operations that returned are such a core, so on small histories there is always one.
        expect(kind, where).not.toBe("exhausted");
        expect(operations.length, where).toBeGreaterThan(0);
        expect(operations.length, where).toBeLessThanOrEqual(10);
        // What is shown is what the core has.
        const methods = violation.core?.operations.map(({ method }) => method);
        expect(methods?.sort(), where).toEqual(operations.map((id) => labelOf(history, id).method).sort());
        expect({ where, wayOut: wayOut(history, type, criterion, operations) }).toEqual({ where });
        if (kind === "cycle") continue;
        // What the reason is about stands in the core as it is, and is not optional there.
        const parsed = parseHistory(violation.notation ?? "");
        const firm = Array.from(parsed.label.keys()).filter((id) => !mayBeAbsent(parsed, id));
        const texts = firm.map((id) => JSON.stringify(labelOf(parsed, id)));
        expect(operations, where).toContain(about);
        if (about !== undefined && !mayBeAbsent(history, about))
          expect(texts, where).toContain(JSON.stringify(labelOf(history, about)));
        if (prefix === undefined || stuck === undefined) continue;
        expect(isOrderOfItself(history, type, criterion, prefix), where).toBe(true);
        const whole = violation.part === undefined && history.objects.length === 1;
        if (whole && criterion === "linearizability" && history.timed)
          for (let id = 0; id < history.size; id++)
            if (history.ret[id] < history.ret[stuck]) expect(prefix, where).toContain(id);
      }
    });
  });

  afterAll(() => expect(violated).toBeGreaterThan(seeds(350)));
});

const violationOf = (record: HistoryRecord, criterion?: string): Violation | undefined => {
  const result = check(fromRecord(record) as History, criterion === undefined ? {} : { criterion });
  return result.verdict === "violated" ? result.violation : undefined;
};

describe("the parts of an explanation", () => {
  const write = (value: number, at: number) =>
    ({ session: 0, method: "write", args: [value], call: at, return: at + 1 }) as const;
  const read = (result: number, at: number) =>
    ({ session: 1, method: "read", result, call: at, return: at + 1 }) as const;

  test("names the object and the key that fail", () => {
    const operations = [
      { session: 0, object: "a", method: "put", args: [1, 5], result: null, call: 0, return: 1 },
      { session: 0, object: "b", method: "put", args: [1, 5], result: null, call: 2, return: 3 },
      { session: 0, object: "b", method: "put", args: [2, 6], result: null, call: 4, return: 5 },
      { session: 1, object: "b", method: "get", args: [2], result: 7, call: 6, return: 7 },
    ];
    const violation = violationOf({ type: "map", operations });
    expect(violation).toMatchObject({ kind: "core", part: { object: "b", key: 2 }, stuck: 3, prefix: [2] });
    expect(violation?.operations).toEqual([2, 3]);
    expect(violation?.reason).toContain("#3 b.get(2) => 7");
  });

  test("leaves out what cannot help, and says so", () => {
    const operations = [write(1, 0), read(1, 2), write(2, 4), read(2, 6), read(1, 8)];
    const violation = violationOf({ type: "register", operations });
    expect(violation).toMatchObject({ kind: "core", stuck: 4, prefix: [0, 1, 2, 3] });
    expect(violation?.operations).not.toContain(1);
    expect(violation?.reason).toMatch(/cannot help/);
  });

  test("a core found without its cut: a declared order leads back from a later call", () => {
    const operations = [
      { session: 0, method: "clear", result: null, call: 0, return: 3 },
      { session: 1, method: "size", result: 1, call: 2, return: 4 },
    ];
    const violation = violationOf({ type: "map", operations, happensBefore: [[1, 0]] });
    expect(violation).toMatchObject({ kind: "core", operations: [1] });
  });

  test("histories without time are explained under either criterion", () => {
    const operations = [
      { session: 0, method: "write", args: [1] },
      { session: 0, method: "read", result: 2 },
    ];
    for (const criterion of both)
      expect(violationOf({ type: "register", operations }, criterion)).toMatchObject({
        kind: "core",
        operations: [0, 1],
        notation: "register { write(1); read() => 2 }",
      });
  });

  test("a long history still has a small core, in the notation with odd names quoted", () => {
    const long = simulate({ type: types.counter, threads: 2, operations: 60, values: 2, seed: 3 });
    const { operations } = toRecord(long);
    const end = 10 * operations.length;
    const last = { session: "z", object: "an object", method: "contains", args: [9] };
    const record = {
      type: "set",
      operations: [
        ...operations.map((one, id) => ({
          ...one,
          object: "other",
          method: "add",
          args: [id],
          result: true,
        })),
        { ...last, method: "add", result: true, call: end, return: end + 1 },
        { ...last, result: false, call: end + 2, return: end + 3 },
      ],
    };
    const violation = violationOf(record);
    expect(violation).toMatchObject({ kind: "core", operations: [120, 121], stuck: 121 });
    expect(violation?.notation).toBe(
      'set z { "an object".add(9) => true @0-1; "an object".contains(9) => false @2-3 }',
    );
  });

  test("explain: false leaves the reason to the engine", () => {
    const history = fromRecord({ type: "register", operations: [write(1, 0), read(2, 2)] }) as History;
    expect(check(history, { explain: false, algorithm: "frontier" })).toMatchObject({
      verdict: "violated",
      violation: { kind: "exhausted", operations: [1], stuck: 1 },
    });
  });
});
