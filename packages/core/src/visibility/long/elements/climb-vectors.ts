import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { ElementModel } from "./element-model.js";
import { pass } from "./move-update.js";
import { createVectorAdvice, type Moving } from "./vector-advice.js";
import type { VectorRun } from "./vector-run.js";

/** How strictly it goes. */
export interface Strictness {
  /** After how many operations all have heard of one. */
  readonly delay: number;
  /** For how many updates an operation waits in vain before the run is left. */
  readonly patience: number;
}

/** From how far before where a run got stuck it is taken up, where an operation may lag behind. */
const AGAIN = 84;
/** How many moves are tried where a run got stuck, and how often those before see something else. */
const [MOST_TRIED, MOST_VARIED] = [24, 16];
/** How much further a run leads along what is taken at once. */
const ENOUGH = 100;
/** How far before where it got stuck that is. */
const NEAR = 60;
/** How many of the last queries of a session. */
const LAST = 5;
/** By how many operations an operation that nothing helps may lag behind, one after another. */
const LAGS: readonly number[] = [0, 6, 16, Infinity];
/** From which of the last queries of a session on sights are capped, in turn; and how many sights are tried as a cap. */
const [BACKS, CAPS] = [[1, 2, 3, 5, 8, 12], 4] as const;
/** How many of the last queries of a session lag behind, in turn. */
const LAGGING = [4, 8, 16, 64];
/** After how many moves for the worse that is any number; and for how many moves two updates are left as they are. */
const [PATIENT, TABU] = [5, 24];

/** What else was of use where a run had got stuck, the best last; how far what was taken led, and what operations were like. */
interface Fork {
  readonly count: number;
  readonly others: { readonly moments: Float64Array; readonly count: number }[];
  readonly lag: Float64Array;
  readonly salt: Int32Array;
}

/** How often it goes back where nothing helps; how often to where something else led nearly as far, not to any place. */
const [BACK, CLOSEST] = [0.4, 0.6];

/**
 * Puts guessed moments right that are nearly so: everyone has heard of what is not new, so that a run gets stuck soon
 * after something is misplaced; what would help there is tried, and kept where the run leads further, or as the least
 * harm where none does. An operation that nothing helps need not have heard of everything. Whether all are placed in
 * the end, after so many runs at most.
 */
