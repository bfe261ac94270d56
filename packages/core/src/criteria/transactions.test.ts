import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { parseHistory } from "../history/parse-history.js";
import { types } from "../types/index.js";
import { verifyWitness } from "../witness/verify-criterion.js";

const criteria = [
  ["serializability", "sequential"],
  ["strict-serializability", "linearizability"],
] as const;

/** Each transaction misses the other's write: no order explains both. */
const skew =
  "multi-register { txn([[read,x,null],[write,y,1]]) => [[read,x,null],[write,y,1]] } || { txn([[read,y,null],[write,x,1]]) => [[read,y,null],[write,x,1]] }";
const appends =
  "multi-list { txn([[append,x,1]]) => [[append,x,1]] } || { txn([[read,x,null],[append,x,2]]) => [[read,x,[1]],[append,x,2]] }";

describe.each(criteria)("%s", (criterion, kind) => {
  test(`is ${kind} of transactions, and is called as it was asked for`, () => {
    for (const [text, verdict] of [
      [skew, "violated"],
      [appends, "satisfied"],
    ] as const) {
      const result = check(parseHistory(text), { criterion });
      expect(result).toMatchObject({ criterion, verdict });
      expect(check(parseHistory(text), { criterion: kind }).verdict).toBe(verdict);
    }
  });

  test("its witness is verified under its name", () => {
    const history = parseHistory(appends);
    const verified = (linearization: number[]) =>
      verifyWitness(history, { type: types.multiList, criterion }, { linearization }).valid;
    expect([verified([0, 1]), verified([1, 0])]).toEqual([true, false]);
  });

  test("is refused where nothing is a transaction", () => {
    const words = `${criterion} is of transactions, as in multi-register and multi-list: for type register ask for ${kind}`;
    const history = parseHistory("register { write(1) }");
    expect(() => check(history, { criterion })).toThrow(words);
    expect(() => verifyWitness(history, { type: types.register, criterion }, { linearization: [0] })).toThrow(
      words,
    );
  });
});

test("real time tells the two apart", () => {
  const text = JSON.stringify({
    type: "multi-list",
    operations: [
      { session: 0, method: "txn", args: [[["append", "x", 1]]], call: 0, return: 1 },
      {
        session: 1,
        method: "txn",
        args: [[["read", "x", null]]],
        result: [["read", "x", []]],
        call: 2,
        return: 3,
      },
    ],
  });
  expect(check(parseHistory(text), { criterion: "serializability" }).verdict).toBe("satisfied");
  expect(check(parseHistory(text), { criterion: "strict-serializability" }).verdict).toBe("violated");
});
