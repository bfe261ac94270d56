import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { check } from "../check.js";
import {
  generateMemory,
  memoryOf,
  randomMemory,
  withGivenEdges,
} from "@sightline/testing/memory/generate-memory.js";
import type { Access } from "@sightline/testing/memory/threads-of.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { checkCc } from "./causal/cc.js";
import { checkCcm } from "./causal/ccm.js";
import { checkCcv } from "./causal/ccv.js";
import { checkCm } from "./causal/cm.js";
import type { MemoryFound } from "./memory-found.js";
import type { MemoryHistory } from "./memory-history.js";
import { createMeter } from "./meter.js";
import { memoryModels, type MemoryModel } from "../criteria/memory-models.js";
import { saturate } from "./store-order/saturation.js";
import { decideSc, decideTso } from "./store-order/decide-store-order.js";
import { checkWccm } from "./causal/wccm.js";
import { seeds } from "@sightline/testing/seeds.js";

const budget = createBudget();

const engines: Readonly<Record<MemoryModel, (memory: MemoryHistory) => MemoryFound>> = {
  cc: (memory) => checkCc(memory, budget),
  ccv: (memory) => checkCcv(memory, budget),
  cm: (memory) => checkCm(memory, budget),
  ccm: (memory) => checkCcm(memory, budget),
  wccm: (memory) => checkWccm(memory, budget),
  tso: (memory) => decideTso(memory, { budget, algorithm: "auto" }),
  sc: (memory) => decideSc(memory, { budget, algorithm: "auto" }),
};

function satisfies(memory: MemoryHistory, model: MemoryModel): boolean {
  const { verdict } = engines[model](memory);
  if (verdict === "unknown") throw new Error(`${model} is undecided`);
  return verdict === "satisfied";
}

/** The laws, as the literature has them: the stronger model first. */
const laws: readonly (readonly [MemoryModel, MemoryModel])[] = [
  ["sc", "ccm"],
  ["ccm", "cm"],
  ["ccm", "ccv"],
  ["cm", "cc"],
  ["ccv", "cc"],
  ["sc", "tso"],
  ["tso", "wccm"],
  ["tso", "ccv"],
];

/** Checks the laws between the models given; counts, for each, the histories that tell its two models apart. */
function checkLaws(histories: Iterable<MemoryHistory>, models: readonly MemoryModel[]): Map<string, number> {
  const apart = new Map<string, number>();
  for (const memory of histories) {
    const verdicts = new Map(models.map((model) => [model, satisfies(memory, model)]));
    for (const [stronger, weaker] of laws) {
      const [strong, weak] = [verdicts.get(stronger), verdicts.get(weaker)];
      if (strong === undefined || weak === undefined) continue;
      if (strong && !weak) expect({ stronger, weaker, memory }).toBe("in accord with the law");
      const name = `${stronger} ⇒ ${weaker}`;
      apart.set(name, (apart.get(name) ?? 0) + (strong === weak ? 0 : 1));
    }
  }
  return apart;
}

describe("the laws hold", () => {
  test("on small histories, which tell the models apart", () => {
    const apart = checkLaws(
      Array.from({ length: seeds(2000) }, (_, seed) => randomMemory(seed, 10)),
      memoryModels,
    );
    expect(apart.size).toBe(laws.length);
    for (const [law, count] of apart) if (count < 3) expect({ law, count }).toBe("told apart often");
  });

  test("with declared happens-before", () => {
    checkLaws(
      Array.from({ length: seeds(700) }, (_, seed) => withGivenEdges(randomMemory(seed), seed)),
      ["cc", "ccv", "cm", "ccm", "sc"],
    );
  });

  test("on runs of hundreds of operations", () => {
    const kinds = ["sc", "tso", "causal", "convergent", "weak"] as const;
    const histories = Array.from({ length: seeds(50) }, (_, seed) => {
      const shape = {
        operations: 20 + 9 * seed,
        threads: 2 + (seed % 5),
        variables: 2 + (seed % 7),
        writes: 0.4,
        seed,
      };
      return generateMemory(kinds[seed % kinds.length], shape);
    });
    const apart = checkLaws(histories, memoryModels);
    expect(apart.get("sc ⇒ tso")).toBeGreaterThan(1);
    expect(apart.get("ccv ⇒ cc")).toBeGreaterThan(1);
  });
});

describe("check agrees with the engines, and its witnesses are verified:", () => {
  const histories = Array.from({ length: seeds(150) }, (_, seed) => randomMemory(seed + 10_000));

  test.each(memoryModels)("%s", (model) => {
    for (const memory of histories) {
      const { verdict } = check(memoryToHistory(memory), { criterion: model, explain: false });
      expect(verdict).toBe(satisfies(memory, model) ? "satisfied" : "violated");
    }
  });

  test("sc is sequential consistency of type memory", () => {
    for (const [seed, memory] of histories.entries()) {
      const bound = seed % 2 === 0 ? memory : withGivenEdges(memory, seed);
      const { verdict } = check(memoryToHistory(bound), { criterion: "sequential", explain: false });
      expect(verdict).toBe(satisfies(bound, "sc") ? "satisfied" : "violated");
    }
  });
});

/** A line of `figures.jsonl`: a history with the verdicts that brute force gave. */
interface Figure {
  readonly name: string;
  readonly threads: readonly (readonly Access[])[];
  readonly expect?: Readonly<Record<string, boolean>>;
}

describe("the figures of CAV'19 and the classics are as labelled:", () => {
  const figures = readFileSync(new URL("test-data/figures.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Figure);
  const isModel = (name: string): name is MemoryModel => (memoryModels as readonly string[]).includes(name);

  test.each(figures)("$name", ({ threads, expect: labels = {} }) => {
    const memory = memoryOf(threads);
    for (const [label, expected] of Object.entries(labels)) {
      const model = label.toLowerCase();
      if (isModel(model)) expect([label, satisfies(memory, model)]).toEqual([label, expected]);
      else if (label === "sat") expect(saturate(memory, createMeter(budget)).consistent).toBe(expected);
      else expect(label).toBe("CC_lit"); // CC as printed, which no engine decides: see the errata
    }
    checkLaws([memory], memoryModels);
  });
});
