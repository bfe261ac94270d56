import { describe, expect, test } from "vitest";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { seeds } from "@sightline/testing/seeds.js";
import { satisfiesLevels, satisfiesPredicate } from "@sightline/testing/visibility/visibility-oracle.js";
import { check } from "../check.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { findCriterion } from "../criteria/criterion.js";
import { levelNames } from "../criteria/levels.js";
import type { History } from "../history/history.js";
import { createRandom } from "../random.js";
import { types } from "../types/index.js";
import { verifyProof } from "../witness/proof/verify-proof.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, type HistoryRecord, toRecord } from "@sightline/testing/history/history-record.js";
import type { SequentialType } from "../types/type.js";
import { contradiction } from "./contradiction.js";

/** Explains every result in every state: only orders can stand in the way. */
const anything: SequentialType<null> = {
  name: "anything",
  methods: { act: { params: [], doc: "Does nothing." } },
  init: () => null,
  step: () => ({ state: null, result: null }),
};

test("is found exactly where orders alone leave no linearization", () => {
  let found = 0;
  for (let seed = 1; seed <= 2000; seed++) {
    const history = generateHistory(anything, seed);
    const clash = contradiction(history);
    const where = JSON.stringify(toRecord(history));
    expect(clash === undefined, where).toBe(satisfies(history, anything, "linearizability"));
    if (clash === undefined) continue;
    found++;
    const [a, b] = clash.operations;
    expect(history.ret[b] < history.call[a], where).toBe(true);
  }
  expect(found).toBeGreaterThan(100);
});

test("of operations that need not have happened: happens-before binds all, by the engines, the definitions and the proof", () => {
  const met = { violated: 0, satisfied: 0 };
  const order = "realtime";
  const subject = { type: types.register };
  for (let seed = 1; seed <= seeds(60); seed++) {
    const random = createRandom(seed);
    const operations = Array.from({ length: 2 + random.int(3) }, (_, id) => {
      const call = random.int(8);
      const at = { session: random.int(2), call, return: call + 1 + random.int(3) };
      return { ...at, method: "write", args: [id], optional: true };
    });
    const history = fromRecord({
      type: "register",
      operations,
      happensBefore: random.chance(0.3) ? [[0, 1]] : [],
    }) as History;
    for (const [options, expected] of [
      [{ criterion: "linearizability" }, satisfies(history, types.register, "linearizability")],
      ...levelNames.map(
        (level) =>
          [
            { criterion: level, order },
            satisfiesLevels(history, types.register, () => level, { order }),
          ] as const,
      ),
      [
        { axioms: "relax lin; vis >= po", order },
        satisfiesPredicate(history, types.register, axiomCondition(history, parseAxioms("vis >= po")), {
          order,
          relaxLin: true,
        }),
      ],
    ] as const) {
      const result = check(history, options);
      const where = `seed ${seed}, ${result.criterion}`;
      expect(result.verdict, where).toBe(expected ? "satisfied" : "violated");
      met[expected ? "satisfied" : "violated"]++;
      if (result.verdict !== "violated") continue;
      const { proof, headline } = result.violation;
      expect(verifyProof(history, findCriterion(result.criterion), subject, proof), where).toEqual({
        valid: true,
      });
      expect(headline, where).toContain("but in real time the second had returned before");
    }
  }
  expect(met.violated).toBeGreaterThan(50);
  expect(met.satisfied).toBeGreaterThan(50);
});

describe("the words", () => {
  const act = (session: number, call: number, end?: number) => ({
    session,
    method: "act",
    call,
    ...(end !== undefined && { return: end }),
  });
  const clashOf = (record: HistoryRecord) => contradiction(fromRecord(record) as History);

  test("name the order that real time contradicts", () => {
    expect(clashOf({ operations: [act(0, 5, 6), act(0, 1, 2)] })).toEqual({
      kind: "cycle",
      operations: [0, 1],
      cause: expect.any(String) as string,
      reason:
        "session order puts #0 act() before #1 act(), but in real time the second had returned before the first was called",
    });
    const declared = clashOf({ operations: [act(0, 5, 6), act(1, 1, 2)], happensBefore: [[0, 1]] });
    expect(declared?.reason).toMatch(/^declared happens-before puts #0 act\(\) before #1/);
  });

  test("also where the order leads through operations in between, pending or not", () => {
    for (const middle of [act(0, 2, 8), act(0, 2)])
      expect(clashOf({ operations: [act(0, 7, 9), middle, act(0, 1, 4)] })?.operations).toEqual([0, 2]);
  });

  test("a pending operation passes orders on, even if it never happened", () => {
    expect(clashOf({ operations: [act(0, 5), act(0, 1, 2)] })?.operations).toEqual([0, 1]);
    expect(clashOf({ operations: [act(0, 5), act(0, 1, 6)] })).toBeUndefined();
    expect(clashOf({ operations: [act(0, 5), act(0, 1)] })).toBeUndefined();
  });
});
