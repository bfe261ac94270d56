// @module-tag slow
import { beforeAll, describe, expect, test } from "vitest";
import { type Budget, createBudget } from "@sightline/core/budget.js";
import { createEdgeList } from "@sightline/core/memory/relations/edge-list.js";
import type { MemoryFound } from "@sightline/core/memory/memory-found.js";
import { completeBySat } from "@sightline/core/memory/store-order/sat/complete-by-sat.js";
import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { createMeter } from "@sightline/core/memory/meter.js";
import { decideByPaper, paperAlgorithms } from "@sightline/core/memory/paper/decide-by-paper.js";
import type { SatSolverFactory } from "@sightline/core/memory/store-order/sat/sat-solver.js";
import { furtherEdges, saturate } from "@sightline/core/memory/store-order/saturation.js";
import { createTsoView } from "@sightline/core/memory/store-order/tso-view.js";
import {
  generateMemory,
  memoryOf,
  randomMemory,
  withGivenEdges,
} from "@sightline/testing/memory/generate-memory.js";
import type { Access } from "@sightline/testing/memory/threads-of.js";
import { satisfiesModel } from "@sightline/testing/memory/memory-oracle.js";
import { createRandom } from "@sightline/core/random.js";
import { loadSatSolver } from "./index.js";

let factory: SatSolverFactory;
beforeAll(async () => {
  const loaded = await loadSatSolver();
  if (loaded === undefined) throw new Error("cadical-wasm is not installed: run npm install");
  factory = loaded;
});

type Engine = (memory: MemoryHistory, budget: Budget) => MemoryFound;

/** SC by lazy SAT, from the edges that saturation finds, or from none. */
const lazySc =
  (saturated: boolean): Engine =>
  (memory, budget) => {
    if (!saturated) return completeBySat(memory, createEdgeList(), factory, budget);
    const saturation = saturate(memory, createMeter(budget));
    if (!saturation.consistent) return { verdict: "violated", algorithm: "saturation", states: 0 };
    return completeBySat(memory, furtherEdges(saturation.order), factory, budget);
  };

/** TSO by lazy SAT: on the view of the history that has reads and writes on chains of their own. */
const lazyTso =
  (saturated: boolean): Engine =>
  (memory, budget) => {
    const tso = createTsoView(memory);
    if (!tso.coherent) return { verdict: "violated", algorithm: "tso-view", states: 0 };
    const found = lazySc(saturated)(tso.view, budget);
    if (found.verdict !== "satisfied") return found;
    return { ...found, orders: found.orders.map((order) => order.map((o) => tso.original[o])) };
  };

/** Whether the order is one of all operations in which each read returns the last write before it. */
function isSequential(memory: MemoryHistory, order: Int32Array): boolean {
  if (!isOrderOfAll(memory, order, () => true)) return false;
  const current = new Int32Array(memory.variables).fill(INITIAL);
  for (const o of order)
    if (memory.isWrite[o] === 1) current[memory.variable[o]] = o;
    else if (current[memory.variable[o]] !== memory.source[o]) return false;
  return true;
}

/**
 * Whether a store-buffer machine can go through the order, writes standing for their commits: ppo is
 * kept; a read of an own earlier write comes before a later own one commits to that variable; others
 * read memory; no own write to the variable waits meanwhile.
 */
function isStoreBuffered(memory: MemoryHistory, order: Int32Array): boolean {
  const { isWrite, variable, source, thread, first } = memory;
  if (!isOrderOfAll(memory, order, (a, b) => isWrite[a] === 0 || isWrite[b] === 1)) return false;
  const place = placesOf(order);
  const current = new Int32Array(memory.variables).fill(INITIAL);
  for (const o of order) {
    if (isWrite[o] === 1) {
      current[variable[o]] = o;
      continue;
    }
    let own = o - 1; // the last own write to the variable before the read
    while (own >= first[thread[o]] && !(isWrite[own] === 1 && variable[own] === variable[o])) own--;
    const waits = own >= first[thread[o]] && place[own] > place[o];
    if (source[o] !== (waits ? own : current[variable[o]])) return false;
  }
  return true;
}

