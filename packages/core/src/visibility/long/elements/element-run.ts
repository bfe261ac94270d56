import { LEVEL } from "../../../criteria/levels.js";
import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import type { Placed } from "../runs/configuration.js";
import { type MomentRun, runByMoments } from "../runs/run-by-moments.js";
import type { ElementModel } from "./element-model.js";
import { createFindPicks } from "./element-picks.js";
import {
  addUpdate,
  catchUp,
  clearElementViews,
  createElementViews,
  type ElementViews,
  seeUpdate,
} from "./element-views.js";

/** A run along guessed moments. */
export interface ElementRun {
  readonly views: ElementViews;
  /** Operation → the moment at which it was placed. */
  readonly when: Float64Array;
  /** The last operation of a linearization, or those that wait in vain. */
  run(moments: Float64Array, noise: number, meter: Meter): Placed | readonly number[];
}

/** Runs the sessions at `basic` or `monotonic` (`runByMoments`): a query sees as little more than it must as explains it. */
export function createElementRun(
  model: ElementModel,
  bounds: Bounds,
  level: number,
  random: Random,
): ElementRun {
  const { problem, change, asks } = model;
  const { sessions, label, position, size } = problem;
  const width = sessions.length;
  const updates = Uint8Array.from(change, (one) => (one === 0 ? 0 : 1));
  const views = createElementViews(model);
  let loudness = 0;
  const findPicks = createFindPicks(views, () => (loudness > 0 ? random.int(loudness) : 0));
  const isCarried = level >= LEVEL.monotonic;
  const placed = new Int32Array(width);
  const blocked = new Uint8Array(width);
  /** Session → what it sees of others; and its last operation. */
  const others: number[][] = sessions.map(() => []);
  const latest: (Placed | undefined)[] = sessions.map(() => undefined);
  const when = new Float64Array(size);
  let last: Placed | undefined;
  const run: ElementRun["run"] = (moments, noise, meter) => {
    loudness = noise;
    const running: MomentRun = {
      sessions,
      updates,
      before: bounds.before,
      placed,
      blocked,
      clock: -Infinity,
      views: { count: 0 },
      clear() {
        clearElementViews(views);
        latest.fill(undefined);
        last = undefined;
        for (const list of others) list.length = 0;
      },
      place(operation, s) {
        const ask = asks[label[operation]];
        let picked: readonly number[] = [];
        if (ask !== undefined) {
          catchUp(views, s);
          const picks = findPicks(s, ask, meter);
          if (picks === undefined || (picks.length > 0 && moments[operation] > running.clock)) {
            if (picks === undefined && moments[operation] <= running.clock) blocked[s] = 1;
            return false;
          }
          picked = picks.map((one) => views.updates[one]);
          if (isCarried) {
            others[s].push(...picked);
            for (const one of picks) seeUpdate(views, s, one);
          }
        }
        const sees = new Int32Array(width);
        sees[s] = position[operation] + 1;
        meter.work(width);
        last = {
          operation,
          place: running.views.count++,
          sees,
          extra: isCarried ? others[s].slice() : picked,
          effect: undefined,
          previous: latest[s],
          earlier: last,
        };
        latest[s] = last;
        placed[s]++;
        when[operation] = running.clock;
        if (updates[operation] === 1) addUpdate(views, operation);
        return true;
      },
      wake: () => blocked.fill(0),
    };
    const waiting = runByMoments(running, moments, 0);
    return waiting.length === 0 && last !== undefined ? last : waiting;
  };
  return { views, when, run };
}
