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
import { withoutTurns } from "../../meter.js";
import { createKeyModel } from "../models/key-model.js";
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
  const problem = isWhole(history) ? wholeProblem(history, type, "session", false) : undefined;
  const machine = problem && createElementMachine(problem);
  if (problem === undefined || machine === undefined) return undefined;
  const question = orderQuestion(problem, createKeyModel(problem), undefined);
  if (question === undefined) return undefined;
  const { bounds, moments, meter } = question;
  return [exact, inTurn, asGuessed].map(({ slack, apart, ...attempt }) => {
    const puts = slack < Infinity ? putOrder(machine, moments, slack) : undefined;
    const guide = { ...question, machine: elementLayers(bounds, machine, apart, puts, meter) };
    const found = withoutTurns(layeredOrder(guide, { ...attempt, weights, seed: 3 }));
    if (found === "none" || found === "stuck") return found;
    expectExplains(problem, found);
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
