import { expect, test } from "vitest";
import {
  compareWithDefinition,
  compareWithSearch,
  type DecideLevel,
} from "@sightline/testing/visibility/long/compare-decisions.js";
import { expectWitness } from "@sightline/testing/visibility/long/expect-witness.js";
import { wholeProblem } from "@sightline/testing/visibility/long/whole-problem.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { seeds } from "@sightline/testing/seeds.js";
import type { UsedObject } from "@sightline/testing/visibility/used-objects.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName, levelNames } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import type { Replicated } from "../../../types/replicated.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { type ListsFound, searchLists } from "./search-lists.js";

const { sequence } = types;

/** What is found where all have the level, with a witness that holds. */
function decide(history: History, level: LevelName, order: OrderName): ListsFound {
  const problem = wholeProblem(history, sequence, order);
  if (problem === undefined) return "none";
  const moments = Float64Array.from(problem.ids);
  const replicated = problem.type.replicated as Replicated;
  const meter = createMeter(createBudget());
  const found = withoutTurns(searchLists(problem, replicated, history.initial, LEVEL[level], moments, meter));
  if (found !== undefined && found !== "none") expectWitness(history, sequence, level, found.witness, order);
  return found;
}

const isHeld: DecideLevel = (history, level, order) => {
  const found = decide(history, level, order);
  return found && found !== "none";
};

test("agrees with the definition of the levels wherever it decides, which is nearly everywhere", () => {
  const { asked, decided, held } = compareWithDefinition(sequence, levelNames, seeds(250), isHeld);
  expect(decided).toBeGreaterThan(0.9 * asked);
  expect(held).toBeGreaterThan(0.1 * asked);
});

const list: UsedObject = {
  type: sequence,
  update(random, values, fresh, there = []) {
    if (there.length > 0 && (there.length >= values || random.chance(0.4)))
      return { method: "delete", args: [random.pick(there)] };
    if (random.chance(0.2)) return { method: "insert", args: [random.int(there.length + 1), fresh] };
    return { method: "insertAfter", args: [random.chance(0.3) ? null : (there.at(-1) ?? null), fresh] };
  },
  query: () => ({ method: "read", args: [] }),
};

test("agrees with the search for replicated types on stores of three replicas, some results changed", () => {
  const generate = (seed: number): History => {
    const random = createRandom(seed);
    return replicaHistory({
      object: list,
      seed,
      operations: 8 + random.int(14),
      sessions: 2 + random.int(4),
      values: random.pick([2, 3, 8]),
      delivery: random.pick(["fifo", "overtaking", "causal", "arrival"] as const),
      corrupt: random.int(3),
      observeUpdates: random.chance(0.2),
    });
  };
  const counts = compareWithSearch(levelNames, seeds(40), generate, isHeld);
  expect(counts.open).toBeLessThan(0.1 * counts.asked);
  expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(0.2 * counts.asked);
});
