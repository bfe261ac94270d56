import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { seeds } from "@sightline/testing/seeds.js";
import type { UsedObject } from "@sightline/testing/visibility/used-objects.js";
import { createBudget } from "../../../budget.js";
import { checkWithin } from "../../../check.js";
import { LEVEL, type LevelName, levelNames } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import { type History, mayBeAbsent } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import type { Replicated } from "../../../types/replicated.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { type ListsFound, searchLists } from "./search-lists.js";

const { sequence } = types;

/** What is found where all have the level, with a witness that holds. */
function decide(history: History, level: LevelName, order: OrderName = "session"): ListsFound {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, sequence, history.initial, order, ids);
  if (problem === undefined) return "none";
  const moments = Float64Array.from(ids);
  const replicated = problem.type.replicated as Replicated;
  const meter = createMeter(createBudget());
  const found = withoutTurns(searchLists(problem, replicated, history.initial, LEVEL[level], moments, meter));
  if (found !== undefined && found !== "none")
    expect(
      verifyVisibility(
        history,
        { type: sequence, initial: history.initial, order, levels: () => level },
        found.witness,
      ),
    ).toEqual({ valid: true });
  return found;
}

const isWhole = (history: History): boolean =>
  Array.from({ length: history.size }, (_, id) => id).every((id) => !mayBeAbsent(history, id));

test("agrees with the definition of the levels wherever it decides, which is nearly everywhere", () => {
  let [asked, decided, held] = [0, 0, 0];
  for (let seed = 1; seed <= seeds(250); seed++) {
    const history = generateVisibilityHistory(sequence, seed, seed % 5 === 0 ? 4 : 3);
    if (!isWhole(history)) continue;
    const order = createRandom(seed).pick(["session", "realtime"] as const);
    const oracle = createVisibilityOracle(history, sequence, { order });
    for (const level of levelNames) {
      const holds = oracle.satisfiesLevels(() => level);
      const found = decide(history, level, order);
      asked++;
      if (found === undefined) continue;
      decided++;
      if (holds) held++;
      expect(found !== "none", `seed ${seed} ${level} ${order}`).toBe(holds);
    }
  }
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
  const counts = { asked: 0, satisfied: 0, violated: 0, open: 0 };
  for (let seed = 1; seed <= seeds(40); seed++) {
    const random = createRandom(seed);
    const history = replicaHistory({
      object: list,
      seed,
      operations: 8 + random.int(14),
      sessions: 2 + random.int(4),
      values: random.pick([2, 3, 8]),
      delivery: random.pick(["fifo", "overtaking", "causal", "arrival"] as const),
      corrupt: random.int(3),
      observeUpdates: random.chance(0.2),
    });
    for (const level of levelNames) {
      const bounds = { states: 500 };
      const options = { criterion: level, algorithm: "visibility", explain: false, bounds } as const;
      const { verdict } = checkWithin(history, options);
      const found = decide(history, level);
      counts.asked++;
      if (verdict === "unknown" || found === undefined) counts.open++;
      else {
        counts[verdict]++;
        expect(found === "none" ? "violated" : "satisfied", `seed ${seed} ${level}`).toBe(verdict);
      }
    }
  }
  expect(counts.open).toBeLessThan(0.1 * counts.asked);
  expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(0.2 * counts.asked);
});
