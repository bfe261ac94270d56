import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { layeredOrder } from "../order/layered-order.js";
import { within } from "../within.js";
import { scoreLayers } from "./score-layers.js";
import type { FlatScores } from "./score-views.js";

/** All beginnings are followed, if no more than so many have equally many updates; and how much is visited for each operation. */
const [WIDTH, VISITS] = [8192, 600];
/** No beginning is preferred to another. */
const ALIKE = { late: 0, early: 0, distance: 0, away: 0 } as const;

/**
 * Tries all orders in which each operation sees all before it, beginning by beginning. "none" where there is none;
 * `undefined` where there are too many to tell.
 */
export function* everyOrder(
  scores: FlatScores,
  bounds: Bounds,
  meter: Meter,
): Generator<void, Witness | "none" | undefined> {
  const { size, ids } = bounds.problem;
  const guide = { bounds, machine: scoreLayers(scores, bounds), moments: new Float64Array(size), meter };
  const running = layeredOrder(guide, { width: WIDTH, isExact: true, weights: ALIKE, seed: 1 });
  const found = yield* within(meter, VISITS * (size + 64), running);
  if (found === "stuck" || found === undefined) return undefined;
  if (found === "none") return found;
  return { linearization: found.map((operation) => ids[operation]), visibility: {} };
}
