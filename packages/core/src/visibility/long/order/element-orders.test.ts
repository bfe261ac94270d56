import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL } from "../../../criteria/levels.js";
import { type History, mayBeAbsent } from "../../../history/history.js";
import { searchSessions } from "../../../linearize/sessions.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { orderOfBounds } from "../bounds.js";
import { createKeyModel } from "../key-model.js";
import { createLongProblem } from "../long-problem.js";
import { saturate } from "../saturate.js";
import { within } from "../within.js";
import { createElementMachine } from "./element-machine.js";
import { layeredOrder } from "./layered-order.js";
import { sizeLayers } from "./size-place.js";
import { tableOrder } from "./table-order.js";

const weights = { late: 0.3, early: 0.003, distance: 0.3, away: 0.05 };

/** A history as a question for the searches; `undefined` where it is none for them. */
function asked(history: History, type: SequentialType) {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  if (ids.some((id) => mayBeAbsent(history, id))) return undefined;
  const problem = createLongProblem(history, type, history.initial, "session", ids, false);
  const machine = problem && createElementMachine(problem);
  if (problem === undefined || machine === undefined) return undefined;
  const meter = createMeter(createBudget());
  const levels = new Uint8Array(history.size).fill(LEVEL.complete);
  const known = saturate({ problem, levels, keys: createKeyModel(problem), sums: undefined }, meter);
  if ("contradiction" in known) return undefined;
  const { bounds } = known;
  const moments = new Float64Array(history.size);
  (orderOfBounds(bounds) ?? expect.fail("bounds without an order")).forEach((operation, at) => {
    moments[operation] = at;
  });
  return { problem, bounds, machine, moments, meter };
}

type Asked = NonNullable<ReturnType<typeof asked>>;

/** Whether an order is found along a table, which is then run from the start. */
function isFound({ problem, bounds, machine, moments, meter }: Asked, around: number): boolean {
  const attempt = { kind: "table", width: 8, around, weights, visits: 0 } as const;
  const running = tableOrder({ bounds, moments, hint: "position" }, machine, attempt, 1, meter);
  const found = withoutTurns(within(meter, 20_000, running));
  if (found === undefined || found === "stuck") return false;
  const place = new Map(found.map((operation, at) => [operation, at]));
  expect(place.size).toBe(problem.size);
  expect(found.length).toBe(problem.size);
  for (const members of problem.sessions)
    expect([...members].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))).toEqual([...members]);
  let state = problem.initial;
  for (const operation of found) {
    expect(problem.explains(state, operation), `operation ${operation}`).toBe(true);
    state = problem.next(state, operation);
  }
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
