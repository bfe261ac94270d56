import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { seeds } from "@sightline/testing/seeds.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { checkWithin } from "../../../check.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import { types } from "../../../types/index.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createBounds } from "../conclude/bounds.js";
import { createLongProblem } from "../long-problem.js";
import { runAlongMoments } from "./run-along-moments.js";
import { createScoreModel } from "./score-model.js";
import { weakScores } from "./weak-scores.js";

const { rpq } = types;
const meter = createMeter(createBudget());

function modelOf(history: History, order: OrderName) {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, rpq, history.initial, order, ids);
  return problem && createScoreModel(problem);
}

const expectHolds = (history: History, order: OrderName, level: LevelName, witness: Witness): void =>
  expect(verifyVisibility(history, { type: rpq, order, levels: () => level }, witness)).toEqual({
    valid: true,
  });

/** What is found at `basic` or `monotonic` along the order of the file, with a witness that holds. */
function run(history: History, level: "basic" | "monotonic"): boolean {
  const model = modelOf(history, "session");
  if (model === undefined) return false;
  const bounds = createBounds(model.problem, new Uint8Array(history.size).fill(LEVEL[level]));
  const moments = Float64Array.from({ length: history.size }, (_, id) => id);
  const witness = withoutTurns(runAlongMoments(model, bounds, LEVEL[level], moments, 8, meter));
  if (witness !== undefined) expectHolds(history, "session", level, witness);
  return witness !== undefined;
}

/** Whether it is weak, as far as that is decided, with a witness that holds. */
function isWeak(history: History, order: OrderName): boolean | undefined {
  const model = modelOf(history, order);
  const found = model && weakScores(model, meter);
  if (found?.verdict === "satisfied") expectHolds(history, order, "weak", found.witness);
  return found && found.verdict === "satisfied";
}

test("weak is decided as it is defined, whatever is covered", () => {
  let decided = 0;
  for (let seed = 1; seed <= seeds(300); seed++) {
    const history = generateVisibilityHistory(rpq, seed, 4);
    const order = createRandom(seed).pick(["session", "realtime"] as const);
    const found = isWeak(history, order);
    if (found === undefined) continue;
    decided++;
    const holds = createVisibilityOracle(history, rpq, { order }).satisfiesLevels(() => "weak");
    expect(found, `seed ${seed}`).toBe(holds);
  }
  expect(decided).toBeGreaterThan(60);
});

test("and as the exact search does, where results were changed", () => {
  const counts = { satisfied: 0, violated: 0, unknown: 0 };
  for (let seed = 1; seed <= seeds(250); seed++) {
    const random = createRandom(seed);
    const history = replicaHistory({
      object: usedObjects.rpq,
      seed,
      operations: 8 + random.int(8),
      sessions: 2 + random.int(2),
      values: 1 + random.int(2),
      delivery: "fifo",
      corrupt: 3,
    });
    const options = { criterion: "weak", algorithm: "visibility", explain: false } as const;
    const { verdict } = checkWithin(history, { ...options, bounds: { states: 5000 } });
    counts[verdict]++;
    if (verdict !== "unknown")
      expect(isWeak(history, "session"), `seed ${seed}`).toBe(verdict === "satisfied");
  }
  expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(20);
});

test("basic and monotonic: what is found holds, of small histories too", () => {
  let found = 0;
  for (let seed = 1; seed <= seeds(300); seed++) {
    const history = generateVisibilityHistory(rpq, seed, 5);
    for (const level of ["basic", "monotonic"] as const) if (run(history, level)) found++;
  }
  expect(found).toBeGreaterThan(50);
});

test.each([5, 400])(
  "stores of three replicas over %i values are explained along the order of issue",
  (values) => {
    for (let seed = 1; seed <= 6; seed++) {
      const object = usedObjects.rpq;
      const delivery = seed % 2 === 0 ? "fifo" : "overtaking";
      const history = replicaHistory({ object, seed, operations: 150, sessions: 4, values, delivery });
      for (const level of ["basic", "monotonic"] as const) expect(run(history, level), `${seed}`).toBe(true);
    }
  },
);
