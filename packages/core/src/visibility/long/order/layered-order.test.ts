// @module-tag slow
import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { expectExplains } from "@sightline/testing/visibility/long/expect-explains.js";
import { orderQuestion } from "@sightline/testing/visibility/long/order-question.js";
import { isWhole, wholeProblem } from "@sightline/testing/visibility/long/whole-problem.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import type { History } from "../../../history/history.js";
import { searchSessions } from "../../../linearize/sessions.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { withoutTurns } from "../../meter.js";
import { createKeyModel } from "../models/key-model.js";
import { type LayeredAttempt, layeredOrder } from "./layered-order.js";
import { createOrderMachine } from "./order-machine.js";
import { keyedLayers } from "./order-place.js";
import { createSumModel } from "../models/sum-model.js";

const weights = { late: 0.3, early: 0.003, distance: 0.3, away: 0.05 };
const exact: LayeredAttempt = { width: 100_000, isExact: true, weights, seed: 1 };
/** Leaves beginnings out, and goes back. */
const narrow: LayeredAttempt = { width: 2, isExact: false, weights, seed: 2 };

/** What the attempts find, each order run from the start; `undefined` where the question is none for the machine. */
function attempted(history: History, type: SequentialType, attempts: readonly LayeredAttempt[]) {
  const problem = isWhole(history) ? wholeProblem(history, type, "session", false) : undefined;
  if (problem === undefined) return undefined;
  const [keys, sums] = [createKeyModel(problem), createSumModel(problem)];
  const machine = createOrderMachine(problem, keys, sums);
  if (machine === undefined) return undefined;
  const question = orderQuestion(problem, keys, sums);
  if (question === undefined) return [];
  const guide = { ...question, machine: keyedLayers(question.bounds, machine) };
  return attempts.map((attempt) => {
    const found = withoutTurns(layeredOrder(guide, attempt));
    if (found === "none" || found === "stuck") return found;
    expectExplains(problem, found);
    return "found";
  });
}

test.each(["set", "map", "register", "mv-register", "counter"] as const)(
  "%s: an order that explains all, or none where there is none by the definition",
  (name) => {
    const type = types[name];
    const counts = { found: 0, none: 0, stuck: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const history = generateVisibilityHistory(type, seed, 5);
      const holds = createVisibilityOracle(history, type, {}).satisfiesLevels(() => "complete");
      for (const found of attempted(history, type, [exact, narrow]) ?? []) {
        counts[found]++;
        if (found !== "stuck") expect(found === "found", `seed ${seed}`).toBe(holds);
      }
    }
    expect(counts.found).toBeGreaterThan(50);
    if (name === "set") expect(counts.none).toBeGreaterThan(0);
  },
);

test.each(["set", "map", "register", "counter"] as const)(
  "%s: agrees with the search over session positions on what replicas did",
  (name) => {
    const counter = {
      type: types.counter,
      update: () => ({ method: "inc", args: [] }),
      query: () => ({ method: "read", args: [] }),
    };
    const object = name === "counter" ? counter : usedObjects[name];
    const counts = { found: 0, none: 0, stuck: 0 };
    for (let seed = 1; seed <= 120; seed++) {
      const history = replicaHistory({
        object,
        seed,
        operations: 12 + (seed % 24),
        sessions: 2 + (seed % 4),
        values: [2, 5, 30][seed % 3],
        delivery: seed % 2 === 0 ? "fifo" : "overtaking",
        observeUpdates: seed % 5 === 0,
        corrupt: seed % 7 === 0 ? 1 : 0,
      });
      const { verdict } = searchSessions(history, object.type, undefined, createBudget());
      const [whole, some] = attempted(history, object.type, [exact, narrow]) ?? [];
      if (whole === undefined) continue;
      counts[whole]++;
      expect(whole, `seed ${seed}`).toBe(verdict === "satisfied" ? "found" : "none");
      if (some !== "stuck") expect(some, `seed ${seed}`).toBe(whole);
    }
    expect(counts.found).toBeGreaterThan(20);
    if (name !== "register") expect(counts.none).toBeGreaterThan(0);
  },
);
