import { check, type LevelName, printHistory, type SequentialType, type Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { fakeTarget, runSet, setSpec } from "@sightline/testing/lab/fake-target.js";
import { parseProgram, printProgram, stepsOf } from "./notation.js";
import type { ObjectSpec } from "./object-spec.js";
import type { Call, Outcome, Program } from "./program.js";
import { bulkMethods, hasBulk, splitBulk } from "./split-bulk.js";
import { typeOfTarget } from "./type-of-target.js";

const target = fakeTarget({ spec: setSpec, run: runSet, shows: () => [] });

const specOf = (...names: string[]): ObjectSpec => ({
  class: "Fake",
  methods: names.map((name) => ({ name, parameters: [] })),
});

/** The element operations of a bulk call on a set of 0 and 1, and what it returns, said once more and plainly. */
function plainly({ method, args }: Call): { parts: Call[]; result: (results: readonly Value[]) => Value } {
  const given = Array.isArray(args[0]) ? [...new Set(args[0] as number[])] : [];
  const on = (name: string, elements: readonly number[]): Call[] =>
    elements.map((element) => ({ method: name, args: [element] }));
  const any = (results: readonly Value[]): Value => results.includes(true);
  switch (method) {
    case "clear":
      return { parts: on("remove", [0, 1]), result: () => null };
    case "addAll":
      return { parts: on("add", given), result: any };
    case "removeAll":
      return { parts: on("remove", given), result: any };
    case "retainAll":
      return {
        parts: on(
          "remove",
          [0, 1].filter((element) => !given.includes(element)),
        ),
        result: any,
      };
    case "containsAll":
      return { parts: on("contains", given), result: (results) => !results.includes(false) };
    default:
      return { parts: [{ method, args }], result: ([result]) => result };
  }
}

/** All outcomes of a program of two threads: every interleaving of the element operations, run. */
function literalOutcomes({ threads }: Program): ReadonlySet<string> {
  const plain = threads.map((steps, t) =>
    steps.flatMap((step, s) => plainly(step).parts.map((call) => ({ call, step: `${t} ${s}` }))),
  );
  const found = new Set<string>();
  const run = (order: readonly { readonly call: Call; readonly step: string }[]): void => {
    const results = runSet(order.map(({ call }) => call));
    found.add(
      JSON.stringify(
        threads.flatMap((steps, t) =>
          steps.map((step, s) =>
            plainly(step).result(results.filter((_, i) => order[i].step === `${t} ${s}`)),
          ),
        ),
      ),
    );
  };
  const interleave = (order: (typeof plain)[number], positions: readonly number[]): void => {
    let isWhole = true;
    plain.forEach((own, t) => {
      if (positions[t] === own.length) return;
      isWhole = false;
      interleave([...order, own[positions[t]]], positions.with(t, positions[t] + 1));
    });
    if (isWhole) run(order);
  };
  interleave(
    [],
    plain.map(() => 0),
  );
  return found;
}

/** Every outcome that the methods could have at all. */
function conceivable(program: Program): Outcome[] {
  return stepsOf(program).reduce<Value[][]>(
    (all, { method }) => {
      const results = method === "clear" ? [null] : [true, false];
      return all.flatMap((before) => results.map((result) => [...before, result]));
    },
    [[]],
  );
}

async function admitter(
  program: Program,
): Promise<(outcome: Outcome, levels: Readonly<Record<string, LevelName>>) => boolean> {
  const split = splitBulk(program, setSpec);
  const type: SequentialType = split.fit(await typeOfTarget(target, split.program));
  return (outcome, levels) =>
    split
      .histories(outcome)
      .some((history) => check(history, { type, levels, explain: false }).verdict === "satisfied");
}

describe("a bulk call as the sequence of its element operations", () => {
  test.each([
    "{ clear() } || { add(0); add(1); contains(0); contains(1) }",
    "{ add(1); clear() } || { add(0); contains(0); contains(1) }",
    "{ addAll([0,1]) } || { contains(1); contains(0); remove(0) }",
    "{ addAll([1,0]) } || { contains(1); contains(0) }",
    "{ add(0); removeAll([0,1]) } || { add(1); contains(1) }",
    "{ add(0); add(1); retainAll([1]) } || { remove(0); contains(1) }",
    "{ containsAll([0,1]) } || { add(0); add(1); remove(0) }",
    "{ addAll([0,1]); clear() } || { containsAll([1,0]); contains(1) }",
  ])("%s: with all levels complete exactly what some interleaving shows", async (text) => {
    const program = parseProgram(text);
    const admits = await admitter(program);
    const literal = literalOutcomes(program);
    const admitted = conceivable(program).filter((outcome) => admits(outcome, { "*": "complete" }));
    expect(new Set(admitted.map((outcome) => JSON.stringify(outcome)))).toEqual(literal);
  });

  test("a level for the bulk call is one for its element operations", async () => {
    // It finds nothing to remove: its remove(0) did not see the add(0) that happens before it.
    const admits = await admitter(parseProgram("{ add(0); removeAll([0,1]) } || { contains(1) }"));
    const outcome = [true, false, false];
    expect(admits(outcome, { "*": "complete" })).toBe(false);
    expect(admits(outcome, { "*": "complete", remove: "weak" })).toBe(false);
    expect(admits(outcome, { "*": "complete", removeAll: "basic" })).toBe(false);
    expect(admits(outcome, { "*": "complete", removeAll: "weak" })).toBe(true);
  });

  test("an outcome that no sequence of element operations has is not admitted", async () => {
    const admits = await admitter(parseProgram("{ clear() } || { addAll([0]) }"));
    expect(admits([{ throws: "IllegalStateException" }, true], { "*": "weak" })).toBe(false);
    expect(admits([null, { throws: "NullPointerException" }], { "*": "weak" })).toBe(false);
  });

  test("of a queue: as many polls as insertions, as many removals as occurrences", () => {
    const queue = specOf("offer", "poll", "peek");
    const printed = (text: string) => printProgram(splitBulk(parseProgram(text), queue).program);
    expect(printed("{ offer(1); clear() } || { addAll([1,0]) }")).toBe(
      "{ offer(1); poll(); poll(); poll() } || { add(1); add(0) }",
    );
    expect(printed("{ offer(1); removeAll([1]) } || { offer(1); offer(0) }")).toBe(
      "{ offer(1); remove(1); remove(1) } || { offer(1); offer(0) }",
    );
  });

  test("of a map: pairs in their order, each key once with its last value", () => {
    const map = specOf("put", "get", "remove");
    const split = splitBulk(parseProgram("{ putAll([[1,0],[0,1],[1,1]]) } || { put(2,0); clear() }"), map);
    expect(printProgram(split.program)).toBe(
      "{ put(1,1); put(0,1) } || { put(2,0); remove(0); remove(1); remove(2) }",
    );
    expect(split.histories([null, null, null]).map((history) => printHistory(history))).toEqual([
      "{ putAll(put,1,1); putAll(put,0,1) } || { put(2,0) => null; clear(remove,0); clear(remove,1); clear(remove,2) }",
    ]);
  });

  test("a program without bulk calls is left as it is", () => {
    const program = parseProgram("{ add(0) } || { v.set(); remove(0) }");
    expect(hasBulk(program)).toBe(false);
    expect(splitBulk(program, setSpec).program).toEqual(program);
    for (const method of bulkMethods) expect(hasBulk({ threads: [[{ method, args: [] }]] })).toBe(true);
  });
});