function isOrderOfAll(
  { size, thread, given }: MemoryHistory,
  order: Int32Array,
  keeps: (a: number, b: number) => boolean,
): boolean {
  if (order.length !== size || new Set(order).size !== size) return false;
  const place = placesOf(order);
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++)
      if (thread[a] === thread[b] && keeps(a, b) && place[a] > place[b]) return false;
  for (let i = 0; i < given.length; i += 2) if (place[given[i]] > place[given[i + 1]]) return false;
  return true;
}

function placesOf(order: Int32Array): Int32Array {
  const place = new Int32Array(order.length);
  order.forEach((o, i) => {
    place[o] = i;
  });
  return place;
}

/** Compares an engine with the definition on random histories, and looks at its witnesses. */
function compare(
  model: "sc" | "tso",
  engine: Engine,
  histories: Iterable<MemoryHistory>,
): { satisfied: number; violated: number } {
  const isWitness = model === "sc" ? isSequential : isStoreBuffered;
  const count = { satisfied: 0, violated: 0 };
  let number = 0;
  for (const memory of histories) {
    const found = engine(memory, createBudget());
    const expected = satisfiesModel(memory, model) ? "satisfied" : "violated";
    expect(`${number} ${found.verdict}`).toBe(`${number} ${expected}`);
    if (found.verdict === "satisfied")
      expect(isWitness(memory, found.orders[0]), `witness ${number}`).toBe(true);
    count[expected]++;
    number++;
  }
  return count;
}

function* smallHistories(from: number, to: number, given: boolean): Generator<MemoryHistory> {
  for (let seed = from; seed < to; seed++) {
    const memory = randomMemory(seed);
    yield given && seed % 3 === 0 ? withGivenEdges(memory, seed) : memory;
  }
}

/** Threads that each read two variables, of several writers each: few orders explain them, if any. */
function twoReadThreads(variables: number, writes: number, threads: number, seed: number): MemoryHistory {
  const random = createRandom(seed);
  const programs: Access[][] = [];
  for (let x = 0; x < variables; x++) for (let v = 1; v <= writes; v++) programs.push([["w", `x${x}`, v]]);
  for (let t = 0; t < threads; t++) {
    const x = random.int(variables);
    const y = (x + 1 + random.int(variables - 1)) % variables;
    programs.push([
      ["r", `x${x}`, 1 + random.int(writes)],
      ["r", `x${y}`, 1 + random.int(writes)],
    ]);
  }
  return memoryOf(programs);
}

