import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import { createHistoryBuilder } from "../../../history/builder.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { createBounds, orderOfBounds, propagate } from "./bounds.js";
import { createTask } from "../long-task.js";
import { createFrontOrder } from "./front-order.js";

const meter = createMeter(createBudget());

/** Elements that are put by one or two sessions, taken by others, and found in front in any order. */
function drawHistory(seed: number): History {
  const random = createRandom(seed);
  const builder = createHistoryBuilder({ type: "queue" });
  const operations = 5 + random.int(2);
  const values = random.chance(0.3) ? 2 : 6;
  let offered = 0;
  for (let at = 0; at < operations; at++) {
    const drawn = random.int(10);
    if (at < 2 || drawn < 2) {
      const value = values === 2 ? random.int(2) : offered;
      builder.add({ session: random.chance(0.8) ? 0 : 1, method: "offer", args: [value] });
      offered++;
    } else if (drawn < 4) builder.add({ session: random.int(3), method: "poll", args: [] });
    else
      builder.add({
        session: random.chance(0.8) ? 1 : 2,
        method: "peek",
        args: [],
        result: random.int(Math.min(values, offered)),
      });
  }
  return builder.finish();
}

/** Whether what happens before and the order of elements in front contradict each other. */
function isRefuted(history: History, level: LevelName): boolean {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const levels = new Uint8Array(history.size).fill(LEVEL[level]);
  const question = { history, type: types.queue, initial: undefined, order: "session", levels } as const;
  const task = createTask({ ...question, accepts: () => true }, ids, true);
  if (task === undefined) return false;
  const bounds = createBounds(task.problem, levels);
  const orderFronts = createFrontOrder(task.problem, levels);
  do {
    bounds.changed = false;
    const order = orderOfBounds(bounds);
    if (order === undefined) return true;
    for (const operation of order) propagate(bounds, operation);
    if ((orderFronts?.(bounds, meter) ?? -1) >= 0) return true;
  } while (bounds.changed);
  return false;
}

test.each(["monotonic", "peer", "causal"] as const)(
  "elements in front refute no history that holds at %s",
  (level) => {
    const counts = { refuted: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(700); seed++) {
      const history = drawHistory(seed);
      const isWrong = isRefuted(history, level);
      const oracle = createVisibilityOracle(history, types.queue, { order: "session" });
      const holds = oracle.satisfiesLevels(() => level);
      if (isWrong) expect(holds, `seed ${seed}`).toBe(false);
      if (isWrong) counts.refuted++;
      if (!holds) counts.violated++;
    }
    expect(counts.refuted).toBeGreaterThan(10);
    expect(counts.violated).toBeGreaterThan(counts.refuted);
  },
);
