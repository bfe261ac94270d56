// @module-tag slow
import { describe, expect, test } from "vitest";
import { createBudget, type Bounds } from "../budget.js";
import { wholePart } from "../decompose/parts.js";
import type { OperationRecord } from "../history/builder.js";
import type { History } from "../history/history.js";
import { fuzzOne } from "@sightline/testing/order/fuzz.js";
import { paperEngines } from "@sightline/testing/order/paper-engines.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { findType, types, typeNames } from "../types/index.js";
import { verify } from "../witness/verify.js";
import { backtrack } from "./backtrack.js";
import { jit } from "./jit.js";
import { wglLru } from "./wgl-lru.js";
import { wgl } from "./wgl.js";
import { wingGong } from "./wing-gong.js";
import { seeds } from "@sightline/testing/seeds.js";

describe("the papers' engines agree with the oracle", () => {
  const seedsPerType = seeds(100);
  let histories = 0;

  test.each(typeNames)("on random histories of type %s", (name) => {
    for (let i = 0; i < seedsPerType; i++) {
      const report = fuzzOne(findType(name), paperEngines, 10_000 + i);
      histories += report.comparisons / 2;
      const told = report.problems.map(({ what, history }) => [what, JSON.stringify(toRecord(history))]);
      expect({ seed: report.seed, told }).toEqual({ seed: report.seed, told: [] });
    }
  });

  test("on thousands of them", () => {
    expect(histories).toBeGreaterThan(seeds(4_000));
  });
});

describe("on histories of some hundred operations", () => {
  const histories = Array.from({ length: 40 }, (_, seed) =>
    simulate({ type: types.set, threads: 3, operations: 30 + seed, values: 3, seed, corrupt: seed % 4 }),
  );
  const claim = { type: types.set, criterion: "linearizability" } as const;

  test("the engines with a memory agree, and their witnesses hold", () => {
    const verdicts = histories.map((history) => {
      const part = wholePart(history, types.set, undefined);
      const found = [jit, wgl, wglLru].map((engine) => engine(part, createBudget()));
      for (const one of found) {
        expect(one.verdict).toBe(found[0].verdict);
        if (one.verdict !== "satisfied") continue;
        const linearization = Array.from(one.linearization, (row) => part.ids[row]);
        expect(verify(history, claim, { linearization })).toEqual({ valid: true });
      }
      return found[0].verdict;
    });
    expect(new Set(verdicts)).toEqual(new Set(["satisfied", "violated"]));
  });

  test("wgl and a roomy wgl-lru enter each configuration once, as with a plain set of all bits", () => {
    for (const history of histories) {
      const part = wholePart(history, types.set, undefined);
      const known = new Set<string>();
      const plain = backtrack(part, createBudget(), {
        add(_hash, _a, state, words) {
          const before = known.size;
          known.add(`${state}:${words.join()}`);
          return known.size > before ? "new" : "seen";
        },
      });
      for (const engine of [wgl, wglLru]) expect(engine(part, createBudget()).states).toBe(plain.states);
    }
  });
});

/** Concurrent writes of distinct values, then two reads that differ: every order of the writes fails. */
function hopeless(writes: number): History {
  const operations: OperationRecord[] = Array.from({ length: writes }, (_, session) => ({
    session,
    method: "write",
    args: [session],
    call: 0,
    return: 1,
  }));
  const read = { session: writes, method: "read" };
  operations.push({ ...read, result: 0, call: 2, return: 3 }, { ...read, result: 1, call: 4, return: 5 });
  return fromRecord({ operations }) as History;
}

describe.each(Object.entries({ wingGong, jit, wgl, wglLru }))("%s", (name, engine) => {
  const decide = (history: History, type = types.register, limits: Bounds = {}) =>
    engine(wholePart(history, type, undefined), createBudget(limits));

  test("decides the empty history", () => {
    expect(decide(fromRecord({ operations: [] }) as History)).toMatchObject({ verdict: "satisfied" });
  });

  test("goes as deep as a long history needs", () => {
    const history = simulate({ type: types.counter, threads: 1, operations: 50_000, values: 2, seed: 1 });
    const found = decide(history, types.counter);
    expect(found.verdict).toBe("satisfied");
    if (found.verdict === "satisfied")
      expect(Array.from(found.linearization)).toEqual(Array.from(history.label.keys()));
  });

  test("tells at whose return no linearization can go on", () => {
    const operations = [1, 2, 3, 4, 5].flatMap((value, i) => [
      { session: 0, method: "write", args: [value], call: 4 * i, return: 4 * i + 1 },
      { session: 1, method: "read", result: i === 3 ? 1 : value, call: 4 * i + 2, return: 4 * i + 3 },
    ]);
    expect(decide(fromRecord({ operations }) as History)).toMatchObject({ verdict: "violated", stuck: 7 });
  });

  test("leaves out a pending operation and takes it in as needed", () => {
    const lost = { session: 0, method: "write", args: [1], call: 0 };
    const read = (result: number | null) => ({ session: 1, method: "read", result, call: 1, return: 2 });
    const linearization = (result: number | null) => {
      const found = decide(fromRecord({ operations: [lost, read(result)] }) as History);
      return found.verdict === "satisfied" ? Array.from(found.linearization) : undefined;
    };
    expect(linearization(1)).toEqual([0, 1]);
    expect(linearization(2)).toBeUndefined();
    expect(linearization(null)?.at(0)).toBe(1);
  });

  test("stops where the budget ends", () => {
    const history = hopeless(40);
    const reasonWith = (limits: Bounds) => {
      const found = decide(history, types.register, limits);
      return found.verdict === "unknown" ? found.reason : found.verdict;
    };
    expect(reasonWith({ states: 5000 })).toBe("states");
    expect(reasonWith({ deadline: performance.now() })).toBe("deadline");
    let asked = 0;
    expect(reasonWith({ cancelled: () => ++asked > 3 })).toBe("cancelled");
    if (name !== "wingGong") expect(reasonWith({ memory: 1_000_000 })).toBe("memory");
  });

  test("decides what fits into the budget", () => {
    const found = decide(hopeless(5), types.register, { states: 100_000, memory: 10_000_000 });
    expect(found).toMatchObject({ verdict: "violated", stuck: 6 });
  });
});
