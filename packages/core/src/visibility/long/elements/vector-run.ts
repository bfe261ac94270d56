import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { Bounds } from "../conclude/bounds.js";
import { chainOf } from "../runs/chain-of.js";
import type { Placed } from "../runs/configuration.js";
import { isReady } from "../is-ready.js";
import { nextOfAll } from "../runs/run-by-moments.js";
import { createSnapshots } from "../runs/snapshots.js";
import type { ElementModel } from "./element-model.js";
import { addToRun, createFullRun, type FullRun } from "./full-run.js";
import { createVectorSights, type VectorSights } from "./vector-sights.js";

/** A run along guessed moments. */
export interface VectorRun {
  readonly full: FullRun;
  readonly sights: VectorSights;
  readonly moments: Float64Array;
  /** Operation → the moment at which it was placed, and where. */
  readonly when: Float64Array;
  readonly place: Int32Array;
  /** How many operations are placed. */
  count: number;
  /** After how many operations all are taken to have heard of one. */
  delay: number;
  /** Whether a query that is not explained by what its session sees has to have heard of the rest, or to wait. */
  isStrict: boolean;
  /** After how many further updates a run is left in which an operation waits in vain. */
  patience: number;
  /** Operation → by how many operations more it may lag behind even so. */
  readonly lag: Float64Array;
  /** Operation → what chance says about what it sees; 0: nothing. */
  readonly salt: Int32Array;
  /**
   * Those that wait in vain; none where all are placed.
   *
   * @param from no operation whose place is below this one is placed otherwise than in the last run
   */
  run(from: number, meter: Meter): readonly number[];
  /** The last operation of the linearization, where all are placed. */
  last(): Placed;
  /** What an operation could see if its session had seen no more than before another of its operations; or `undefined`. */
  findSince(operation: number, since: number, salt: number): Int32Array | undefined;
  /** Does something while the session of an operation that waits has heard of what it should have. */
  asHeard<T>(operation: number, task: () => T): T;
}

/** The fewest operations between two snapshots. */
const BETWEEN = 16;
/** By how much longer chance may say that it takes for all to have heard of an operation: so many times none, one, two, … times. */
const [LATER, SALTS] = [4, 4];
/** Every how many updates an operation that waits in vain tries again. */
const AGAIN = 3;

/**
 * Runs the sessions beside each other at `peer` or `causal`: updates in the order of guessed moments, queries as
 * soon as what they must see explains them, and when their moment has come with as little more as does. One way only.
 */
