// @module-tag slow
import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { checkGradually } from "../gradual.js";
import { createHistoryBuilder } from "../history/builder.js";
import { type History, isPending, labelOf } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { readAccesses, settle } from "../memory/accesses.js";
import { INITIAL } from "../memory/memory-history.js";
import { implies, type MemoryModel, memoryModels } from "../criteria/memory-models.js";
import { memoryOracle } from "@sightline/testing/memory/memory-oracle.js";
import { createRandom } from "../random.js";
import { memory } from "../types/memory.js";
import { verifyWitness } from "../witness/verify-criterion.js";
import { seeds } from "@sightline/testing/seeds.js";

const verdicts = (text: string, options: Parameters<typeof check>[1] = {}) =>
  Object.fromEntries(
    memoryModels.map((criterion) => [
      criterion,
      check(parseHistory(text, { type: "memory" }), { ...options, criterion }).verdict,
    ]),
  );

/** Few threads, values and variables, so that values are often written twice; some reads not observed. */
function randomHistory(seed: number, withTimes: boolean, withEdges: boolean): History {
  const random = createRandom(seed);
  const size = 2 + random.int(5);
  const sessions = 2 + random.int(2);
  const happensBefore: [number, number][] = [];
  if (withEdges && size > 2)
    for (let i = random.int(3); i > 0; i--) {
      const to = 1 + random.int(size - 1);
      happensBefore.push([random.int(to), to]);
    }
  const builder = createHistoryBuilder({ type: "memory", happensBefore });
  for (let id = 0; id < size; id++) {
    const x = random.pick(["x", "y"]);
    const write = random.chance(0.5);
    const value = random.pick([0, 1, 1, 2, null]);
    const observed = random.chance(0.85) ? { result: value } : {};
    builder.add({
      session: random.int(sessions),
      method: write ? "write" : "read",
      args: write ? [x, value] : [x],
      ...(write ? {} : observed),
      ...(withTimes && { call: id, ...(random.chance(0.7) && { return: 100 }) }),
    });
  }
  return builder.finish();
}

/** Tries every choice of who read from whom, and asks the literal definitions about each. */
function byBruteForce(history: History): Record<MemoryModel, boolean> {
  const accesses = readAccesses(history, history.initial);
  const answer = Object.fromEntries(memoryModels.map((model) => [model, false])) as Record<
    MemoryModel,
    boolean
  >;
  const source = new Int32Array(history.size).fill(INITIAL);
  const variableOf = (o: number) => labelOf(history, accesses.ids[o]).args[0];
  const settleFrom = (o: number): void => {
    if (o === history.size) {
      const found = memoryOracle(settle(accesses, source));
      for (const model of memoryModels) answer[model] ||= found[model];
      return;
    }
    const { method, result } = labelOf(history, accesses.ids[o]);
    if (method === "write" || result === undefined || isPending(history, accesses.ids[o])) {
      source[o] = method === "write" ? INITIAL : -2;
      return settleFrom(o + 1);
    }
    const writes = Array.from(accesses.ids.keys()).filter((w) => {
      const label = labelOf(history, accesses.ids[w]);
      return label.method === "write" && variableOf(w) === variableOf(o) && label.args[1] === result;
    });
    for (const candidate of [...(result === 0 || result === null ? [INITIAL] : []), ...writes]) {
      source[o] = candidate;
      settleFrom(o + 1);
    }
  };
  settleFrom(0);
  return answer;
}