describe("lazy SAT", () => {
  for (const saturated of [true, false]) {
    const from = saturated ? "the saturated order" : "no edges";
    test(`agrees with the definition of SC, starting from ${from}`, () => {
      const { satisfied, violated } = compare("sc", lazySc(saturated), smallHistories(0, 2000, true));
      expect(Math.min(satisfied, violated)).toBeGreaterThan(300);
    });
    test(`agrees with the definition of TSO, starting from ${from}`, () => {
      const { satisfied, violated } = compare("tso", lazyTso(saturated), smallHistories(4000, 6000, false));
      expect(Math.min(satisfied, violated)).toBeGreaterThan(300);
    });
  }

  test("agrees with enumeration where saturation leaves all orders open", () => {
    const count = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 0; seed < 200; seed++) {
      const memory = twoReadThreads(4, 2 + (seed % 2), 24 + (seed % 40), seed);
      const found = lazySc(true)(memory, createBudget());
      const enumerated = decideByPaper(memory, "sc", "enumerate", { budget: createBudget() });
      expect(`${seed} ${found.verdict}`).toBe(`${seed} ${enumerated.verdict}`);
      for (const { verdict, orders } of [found, enumerated].filter((f) => f.verdict === "satisfied"))
        expect(isSequential(memory, orders[0]), `${verdict} ${seed}`).toBe(true);
      count[found.verdict]++;
    }
    expect(Math.min(count.satisfied, count.violated)).toBeGreaterThan(50);
  });

  test("decides hundreds of two-read threads on either side of the threshold", () => {
    const engine = lazySc(true);
    const easy = twoReadThreads(24, 3, 240, 1);
    const found = engine(easy, createBudget());
    expect(found.verdict).toBe("satisfied");
    if (found.verdict === "satisfied") expect(isSequential(easy, found.orders[0])).toBe(true);
    expect(engine(twoReadThreads(24, 3, 400, 1), createBudget()).verdict).toBe("violated");
  });

  test("orders the writes of a history of thousands of operations", () => {
    const memory = generateMemory("sc", { operations: 3000, threads: 6, variables: 8, writes: 0.4, seed: 5 });
    const found = lazySc(true)(memory, createBudget());
    expect(found.verdict).toBe("satisfied");
    if (found.verdict === "satisfied") expect(isSequential(memory, found.orders[0])).toBe(true);
  });

  test("says what ran out", () => {
    const memory = twoReadThreads(24, 3, 300, 2);
    const none = createBudget({ states: 0 });
    expect(completeBySat(memory, createEdgeList(), factory, none)).toMatchObject({
      verdict: "unknown",
      reason: "states",
    });
    let asked = 0;
    const cancelled = createBudget({ cancelled: () => ++asked > 40 });
    expect(completeBySat(memory, createEdgeList(), factory, cancelled)).toMatchObject({
      verdict: "unknown",
      reason: "cancelled",
    });
    const small = createBudget({ memory: 100_000 });
    expect(completeBySat(memory, createEdgeList(), factory, small)).toMatchObject({
      verdict: "unknown",
      reason: "memory",
    });
  });
});

describe("the algorithms of CAV'19", () => {
  for (const algorithm of paperAlgorithms) {
    const engine =
      (model: "sc" | "tso"): Engine =>
      (memory, budget) =>
        decideByPaper(memory, model, algorithm, { budget, sat: factory });
    test(`${algorithm} agrees with the definition of SC`, () => {
      const { satisfied, violated } = compare("sc", engine("sc"), smallHistories(10_000, 11_500, true));
      expect(Math.min(satisfied, violated)).toBeGreaterThan(300);
    });
    test(`${algorithm} agrees with the definition of TSO`, () => {
      const { satisfied, violated } = compare("tso", engine("tso"), smallHistories(20_000, 21_500, false));
      expect(Math.min(satisfied, violated)).toBeGreaterThan(300);
    });
  }

  test("ccm+enumerate and ccm+sat find the order of a history of a hundred operations", () => {
    const memory = generateMemory("sc", { operations: 100, threads: 4, variables: 4, writes: 0.3, seed: 3 });
    for (const algorithm of ["ccm+enumerate", "ccm+sat"] as const) {
      const found = decideByPaper(memory, "sc", algorithm, { budget: createBudget(), sat: factory });
      expect(found).toMatchObject({ verdict: "satisfied", algorithm });
      if (found.verdict === "satisfied") expect(isSequential(memory, found.orders[0])).toBe(true);
    }
  });

  test("each says what ran out", () => {
    const memory = generateMemory("sc", { operations: 60, threads: 4, variables: 2, writes: 0.5, seed: 8 });
    for (const algorithm of paperAlgorithms) {
      const budget = createBudget({ states: 0 });
      expect(decideByPaper(memory, "tso", algorithm, { budget, sat: factory })).toMatchObject({
        verdict: "unknown",
        reason: "states",
        algorithm,
      });
    }
  });

  test("SAT without a solver says what to install", () => {
    for (const algorithm of ["sat", "ccm+sat"] as const)
      expect(() => decideByPaper(randomMemory(1), "sc", algorithm, { budget: createBudget() })).toThrow(
        "npm install cadical-wasm",
      );
  });
});
