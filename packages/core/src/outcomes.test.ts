import { describe, expect, test } from "vitest";
import { Exhausted } from "./budget.js";
import { levelOf } from "./criteria/level-map.js";
import { createHistoryBuilder, type OperationRecord } from "./history/builder.js";
import type { History } from "./history/history.js";
import { parseHistory } from "./history/notation.js";
import { admittedOutcomes, explainOutcome, type OutcomeOptions } from "./outcomes.js";
import { randomLevels } from "./testing/generate-visibility.js";
import { literalOutcomes } from "./testing/outcomes-oracle.js";
import { createRandom, type Random } from "./testing/random.js";
import { types } from "./types/index.js";
import type { SequentialType } from "./types/type.js";

function built({ type, operations }: { type: string; operations: readonly OperationRecord[] }): History {
  const builder = createHistoryBuilder({ type });
  for (const operation of operations) builder.add(operation);
  return builder.finish();
}

const figure2 = "map { put(1,0); containsValue(0) } || { put(0,0); put(1,1) }";

const list = (program: string, options: OutcomeOptions): string[] =>
  Array.from(admittedOutcomes(parseHistory(program), options), ({ results }) => JSON.stringify(results));

function randomProgram(type: SequentialType, random: Random): string {
  const methods = Object.entries(type.methods ?? {}).filter(([name]) => name !== "clear");
  const operation = (): string => {
    const [name, { params }] = random.pick(methods);
    return `${name}(${params.map(() => random.int(2)).join(",")})`;
  };
  const session = (length: number) => `{ ${Array.from({ length }, operation).join("; ")} }`;
  return `${session(1 + random.int(2))} || ${session(1 + random.int(2))}`;
}

describe("the admitted outcomes", () => {
  test("of Figure 2 are those of Table 1", () => {
    expect(list(figure2, { levels: { containsValue: "monotonic" } })).toEqual([
      "[null,false,null,0]",
      "[null,true,null,0]",
      "[1,true,null,null]",
    ]);
    expect(list(figure2, { criterion: "sequential" })).toEqual(["[null,true,null,0]", "[1,true,null,null]"]);
  });

  test("are those of the definition, sorted, each once", () => {
    for (let seed = 1; seed <= 150; seed++) {
      const random = createRandom(seed);
      const type = [types.set, types.map, types.register, types.queue, types.counter][seed % 5];
      const program = parseHistory(randomProgram(type, random));
      const levels = randomLevels(type, random);
      const found = Array.from(admittedOutcomes(program, { type, levels }), ({ results }) => results);
      const expected = literalOutcomes(program, type, (method) => levelOf(levels, method));
      const texts = (all: readonly (readonly unknown[])[]) => all.map((one) => JSON.stringify(one)).sort();
      expect(texts(found), `seed ${seed}`).toEqual(texts(expected));
    }
  });

  test("of axioms: those of the level that they define", () => {
    expect(list(figure2, { axioms: "vis >= hb" })).toEqual(list(figure2, { criterion: "basic" }));
    expect(list(figure2, { axioms: "" })).toEqual(list(figure2, { criterion: "weak" }));
  });

  test("ignore results that the program carries", () => {
    const withResults = "map { put(1,0) => 7; containsValue(0) } || { put(0,0); put(1,1) => 3 }";
    expect(list(withResults, { criterion: "peer" })).toEqual(list(figure2, { criterion: "peer" }));
  });

  test("within limits: what came before is right, then it is said that more may be missing", () => {
    expect(() => list(figure2, { criterion: "weak", limits: { states: 1 } })).toThrow(Exhausted);
  });

  test("of an operation that never returns there is none", () => {
    const program = built({
      type: "set",
      operations: [{ session: 0, method: "add", args: [1], call: 0 }],
    });
    expect(() => [...admittedOutcomes(program)]).toThrow("must return");
  });

  test("of nothing is nothing, once", () => {
    expect(list("set { }", { criterion: "weak" })).toEqual(["[]"]);
  });
});

describe("an outcome is explained", () => {
  const program = parseHistory(figure2);
  test("by a linearization and what each operation sees", () => {
    expect(
      explainOutcome(program, [null, false, null, 0], { levels: { containsValue: "monotonic" } }),
    ).toMatchObject({
      verdict: "satisfied",
      witness: { linearization: [0, 2, 3, 1], visibility: { 1: [0, 3] } },
    });
  });

  test("or by why there is none", () => {
    const result = explainOutcome(program, [null, false, null, 0], { levels: { containsValue: "peer" } });
    expect(result).toMatchObject({ verdict: "violated", violation: { kind: "core", stuck: 1 } });
  });

  test("only if it has a result for each operation", () => {
    expect(() => explainOutcome(program, [null])).toThrow("has 4 results");
  });
});
