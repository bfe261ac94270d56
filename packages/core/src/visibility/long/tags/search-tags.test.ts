import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { seeds } from "@sightline/testing/seeds.js";
import type { UsedObject } from "@sightline/testing/visibility/used-objects.js";
import { createBudget } from "../../../budget.js";
import { checkWithin } from "../../../check.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import { type History, mayBeAbsent } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import type { Replicated } from "../../../types/replicated.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { createSights } from "../lists/sights.js";
import { createTagSearch, type Heard, type TagsFound } from "./search-tags.js";
import { createTagTask } from "./tag-task.js";

const register = types["mv-register"];
const levels = ["weak", "basic", "monotonic", "peer", "causal"] as const;

/** What is found where all have the level, with a witness that holds; `undefined` where that is nothing. */
function decide(
  history: History,
  level: LevelName,
  order: OrderName = "session",
  heard?: Heard,
): TagsFound | undefined {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, register, history.initial, order, ids);
  if (problem === undefined) return { isNone: true, stuck: -1 };
  const task = createTagTask(problem, problem.type.replicated as Replicated, history.initial);
  if (task === undefined) return undefined;
  if ("unexplained" in task) return { isNone: true, stuck: task.unexplained };
  const meter = createMeter(createBudget());
  const sights = createSights(problem, LEVEL[level], meter);
  const search = createTagSearch(task, sights, LEVEL[level], Float64Array.from(ids), heard, meter);
  const found = withoutTurns(search(1000));
  if ("witness" in found) {
    const claim = { type: register, initial: history.initial, order, levels: () => level };
    expect(verifyVisibility(history, claim, found.witness)).toEqual({ valid: true });
  }
  return "witness" in found || found.isNone ? found : undefined;
}

const isWhole = (history: History): boolean =>
  Array.from({ length: history.size }, (_, id) => id).every((id) => !mayBeAbsent(history, id));

test("agrees with the definition of the levels wherever it decides, which is nearly everywhere", () => {
  let [asked, decided, held] = [0, 0, 0];
  for (let seed = 1; seed <= seeds(250); seed++) {
    const history = generateVisibilityHistory(register, seed, seed % 5 === 0 ? 4 : 3);
    if (!isWhole(history)) continue;
    const order = createRandom(seed).pick(["session", "realtime"] as const);
    const oracle = createVisibilityOracle(history, register, { order });
    for (const level of levels) {
      const holds = oracle.satisfiesLevels(() => level);
      const found = decide(history, level, order);
      asked++;
      if (found === undefined) continue;
      decided++;
      if (holds) held++;
      expect("witness" in found, `seed ${seed} ${level} ${order}`).toBe(holds);
    }
  }
  expect(decided).toBeGreaterThan(0.5 * asked);
  expect(held).toBeGreaterThan(0.1 * asked);
});

const written: UsedObject = {
  type: register,
  update: (random, values) => ({ method: "write", args: [random.int(values)] }),
  query: () => ({ method: "read", args: [] }),
};

test("agrees with the search for replicated types on stores of three replicas, some results changed", () => {
  const counts = { asked: 0, satisfied: 0, violated: 0, open: 0 };
  for (let seed = 1; seed <= seeds(50); seed++) {
    const random = createRandom(seed);
    const history = replicaHistory({
      object: written,
      seed,
      operations: 8 + random.int(16),
      sessions: 2 + random.int(4),
      values: random.pick([2, 3, 30]),
      delivery: random.pick(["fifo", "overtaking", "causal", "arrival"] as const),
      corrupt: random.int(4),
    });
    for (const level of levels) {
      const bounds = { states: 500 };
      const options = { criterion: level, algorithm: "visibility", explain: false, bounds } as const;
      const { verdict } = checkWithin(history, options);
      const found = decide(history, level);
      counts.asked++;
      if (verdict === "unknown" || found === undefined) counts.open++;
      else {
        counts[verdict]++;
        expect("witness" in found ? "satisfied" : "violated", `seed ${seed} ${level}`).toBe(verdict);
      }
    }
  }
  expect(counts.open).toBeLessThan(0.15 * counts.asked);
  expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(0.1 * counts.asked);
});

test("what is only guessed of who has heard of whom refutes nothing", () => {
  const heard = { after: new Float64Array(30).fill(1), slack: new Float64Array(30) };
  let missed = 0;
  for (let seed = 1; seed <= seeds(100); seed++) {
    const asked = { object: written, seed, operations: 30, sessions: 4, values: 3 } as const;
    const history = replicaHistory({ ...asked, delivery: "fifo", corrupt: seed % 3 });
    for (const level of levels) {
      const found = decide(history, level, "session", heard);
      if (found === undefined) missed++;
      else expect(found).toHaveProperty("witness");
    }
  }
  expect(missed).toBeGreaterThan(0);
});
