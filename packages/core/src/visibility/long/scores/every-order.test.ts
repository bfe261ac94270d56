import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { checkWithin } from "../../../check.js";
import { LEVEL } from "../../../criteria/levels.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createBounds } from "../conclude/bounds.js";
import { createTask } from "../long-task.js";
import { saturate } from "../conclude/saturate.js";
import { everyOrder } from "./every-order.js";
import { createScoreModel } from "./score-model.js";
import { createFlatScores } from "./score-views.js";

const { rpq } = types;
const meter = createMeter(createBudget());

/**
 * Whether there is an order, where that is decided by trying all; one that is found holds.
 *
 * @param isConcluding whether conclusions are drawn before
 */
function isOrdered(history: History, isConcluding: boolean): boolean | undefined {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const levels = new Uint8Array(history.size).fill(LEVEL.complete);
  const { initial } = history;
  const question = { history, type: rpq, initial, order: "session", levels, accepts: () => false } as const;
  const task = createTask(question, ids, true);
  const model = task && createScoreModel(task.problem);
  const scores = model && createFlatScores(model);
  if (task === undefined || scores === undefined) return undefined;
  const known = isConcluding ? saturate(task, meter) : { bounds: createBounds(task.problem, levels) };
  if ("contradiction" in known) return undefined;
  const found = withoutTurns(everyOrder(scores, known.bounds, meter));
  if (found === undefined || found === "none") return found && false;
  const claim = { type: rpq, order: "session", levels: () => "complete" as const } as const;
  expect(verifyVisibility(history, claim, found)).toEqual({ valid: true });
  return true;
}

test("that there is no order is found just where the definition admits none", () => {
  const counts = { found: 0, refuted: 0 };
  for (let seed = 1; seed <= seeds(600); seed++) {
    const history = generateVisibilityHistory(rpq, seed, 5);
    const found = isOrdered(history, false);
    if (found === undefined) continue;
    const oracle = createVisibilityOracle(history, rpq, { order: "session" });
    expect(found, `seed ${seed}`).toBe(oracle.satisfiesLevels(() => "complete"));
    counts[found ? "found" : "refuted"]++;
  }
  expect(counts.found).toBeGreaterThan(10);
  expect(counts.refuted).toBeGreaterThan(10);
});

test("and where the exact search finds none, of replicas, with results that were changed or not", () => {
  const counts = { found: 0, refuted: 0 };
  for (let seed = 1; seed <= seeds(400); seed++) {
    const random = createRandom(seed);
    const history = replicaHistory({
      object: usedObjects.rpq,
      seed,
      operations: 8 + random.int(20),
      sessions: 2 + random.int(3),
      values: 1 + random.int(3),
      delivery: random.pick(["fifo", "overtaking", "causal", "arrival"]),
      corrupt: random.int(2),
    });
    const found = isOrdered(history, seed % 2 === 0);
    const { verdict } = checkWithin(history, {
      criterion: "sequential",
      explain: false,
      bounds: { states: 20_000 },
    });
    if (found === undefined || verdict === "unknown") continue;
    expect(found, `seed ${seed}`).toBe(verdict === "satisfied");
    counts[found ? "found" : "refuted"]++;
  }
  expect(Math.min(counts.found, counts.refuted)).toBeGreaterThan(40);
});
