import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { namedModels } from "../criteria/axioms/named.js";
import type { OperationRecord } from "../history/builder.js";
import type { History } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import type { Value } from "../history/value.js";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { createRandom, type Random } from "../random.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { levelNames } from "../criteria/levels.js";
import { seeds } from "@sightline/testing/seeds.js";

const SEEDS = seeds(20);
const builtIn = [...new Set(Object.values(types))];

/** Results that no method of a type, or only some other method, returns. */
const odd: readonly Value[] = JSON.parse(`[
  null, true, -1, 0.5, 1e-300, 9007199254740991, "", "ab", "__proto__", "\\ud800",
  [], {}, [[]], [null], [0], [0, 0], [1, 1, 1], [1, "1"], [[0, 0]], [["read", 0, 0]],
  {"0": 1, "1": 1}, {"length": 2}, {"a": {"b": [{}]}}, {"__proto__": 1}
]`) as Value[];

const strange = (operation: OperationRecord, random: Random): OperationRecord =>
  random.chance(0.4) ? { ...operation, result: random.pick(odd) } : operation;

/** A random history of the type in which some results have a form of their own. */
function oddHistory(type: SequentialType, seed: number): History {
  const random = createRandom(seed);
  const { operations, ...header } = toRecord(generateHistory(type, seed, 4));
  return fromRecord({
    ...header,
    operations: operations.map((operation) => strange(operation, random)),
  }) as History;
}

/** Every criterion that fits any type, with what its definition says of the history. */
function* judgements(history: History, type: SequentialType, random: Random) {
  for (const criterion of ["linearizability", "sequential"] as const)
    yield { asked: { criterion }, expected: satisfies(history, type, criterion) };
  const order = random.pick(["session", "realtime"] as const);
  const oracle = createVisibilityOracle(history, type, { order });
  for (const criterion of levelNames)
    yield { asked: { criterion, order }, expected: oracle.satisfiesLevels(() => criterion) };
  const { name, model } = random.pick(namedModels);
  const { satisfiesPredicate } = createVisibilityOracle(history, type, { order, relaxLin: model.relaxLin });
  yield { asked: { criterion: name, order }, expected: satisfiesPredicate(axiomCondition(history, model)) };
}

describe("a result of a form that its method never returns is a wrong result, not a wrong history", () => {
  test.each(builtIn.map((type) => [type.name, type] as const))("%s", (_, type) => {
    for (let seed = 1; seed <= SEEDS; seed++) {
      const history = oddHistory(type, seed);
      for (const { asked, expected } of judgements(history, type, createRandom(~seed)))
        expect(
          check(history, { type, ...asked, explain: false }).verdict,
          `seed ${seed} ${JSON.stringify(asked)}`,
        ).toBe(expected ? "satisfied" : "violated");
    }
  });

  test("max() => [] of a priority queue, where a monitor looks at it", () => {
    const operations = [
      { session: 0, method: "add", args: [2, 0], result: null, call: 0, return: 5 },
      { session: 1, method: "max", args: [], result: [], call: 6, return: 10 },
    ];
    const history = fromRecord({ type: "priority-queue", operations }) as History;
    expect(check(history, { criterion: "linearizability" }).verdict).toBe("violated");
    expect(check(parseHistory("priority-queue { max() => [] }")).verdict).toBe("violated");
  });

  test("an explanation may try results of any form", () => {
    const operations = [
      { session: 0, method: "add", args: [2, 0], call: 0, return: 5 },
      { session: 1, method: "max", args: [], result: null, call: 6, return: 10 },
    ];
    const history = fromRecord({ type: "priority-queue", operations }) as History;
    expect(check(history, { criterion: "complete", order: "realtime" }).verdict).toBe("violated");
  });
});
