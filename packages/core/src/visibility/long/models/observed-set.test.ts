// @module-tag slow
import { describe, expect, test } from "vitest";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { seeds } from "@sightline/testing/seeds.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createBudget, orExhausted } from "../../../budget.js";
import { checkWithin } from "../../../check.js";
import { LEVEL, type LevelName, levelNames } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import { type History, labelOf } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createFlatAttempts, flatLevels } from "../flat/create-flat-attempts.js";
import { createFlatModel } from "../flat/flat-model.js";
import { impossibleStep } from "../refute/impossible-step.js";
import { longSearch } from "../long-search.js";
import { countedTask, createChoice, createTask, type LongQuestion } from "../long-task.js";
import { createNumberModel } from "./number-model.js";
import { saturate } from "../conclude/saturate.js";
import { unreachableResult } from "../refute/unreachable-result.js";
import { wrongSize } from "../refute/wrong-size.js";

const orSet = types["or-set"];
const below = ["weak", "basic", "monotonic", "peer", "causal"] as const;

const questionOf = (
  history: History,
  levelOf: (method: string) => LevelName,
  order: OrderName,
): LongQuestion => ({
  history,
  type: orSet,
  initial: history.initial,
  order,
  levels: Uint8Array.from({ length: history.size }, (_, id) => LEVEL[levelOf(labelOf(history, id).method)]),
  accepts: () => true,
});

const idsOf = ({ size }: History): Int32Array => Int32Array.from({ length: size }, (_, id) => id);

/** All that refutes the history: conclusions, or sizes that were counted. */
function refutedBy(question: LongQuestion): readonly ("conclusions" | "reach" | "size" | "step")[] {
  const meter = createMeter(createBudget());
  const task = createTask(question, idsOf(question.history), true, meter);
  if (task === undefined || (task.meant?.unexplained() ?? -1) >= 0) return [];
  const known = saturate(task, meter);
  if ("contradiction" in known) return ["conclusions"];
  const counted = countedTask(question, task);
  if (counted === undefined) return [];
  const { problem, keys, sums } = counted;
  const bounds = { ...known.bounds, problem };
  const numbers = createNumberModel(problem, sums, keys);
  return [
    ...(unreachableResult(bounds, numbers, keys, meter) >= 0 ? (["reach"] as const) : []),
    ...(numbers !== undefined && impossibleStep(bounds, numbers, meter) >= 0 ? (["step"] as const) : []),
    ...(keys?.lastWins === true && wrongSize(bounds, keys, meter) >= 0 ? (["size"] as const) : []),
  ];
}

/** Sets of which little but the size is asked. */
const sizes: UsedObject = {
  type: orSet,
  update: usedObjects.set.update,
  query: (random, values) =>
    random.chance(0.2)
      ? { method: "contains", args: [random.int(values)] }
      : { method: random.chance(0.9) ? "size" : "isEmpty", args: [] },
};

/** A history of a store of sets of which sizes are asked, some results changed. */
const historyOfSizes = (seed: number): History =>
  replicaHistory({
    object: sizes,
    seed,
    operations: 5,
    sessions: 2 + (seed % 2),
    values: 3,
    delivery: "overtaking",
    corrupt: 1 + (seed % 3),
    observeUpdates: seed % 5 === 0,
  });

