// @module-tag slow
import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { check } from "../check.js";
import { levelOf } from "../criteria/level-map.js";
import { createHistoryBuilder, type OperationRecord } from "../history/builder.js";
import type { History } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createRandom } from "../random.js";
import { satisfiesLevels } from "@sightline/testing/visibility/visibility-oracle.js";
import { types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { levelNames } from "../criteria/levels.js";
import { visibilityAlgorithms } from "../ask/algorithms.js";
import { decideVisibility } from "./visibility.js";

function built({ type, operations }: { type: string; operations: readonly OperationRecord[] }): History {
  const builder = createHistoryBuilder({ type });
  for (const operation of operations) builder.add(operation);
  return builder.finish();
}

const sample = [types.set, types.map, types.register, types.queue];
const orders = ["session", "realtime"] as const;

describe("check of levels", () => {
  test("agrees with the definition, pending operations and all, by every algorithm", () => {
    const seen = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 1; seed <= 320; seed++) {
      const type = sample[seed % sample.length];
      const history = generateVisibilityHistory(type, seed, 4);
      const levels = randomLevels(type, createRandom(seed));
      const order = orders[seed % 2];
      const expected = satisfiesLevels(history, type, (method) => levelOf(levels, method), { order })
        ? "satisfied"
        : "violated";
      for (const algorithm of ["auto", ...visibilityAlgorithms] as const) {
        const result = check(history, { type, levels, order, algorithm, explain: false });
        expect(result.verdict, `seed ${seed}, ${algorithm}`).toBe(expected);
        seen[result.verdict]++;
      }
    }
    expect(seen.satisfied).toBeGreaterThan(50);
    expect(seen.violated).toBeGreaterThan(50);
  });

  test("complete is sequential over session order and linearizability over real time, by all routes", () => {
    for (let seed = 1; seed <= 300; seed++) {
      const type = sample[seed % sample.length];
      const history = generateVisibilityHistory(type, seed, 5);
      for (const order of orders) {
        const equal = order === "realtime" && history.timed ? "linearizability" : "sequential";
        const expected = check(history, { type, criterion: equal, explain: false }).verdict;
        for (const algorithm of ["auto", "visibility"] as const) {
          const { verdict } = check(history, {
            type,
            criterion: "complete",
            order,
            algorithm,
            explain: false,
          });
          expect(verdict, `seed ${seed}, ${order}, ${algorithm}`).toBe(expected);
        }
      }
    }
  });

  test("a plain order shows every level: with it and without, the verdicts are the same", () => {
    const seen = { plain: 0, visibility: 0 };
    for (let seed = 1; seed <= 400; seed++) {
      const type = sample[seed % sample.length];
      const history = generateVisibilityHistory(type, seed, 8);
      const order = orders[(seed >> 2) % 2];
      const mixed = randomLevels(type, createRandom(seed));
      for (const levels of [{ "*": levelNames[seed % 5] }, mixed]) {
        const by = (algorithm: "auto" | "visibility") =>
          check(history, { type, levels, order, algorithm, explain: false });
        const [quick, searched] = [by("auto"), by("visibility")];
        expect(quick.verdict, `seed ${seed}, ${JSON.stringify(levels)}, ${order}`).toBe(searched.verdict);
        if (quick.stats.algorithm === "plain" || quick.stats.algorithm === "visibility")
          seen[quick.stats.algorithm]++;
      }
    }
    expect(seen.plain).toBeGreaterThan(100);
    expect(seen.visibility).toBeGreaterThan(100);
  });

  test("asks each result of a type with several outcomes by itself, complete included", () => {
    const coin: SequentialType<string> = {
      name: "coin",
      init: () => "?",
      step: (state, { method }) =>
        method === "look"
          ? { state, result: state }
          : ["heads", "tails"].map((side) => ({ state: side, result: side })),
    };
    // One run cannot explain both; to each of the two operations its result is possible.
    const history = parseHistory("{ toss() => heads; look() => tails }");
    const of = (criterion: string) => check(history, { type: coin, criterion }).verdict;
    expect(of("sequential")).toBe("violated");
    expect(of("complete")).toBe("satisfied");
    expect(of("causal")).toBe("satisfied");
  });

  test("tries every choice of the pending operations that took effect", () => {
    const write = (value: number, session: number) =>
      ({ session, method: "add", args: [value], call: 0 }) as const;
    const history = built({
      type: "set",
      operations: [
        write(1, 0),
        write(2, 1),
        write(3, 2),
        { session: 3, method: "toArray", result: [1, 3], call: 5, return: 6 },
        { session: 3, method: "toArray", result: [1, 3], call: 7, return: 8 },
      ],
    });
    const result = check(history, { criterion: "causal", algorithm: "visibility" });
    expect(result).toMatchObject({ verdict: "satisfied" });
    expect(check(history, { criterion: "causal", limits: { states: 1 } }).verdict).not.toBe("violated");
  });

  test("gives a visibility only for what does not see all before it", () => {
    const history = parseHistory(
      "map { put(1,0) => null; containsValue(0) => false } || { put(0,0) => null; put(1,1) => 0 }",
    );
    expect(check(history, { levels: { containsValue: "monotonic" } })).toMatchObject({
      criterion: "levels containsValue=monotonic,*=complete",
      verdict: "satisfied",
      witness: { linearization: [0, 2, 3, 1], visibility: { 1: [0, 3] } },
    });
  });

  test("refuses algorithms and methods that do not fit", () => {
    const history = parseHistory("set { add(1) }");
    const refuse = (options: object, words: string) => expect(() => check(history, options)).toThrow(words);
    refuse({ criterion: "weak", algorithm: "wgl" }, "wgl decides linearizability and sequential only");
    refuse({ axioms: "vis >= hb", algorithm: "visearch" }, "visearch decides levels only");
    refuse({ levels: { ad: "weak" } }, 'did you mean "add"?');
  });

  test("decides the criteria of one order by the searches for visibilities too", () => {
    const history = parseHistory("memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }");
    for (const algorithm of visibilityAlgorithms)
      expect(check(history, { criterion: "sequential", algorithm })).toMatchObject({
        criterion: "sequential",
        verdict: "violated",
        stats: { algorithm },
      });
  });
});

test("what was established names the choices that were ruled out", () => {
  const operations = Array.from({ length: 4 }, (_, session) => ({
    session,
    method: "add",
    args: [session],
    call: 0,
  }));
  const look = { session: 9, method: "toArray", result: [7], call: 5, return: 6 };
  const history = built({ type: "set", operations: [...operations, look] });
  const criterion = { kind: "levels", name: "weak", levels: { "*": "weak" }, order: "session" } as const;
  const question = { history, type: types.set, initial: undefined, criterion, pruning: true } as const;
  const decision = decideVisibility({ ...question, algorithm: "auto" }, createBudget({ states: 2 }));
  expect(decision).toMatchObject({
    verdict: "unknown",
    reason: "states",
    established: expect.stringMatching(/^\d+ of 16 choices/),
  });
  expect(decideVisibility({ ...question, algorithm: "auto" }, createBudget())).toMatchObject({
    verdict: "violated",
  });
});

test("the levels are those of the names", () => {
  const history = parseHistory("set { add(1) => true; contains(1) => false }");
  const verdicts = levelNames.map((criterion) => check(history, { criterion, explain: false }).verdict);
  expect(verdicts).toEqual(["satisfied", ...Array<string>(5).fill("violated")]);
});