export function createVectorRun(
  model: ElementModel,
  bounds: Bounds,
  level: number,
  moments: Float64Array,
  random: Random,
): VectorRun {
  const { problem, change, asks } = model;
  const { sessions, session, label, position, size } = problem;
  const { before } = bounds;
  const width = sessions.length;
  const placed = new Int32Array(width);
  const full = createFullRun(model);
  const sights = createVectorSights(full, bounds, level, random);
  const { sees, saw, whole } = sights;
  /** Session → 0; or, where its next was tried in vain, how many updates there were then, and 1. */
  const blocked = new Int32Array(width);
  /** Session → how many operations were placed then. */
  const blockedAt = new Int32Array(width);
  const when = new Float64Array(size);
  const place = new Int32Array(size);
  const line = new Int32Array(size);
  /** How many updates were placed, as of a snapshot. */
  const updateCount = new Int32Array(1);
  const snapshots = createSnapshots([placed, sees, whole, blocked, blockedAt, updateCount], BETWEEN, () => {
    updateCount[0] = full.count;
  });
  let clock = -Infinity;
  const old = new Int32Array(width);
  const heard = new Int32Array(width);
  /** Lets the session see what was placed so long ago that all have heard of it; whether it may, and that is any. */
  const hear = (operation: number, s: number): boolean => {
    const delay = self.isStrict
      ? self.delay + self.lag[operation] + LATER * (self.salt[operation] % SALTS)
      : self.delay;
    if (delay === Infinity) return false;
    heard.fill(0);
    let open = width - 1;
    const now = self.isStrict && blocked[s] !== 0 ? blockedAt[s] : self.count;
    for (let at = now - 1 - delay; at >= 0 && open > 0; at--) {
      const t = session[line[at]];
      if (t === s || heard[t] > 0) continue;
      heard[t] = position[line[at]] + 1;
      open--;
    }
    for (let t = 0, at = operation * width; t < width; t++, at++) {
      if (t === s) continue;
      if (heard[t] > bounds.most[at]) return false;
      if (heard[t] > sights.cap[at]) heard[t] = sights.cap[at];
    }
    for (let t = 0; t < width; t++) if (heard[t] > sees[s * width + t]) sees[s * width + t] = heard[t];
    return true;
  };
  const tryNext = (operation: number, s: number): boolean => {
    const ask = asks[label[operation]];
    sights.owe(operation);
    if (ask !== undefined && !sights.isAnswered(s, ask)) {
      if (moments[operation] > clock) return false;
      old.set(sees.subarray(s * width, (s + 1) * width));
      const oldWhole = whole[s];
      if (self.isStrict) sights.flavour(Math.floor(self.salt[operation] / SALTS));
      let found = hear(operation, s) ? sights.find(operation, ask) : undefined;
      if (found === undefined) {
        sees.set(old, s * width);
        whole[s] = oldWhole;
        if (!self.isStrict || self.lag[operation] === Infinity) found = sights.find(operation, ask);
      }
      if (found === undefined) {
        if (blocked[s] === 0) {
          blocked[s] = 1 + full.count;
          blockedAt[s] = self.count;
        }
        return false;
      }
      sees.set(found, s * width);
    }
    blocked[s] = 0;
    sees[s * width + s] = position[operation] + 1;
    saw.set(sees.subarray(s * width, (s + 1) * width), operation * width);
    place[operation] = self.count;
    line[self.count++] = operation;
    placed[s]++;
    when[operation] = clock;
    if (change[operation] !== 0) addToRun(full, operation);
    return true;
  };
  /** Places queries that are next in their sessions, and where nothing else is left all that wait; whether there were any. */
  const settle = (isLast: boolean): boolean => {
    let any = false;
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (let s = 0; s < width; s++)
        while (placed[s] < sessions[s].length) {
          const head = sessions[s][placed[s]];
          const waits = blocked[s] !== 0;
          if ((change[head] !== 0 && !waits) || !isReady(before, placed, head, s)) break;
          if (waits && !isLast && (full.count - blocked[s] + 1) % AGAIN !== 0) break;
          if (!tryNext(head, s)) break;
          isMoving = true;
          any = true;
        }
    }
    return any;
  };
  const restore = (from: number): void => {
    const back = snapshots.goBack(from);
    self.count = back?.count ?? 0;
    clock = back?.clock ?? -Infinity;
    if (back === undefined) for (const list of [placed, sees, whole, blocked, updateCount]) list.fill(0);
    full.count = updateCount[0];
  };
  const self: VectorRun = {
    full,
    sights,
    moments,
    when,
    place,
    count: 0,
    delay: Infinity,
    isStrict: false,
    patience: 40,
    lag: new Float64Array(size),
    salt: new Int32Array(size),
    findSince(operation, since, salt) {
      const s = session[operation];
      const ask = asks[label[operation]];
      if (ask === undefined) return undefined;
      const before = sees.slice(s * width, (s + 1) * width);
      const wholeBefore = whole[s];
      const earlier = position[since] === 0 ? -1 : sessions[s][position[since] - 1];
      for (let t = 0; t < width; t++)
        if (t !== s) sees[s * width + t] = earlier < 0 ? 0 : saw[earlier * width + t];
      whole[s] = 0;
      sights.flavour(salt);
      sights.owe(operation);
      const found = sights.find(operation, ask)?.slice();
      sees.set(before, s * width);
      whole[s] = wholeBefore;
      return found;
    },
    asHeard(operation, task) {
      const s = session[operation];
      const before = sees.slice(s * width, (s + 1) * width);
      const wholeBefore = whole[s];
      hear(operation, s);
      const answer = task();
      sees.set(before, s * width);
      whole[s] = wholeBefore;
      return answer;
    },
    run(from, meter) {
      restore(from);
      for (;;) {
        snapshots.keep(self.count, clock);
        settle(false);
        let [next, overdue] = [-1, 0];
        for (let s = 0; s < width; s++) {
          if (placed[s] === sessions[s].length) continue;
          if (blocked[s] !== 0) {
            overdue = Math.max(overdue, full.count - blocked[s] + 1);
            continue;
          }
          const head = sessions[s][placed[s]];
          if ((next < 0 || moments[head] < moments[next]) && isReady(before, placed, head, s)) next = head;
        }
        if (overdue > self.patience) break;
        if (next < 0 && settle(true)) continue;
        if (next < 0) break;
        clock = Math.max(clock, moments[next]);
        if (change[next] !== 0) tryNext(next, session[next]);
        meter.work(width + (sights.steps >> 2));
        sights.steps = 0;
      }
      if (self.count === size) return [];
      const waiting = nextOfAll(sessions, placed);
      const blockedOnes = waiting.filter((one) => blocked[session[one]] !== 0);
      return blockedOnes.length > 0 ? blockedOnes : waiting;
    },
    last: () => chainOf(problem, line, saw),
  };
  return self;
}
