import { createRandom, type LevelName } from "@sightline/core";
import { describe, expect, test } from "vitest";
import type { LevelMap } from "../object/admitted.js";
import { parseProgram } from "../object/notation.js";
import type { Model } from "./admission.js";
import { blame, type Suspect } from "./blame.js";
import type { Observation } from "./observe.js";

const atomic: LevelMap = { "*": "complete" };

/** An observation of one outcome, which the levels admit that `admits` says. */
function observation(text: string, admits: (levels: LevelMap) => boolean): Observation {
  return {
    admission: {
      program: parseProgram(text),
      admits: (_, model: Model) => "levels" in model && admits(model.levels),
      outcomes: () => undefined,
      relaxing: () => undefined,
    },
    executions: 10,
    seconds: 1,
    outcomes: [{ results: [], count: 1 }],
  };
}

const suspect = (method: string, more: Partial<Suspect> = {}): Suspect => ({
  method,
  level: "complete",
  weaker: ["causal", "peer", "monotonic", "basic", "weak"],
  programs: 10,
  changes: true,
  ...more,
});

const blamed = (observations: readonly Observation[], suspects: readonly Suspect[]) =>
  Object.fromEntries(blame(observations, suspects, atomic).map(({ method, to }) => [method, to]));

const isAt = (levels: LevelMap, method: string, ...wanted: LevelName[]): boolean =>
  wanted.includes(levels[method] ?? "complete");

describe("what was seen is borne", () => {
  test("by one method that can, lowered as little as will do", () => {
    const seen = observation("{ put(); get() } || { put() }", (levels) =>
      isAt(levels, "get", "monotonic", "basic", "weak"),
    );
    expect(blamed([seen], [suspect("put"), suspect("get")])).toEqual({ get: "monotonic" });
  });

  test("by the one method of all witnesses rather than by several of them", () => {
    const never = (): boolean => false;
    const witnesses = [
      observation("{ put() } || { size() }", never),
      observation("{ remove() } || { size() }", never),
    ];
    const suspects = ["put", "remove", "size"].map((method) => suspect(method));
    expect(blamed(witnesses, suspects)).toEqual({ size: "none" });
    expect(blame(witnesses, suspects, atomic)[0].program).toBe(witnesses[0].admission.program);
  });

  test("by who is in the witness, never by another", () => {
    const seen = observation("{ a() } || { b() }", () => false);
    expect(Object.keys(blamed([seen], [suspect("z", { programs: 1 }), suspect("a"), suspect("b")]))).toEqual([
      "a",
    ]);
  });

  test("rather by who is seldom there when all goes well", () => {
    const seen = observation("{ put() } || { size() }", () => false);
    const size = suspect("size", { programs: 3, changes: false });
    expect(blamed([seen], [suspect("put", { programs: 100 }), size])).toEqual({ size: "none" });
    expect(blamed([seen], [suspect("put", { programs: 3 }), size])).toEqual({ put: "none" });
  });

  test("by two where one is not enough", () => {
    const seen = observation(
      "{ a() } || { b() }",
      (levels) => isAt(levels, "a", "weak") && isAt(levels, "b", "basic", "weak"),
    );
    expect(blamed([seen], [suspect("a"), suspect("b")])).toEqual({ a: "weak", b: "basic" });
  });

  test("rather by who was not atomic before", () => {
    const seen = observation(
      "{ a() } || { b() }",
      (levels) => isAt(levels, "a", "weak") || isAt(levels, "b", "weak"),
    );
    const relaxed = suspect("b", { level: "monotonic", weaker: ["basic", "weak"], programs: 100 });
    expect(blamed([seen], [suspect("a"), relaxed])).toEqual({ b: "weak" });
    expect(blamed([seen], [suspect("a"), { ...relaxed, level: "complete" }])).toEqual({ a: "weak" });
  });

  test("by no one where the levels admit it", () => {
    expect(blamed([observation("{ a() } || { b() }", () => true)], [suspect("a")])).toEqual({});
  });

  test("by as few as any set of methods that bears it all", () => {
    const names = ["a", "b", "c", "d", "e"];
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const pick = (): string => names[random.int(names.length)];
      const observations = Array.from({ length: 1 + random.int(5) }, () => {
        const calls = [pick(), pick(), pick()];
        const weak = new Set(calls.filter(() => random.chance(0.4)));
        const text = `{ ${calls[0]}(); ${calls[1]}() } || { ${calls[2]}() }`;
        const seen = observation(text, (levels) => [...weak].some((name) => isAt(levels, name, "weak")));
        return { seen, calls: new Set(calls), weak };
      });
      const isBorne = (to: ReadonlyMap<string, string>): boolean =>
        observations.every(({ calls, weak }) =>
          [...calls].some((name) => to.get(name) === "none" || (to.has(name) && weak.has(name))),
        );
      const cost = (to: ReadonlyMap<string, string>): number =>
        100 * [...to.values()].filter((level) => level === "none").length + to.size;
      const cheapest = Math.min(...everyBurden(names).filter(isBorne).map(cost));
      const found = blame(
        observations.map(({ seen }) => seen),
        names.map((name) => suspect(name)),
        atomic,
      );
      const to = new Map(found.map((one) => [one.method, one.to]));
      expect([isBorne(to), cost(to)], `seed ${seed}`).toEqual([true, cheapest]);
    }
  });
});

/** Every way to lower some of the methods to weak, or to no level at all. */
function everyBurden([first, ...rest]: readonly string[]): ReadonlyMap<string, string>[] {
  if (first === undefined) return [new Map()];
  return everyBurden(rest).flatMap((burden) => [
    burden,
    new Map([...burden, [first, "weak"]]),
    new Map([...burden, [first, "none"]]),
  ]);
}
