import { describe, expect, test } from "vitest";
import { INITIAL, type MemoryHistory } from "@sightline/core/memory/memory-history.js";
import { memoryModels, type MemoryModel } from "@sightline/core/criteria/memory-models.js";
import {
  generateMemory,
  type MemoryKind,
  memoryKinds,
  memoryOf,
  randomMemory,
  withGivenEdges,
} from "./generate-memory.js";
import { memoryOracle, satisfiesModel } from "./memory-oracle.js";
import { isAcyclic, relation } from "./relation.js";

/** Columns, threads and sources fit together. */
function checkForm(memory: MemoryHistory): void {
  const { size, threads, first, thread, isWrite, variable, variables, source, names } = memory;
  expect([first.length, first[0], first[threads]]).toEqual([threads + 1, 0, size]);
  expect(variables === names.length || variables === names.length + threads).toBe(true);
  for (let t = 0; t < threads; t++)
    for (let o = first[t]; o < first[t + 1]; o++) if (thread[o] !== t) expect({ o, t }).toBe(thread[o]);
  for (let o = 0; o < size; o++) {
    const w = source[o];
    const isFine =
      variable[o] < variables &&
      (isWrite[o] === 1
        ? w === INITIAL && (variable[o] < names.length || variable[o] === names.length + thread[o])
        : variable[o] < names.length && (w === INITIAL || (isWrite[w] === 1 && variable[w] === variable[o])));
    if (!isFine) expect({ o, memory }).toBe("in form");
  }
}

describe("generateMemory", () => {
  test.each<[MemoryKind, MemoryModel]>([
    ["sc", "sc"],
    ["tso", "tso"],
    ["causal", "cm"],
    ["convergent", "ccv"],
    ["weak", "cc"],
  ])("%s satisfies %s", (kind, model) => {
    let separated = 0;
    for (let seed = 0; seed < 400; seed++) {
      const shape = { operations: 11, threads: 2 + (seed % 3), variables: 1 + (seed % 3), writes: 0.4, seed };
      const memory = generateMemory(kind, shape);
      if (!satisfiesModel(memory, model)) expect({ seed, memory }).toBe(model);
      if (kind !== "sc" && !satisfiesModel(memory, "sc")) separated++;
    }
    expect(separated > 0).toBe(kind !== "sc");
  });

  test.each(memoryKinds)("%s has the shape asked for, and the same seed gives the same history", (kind) => {
    const shape = { operations: 2000, threads: 6, variables: 5, writes: 0.25, seed: 5 };
    const memory = generateMemory(kind, shape);
    checkForm(memory);
    expect([memory.size, memory.threads, memory.variables]).toEqual([2000, 6, 5]);
    expect(memory.isWrite.reduce((sum, one) => sum + one, 0) / 2000).toBeCloseTo(0.25, 1);
    expect(memory.source.filter((w) => w !== INITIAL).length).toBeGreaterThan(300);
    expect(generateMemory(kind, shape)).toEqual(memory);
    expect(generateMemory(kind, { ...shape, seed: 6 })).not.toEqual(memory);
  });
});

describe("randomMemory", () => {
  test("gives histories in form, and all verdicts", () => {
    const seen = new Map<string, number>();
    const unnamed = { with: 0, without: 0 };
    for (let seed = 0; seed < 1000; seed++) {
      const memory = randomMemory(seed);
      checkForm(memory);
      unnamed[memory.variables > memory.names.length ? "with" : "without"]++;
      const verdicts = memoryOracle(memory);
      const kind = memoryModels.filter((model) => verdicts[model]).join(" ");
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
    }
    expect(unnamed.with).toBeGreaterThan(50);
    // Every combination that the models allow, but the rarest.
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining([
        "",
        "cc",
        "cc cm",
        "cc ccv cm",
        "cc ccv wccm tso",
        "cc ccv cm wccm tso",
        "cc ccv cm ccm wccm",
        "cc ccv cm ccm wccm tso",
        "cc ccv cm ccm wccm tso sc",
      ]),
    );
  });

  test("withGivenEdges adds edges that agree with program order", () => {
    for (let seed = 0; seed < 300; seed++) {
      const { size, thread, given } = withGivenEdges(randomMemory(seed), seed);
      if (size > 1) expect(given.length).toBeGreaterThan(0);
      const together = relation(size, (a, b) => a < b && thread[a] === thread[b]);
      for (let i = 0; i < given.length; i += 2) together[given[i]] |= 1 << given[i + 1];
      expect(isAcyclic(together)).toBe(true);
    }
  });
});

describe("memoryOf", () => {
  test("numbers the operations thread by thread and finds the sources", () => {
    const memory = memoryOf("Rx2 Wy1 |  | Wx2 Rx0");
    checkForm(memory);
    expect([...memory.first]).toEqual([0, 2, 2, 4]);
    expect([...memory.source]).toEqual([2, INITIAL, INITIAL, INITIAL]);
    expect(memory.names).toEqual(["x", "y"]);
    expect([...memory.variable]).toEqual([0, 1, 0, 0]);
  });

  test("refuses what values do not tell", () => {
    expect(() => memoryOf("Wx1 Wx1")).toThrow("1 is written to x twice");
    expect(() => memoryOf("Wx0")).toThrow("0 is written to x twice");
    expect(() => memoryOf("Rx1")).toThrow("1 is never written to x");
  });
});
