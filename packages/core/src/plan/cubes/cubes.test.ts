// @module-tag slow
import { describe, expect, test } from "vitest";
import { axiomCondition } from "@sightline/testing/axioms/axiom-condition.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { conquerRandomly } from "@sightline/testing/cubes/conquer-randomly.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { crossedReads } from "@sightline/testing/memory/crossed-reads.js";
import { randomMemory } from "@sightline/testing/memory/generate-memory.js";
import { satisfiesModel } from "@sightline/testing/memory/memory-oracle.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { linearizable, sequentiallyConsistent } from "@sightline/testing/order/order-oracle.js";
import { seeds } from "@sightline/testing/seeds.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { satisfiesLevels, satisfiesPredicate } from "@sightline/testing/visibility/visibility-oracle.js";
import type { BoundedCheck } from "../../ask/check-options.js";
import { check } from "../../check.js";
import { printAxioms } from "../../criteria/axioms/print.js";
import { levelNames } from "../../criteria/levels.js";
import type { History } from "../../history/history.js";
import { printHistory } from "../../history/print-history.js";
import { createRandom, type Random } from "../../random.js";
import { types } from "../../types/index.js";
import { verifyCriterion } from "../../witness/verify-criterion.js";
import { openCubes } from "./open-cubes.js";

const kinds = [types.register, types.set, types.map, types.queue, types.counter, types.stack, types.mutex];
const crews = [
  { searchers: 1, wanted: 1 },
  { searchers: 1, wanted: 6 },
  { searchers: 2, wanted: 2 },
  { searchers: 3, wanted: 17 },
];

/** A question, and whether the criterion holds by its definition. */
interface Case {
  readonly history: History;
  readonly options: BoundedCheck;
  readonly holds: boolean;
}

/** Holds the cubes of many questions against the definition, for several numbers of searchers and cubes. */
function compare(count: number, draw: (seed: number, random: Random) => Case | undefined) {
  const told = { satisfied: 0, violated: 0, cubes: 0 };
  const wrong: string[] = [];
  for (let seed = 0; seed < count; seed++) {
    const random = createRandom(seed);
    const one = draw(seed, random);
    if (one === undefined) continue;
    const { history, options, holds } = one;
    const open = () => {
      const cubes = openCubes(history, options);
      if (cubes === undefined) throw new Error(`seed ${seed} has no cubes`);
      return cubes;
    };
    if (openCubes(history, options) === undefined) continue;
    for (const crew of crews) {
      const { verdict, witness, cubes } = conquerRandomly(open, random, crew);
      const what = `seed ${seed}: ${printHistory(history)} by ${JSON.stringify(crew)}`;
      if ((verdict === "satisfied") !== holds) wrong.push(`${what} is ${verdict}`);
      if (witness !== undefined) {
        const { asked } = open();
        const checked = verifyCriterion(history, asked.criterion, asked, witness);
        if (!checked.valid) wrong.push(`${what}: ${checked.reason}`);
      }
      told[verdict]++;
      told.cubes += cubes;
    }
  }
  expect(wrong).toEqual([]);
  return told;
}

describe("all cubes together decide what the definition says, whoever searches which of them", () => {
  test("linearizability", () => {
    const told = compare(seeds(300), (seed, random) => {
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 6);
      if (!history.timed) return undefined;
      const options = { type, criterion: "linearizability", partition: random.chance(0.5) };
      return { history, options, holds: linearizable(history, type, history.initial) };
    });
    expect(told.satisfied).toBeGreaterThan(60);
    expect(told.violated).toBeGreaterThan(60);
    expect(told.cubes).toBeGreaterThan(200);
  });

  test("sequential consistency", () => {
    const told = compare(seeds(300), (seed, random) => {
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 6);
      const options = { type, criterion: "sequential" };
      return { history, options, holds: sequentiallyConsistent(history, type, history.initial) };
    });
    expect(told.satisfied).toBeGreaterThan(60);
    expect(told.violated).toBeGreaterThan(60);
    expect(told.cubes).toBeGreaterThan(200);
  });

  test("levels, uniform and mixed", () => {
    const told = compare(seeds(300), (seed, random) => {
      const type = random.pick(kinds);
      const history = generateVisibilityHistory(type, seed, 5);
      const levels = randomLevels(type, random);
      const order = random.pick(["session", "realtime"] as const);
      const holds = satisfiesLevels(history, type, (method) => levels[method] ?? levels["*"] ?? "complete", {
        order,
      });
      return { history, options: { type, levels, order }, holds };
    });
    expect(told.satisfied).toBeGreaterThan(60);
    expect(told.violated).toBeGreaterThan(60);
    expect(told.cubes).toBeGreaterThan(200);
  });

  test("models of axioms", () => {
    const told = compare(seeds(300), (seed, random) => {
      const type = random.pick(kinds);
      const history = generateVisibilityHistory(type, seed, 4);
      const model = { ...randomModel(random, Object.keys(type.methods ?? {})), relaxLin: false };
      const holds = satisfiesPredicate(history, type, axiomCondition(history, model), { order: "session" });
      return { history, options: { type, axioms: printAxioms(model) }, holds };
    });
    expect(told.satisfied).toBeGreaterThan(60);
    expect(told.violated).toBeGreaterThan(60);
    expect(told.cubes).toBeGreaterThan(200);
  });

  test.each(["sc", "tso"] as const)("%s", (model) => {
    const told = compare(seeds(300), (seed) => {
      const memory = seed % 2 === 0 ? crossedReads(seed) : randomMemory(seed);
      const options = { type: types.memory, criterion: model };
      return { history: memoryToHistory(memory), options, holds: satisfiesModel(memory, model) };
    });
    expect(told.satisfied).toBeGreaterThan(60);
    expect(told.violated).toBeGreaterThan(60);
    expect(told.cubes).toBeGreaterThan(200);
  });

  test("what `check` says of larger histories", () => {
    const told = compare(seeds(500), (seed, random) => {
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 6 + random.int(5));
      const { axioms } = randomModel(random, Object.keys(type.methods ?? {}));
      const options = {
        type,
        ...random.pick<BoundedCheck>([
          { criterion: "linearizability" },
          { criterion: "sequential" },
          { levels: randomLevels(type, random) },
          { criterion: random.pick(levelNames) },
          { axioms: printAxioms({ axioms, relaxLin: false }) },
        ]),
      };
      return {
        history,
        options,
        holds: check(history, { ...options, explain: false }).verdict === "satisfied",
      };
    });
    expect(told.satisfied).toBeGreaterThan(300);
    expect(told.violated).toBeGreaterThan(300);
    expect(told.cubes).toBeGreaterThan(1000);
  });
});