describe("models of shared memory, values written more than once and all", () => {
  test.each([
    ["plain", false, false],
    ["with pending operations", true, false],
    ["with declared happens-before", false, true],
  ])("agree with brute force over all choices of sources: %s", (_, withTimes, withEdges) => {
    const counts = { satisfied: 0, violated: 0 };
    for (let seed = 0; seed < seeds(400); seed++) {
      const history = randomHistory(seed, withTimes, withEdges);
      const expected = byBruteForce(history);
      for (const criterion of memoryModels) {
        if (history.happensBefore.length > 0 && (criterion === "tso" || criterion === "wccm")) continue;
        const result = check(history, { criterion, explain: false });
        expect(result.verdict, `seed ${seed}, ${criterion}`).toBe(
          expected[criterion] ? "satisfied" : "violated",
        );
        counts[result.verdict as keyof typeof counts]++;
        if (result.verdict === "satisfied")
          expect(verifyWitness(history, { criterion, type: memory }, result.witness)).toEqual({
            valid: true,
          });
        if (criterion === "sc")
          expect(check(history, { criterion: "sequential", explain: false }).verdict, `seed ${seed}`).toBe(
            result.verdict,
          );
      }
    }
    expect(counts.satisfied).toBeGreaterThan(330);
    expect(counts.violated).toBeGreaterThan(330);
  });

  test("a choice of sources that fails is told case by case", () => {
    const result = check(
      parseHistory("{ write(x,1); write(x,1); write(x,2); write(y,2) } || { read(y) => 2; read(x) => 1 }", {
        type: "memory",
      }),
      { criterion: "cc" },
    );
    expect(result).toMatchObject({ verdict: "violated", violation: { kind: "core" } });
    if (result.verdict === "violated")
      expect(result.violation.reason).toMatch(/^if operation 5, read\(x\) => 1, has/);
  });

  test("thin air is named", () => {
    expect(
      check(parseHistory("{ write(x,1); read(x) => 3 }", { type: "memory" }), { criterion: "cc" }),
    ).toMatchObject({
      verdict: "violated",
      violation: { kind: "core", operations: [1], pattern: "ThinAirRead", stuck: 1 },
    });
  });

  test("initial values count", () => {
    const text = "{ write(x,1); read(y) => 7 } || { write(y,1); read(x) => 5 }";
    expect(verdicts(text, { initial: { x: 5, y: 7 } })).toMatchObject({ tso: "satisfied", sc: "violated" });
    expect(verdicts(text)).toMatchObject({ cc: "violated" });
  });

  test("other types, declared happens-before with store buffers, and algorithms that do not fit are refused", () => {
    expect(() => check(parseHistory("{ add(1) }", { type: "set" }), { criterion: "sc" })).toThrow(
      "sc is for histories of type memory",
    );
    const builder = createHistoryBuilder({ type: "memory", happensBefore: [[0, 1]] });
    builder.add({ session: 0, method: "write", args: ["x", 1] });
    builder.add({ session: 1, method: "read", args: ["x"], result: 1 });
    expect(() => check(builder.finish(), { criterion: "tso" })).toThrow("tso has no meaning for declared");
    const history = parseHistory("{ write(x,1) }", { type: "memory" });
    expect(() => check(history, { criterion: "cc", algorithm: "sat" })).toThrow(
      "sat does not decide cc: take one of auto, clocks",
    );
    expect(() => check(history, { criterion: "sc", algorithm: "clocks" })).toThrow("or ask for sequential");
    expect(() => check(history, { criterion: "sequential", algorithm: "branch" })).toThrow(
      "shared memory only",
    );
    expect(() => check(history, { criterion: "causal", algorithm: "enumerate" })).toThrow(
      "shared memory only",
    );
  });
});

describe("gradual", () => {
  test("goes from weak to strong, and stops where a law tells the rest", () => {
    const results = checkGradually(
      parseHistory("{ write(x,1); write(y,1) } || { read(y) => 1; read(x) => 0 }", { type: "memory" }),
    );
    expect(results.map(({ criterion }) => criterion)).toEqual(memoryModels);
    expect(results.map(({ stats }) => stats.algorithm === "law")).toEqual([
      false,
      true,
      true,
      true,
      false,
      true,
      true,
    ]);
    for (const { verdict } of results) expect(verdict).toBe("violated");
    expect(results[6]).toMatchObject({
      violation: {
        impliedBy: "cc",
        reason: expect.stringMatching(/^cc is violated, and sc asks for more: WriteCOInitRead/),
      },
    });
  });

  test("counts the pairs of writes that each model leaves unordered", () => {
    const history = parseHistory(
      "{ write(x,1); write(x,2) } || { write(x,3) } || { read(x) => 3; read(x) => 2 }",
      {
        type: "memory",
      },
    );
    const pairs = checkGradually(history).map(({ criterion, stats }) => [criterion, stats.writePairs]);
    expect(Object.fromEntries(pairs)).toEqual({
      ccv: { pairs: 3, unordered: 1 },
      ccm: { pairs: 3, unordered: 1 },
      wccm: { pairs: 3, unordered: 1 },
      tso: { pairs: 3, unordered: 1 },
      sc: { pairs: 3, unordered: 1 },
    });
    expect(check(history, { criterion: "sc" }).stats.writePairs).toBeUndefined();
  });

  test("says what checking each would say", () => {
    for (let seed = 0; seed < seeds(100); seed++) {
      const history = randomHistory(seed, false, false);
      for (const { criterion, verdict } of checkGradually(history, { explain: false }))
        expect(check(history, { criterion, explain: false }).verdict, `seed ${seed}`).toBe(verdict);
    }
  });
});

test("implication is reflexive and transitive", () => {
  for (const a of memoryModels) {
    expect(implies(a, a)).toBe(true);
    for (const b of memoryModels)
      for (const c of memoryModels) if (implies(a, b) && implies(b, c)) expect(implies(a, c)).toBe(true);
  }
  expect(implies("cc", "sc")).toBe(false);
});
