import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL } from "../../../criteria/levels.js";
import { mayBeAbsent } from "../../../history/history.js";
import { types } from "../../../types/index.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { orderOfBounds } from "../conclude/bounds.js";
import { createKeyModel } from "../models/key-model.js";
import { createLongProblem } from "../long-problem.js";
import { oneOrder, orderAttempt } from "./one-order.js";
import { saturate } from "../conclude/saturate.js";
import { createSumModel } from "../models/sum-model.js";

test.each(["set", "map", "register", "mv-register", "counter", "queue", "stack", "rpq"] as const)(
  "%s: an order that explains all, or none where there is none by the definition",
  (name) => {
    const type = types[name];
    const counts = { found: 0, none: 0 };
    for (let seed = 1; seed <= 300; seed++) {
      const history = generateVisibilityHistory(type, seed, 5);
      const ids = Int32Array.from({ length: history.size }, (_, id) => id);
      if (ids.some((id) => mayBeAbsent(history, id))) continue;
      const problem = createLongProblem(history, type, history.initial, "session", ids, false);
      if (problem === undefined) continue;
      const keys = createKeyModel(problem);
      const meter = createMeter(createBudget());
      const levels = new Uint8Array(history.size).fill(LEVEL.complete);
      const known = saturate({ problem, levels, keys, sums: createSumModel(problem) }, meter);
      const holds = createVisibilityOracle(history, type, {}).satisfiesLevels(() => "complete");
      if ("contradiction" in known) {
        expect(holds, `seed ${seed}`).toBe(false);
        continue;
      }
      const order = orderOfBounds(known.bounds) ?? expect.fail("bounds without an order");
      const moments = new Float64Array(history.size);
      order.forEach((operation, at) => {
        moments[operation] = at;
      });
      const guide = { bounds: known.bounds, keys, moments, meter };
      const found = withoutTurns(oneOrder(guide, orderAttempt(0)));
      if (found === "none") {
        counts.none++;
        expect(holds, `seed ${seed}`).toBe(false);
      } else if (found !== "stuck") {
        counts.found++;
        expect([...found].sort((a, b) => a - b)).toEqual([...ids]);
        let state = problem.initial;
        for (const operation of found) {
          expect(problem.explains(state, operation), `seed ${seed}, operation ${operation}`).toBe(true);
          state = problem.next(state, operation);
        }
        expect(holds, `seed ${seed}`).toBe(true);
      }
    }
    expect(counts.found).toBeGreaterThan(50);
    if (!["register", "mv-register", "counter"].includes(name)) expect(counts.none).toBeGreaterThan(0);
  },
);
