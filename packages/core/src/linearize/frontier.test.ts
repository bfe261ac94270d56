import { createTrail } from "../cubes/trail.js";
import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { wholePart } from "../decompose/parts.js";
import type { History } from "../history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { simulate } from "@sightline/testing/history/simulate.js";
import { findType, types, typeNames } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { verify } from "../witness/verify.js";
import { createAutomaton } from "./automaton.js";
import { bitParallel } from "./bit-parallel.js";
import type { Found } from "./engine.js";
import { frontier, openFrontier } from "./frontier.js";
import { fronts } from "./fronts.js";
import { createMachine, type Machine } from "./machine.js";
import type { Part } from "./part.js";

/** The machine of a part with nothing merged and no table: what the search has when states are many. */
function plainMachine(part: Part): Machine {
  const { initial, pure, step } = createAutomaton(part.type, part.labels, part.initial, createBudget());
  const classCount = part.labels.length;
  return { initial, classOf: part.label, classCount, pure, step, table: undefined };
}

/** What the ways to search find: by bits (where that applies), depth first, and depth first with nothing merged. */
function allWays(part: Part): { bits: Found | undefined; merged: Found; plain: Found } {
  const machine = createMachine(part, createBudget());
  const at = fronts(part);
  return {
    bits: bitParallel(part, machine, at, createBudget()),
    merged: openFrontier(part, machine, at, createBudget())(createTrail()),
    plain: openFrontier(part, plainMachine(part), at, createBudget())(createTrail()),
  };
}

function expectWitness(history: History, type: SequentialType, part: Part, found: Found): void {
  if (found.verdict !== "satisfied") return;
  const linearization = Array.from(found.linearization, (row) => part.ids[row]);
  const claim = { type, criterion: "linearizability", initial: part.initial } as const;
  expect(verify(history, claim, { linearization }), JSON.stringify(toRecord(history))).toEqual({
    valid: true,
  });
}

/** A set whose `any` shows any of its elements: its labels narrow sets of states without changing them. */
const hat: SequentialType<readonly number[]> = {
  name: "hat",
  methods: {
    put: { params: ["value"], doc: "Puts the value in, or its neighbour." },
    any: { params: [], doc: "Shows any." },
    drop: { params: [], doc: "Loses any." },
  },
  init: () => [],
  step(state, { method, args }) {
    if (method === "put")
      return [0, 1].map((more) => ({
        state: [...new Set([...state, (args[0] as number) + more])].sort((a, b) => a - b),
        result: null,
      }));
    if (state.length === 0) return { state, result: null };
    return state.map((value) => ({
      state: method === "drop" ? state.filter((one) => one !== value) : state,
      result: method === "drop" ? null : value,
    }));
  },
  pure: ({ method }) => method === "any",
};

describe("the ways to search agree with each other and with the oracle", () => {
  let byBits = 0;
  test.each([...typeNames.map(findType), hat].map((type) => [type.name, type] as const))(
    "on a %s",
    (_, type) => {
      for (let seed = 20_000; seed < 20_220; seed++) {
        const history = generateHistory(type, seed);
        if (!history.timed) continue;
        const part = wholePart(history, type, history.initial);
        const expected = satisfies(history, type, "linearizability") ? "satisfied" : "violated";
        const { bits, merged, plain } = allWays(part);
        if (bits !== undefined) byBits++;
        for (const found of bits === undefined ? [merged, plain] : [bits, merged, plain]) {
          expect(found.verdict, `seed ${seed}: ${JSON.stringify(toRecord(history))}`).toBe(expected);
          expectWitness(history, type, part, found);
        }
      }
    },
  );

  test("and each had its turn", () => {
    expect(byBits).toBeGreaterThan(300);
  });
});

describe("on longer histories", () => {
  test.each([2, 3, 5])("of %d threads all ways agree, on the verdict and on where it fails", (threads) => {
    const verdicts = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 1; seed <= 40; seed++) {
      const type = seed % 3 === 0 ? types.register : types.set;
      const corrupt = seed % 2;
      const history = simulate({ type, threads, operations: 40, values: 2, seed, corrupt });
      const part = wholePart(history, type, undefined);
      const { bits, merged, plain } = allWays(part);
      expect(bits).toBeDefined();
      expect(merged.verdict).toBe(bits?.verdict);
      expect(plain.verdict).toBe(bits?.verdict);
      if (merged.verdict === "violated")
        expect([bits, plain]).toMatchObject([{ stuck: merged.stuck }, { stuck: merged.stuck }]);
      for (const found of [bits, merged, plain] as Found[]) expectWitness(history, type, part, found);
      verdicts[merged.verdict]++;
    }
    expect(verdicts.satisfied).toBeGreaterThanOrEqual(20);
    expect(verdicts.violated).toBeGreaterThan(5);
  });

  test("with many open at once and many pending the search decides", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const sizes = { type: types.set, threads: 9, operations: 12, values: 3 };
      const history = simulate({ ...sizes, seed, pending: 0.15 });
      const part = wholePart(history, types.set, undefined);
      const { bits, merged, plain } = allWays(part);
      expect(bits).toBeUndefined();
      for (const found of [merged, plain]) {
        expect(found.verdict).toBe("satisfied");
        expectWitness(history, types.set, part, found);
      }
    }
  });
});

test("more than 32 operations open at once need more than one word", () => {
  const operations = Array.from({ length: 80 }, (_, i) => ({
    session: i,
    method: i % 2 === 0 ? "add" : "remove",
    args: [i >> 1],
    result: true,
    call: 0,
    return: 1,
  }));
  const decide = (late: object[]) => {
    const history = fromRecord({ operations: [...operations, ...late] as never }) as History;
    const part = wholePart(history, types.set, undefined);
    const found = frontier(part, createBudget({ states: 20_000 }));
    expectWitness(history, types.set, part, found);
    return found;
  };
  expect(decide([]).verdict).toBe("satisfied");
  const size = { session: 99, method: "size", result: 1, call: 0, return: 1 };
  expect(decide([size]).verdict).toBe("satisfied");
  const after = { ...size, call: 2, return: 3 };
  expect(decide([after])).toMatchObject({ verdict: "unknown", reason: "states" });
});