describe("of an observed-remove set", () => {
  test.each([
    ["of any kind", (seed: number) => generateVisibilityHistory(orSet, seed, seed % 3 === 0 ? 5 : 4), 200],
    ["of sizes", historyOfSizes, 100],
  ] as const)("what is refuted is refuted by the definition, in histories %s", (kind, historyOf, count) => {
    const counts = { conclusions: 0, reach: 0, size: 0, step: 0, all: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(count); seed++) {
      const random = createRandom(seed);
      const history = historyOf(seed);
      const order = random.pick(["session", "realtime"] as const);
      const oracle = createVisibilityOracle(history, orSet, { order });
      const mixed = randomLevels(orSet, random);
      for (const level of [...below, undefined]) {
        const levelOf = (method: string): LevelName => level ?? mixed[method];
        const why = refutedBy(questionOf(history, levelOf, order));
        for (const reason of why) counts[reason]++;
        if (why.length > 0) counts.all++;
        if (why.length === 0 && level === undefined) continue;
        const holds = oracle.satisfiesLevels(levelOf);
        if (!holds) counts.violated++;
        if (why.length > 0)
          expect(holds, `seed ${seed} ${level ?? "mixed"} ${order} ${why.join()}`).toBe(false);
      }
    }
    expect(counts.all).toBeGreaterThan(0.5 * counts.violated);
    if (kind === "of sizes") expect(Math.min(counts.reach, counts.size, counts.step)).toBeGreaterThan(2);
  });

  test("runs as a set find only witnesses, and nearly all that the definition admits", () => {
    const counts = { witness: 0, nothing: 0, admitted: 0 };
    for (let seed = 1; seed <= seeds(400); seed++) {
      const history = generateVisibilityHistory(orSet, seed, 4);
      const order = seed % 2 === 0 ? "session" : "realtime";
      const oracle = createVisibilityOracle(history, orSet, { order });
      for (const level of below) {
        const question = questionOf(history, () => level, order);
        const task = createTask(question, idsOf(history), true);
        const counted = task && countedTask(question, task);
        if (counted === undefined || createFlatModel(counted) === undefined) continue;
        const meter = createMeter(createBudget());
        const choice = createChoice(question, counted);
        const attempt = createFlatAttempts();
        const found = [...flatLevels(choice, LEVEL[level], LEVEL[level])].flatMap((at) => {
          const witness = withoutTurns(attempt(choice, at, () => true, 40, meter));
          return witness === undefined ? [] : [witness];
        });
        const holds = oracle.satisfiesLevels(() => level);
        if (holds) counts.admitted++;
        counts[found.length > 0 ? "witness" : "nothing"]++;
        const claim = { type: orSet, initial: history.initial, order, levels: () => level } as const;
        for (const witness of found)
          expect(verifyVisibility(history, claim, witness), `seed ${seed} ${level}`).toEqual({ valid: true });
      }
    }
    expect(counts.admitted).toBeGreaterThan(200);
    expect(counts.witness).toBeGreaterThan(0.85 * counts.admitted);
  });
});

describe.each(["or-set", "mv-register"] as const)("of %s, all by itself", (name) => {
  const object: UsedObject =
    name === "or-set"
      ? { ...usedObjects.set, type: orSet }
      : { ...usedObjects.register, type: types["mv-register"] };

  test("what is decided of stores of three replicas is what the exact search decides", () => {
    const counts = { asked: 0, satisfied: 0, violated: 0, open: 0 };
    for (let seed = 1; seed <= seeds(25); seed++) {
      const random = createRandom(seed);
      const history = replicaHistory({
        object,
        seed,
        operations: 6 + random.int(14),
        sessions: 2 + random.int(4),
        values: random.pick([2, 3, 30]),
        delivery: random.pick(["fifo", "overtaking", "causal", "arrival"] as const),
        corrupt: random.int(4),
        observeUpdates: random.chance(0.3),
      });
      for (const level of levelNames) {
        const bounds = { states: 500 };
        const options = { criterion: level, algorithm: "visibility", explain: false, bounds } as const;
        const { verdict } = checkWithin(history, options);
        const question = { ...questionOf(history, () => level, "session"), type: object.type };
        const found = orExhausted(
          () => withoutTurns(longSearch(question, createMeter(createBudget({ states: 20_000 })))),
          () => undefined,
        );
        counts.asked++;
        if (found?.verdict === "satisfied") {
          const claim = { type: object.type, order: "session", levels: () => level } as const;
          expect(verifyVisibility(history, claim, found.witness)).toEqual({ valid: true });
        }
        if (verdict === "unknown" || found === undefined) counts.open++;
        else {
          counts[verdict]++;
          expect(found.verdict, `seed ${seed} ${level}`).toBe(verdict);
        }
      }
    }
    expect(counts.open).toBeLessThan(0.2 * counts.asked);
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(0.1 * counts.asked);
  });
});
