import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { expectExplains } from "@sightline/testing/visibility/long/expect-explains.js";
import { orderQuestion } from "@sightline/testing/visibility/long/order-question.js";
import { isWhole, wholeProblem } from "@sightline/testing/visibility/long/whole-problem.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import type { History } from "../../../history/history.js";
import { searchSessions } from "../../../linearize/sessions.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { createRandom } from "../../../random.js";
import { withoutTurns } from "../../meter.js";
import { createKeyModel } from "../models/key-model.js";
import { within } from "../within.js";
import { annealStack } from "./anneal-stack.js";
import { createElementMachine } from "./element-machine.js";
import { layeredOrder } from "./layered-order.js";
import { sizeLayers } from "./size-place.js";
import { tableOrder } from "./table-order.js";

const weights = { late: 0.3, early: 0.003, distance: 0.3, away: 0.05 };

/** A history as a question for the searches; `undefined` where it is none for them. */
function asked(history: History, type: SequentialType) {
  const problem = isWhole(history) ? wholeProblem(history, type, "session", false) : undefined;
  const machine = problem && createElementMachine(problem);
  if (problem === undefined || machine === undefined) return undefined;
  const question = orderQuestion(problem, createKeyModel(problem), undefined);
  return question && { ...question, problem, machine };
}

type Asked = NonNullable<ReturnType<typeof asked>>;

/** Whether an order is found along a table, which is then run from the start. */
function isFound({ problem, bounds, machine, moments, meter }: Asked, around: number): boolean {
  const attempt = { kind: "table", width: 8, around, weights, visits: 0 } as const;
  const running = tableOrder({ bounds, moments, hint: "position" }, machine, attempt, 1, meter);
  const found = withoutTurns(within(meter, 20_000, running));
  if (found === undefined || found === "stuck") return false;
  expectExplains(problem, found);
  return true;
}

/** Whether sizes alone leave no order. */
function isNone({ bounds, machine, moments, meter }: Asked): boolean {
  const guide = { bounds, moments, meter, machine: sizeLayers(bounds, machine) };
  const attempt = { width: 100_000, isExact: true, weights, seed: 1 };
  return withoutTurns(layeredOrder(guide, attempt)) === "none";
}

const stack: UsedObject = {
  type: types.stack,
  update: (random, values) =>
    random.chance(0.6) ? { method: "push", args: [random.int(values)] } : { method: "pop", args: [] },
  query: (random) => ({ method: random.pick(["peek", "peek", "size", "isEmpty"]), args: [] }),
};

const replicasOf = (object: UsedObject, seed: number): History =>
  replicaHistory({
    object,
    seed,
    operations: 12 + (seed % 16),
    sessions: 2 + (seed % 3),
    values: [2, 5, 30][seed % 3],
    delivery: (["fifo", "overtaking", "arrival"] as const)[seed % 3],
    observeUpdates: seed % 5 === 0,
    corrupt: seed % 3,
  });

test("queue: orders along tables explain all", () => {
  let [found, satisfied] = [0, 0];
  for (let seed = 1; seed <= seeds(100); seed++) {
    const history = replicasOf(usedObjects.queue, seed);
    const question = asked(history, types.queue);
    if (question === undefined) continue;
    const { verdict } = searchSessions(history, types.queue, undefined, createBudget());
    if (verdict === "satisfied") satisfied++;
    const all = [Infinity, 2].map((around) => isFound(question, around));
    if (all.includes(true)) found++;
    if (verdict === "violated") expect(all, `seed ${seed}`).not.toContain(true);
  }
  expect(found).toBeGreaterThan(0.7 * satisfied);
});

test("stack: orders that were put right move by move explain all", () => {
  let [found, satisfied] = [0, 0];
  for (let seed = 1; seed <= seeds(60); seed++) {
    const history = replicasOf(stack, seed);
    const question = asked(history, types.stack);
    if (question === undefined) continue;
    const { problem, machine, moments, meter } = question;
    const { verdict } = searchSessions(history, types.stack, undefined, createBudget());
    if (verdict === "satisfied") satisfied++;
    const order = withoutTurns(annealStack(problem, machine, moments, 2000, createRandom(seed), meter));
    if (order === undefined) continue;
    found++;
    expectExplains(problem, order);
    expect(verdict, `seed ${seed}`).toBe("satisfied");
  }
  expect(found).toBeGreaterThan(0.7 * satisfied);
});

test.each(["queue", "stack"] as const)(
  "%s: where sizes alone leave no order, there is none by the definition",
  (name) => {
    const type = types[name];
    for (let seed = 1; seed <= seeds(150); seed++) {
      const history = generateVisibilityHistory(type, seed, 5);
      const question = asked(history, type);
      if (question === undefined || !isNone(question)) continue;
      const holds = createVisibilityOracle(history, type, {}).satisfiesLevels(() => "complete");
      expect(holds, `seed ${seed}`).toBe(false);
    }
  },
);

test.each(["queue", "stack"] as const)("%s: the same of what replicas did", (name) => {
  const object = name === "stack" ? stack : usedObjects.queue;
  let none = 0;
  for (let seed = 1; seed <= seeds(300); seed++) {
    const history = replicasOf(object, seed);
    const question = asked(history, object.type);
    if (question === undefined || !isNone(question)) continue;
    none++;
    const { verdict } = searchSessions(history, object.type, undefined, createBudget());
    expect(verdict, `seed ${seed}`).toBe("violated");
  }
  expect(none).toBeGreaterThan(5);
});
