import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import { createBestSoFar } from "../runs/best-so-far.js";
import { chainOf } from "../runs/chain-of.js";
import { longWitness } from "../long-witness.js";
import { createTopMoves } from "./move-tops.js";
import type { TagTask } from "./tag-task.js";
import { createTopRun } from "./top-run.js";

/** After how many runs it begins anew: what was guessed wrong at first is hardly ever put right. */
const ROUND = 1500;
/** What an operation takes, in elementary steps for each session; as measured. */
const STEPS = 24;

/** Whether runs can be made of a task: of one register, where nothing but session order happens before. */
export const hasTopRuns = ({ problem, puts, wants }: TagTask): boolean =>
  !problem.crosses &&
  problem.history.objects.length <= 1 &&
  wants.every((wanted, operation) => wanted === undefined || puts[operation] < 0);

/**
 * Looks for a witness at `causal` by runs along guessed moments, each of which is changed by chance near where the one
 * before it got stuck, and kept if it came as far. That it finds none means nothing.
 *
 * @param ahead how many of a session stand before an operation in any case
 */
export function* searchTops(
  task: TagTask,
  guessed: Float64Array,
  ahead: (operation: number, session: number) => number,
  runs: number,
  meter: Meter,
): Generator<void, Witness | undefined> {
  const random = createRandom(1);
  const running = createTopRun(task, guessed.slice(), ahead);
  const { views, moments, skipped, lag } = running;
  const moves = createTopMoves(running, guessed, random);
  const best = createBestSoFar([moments, skipped, lag], random);
  let from = 0;
  for (let run = 0; run < runs; run++) {
    if (meter.isTurnOver()) yield;
    if (run % ROUND === 0) {
      moves.reset();
      best.reset();
      from = 0;
    }
    const waiting = running.from(from);
    meter.work(Math.max(1, views.count - from) * STEPS * views.width);
    if (waiting.length === 0) return longWitness(task.problem, chainOf(task.problem, views.line, views.saw));
    from = best.weigh(views.count);
    if (from >= 0) continue;
    from = moves.change(waiting);
    best.change(from);
  }
  return undefined;
}