export function* climbVectors(
  model: ElementModel,
  running: VectorRun,
  { delay, patience }: Strictness,
  isBefore: (a: number, b: number) => boolean,
  random: Random,
  runs: number,
  meter: Meter,
): Generator<void, boolean> {
  const { problem, asks, change, element } = model;
  const { session, sessions, position, size, label } = problem;
  const { moments, when, place, sights, lag, salt } = running;
  const usual = running.patience;
  const advise = createVectorAdvice(running, isBefore);
  const { cap } = sights;
  const width = sessions.length;
  const uncapped = cap.slice();
  const kept = moments.slice();
  const best = moments.slice();
  let [furthest, left] = [0, runs];
  /** From where on the run differs from the one along what was kept. */
  let dirty = 0;
  const runFrom = (from: number): readonly number[] => {
    const waiting = running.run(Math.min(dirty, from), meter);
    dirty = from;
    left--;
    return waiting;
  };
  let waiting: readonly number[] = [];
  /** Pairs of updates → until which turn neither is moved past the other. */
  const tabu = new Map<number, number>();
  const nameOf = ({ one, past }: Moving): number => Math.min(one, past) * size + Math.max(one, past);
  /** Operation → how many moves for the worse there were for it. */
  const worse = new Uint16Array(size);
  /** Updates beside each other, near where the run got stuck, each to be moved past the other. */
  const neighbours = (count: number, places: Int32Array): Moving[] => {
    const found: Moving[] = [];
    const { full } = running;
    for (let at = full.count - 1; at > 0 && places[full.updates[at]] > count - NEAR; at--) {
      const [earlier, later] = [full.updates[at - 1], full.updates[at]];
      if (session[earlier] === session[later] || isBefore(earlier, later)) continue;
      if (change[earlier] === change[later] && element[earlier] === element[later]) continue;
      found.push({ one: later, past: earlier, isLater: false, far: 1 });
    }
    return found;
  };
  const forks: Fork[] = [];
  const goBack = (): void => {
    const gapOf = ({ count, others }: Fork): number => count - others[others.length - 1].count;
    let at = random.int(forks.length);
    if (random.chance(CLOSEST))
      forks.forEach((fork, one) => (at = gapOf(fork) < gapOf(forks[at]) ? one : at));
    forks.length = 1 + at;
    const fork = forks[at];
    const other = fork.others.pop() as { readonly moments: Float64Array };
    if (fork.others.length === 0) forks.pop();
    moments.set(other.moments);
    kept.set(moments);
    lag.set(fork.lag);
    salt.set(fork.salt);
    cap.set(uncapped);
    worse.fill(0);
    tabu.clear();
    dirty = 0;
    waiting = runFrom(0);
  };
  /**
   * Lets the last queries of the session of one that waits see no more than what would then answer it. Whether the run
   * leads further.
   */
  const capSights = function* (late: number, most: number): Generator<void, boolean> {
    const members = sessions[session[late]];
    const queries = Array.from(members.subarray(0, position[late])).filter(
      (one) => asks[label[one]] !== undefined,
    );
    for (const back of BACKS) {
      if (back > queries.length) break;
      const since = queries[queries.length - back];
      const caps: Int32Array[] = [];
      runFrom(size);
      const from = place[since];
      for (let tries = 0; tries < CAPS; tries++) {
        const found = running.findSince(late, since, tries === 0 ? 0 : 1 + random.int(1000));
        if (found === undefined) break;
        if (!caps.some((one) => one.join() === found.join())) caps.push(found);
      }
      for (const sight of caps) {
        if (meter.isTurnOver()) yield;
        for (let at = position[since]; at <= position[late]; at++)
          for (let t = 0, to = members[at] * width; t < width; t++, to++)
            cap[to] = Math.min(uncapped[to], t === session[late] ? members.length : sight[t]);
        waiting = runFrom(from);
        if (waiting.length === 0 || running.count > most) return true;
        for (let at = position[since]; at <= position[late]; at++)
          cap.set(uncapped.subarray(members[at] * width, (members[at] + 1) * width), members[at] * width);
      }
    }
    return false;
  };
  /** Lets the last queries of the session of one that waits lag behind as far as they may. Whether the run leads further. */
  const lagSession = function* (late: number, most: number): Generator<void, boolean> {
    const members = sessions[session[late]];
    const queries = Array.from(members.subarray(0, position[late])).filter(
      (one) => asks[label[one]] !== undefined,
    );
    const [oldLag, oldSalt] = [lag.slice(), salt.slice()];
    for (const many of LAGGING)
      for (let tries = 0; tries < CAPS; tries++) {
        if (meter.isTurnOver()) yield;
        const lagging = queries.slice(-many);
        if (lagging.length === 0) return false;
        for (const one of lagging) {
          lag[one] = Infinity;
          salt[one] = tries === 0 ? 0 : random.int(1000);
        }
        waiting = runFrom(0);
        if (waiting.length === 0 || running.count > most) return true;
        if (waiting.includes(late) && (yield* capSights(late, most))) return true;
        lag.set(oldLag);
        salt.set(oldSalt);
        dirty = 0;
      }
    return false;
  };
  running.isStrict = true;
  running.delay = delay;
  running.patience = patience;
  lag.fill(0);
  salt.fill(0);
  waiting = runFrom(0);
  for (let turn = 0; waiting.length > 0 && left > 0; turn++) {
    dirty = size;
    const most = running.count;
    if (most > furthest) {
      furthest = most;
      best.set(kept);
    }
    const stuck = [...waiting].sort((a, b) => kept[a] - kept[b]);
    const placeOf = place.slice();
    const whenOf = when.slice();
    const advice: Moving[] = [];
    for (const operation of stuck) {
      const found = running.asHeard(operation, () => advise(operation));
      const costs = found.map((moving) => ({ moving, cost: moving.far + random.int(3) }));
      for (const { moving } of costs.sort((a, b) => a.cost - b.cost))
        if ((tabu.get(nameOf(moving)) ?? -1) < turn) advice.push(moving);
    }
    meter.work(sights.steps >> 2);
    sights.steps = 0;
    const move = ({ one, past, isLater }: Moving): number => {
      pass(problem, moments, one, past, isLater, whenOf[past]);
      let from = Math.min(placeOf[one], placeOf[past]);
      for (const member of sessions[session[one]])
        if (moments[member] !== kept[member]) from = Math.min(from, placeOf[member]);
      return from;
    };
    let [least, count] = [undefined as Moving | undefined, -1];
    const moves = advice.slice(0, MOST_TRIED);
    if (!model.isQueue && lag[stuck[0]] >= LAGS[2])
      moves.push(...neighbours(most, placeOf).filter((one) => (tabu.get(nameOf(one)) ?? -1) < turn));
    const others: Fork["others"] = [];
    for (const moving of moves) {
      if (meter.isTurnOver()) yield;
      waiting = runFrom(move(moving));
      if (waiting.length === 0) break;
      if (running.count > most) others.push({ moments: moments.slice(), count: running.count });
      if (running.count > count) [least, count] = [moving, running.count];
      moments.set(kept);
      if (count > most + ENOUGH) break;
    }
    if (waiting.length === 0) break;
    const take = (moving: Moving): void => {
      waiting = runFrom(move(moving));
      tabu.set(nameOf(moving), turn + TABU);
      kept.set(moments);
    };
    if (least !== undefined && count > most) {
      others.sort((a, b) => a.count - b.count).pop();
      if (others.length > 0) forks.push({ count, others, lag: lag.slice(), salt: salt.slice() });
      take(least);
      continue;
    }
    let isFound = false;
    const varied = stuck.flatMap((operation) =>
      Array.from(sessions[session[operation]].subarray(0, position[operation]))
        .filter((one) => asks[label[one]] !== undefined && placeOf[one] > most - NEAR)
        .slice(-LAST),
    );
    for (let tries = MOST_VARIED; tries > 0 && varied.length > 0 && !isFound; tries--) {
      if (meter.isTurnOver()) yield;
      const one = random.pick(varied);
      const old = salt[one];
      salt[one] = random.chance(0.5) ? 1 + random.int(3) : 1 + random.int(1000);
      waiting = runFrom(placeOf[one]);
      isFound = waiting.length === 0 || running.count > most;
      if (!isFound) salt[one] = old;
    }
    if (isFound) continue;
    const [first] = stuck;
    const next = LAGS.at(LAGS.indexOf(lag[first]) + 1);
    if (next !== undefined && (next < Infinity || worse[first] >= PATIENT || least === undefined)) {
      lag[first] = next;
      waiting = runFrom(Math.max(0, most - AGAIN));
      continue;
    }
    if ((yield* capSights(first, most)) || (yield* lagSession(first, most))) continue;
    if (forks.length > 0 && random.chance(BACK)) {
      goBack();
      continue;
    }
    worse[first]++;
    if (least === undefined) {
      const late = stuck.find((operation) => lag[operation] < Infinity);
      if (late === undefined) {
        if (forks.length === 0) break;
        goBack();
        continue;
      }
      lag[late] = Infinity;
      waiting = runFrom(Math.max(0, most - AGAIN));
      continue;
    }
    take(least);
  }
  running.isStrict = false;
  running.patience = usual;
  sights.flavour(0);
  if (waiting.length > 0) cap.set(uncapped);
  if (waiting.length > 0) moments.set(best);
  return waiting.length === 0;
}
