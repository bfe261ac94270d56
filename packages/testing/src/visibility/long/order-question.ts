import { expect } from "vitest";
import { createBudget } from "@sightline/core/budget.js";
import { LEVEL } from "@sightline/core/criteria/levels.js";
import { type Bounds, orderOfBounds } from "@sightline/core/visibility/long/conclude/bounds.js";
import { saturate } from "@sightline/core/visibility/long/conclude/saturate.js";
import type { LongProblem } from "@sightline/core/visibility/long/long-problem.js";
import type { KeyModel } from "@sightline/core/visibility/long/models/key-model.js";
import type { SumModel } from "@sightline/core/visibility/long/models/sum-model.js";
import { createMeter, type Meter } from "@sightline/core/visibility/meter.js";

/** What the searches for one order go by. */
export interface OrderQuestion {
  readonly bounds: Bounds;
  readonly moments: Float64Array;
  readonly meter: Meter;
}

/** What is concluded where one order is asked for, and moments along it. `undefined` where that refutes the history. */
export function orderQuestion(
  problem: LongProblem,
  keys: KeyModel | undefined,
  sums: SumModel | undefined,
): OrderQuestion | undefined {
  const meter = createMeter(createBudget());
  const levels = new Uint8Array(problem.size).fill(LEVEL.complete);
  const known = saturate({ problem, levels, keys, sums }, meter);
  if ("contradiction" in known) return undefined;
  const { bounds } = known;
  const moments = new Float64Array(problem.size);
  (orderOfBounds(bounds) ?? expect.fail("bounds without an order")).forEach((operation, at) => {
    moments[operation] = at;
  });
  return { bounds, moments, meter };
}
