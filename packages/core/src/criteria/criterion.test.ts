import { describe, expect, test } from "vitest";
import { catalogue } from "./catalogue.js";
import { findCriterion, resolveCriterion } from "./criterion.js";
import { levelOf, parseLevelMap, printLevelMap } from "./level-map.js";

describe("a criterion", () => {
  test("of every name in the catalogue is found, and its name finds it again", () => {
    for (const name of Object.keys(catalogue)) {
      const found = findCriterion(name);
      expect(found.name).toBe(name);
      expect(structuredClone(found)).toEqual(found);
    }
  });

  test.each([
    "causal",
    "levels put=complete,contains=monotonic,*=weak",
    "axioms vis >= hb; vis >= vis.vis",
    "monotonic-reads",
  ])("%s over real time says so in its name, which finds it again", (text) => {
    const found = findCriterion(text, "realtime");
    expect(found).toMatchObject({ name: `${text} (realtime)`, order: "realtime" });
    expect(findCriterion(found.name)).toEqual(found);
    expect(findCriterion(text)).toMatchObject({ name: text, order: "session" });
  });

  test("by default suits the history", () => {
    expect(resolveCriterion({}, { timed: true }).kind).toBe("linearizability");
    expect(resolveCriterion({}, { timed: false }).kind).toBe("sequential");
  });

  test("by another of its names has its own", () => {
    expect(findCriterion("readMyWrites").name).toBe("read-my-writes");
  });

  test.each([
    ["SC", "sc"],
    ["Sequential", "sequential"],
    ["Linearizability", "linearizability"],
    ["Strict-Serializability", "strict-serializability"],
    ["CAUSAL", "causal"],
    ["Read-My-Writes", "read-my-writes"],
    ["READMYWRITES", "read-my-writes"],
    ["levels put=Weak", "levels put=weak,*=complete"],
  ])("in other capitals, %s is %s", (given, name) => {
    expect(findCriterion(given).name).toBe(name);
  });

  test("of levels names each method, and the rest", () => {
    expect(resolveCriterion({ levels: { put: "weak" } }, { timed: false })).toEqual({
      kind: "levels",
      name: "levels put=weak,*=complete",
      levels: { put: "weak" },
      order: "session",
    });
  });

  test.each([
    [{ criterion: "caussal" }, 'did you mean "causal"?'],
    [
      { criterion: "nothing like it at all" },
      "the criteria are linearizability, sequential, serializability, strict-serializability, weak,",
    ],
    [{ criterion: "sequential", order: "realtime" }, 'ask for "linearizability"'],
    [{ criterion: "linearizability", order: "session" }, 'ask for "sequential"'],
    [{ criterion: "serializability", order: "realtime" }, 'ask for "strict-serializability"'],
    [{ criterion: "strict-serializability", order: "session" }, 'ask for "serializability"'],
    [{ criterion: "weak", axioms: "vis >= hb" }, "give only one of the three"],
    [{ axioms: "vis >= hbb" }, "^^^"],
    [{ levels: { put: "monotone" } }, 'did you mean "monotonic"?'],
    [{ levels: [] }, "levels are an object"],
    [{ criterion: "levels put" }, "method=level"],
    [{ criterion: "levels put=weak,put=basic" }, "the level of put is given twice"],
    [{ criterion: "levels put=weak=basic" }, "method=level"],
  ])("that makes no sense is refused: %j", (options, words) => {
    expect(() => resolveCriterion(options as object, { timed: true })).toThrow(words);
  });
});

describe("a level map", () => {
  test("is read and printed", () => {
    const levels = parseLevelMap(" *=weak , put=complete,get = causal");
    expect(printLevelMap(levels)).toBe("put=complete,get=causal,*=weak");
    expect(parseLevelMap(printLevelMap(levels))).toEqual(levels);
  });

  test("gives methods that it does not name the level of the rest, or complete", () => {
    expect(levelOf({ put: "weak" }, "get")).toBe("complete");
    expect(levelOf({ put: "weak", "*": "basic" }, "get")).toBe("basic");
    expect(levelOf({ put: "weak", "*": "basic" }, "put")).toBe("weak");
    expect(levelOf({ "*": "basic" }, "toString")).toBe("basic");
  });
});
