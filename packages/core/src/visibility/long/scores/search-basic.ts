import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { annealOrder, type Propose, type Temper } from "./anneal-order.js";
import { createBasicJudge } from "./basic-judge.js";
import { createBasicSights } from "./basic-sights.js";
import { proposeBasic } from "./propose-basic.js";
import { proposeTogether } from "./propose-together.js";
import type { FlatScores } from "./score-views.js";
import { createUpdateLine } from "./update-line.js";

/** As measured; and how often several updates are moved for one result. */
const TEMPER: Temper = { heat: 0.25, blame: 0.01 };
const TOGETHER = 0.1;

/** Goes on by so many moves; a witness at `basic`, once there is one. */
export type BasicSearch = (moves: number, meter: Meter) => Generator<void, Witness | undefined>;

/** Begins with the order of moments, and moves updates for results that are not explained at `basic`. */
export function createBasicSearch(scores: FlatScores, moments: Float64Array): BasicSearch | undefined {
  const updates = createUpdateLine(scores, moments);
  const sights = createBasicSights(scores);
  const judge = sights && createBasicJudge(updates, sights);
  if (judge === undefined || sights === undefined) return undefined;
  const random = createRandom(1);
  const one = proposeBasic(updates, random);
  const several = proposeTogether(updates, sights, random);
  const propose: Propose = (query) => (random.chance(TOGETHER) ? several(query) : undefined) ?? one(query);
  return function* (moves, meter) {
    const isFound = yield* annealOrder(judge, propose, moves, TEMPER, random, meter);
    return isFound ? judge.witness() : undefined;
  };
}
