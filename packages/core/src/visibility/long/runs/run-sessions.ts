import { cloneConfiguration, type Configuration, emptyConfiguration, type Placed } from "./configuration.js";
import { isReady } from "../is-ready.js";
import { type Moved, overdueIn, putRight, waitsLongest } from "./put-right.js";
import { type Guide, isExplained, place, placeAsItIs, settle, sightsFor } from "./place-operations.js";

/** What came of a run: a whole linearization with what each sees, or not. */
export type RunResult = { readonly last: Placed } | "stuck";

/** How wide a run is, and how often it goes back where it is stuck. */
export interface Effort {
  /** How many configurations are followed. */
  readonly width: number;
  /** How often it may go back from one place. */
  readonly retries: number;
}

/** The most configurations that are followed over a bad place. */
const WIDEST = 512;
/** How many layers are kept to go back to. */
const KEPT = 4096;

/**
 * Runs the sessions beside each other as a simulation would: updates in the order of their guessed moments, queries
 * when they are explained. Layer by layer, each with one more update, the best few configurations are kept; where
 * none can go on it goes back to what has to stand otherwise for the operation that waits longest (`put-right.ts`), or
 * else some layers, and follows more of them until the bad place is passed.
 *
 * What it finds is a witness. It yields when its turn is over. That it finds none means nothing. For `complete` there
 * is `oneOrder`.
 */
export function* runSessions(guide: Guide, { width: base, retries }: Effort): Generator<void, RunResult> {
  const { problem, views, bounds, meter } = guide;
  const { size } = problem;
  const evaluate = lateCost(guide);
  const layers: (readonly Configuration[] | undefined)[] = [];
  let layer: readonly Configuration[] = settle(guide, emptyConfiguration(bounds.width, views.empty), 1);
  let width = base;
  let [wideUntil, lastDeath, retry] = [-1, -1, 0];
  let isTruncated = false;
  const moved: Moved = new Set();
  /** Those in which nothing is overdue. */
  const onTime = (from: readonly Configuration[]): readonly Configuration[] =>
    guide.delay === Infinity ? from : from.filter((one) => overdueIn(guide, one) < 0);
  /** Puts the order right for what waits longest; the layer to go back to, or -1. */
  const layerToRepair = (from: readonly Configuration[]): number => {
    const [worst] = from;
    if (worst === undefined || guide.delay === Infinity) return -1;
    const place = putRight(guide, worst, waitsLongest(guide, worst), moved);
    if (place < 0) return -1;
    return layers.findLastIndex((layer) => layer !== undefined && layer[0].count <= place);
  };
  const best = (from: readonly Configuration[], most: number): readonly Configuration[] => {
    if (from.length <= most) return from;
    isTruncated = true;
    return from.toSorted((a, b) => a.cost - b.cost || b.count - a.count).slice(0, most);
  };
  for (let round = 0; ; round++) {
    if (meter.isTurnOver()) yield;
    if (round > wideUntil && width !== base) {
      width = base;
      layer = best(layer, width);
    }
    layers[round] = layer;
    if (round >= KEPT) layers[round - KEPT] = undefined;
    const reached: Configuration[] = [];
    for (const configuration of layer) {
      const { last, count } = configuration;
      if (count === size) return last === undefined ? "stuck" : { last };
      if (advance(guide, configuration, width === 1, reached)) isTruncated = true;
    }
    const next = onTime(reached);
    if (next.length < reached.length) isTruncated = true;
    if (next.length === 0) {
      const repaired = layerToRepair(reached.length > 0 ? reached : layer);
      if (repaired >= 0) {
        layer = layers[repaired] as readonly Configuration[];
        round = repaired - 1;
        layers.length = repaired;
        continue;
      }
      if (!isTruncated || retry >= retries) return "stuck";
      retry = round > lastDeath + 3 ? 1 : retry + 1;
      lastDeath = Math.max(lastDeath, round);
      width = Math.min(WIDEST, base * (2 << retry));
      wideUntil = lastDeath + 3;
      const back = Math.max(0, round - (4 << retry));
      const earlier = layers[back];
      if (earlier === undefined) return "stuck";
      layer = earlier;
      round = back - 1;
      continue;
    }
    for (const configuration of next) evaluate(configuration);
    layer = best(next.length === 1 ? next : distinct(next), width);
  }
}

/** Adds what comes of one more update; whether some way to go on was left out. */
function advance(
  guide: Guide,
  configuration: Configuration,
  onlyOne: boolean,
  next: Configuration[],
): boolean {
  const { problem, bounds, moments, fork } = guide;
  const { placed } = configuration;
  const heads: number[] = [];
  problem.sessions.forEach((members, s) => {
    const head = members[placed[s]];
    if (placed[s] < members.length && problem.updates[head] === 1 && isReady(bounds.before, placed, head, s))
      heads.push(head);
  });
  if (heads.length === 0) {
    // Only queries are left at the heads: all of them are due.
    const last = cloneConfiguration(configuration);
    last.clock = Infinity;
    last.blocked.fill(-1);
    for (const settled of settle(guide, last, fork + 1)) {
      if (settled.count === configuration.count) continue;
      settled.clock = configuration.clock;
      next.push(settled);
    }
    return false;
  }
  heads.sort((a, b) => moments[a] - moments[b]);
  const had = next.length;
  for (let at = 0; at < heads.length; at++) {
    if (onlyOne && next.length > had) return true;
    const update = heads[at];
    const trial = cloneConfiguration(configuration);
    trial.clock = Math.max(configuration.clock, moments[update]);
    trial.disorder += 0.3 * at;
    if (guide.views.effectOf !== undefined && guide.delay < Infinity) {
      // What it does depends on what it saw: more likely all that is heard of than no more than it must.
      isExplained(guide, trial, update);
      for (const sight of sightsFor(guide, trial, update)) {
        const other = cloneConfiguration(trial);
        place(guide, other, update, sight);
        next.push(...settle(guide, other, fork));
      }
    } else if (isExplained(guide, trial, update)) {
      placeAsItIs(guide, trial, update);
      next.push(...settle(guide, trial, fork));
    } else
      for (const sight of sightsFor(guide, trial, update)) {
        const other = cloneConfiguration(trial);
        place(guide, other, update, sight);
        next.push(...settle(guide, other, fork));
      }
  }
  return false;
}

/** One of each kind: those at the same positions that see the same, the cheapest. */
function distinct(all: readonly Configuration[]): readonly Configuration[] {
  const byName = new Map<string, Configuration>();
  for (const configuration of all) {
    const { placed, sees, extra, view } = configuration;
    const name = `${placed.join()}/${sees.map((counts, s) => `${counts.join()}:${extra[s].length}:${view[s].update}`).join("/")}`;
    const other = byName.get(name);
    if (other === undefined || configuration.cost < other.cost) byName.set(name, configuration);
  }
  return [...byName.values()];
}

/** The cost by which configurations are compared: how disordered, and how many queries wait past their moment. */
function lateCost({ problem, moments }: Guide): (configuration: Configuration) => void {
  return (configuration) => {
    const { placed, clock } = configuration;
    let cost = configuration.disorder;
    let late = 0;
    problem.sessions.forEach((members, s) => {
      const head = members[placed[s]];
      if (placed[s] === members.length || problem.updates[head] === 1 || moments[head] > clock) return;
      late++;
      cost += Math.min(10, (clock - moments[head]) * 0.1);
    });
    configuration.cost = cost + late * late;
  };
}
