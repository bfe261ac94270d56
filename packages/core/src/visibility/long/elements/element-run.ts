import { LEVEL } from "../../../criteria/levels.js";
import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../bounds.js";
import type { Placed } from "../configuration.js";
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

/**
 * Runs the sessions beside each other at `basic` or `monotonic`: updates in the order of guessed moments, queries as
 * soon as what they must see explains them, and when their moment has come with as little more as does. One way only.
 */
export function createElementRun(
  model: ElementModel,
  bounds: Bounds,
  level: number,
  random: Random,
): ElementRun {
  const { problem, change, asks } = model;
  const { sessions, session, label, position, size } = problem;
  const { before } = bounds;
  const width = sessions.length;
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
  const run: ElementRun["run"] = (moments, noise, meter) => {
    loudness = noise;
    clearElementViews(views);
    placed.fill(0);
    blocked.fill(0);
    latest.fill(undefined);
    for (const list of others) list.length = 0;
    let last: Placed | undefined;
    let [count, clock] = [0, -Infinity];
    const isReady = (operation: number): boolean => {
      const own = session[operation];
      for (let t = 0, at = operation * width; t < width; t++, at++)
        if (before[at] > placed[t] && t !== own) return false;
      return true;
    };
    const tryNext = (operation: number, s: number): boolean => {
      const ask = asks[label[operation]];
      let picked: readonly number[] = [];
      if (ask !== undefined) {
        catchUp(views, s);
        const picks = findPicks(s, ask, meter);
        if (picks === undefined || (picks.length > 0 && moments[operation] > clock)) {
          if (picks === undefined && moments[operation] <= clock) blocked[s] = 1;
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
        place: count++,
        sees,
        extra: isCarried ? others[s].slice() : picked,
        effect: undefined,
        previous: latest[s],
        earlier: last,
      };
      latest[s] = last;
      placed[s]++;
      when[operation] = clock;
      if (change[operation] !== 0) addUpdate(views, operation);
      return true;
    };
    for (;;) {
      for (let isMoving = true; isMoving; ) {
        isMoving = false;
        for (let s = 0; s < width; s++)
          while (placed[s] < sessions[s].length && blocked[s] === 0) {
            const head = sessions[s][placed[s]];
            if (change[head] !== 0 || !isReady(head) || !tryNext(head, s)) break;
            isMoving = true;
          }
      }
      let next = -1;
      for (let s = 0; s < width; s++) {
        if (placed[s] === sessions[s].length || blocked[s] === 1) continue;
        const head = sessions[s][placed[s]];
        if ((next < 0 || moments[head] < moments[next]) && isReady(head)) next = head;
      }
      if (next < 0) break;
      clock = Math.max(clock, moments[next]);
      if (change[next] === 0 || !tryNext(next, session[next])) continue;
      blocked.fill(0);
    }
    if (count === size && last !== undefined) return last;
    return sessions.flatMap((members, s) => (placed[s] < members.length ? [members[placed[s]]] : []));
  };
  return { views, when, run };
}
