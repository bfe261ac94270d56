import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { annealOrder, type Temper } from "./anneal-order.js";
import { createBasicJudge } from "./basic-judge.js";
import { proposeBasic } from "./propose-basic.js";
import type { FlatScores } from "./score-views.js";
import { createUpdateLine } from "./update-line.js";

/** As measured. */
const TEMPER: Temper = { heat: 0.25, blame: 0.01 };

/** Goes on by so many moves; a witness at `basic`, once there is one. */
export type BasicSearch = (moves: number, meter: Meter) => Generator<void, Witness | undefined>;

/** Begins with the order of moments, and moves updates for results that are not explained at `basic`. */
export function createBasicSearch(scores: FlatScores, moments: Float64Array): BasicSearch | undefined {
  const updates = createUpdateLine(scores, moments);
  const judge = createBasicJudge(updates);
  if (judge === undefined) return undefined;
  const random = createRandom(1);
  const propose = proposeBasic(updates, random);
  return function* (moves, meter) {
    const isFound = yield* annealOrder(judge, propose, moves, TEMPER, random, meter);
    return isFound ? judge.witness() : undefined;
  };
}
