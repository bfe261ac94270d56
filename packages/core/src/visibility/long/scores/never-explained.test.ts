import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { checkWithin } from "../../../check.js";
import { LEVEL, type LevelName, levelNames } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import { createHistoryBuilder } from "../../../history/builder.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { neverExplained } from "./never-explained.js";
import { createScoreModel } from "./score-model.js";

const { rpq } = types;
const meter = createMeter(createBudget());

function isRefuted(history: History, order: OrderName, level: LevelName): boolean {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, rpq, history.initial, order, ids);
  const model = problem && createScoreModel(problem);
  return model !== undefined && neverExplained(model, LEVEL[level], meter) >= 0;
}

/** A few updates and queries of two elements, with results near what adds and increments come to. */
function draw(seed: number, sessions = 3): History {
  const random = createRandom(seed);
  const builder = createHistoryBuilder({ type: "rpq" });
  for (let left = 4 + random.int(2); left > 0; left--) {
    const session = random.int(sessions);
    const id = random.int(2);
    const amount = 1 + random.int(3);
    const what = random.int(8);
    const score = random.chance(0.1) ? null : 1 + random.int(5);
    if (what < 2) builder.add({ session, method: "add", args: [id, amount] });
    else if (what < 4) builder.add({ session, method: "incrby", args: [id, amount] });
    else if (what < 5) builder.add({ session, method: "rem", args: [id] });
    else if (what < 7) builder.add({ session, method: "score", args: [id], result: score });
    else builder.add({ session, method: "max", args: [], result: score === null ? null : [id, score] });
  }
  return builder.finish();
}

test.each(["session", "realtime"] as const)(
  "a history that is refuted holds at no level, by the definition, with %s order",
  (order) => {
    const counts = { refuted: 0, missed: 0, held: 0 };
    for (let seed = 1; seed <= seeds(1500); seed++) {
      const history = seed % 4 === 0 ? generateVisibilityHistory(rpq, seed, 4) : draw(seed);
      const isWrong = isRefuted(history, order, "weak");
      const oracle = createVisibilityOracle(history, rpq, { order });
      const holds = oracle.satisfiesLevels(() => "weak");
      if (isWrong) for (const level of levelNames) expect(oracle.satisfiesLevels(() => level)).toBe(false);
      counts[holds ? "held" : isWrong ? "refuted" : "missed"]++;
    }
    expect(Math.min(counts.refuted, counts.held)).toBeGreaterThan(300);
    // Those with sizes, something there at first, or amounts below zero are left alone.
    expect(counts.refuted).toBeGreaterThan(counts.missed);
  },
);

test.each(["session", "realtime"] as const)(
  "from basic on what its own session did binds a query, by the definition, with %s order",
  (order) => {
    const counts = { refuted: 0, missed: 0, held: 0 };
    for (let seed = 1; seed <= seeds(1500); seed++) {
      const history = draw(seed, 2);
      if (isRefuted(history, order, "weak")) continue;
      const isWrong = isRefuted(history, order, "basic");
      const oracle = createVisibilityOracle(history, rpq, { order });
      const holds = oracle.satisfiesLevels(() => "basic");
      if (isWrong)
        for (const level of levelNames.filter((one) => LEVEL[one] >= LEVEL.basic))
          expect(
            oracle.satisfiesLevels(() => level),
            `seed ${seed} ${level}`,
          ).toBe(false);
      counts[holds ? "held" : isWrong ? "refuted" : "missed"]++;
    }
    expect(Math.min(counts.refuted, counts.held)).toBeGreaterThan(25);
    expect(counts.refuted).toBeGreaterThan(2 * counts.missed);
  },
);

test("long histories that are weakly wrong are refuted at every level", () => {
  const common = { object: usedObjects.rpq, operations: 400, sessions: 3, values: 5 } as const;
  const history = replicaHistory({ ...common, seed: 1, delivery: "fifo", corrupt: 40 });
  expect(isRefuted(history, "session", "weak")).toBe(true);
  for (const criterion of levelNames) {
    const bounds = { states: 2000 };
    expect(checkWithin(history, { criterion, explain: false, bounds }).verdict).toBe("violated");
  }
});
