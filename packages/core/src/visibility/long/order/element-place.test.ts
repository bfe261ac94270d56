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
import { putOrder } from "./element-attempts.js";
import { createElementMachine } from "./element-machine.js";
import { elementLayers } from "./element-place.js";
import { layeredOrder } from "./layered-order.js";

const weights = { late: 0.3, early: 0.003, distance: 0.3, away: 0.05 };
const exact = { width: 100_000, isExact: true, slack: Infinity, apart: 0 };
/** Those leave beginnings out, and go back. */
const inTurn = { width: 2, isExact: false, slack: 0, apart: 0 };
const asGuessed = { width: 2, isExact: false, slack: Infinity, apart: 4 };

/** What the attempts find, each order run from the start; `undefined` where the question is none for the machine. */
function attempted(history: History, type: SequentialType) {
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
  const order = orderOfBounds(bounds) ?? expect.fail("bounds without an order");
  const moments = new Float64Array(history.size);
  order.forEach((operation, at) => {
    moments[operation] = at;
  });
  return [exact, inTurn, asGuessed].map(({ slack, apart, ...attempt }) => {
    const puts = slack < Infinity ? putOrder(machine, moments, slack) : undefined;
    const guide = { bounds, moments, meter, machine: elementLayers(bounds, machine, apart, puts, meter) };
    const found = withoutTurns(layeredOrder(guide, { ...attempt, weights, seed: 3 }));
    if (found === "none" || found === "stuck") return found;
    expect([...found].sort((a, b) => a - b)).toEqual([...ids]);
    const place = new Map(found.map((operation, at) => [operation, at]));
    for (const members of problem.sessions)
      expect([...members].sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0))).toEqual([...members]);
    let state = problem.initial;
    for (const operation of found) {
      expect(problem.explains(state, operation), `operation ${operation}`).toBe(true);
      state = problem.next(state, operation);
    }
    return "found";
  });
}

test.each(["queue", "stack"] as const)(
  "%s: an order that explains all, or none where there is none by the definition",
  (name) => {
    const type = types[name];
    const counts = { found: 0, none: 0, stuck: 0 };
    for (let seed = 1; seed <= seeds(300); seed++) {
      const history = generateVisibilityHistory(type, seed, 5);
      const results = attempted(history, type);
      if (results === undefined) continue;
      const holds = createVisibilityOracle(history, type, {}).satisfiesLevels(() => "complete");
      for (const found of results) {
        counts[found]++;
        if (found !== "stuck") expect(found === "found", `seed ${seed}`).toBe(holds);
      }
    }
    expect(counts.found).toBeGreaterThan(50);
  },
);

const stack: UsedObject = {
  type: types.stack,
  update: (random, values) =>
    random.chance(0.6) ? { method: "push", args: [random.int(values)] } : { method: "pop", args: [] },
  query: (random) => ({ method: random.pick(["peek", "peek", "size", "isEmpty"]), args: [] }),
};

test.each(["queue", "stack"] as const)(
  "%s: agrees with the search over session positions on what replicas did",
  (name) => {
    const object = name === "stack" ? stack : usedObjects.queue;
    const counts = { found: 0, none: 0, stuck: 0 };
    const quick = { found: 0, none: 0, stuck: 0 };
    for (let seed = 1; seed <= seeds(200); seed++) {
      const history = replicaHistory({
        object,
        seed,
        operations: 12 + (seed % 16),
        sessions: 2 + (seed % 3),
        values: [2, 5, 30][seed % 3],
        delivery: (["fifo", "overtaking", "arrival"] as const)[seed % 3],
        observeUpdates: seed % 5 === 0,
        corrupt: seed % 3,
      });
      const results = attempted(history, object.type);
      if (results === undefined) continue;
      const { verdict } = searchSessions(history, object.type, undefined, createBudget());
      const [whole, ...others] = results;
      counts[whole]++;
      expect(whole, `seed ${seed}`).toBe(verdict === "satisfied" ? "found" : "none");
      for (const found of others) {
        quick[found]++;
        if (found !== "stuck") expect(found, `seed ${seed}`).toBe(whole);
      }
    }
    expect(counts.found).toBeGreaterThan(50);
    expect(counts.none).toBeGreaterThan(2);
    expect(quick.found).toBeGreaterThan(counts.found);
  },
);
