import { describe, expect, test } from "vitest";
import { Exhausted } from "./budget.js";
import { levelOf } from "./criteria/level-map.js";
import { createHistoryBuilder, type OperationRecord } from "./history/builder.js";
import type { History } from "./history/history.js";
import { parseHistory } from "./history/parse-history.js";
import { compare, type Value } from "./history/value.js";
import { admittedOutcomes, explainOutcome, type OutcomeOptions } from "./outcomes.js";
import { randomLevels } from "@sightline/testing/visibility/generate-visibility.js";
import { literalOutcomes } from "@sightline/testing/visibility/literal-outcomes.js";
import { createRandom, type Random } from "./random.js";
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

  test("of one order are those of the definition, listed without a search", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = createRandom(seed);
      const type = [types.set, types.map, types.register, types.queue, types.stack][seed % 5];
      const program = parseHistory(randomProgram(type, random));
      const expected = literalOutcomes(program, type, () => "complete").map((one) => JSON.stringify(one));
      const found = Array.from(admittedOutcomes(program, { type, criterion: "sequential" }), ({ results }) =>
        JSON.stringify(results),
      );
      expect(found, `seed ${seed}`).toEqual(expected);
    }
  });

  test("of one order in real time", () => {
    const program = built({
      type: "register",
      operations: [
        { session: 0, method: "write", args: [1], call: 0, return: 1 },
        { session: 1, method: "read", call: 2, return: 3 },
      ],
    });
    const found = (criterion: string) =>
      Array.from(admittedOutcomes(program, { criterion }), ({ results }) => results);
    expect(found("linearizability")).toEqual([[null, 1]]);
    expect(found("sequential")).toEqual([
      [null, null],
      [null, 1],
    ]);
  });

  test("of one order where a step may go either way: each result with the state that it leaves", () => {
    const either: SequentialType<number> = {
      name: "either",
      methods: { flip: { params: [], doc: "" }, read: { params: [], doc: "" } },
      init: () => 0,
      step: (state, { method }) =>
        method === "read"
          ? { state, result: state }
          : [
              { state: 1, result: "one" },
              { state: 2, result: "two" },
            ],
    };
    const program = parseHistory("{ flip(); read() }");
    const found = Array.from(admittedOutcomes(program, { type: either }), ({ results }) => results);
    expect(found).toEqual([
      ["one", 1],
      ["two", 2],
    ]);
  });

  test("a read of the initial value of memory has one result", () => {
    const storeBuffering = "memory { write(x,1); read(y) } || { write(y,1); read(x) }";
    const weak = ["[null,0,null,0]", "[null,0,null,1]", "[null,1,null,0]", "[null,1,null,1]"];
    for (const criterion of ["tso", "cc", "weak"]) expect(list(storeBuffering, { criterion })).toEqual(weak);
    for (const criterion of ["sc", "sequential"])
      expect(list(storeBuffering, { criterion })).toEqual(weak.slice(1));
    expect(list("memory { read(x) } || { write(x,null) }", { criterion: "sc" })).toEqual([
      "[null,null]",
      "[0,null]",
    ]);
    expect(list("memory { read(x) }", { initial: { x: null }, criterion: "tso" })).toEqual(["[null]"]);
    expect(list("memory { exchange(x,1) } || { exchange(x,2) }", { criterion: "tso" })).toEqual([
      "[0,1]",
      "[2,0]",
    ]);
  });

  test("what there is no type or model for is refused before anything is listed", () => {
    expect(() => list("register { read() }", { criterion: "sc" })).toThrow(
      "sc is for histories of type memory",
    );
    expect(() => list("register { read() }", { criterion: "serializability" })).toThrow("is of transactions");
  });

  test("of four threads of four operations: many are listed before the limits are reached, sorted", () => {
    const session = (first: number) => `{ offer(${first}); poll(); offer(${first + 1}); poll() }`;
    const program = parseHistory(`queue ${[1, 3, 5, 7].map(session).join(" || ")}`);
    for (const criterion of ["sequential", "causal"]) {
      let asked = 0;
      const limits = {
        signal: {
          get aborted() {
            return ++asked > 30_000;
          },
        },
      };
      const found: (readonly Value[])[] = [];
      expect(() => {
        for (const { results } of admittedOutcomes(program, { criterion, limits })) found.push(results);
      }).toThrow(Exhausted);
      expect(found.length).toBeGreaterThan(1000);
      expect(found).toEqual(found.toSorted(compare));
      expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(found.length);
      for (const results of found.slice(0, 10))
        expect(explainOutcome(program, results, { criterion }).verdict).toBe("satisfied");
    }
  });

  test("the limits hold between searches too, however short each is", () => {
    const session = "{ inc(); read(); inc(); read() }";
    const program = `counter ${Array.from({ length: 4 }, () => session).join(" || ")}`;
    let asked = 0;
    const signal = {
      get aborted() {
        return ++asked > 5000;
      },
    };
    expect(() => list(program, { criterion: "weak", limits: { signal } })).toThrow(Exhausted);
    expect(asked).toBeLessThan(10_000);
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
