import { describe, expect, test } from "vitest";
import { explanations } from "@sightline/testing/order/order-oracle.js";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import type { UsedObject } from "@sightline/testing/visibility/used-objects.js";
import { createBudget } from "../../../budget.js";
import { LEVEL } from "../../../criteria/levels.js";
import type { History, Invocation } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { createOutlook } from "../order/element-outlook.js";
import { createKeyModel } from "../models/key-model.js";
import { createLongProblem } from "../long-problem.js";
import { saturate } from "./saturate.js";

const call = (method: string, ...args: Invocation["args"]): Invocation => ({ method, args });
const used = (type: UsedObject["type"], puts: string, takes: string): UsedObject => ({
  type,
  update: (random, values) => (random.chance(0.6) ? call(puts, random.int(values)) : call(takes)),
  query: (random) => call(random.pick(["peek", "peek", "peek", "size"])),
});
const objects = { queue: used(types.queue, "offer", "poll"), stack: used(types.stack, "push", "pop") };

/** Histories of replicas that are nearly in one order, of up to eleven operations. */
function historyOf(name: keyof typeof objects, seed: number): History {
  const random = createRandom(seed);
  return replicaHistory({
    object: objects[name],
    seed,
    operations: 7 + random.int(5),
    sessions: 2 + random.int(2),
    values: random.pick([2, 20]),
    delay: 3,
    delivery: random.pick(["fifo", "overtaking", "arrival"] as const),
    corrupt: random.int(3),
    observeUpdates: random.chance(0.2),
  });
}

describe.each(["queue", "stack"] as const)("%s: what elements tell of one order", (name) => {
  test("never contradicts an order that there is, nor leads away from it", () => {
    const type = types[name];
    const counts = { refuted: 0, violated: 0, followed: 0 };
    for (let seed = 1; seed <= seeds(1500); seed++) {
      const history = historyOf(name, seed);
      const ids = Int32Array.from({ length: history.size }, (_, id) => id);
      const problem =
        createLongProblem(history, type, undefined, "session", ids, false) ??
        expect.fail("orders in a circle");
      const keys = createKeyModel(problem);
      const levels = new Uint8Array(history.size).fill(LEVEL.complete);
      const known = saturate({ problem, levels, keys, sums: undefined }, createMeter(createBudget()));
      const [order] = explanations(history, type, "sequential");
      if (order === undefined) counts.violated++;
      if ("contradiction" in known) {
        counts.refuted++;
        expect(order, `seed ${seed}`).toBeUndefined();
        continue;
      }
      const outlook = createOutlook(known.bounds, keys);
      if (order === undefined || outlook === undefined) continue;
      const placed = new Int32Array(problem.sessions.length);
      let left: typeof outlook.start | undefined = outlook.start;
      for (const operation of order) {
        placed[problem.session[operation]]++;
        if (problem.updates[operation] === 1 && left !== undefined)
          left = outlook.after(left, operation, placed);
      }
      expect(left, `seed ${seed}`).toBeDefined();
      counts.followed++;
    }
    expect(counts.refuted).toBeGreaterThan(0.15 * counts.violated);
    expect(counts.followed).toBeGreaterThan(100);
  });
});
