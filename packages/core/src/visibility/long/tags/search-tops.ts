import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import type { Meter } from "../../meter.js";
import type { Placed } from "../configuration.js";
import { longWitness } from "../long-witness.js";
import { createTopMoves } from "./move-tops.js";
import type { TagTask } from "./tag-task.js";
import { createTopRun } from "./top-run.js";
import type { TopViews } from "./top-views.js";

/** After how many runs it begins anew: what was guessed wrong at first is hardly ever put right. */
const ROUND = 1500;
/** How often it goes back to the best, from a little worse and from worse by more than so many operations. */
const [BACK, FAR_BACK, MUCH] = [0.1, 0.8, 30];
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
  const best = { moments: moments.slice(), skipped: skipped.slice(), lag: lag.slice() };
  let [most, from, lowest] = [-1, 0, 0];
  for (let run = 0; run < runs; run++) {
    if (meter.isTurnOver()) yield;
    if (run % ROUND === 0) {
      moves.reset();
      [most, from, lowest] = [-1, 0, 0];
    }
    const waiting = running.from(from);
    meter.work(Math.max(1, views.count - from) * STEPS * views.width);
    if (waiting.length === 0) return longWitness(task.problem, chainOf(views));
    if (views.count > most) {
      most = views.count;
      best.moments.set(moments);
      best.skipped.set(skipped);
      best.lag.set(lag);
      lowest = Infinity;
    } else if (views.count < most && random.chance(views.count < most - MUCH ? FAR_BACK : BACK)) {
      moments.set(best.moments);
      skipped.set(best.skipped);
      lag.set(best.lag);
      [from, lowest] = [lowest, Infinity];
      continue;
    }
    from = moves.change(waiting);
    lowest = Math.min(lowest, from);
  }
  return undefined;
}

/** The linearization as the other searches have it. */
function chainOf({ task, width, line, saw, count }: TopViews): Placed {
  const { session, sessions } = task.problem;
  const latest: (Placed | undefined)[] = sessions.map(() => undefined);
  let last: Placed | undefined;
  for (let place = 0; place < count; place++) {
    const operation = line[place];
    const s = session[operation];
    last = {
      operation,
      place,
      sees: saw.slice(operation * width, (operation + 1) * width),
      extra: [],
      effect: undefined,
      previous: latest[s],
      earlier: last,
    };
    latest[s] = last;
  }
  return last as Placed;
}
