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
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import type { Replicated } from "../../../types/replicated.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createSights } from "../lists/sights.js";
import { createTagSearch, type Heard, type TagsFound } from "./search-tags.js";
import { createTagTask } from "./tag-task.js";

const register = types["mv-register"];
const levels = ["weak", "basic", "monotonic", "peer", "causal"] as const;

/** What is found where all have the level, with a witness that holds; `undefined` where that is nothing. */
function decide(history: History, level: LevelName, order: OrderName, heard?: Heard): TagsFound | undefined {
  const problem = wholeProblem(history, register, order);
  if (problem === undefined) return { isNone: true, stuck: -1 };
  const task = createTagTask(problem, problem.type.replicated as Replicated, history.initial);
  if (task === undefined) return undefined;
  if ("unexplained" in task) return { isNone: true, stuck: task.unexplained };
  const meter = createMeter(createBudget());
  const sights = createSights(problem, LEVEL[level], meter);
  const search = createTagSearch(task, sights, LEVEL[level], Float64Array.from(problem.ids), heard, meter);
  const found = withoutTurns(search(1000));
  if ("witness" in found) expectWitness(history, register, level, found.witness, order);
  return "witness" in found || found.isNone ? found : undefined;
}

const isHeld: DecideLevel = (history, level, order) => {
  const found = decide(history, level, order);
  return found && "witness" in found;
};

test("agrees with the definition of the levels wherever it decides, which is nearly everywhere", () => {
  const { asked, decided, held } = compareWithDefinition(register, levels, seeds(250), isHeld);
  expect(decided).toBeGreaterThan(0.5 * asked);
  expect(held).toBeGreaterThan(0.1 * asked);
});

const written: UsedObject = {
  type: register,
  update: (random, values) => ({ method: "write", args: [random.int(values)] }),
  query: () => ({ method: "read", args: [] }),
};

test("agrees with the search for replicated types on stores of three replicas, some results changed", () => {
  const generate = (seed: number): History => {
    const random = createRandom(seed);
    return replicaHistory({
      object: written,
      seed,
      operations: 8 + random.int(16),
      sessions: 2 + random.int(4),
      values: random.pick([2, 3, 30]),
      delivery: random.pick(["fifo", "overtaking", "causal", "arrival"] as const),
      corrupt: random.int(4),
    });
  };
  const counts = compareWithSearch(levels, seeds(50), generate, isHeld);
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
