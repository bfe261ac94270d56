// @module-tag slow
import { describe, expect, test } from "vitest";
import { check } from "./check.js";
import { parseAxioms } from "./criteria/axioms/parse.js";
import { levelNames } from "./criteria/levels.js";
import { memoryModels } from "./criteria/memory-models.js";
import type { History } from "./history/history.js";
import { parseHistory } from "./history/parse-history.js";
import { algorithms, visibilityAlgorithms } from "./ask/algorithms.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { createRandom } from "./random.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { withOptional } from "@sightline/testing/history/vary.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { types } from "./types/index.js";
import { seeds } from "@sightline/testing/seeds.js";
import { expectSame } from "@sightline/testing/expect-same.js";

const builtIn = [...new Set(Object.values(types))];
const answer = (holds: boolean): "satisfied" | "violated" => (holds ? "satisfied" : "violated");
const whereOf = (seed: number, history: History): string =>
  `seed ${seed}: ${JSON.stringify(toRecord(history))}`;

describe("optional operations took effect or not", () => {
  test.each(builtIn.map((type) => [type.name, type] as const))(
    "in one order of all, by every algorithm, as the definition says: %s",
    (_, type) => {
      const verdicts = { satisfied: 0, violated: 0 };
      for (let seed = 1; seed <= seeds(80); seed++) {
        const history = withOptional(generateHistory(type, seed, 6), createRandom(seed));
        for (const criterion of ["linearizability", "sequential"] as const) {
          const expected = answer(satisfies(history, type, criterion));
          verdicts[expected]++;
          const where = (): string => `${criterion}, ${whereOf(seed, history)}`;
          const options = { type, criterion, explain: false } as const;
          for (const algorithm of seed % 5 === 0 ? algorithms : (["auto"] as const))
            for (const partition of [true, false])
              expectSame<string>(
                check(history, { ...options, algorithm, partition }).verdict,
                expected,
                where,
              );
        }
      }
      expect(Math.min(verdicts.satisfied, verdicts.violated)).toBeGreaterThan(8);
    },
  );

  test("at every level, by every algorithm, as the definition says", () => {
    const verdicts = { satisfied: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(500); seed++) {
      const type = builtIn[seed % builtIn.length];
      const random = createRandom(seed);
      const history = withOptional(generateVisibilityHistory(type, seed, 4), random);
      const order = random.pick(["session", "realtime"] as const);
      const oracle = createVisibilityOracle(history, type, { order });
      const options = { type, order, explain: false } as const;
      for (const criterion of levelNames) {
        const expected = answer(oracle.satisfiesLevels(() => criterion));
        verdicts[expected]++;
        const all = seed % 10 === 0 && type.replicated === undefined;
        for (const algorithm of all ? visibilityAlgorithms : (["auto"] as const))
          expectSame<string>(
            check(history, { ...options, criterion, algorithm }).verdict,
            expected,
            () => `${criterion} ${order} ${algorithm}, ${whereOf(seed, history)}`,
          );
      }
      const levels = randomLevels(type, random);
      expect(check(history, { ...options, levels, explain: false }).verdict, whereOf(seed, history)).toBe(
        answer(oracle.satisfiesLevels((method) => levels[method])),
      );
    }
    expect(Math.min(verdicts.satisfied, verdicts.violated)).toBeGreaterThan(60);
  });

  test("in models of axioms, as the definition says", () => {
    const models = ["vis >= hb", "vis >= vis.vis; vis >= hb", "relax lin; vis >= po", "vis >= lin.hb"];
    const verdicts = { satisfied: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(700); seed++) {
      const type = builtIn[seed % builtIn.length];
      const random = createRandom(seed);
      const history = withOptional(generateVisibilityHistory(type, seed, 4), random);
      const axioms = random.pick(models);
      const model = parseAxioms(axioms);
      const oracle = createVisibilityOracle(history, type, { relaxLin: model.relaxLin });
      const expected = answer(oracle.satisfiesPredicate(axiomCondition(history, model)));
      verdicts[expected]++;
      expect(
        check(history, { type, axioms, explain: false }).verdict,
        `${axioms}, ${whereOf(seed, history)}`,
      ).toBe(expected);
    }
    expect(Math.min(verdicts.satisfied, verdicts.violated)).toBeGreaterThan(15);
  });

  test("in models of memory: some choice of those that took effect holds", () => {
    const verdicts = { satisfied: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(250); seed++) {
      const random = createRandom(seed);
      const plain = generateHistory(types.memory, seed, 6);
      const history = withOptional(plain, random);
      for (const criterion of memoryModels) {
        if (history.happensBefore.length > 0 && (criterion === "tso" || criterion === "wccm")) continue;
        const storeOrder = criterion === "sc" || criterion === "tso";
        if (
          history.labels.some(
            ({ method, result }) => method === "exchange" && result !== undefined && history.timed,
          )
        )
          continue;
        if (!storeOrder && history.labels.some(({ method }) => method === "exchange")) continue;
        const ask = (one: History) => check(one, { criterion, explain: false }).verdict;
        const expected = answer(choices(history).some((choice) => ask(choice) === "satisfied"));
        verdicts[expected]++;
        expect(ask(history), `${criterion}, ${whereOf(seed, history)}`).toBe(expected);
      }
    }
    expect(Math.min(verdicts.satisfied, verdicts.violated)).toBeGreaterThan(30);
  });

  test("and where they did, then within their interval", () => {
    const verdict = (text: string) => check(parseHistory(text), { type: "register" }).verdict;
    expect(verdict("{ ?write(1) @0-1 } || { read() => 1 @2-3; read() => 1 @4-5 }")).toBe("satisfied");
    expect(verdict("{ ?write(1) @0-1 } || { read() => null @2-3; read() => 1 @4-5 }")).toBe("violated");
    expect(verdict("{ write(1) @0- } || { read() => null @2-3; read() => 1 @4-5 }")).toBe("satisfied");
    expect(verdict("{ ?write(1) => 7 @0-1 } || { read() => 1 @2-3 }")).toBe("satisfied");
  });
});

/** The histories in which each optional operation took effect, or is a read that nobody looked at. */
function choices(history: History): History[] {
  const record = toRecord(history);
  let all = [record.operations];
  history.optional?.forEach((flag, id) => {
    if (flag === 0) return;
    const { optional: _, ...taken } = record.operations[id];
    if (taken.call !== undefined && taken.return === undefined) return; // pending: it may be left out as it is
    const { args: __, ...rest } = taken;
    const leftOut = { ...rest, method: "read", args: ["nobody"] };
    all = all.flatMap((operations) => [operations.with(id, taken), operations.with(id, leftOut)]);
  });
  return all.map((operations) => fromRecord({ ...record, operations }) as History);
}
