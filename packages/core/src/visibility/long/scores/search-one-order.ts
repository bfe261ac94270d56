import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { annealOrder, type Temper } from "./anneal-order.js";
import { createOrderJudge } from "./order-judge.js";
import { proposeMoves } from "./propose-moves.js";
import type { FlatScores } from "./score-views.js";
import { createUpdateLine } from "./update-line.js";

/** As measured. */
const TEMPER: Temper = { heat: 0.3, blame: 0.005 };

/** Looks for one order in which each sees all before it. */
export interface OneOrderSearch {
  /** Goes on by so many moves; a witness, once there is one. */
  search(moves: number, meter: Meter): Generator<void, Witness | undefined>;
  /** The order that it has come to: most results are explained in it. */
  nearest(): readonly number[];
}

/** Begins with the order of guessed moments, and moves updates for results that are not explained. */
export function createOneOrderSearch(scores: FlatScores, moments: Float64Array): OneOrderSearch {
  const judge = createOrderJudge(createUpdateLine(scores, moments));
  const random = createRandom(1);
  const propose = proposeMoves(judge, random);
  const { ids } = scores.model.problem;
  return {
    *search(moves, meter) {
      const isFound = yield* annealOrder(judge, propose, moves, TEMPER, random, meter);
      if (!isFound) return undefined;
      return { linearization: judge.linearization().map((operation) => ids[operation]), visibility: {} };
    },
    nearest: () => judge.linearization(),
  };
}
