import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { type Advice, runScores } from "./run-scores.js";
import type { ScoreModel } from "./score-model.js";

/** How long past its moment a query waits in the runs, in turn. */
const PATIENCE = [0, 0, 8, 0, 32] as const;
/** A distance between moments that is next to nothing; what it costs to do again what was done, and what chance adds. */
const [STEP, AGAIN, CHANCE] = [1e-6, 40, 30] as const;

/** A witness at `basic` or `monotonic`, by so many runs, each of which is put right by where the one before it got stuck. */
export function* runAlongMoments(
  model: ScoreModel,
  bounds: Bounds,
  level: number,
  guessed: Float64Array,
  runs: number,
  meter: Meter,
): Generator<void, Witness | undefined> {
  const { problem } = model;
  if (problem.crosses) return undefined;
  const moments = guessed.slice();
  const random = createRandom(problem.size);
  const moved = new Map<string, number>();
  const nameOf = ({ first, second }: Advice): string =>
    first < second ? `${first} ${second}` : `${second} ${first}`;
  for (let run = 0; run < runs; run++) {
    if (meter.isTurnOver()) yield;
    const found = runScores(model, bounds, level, moments, PATIENCE[run % PATIENCE.length]);
    meter.work(64 * problem.size);
    if (!Array.isArray(found)) return found as Witness;
    const costs = (found as readonly Advice[]).map((one) => ({
      one,
      cost: one.far + AGAIN * (moved.get(nameOf(one)) ?? 0) + random.int(CHANCE),
    }));
    if (costs.length === 0) continue;
    const { one } = costs.reduce((a, b) => (b.cost < a.cost ? b : a));
    moved.set(nameOf(one), (moved.get(nameOf(one)) ?? 0) + 1);
    const members = problem.sessions[problem.session[one.second]];
    let after = moments[one.first] + STEP;
    for (
      let at = problem.position[one.second];
      at < members.length && moments[members[at]] < after;
      at++, after += STEP
    )
      moments[members[at]] = after;
  }
  return undefined;
}
