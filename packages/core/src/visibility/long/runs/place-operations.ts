import { LEVEL } from "../../../criteria/levels.js";
import {
  byPlace,
  cloneConfiguration,
  type Configuration,
  type Placed,
  placedAt,
  placedBeyond,
} from "./configuration.js";
import { isReady } from "../is-ready.js";
import type { Advise } from "./order-advice.js";
import { heardSight } from "./heard-sight.js";
import { type Means, type Sight, seeAlso, widerSights } from "./wider-sights.js";

/** What the search goes by: besides what is known of every solution, when operations are guessed to have happened. */
export interface Guide extends Means {
  /** Operation → its guessed moment; agrees with what is known to stand before what. */
  readonly moments: Float64Array;
  /** How many sights of one query are followed. */
  readonly fork: number;
  /** How long past its moment a query waits before sights are swept for it: what comes meanwhile may explain it. */
  readonly patience: number;
  /** After how many moments an operation is taken to be known everywhere. Infinity: never. */
  readonly delay: number;
  /** How an order is put right, where that is known. */
  readonly advise?: Advise | undefined;
  /** Update → others that it is to see if they are placed before it, as was learnt from operations that waited in vain. */
  readonly learnt?: Map<number, Set<number>> | undefined;
}

/** Places the next operation of its session, with what it sees; itself not included. */
export function place(
  { problem, level, views, meter }: Guide,
  configuration: Configuration,
  operation: number,
  { sees, extra, view }: Omit<Sight, "more">,
): void {
  const s = problem.session[operation];
  const position = problem.position[operation];
  const isUpdate = problem.updates[operation] === 1;
  const seen = sees.slice();
  let carried = extra;
  if (level !== LEVEL.weak || sees[s] === position) seen[s] = position + 1;
  else if (isUpdate) carried = [...extra, operation];
  meter.visit();
  const node: Placed = {
    operation,
    place: configuration.count++,
    sees: seen,
    extra,
    effect: isUpdate ? views.effectOf?.(view, operation) : undefined,
    previous: configuration.latest[s],
    earlier: configuration.last,
  };
  configuration.latest[s] = node;
  configuration.last = node;
  configuration.placed[s]++;
  configuration.sees[s] = seen;
  configuration.extra[s] = carried;
  configuration.blocked[s] = -1;
  configuration.failures[s] = 0;
  configuration.view[s] = isUpdate ? views.insert(view, node) : view;
  if (level !== LEVEL.basic) return;
  configuration.owed[s] = configuration.owed[s].slice();
  configuration.owed[s][s] = position + 1;
  if (isUpdate) configuration.owedView[s] = views.insert(configuration.owedView[s], node);
}

/** The sight with which the next operation of a session begins: what the one before it saw. */
const carriedSight = ({ sees, extra, view }: Configuration, s: number): Omit<Sight, "more"> => ({
  sees: sees[s],
  extra: extra[s],
  view: view[s],
});

/** Whether the next operation of its session is explained by what it must see; that is then what the session sees. */
export function isExplained(guide: Guide, configuration: Configuration, operation: number): boolean {
  const { problem } = guide;
  const s = problem.session[operation];
  raiseSight(guide, configuration, operation);
  return problem.explains(configuration.view[s].state, operation);
}

/** Places an operation that what its session sees explains. */
export function placeAsItIs(guide: Guide, configuration: Configuration, operation: number): void {
  place(guide, configuration, operation, carriedSight(configuration, guide.problem.session[operation]));
}

/** Adds to what a session sees what its next operation must see. */
function raiseSight(guide: Guide, configuration: Configuration, operation: number): void {
  const { problem, level, bounds, views } = guide;
  if (level === LEVEL.weak || (level < LEVEL.peer && !problem.crosses)) return;
  const { width } = bounds;
  const s = problem.session[operation];
  const sees = configuration.sees[s];
  const wanted = sees.slice();
  const had = configuration.extra[s];
  const extra = new Set(had);
  for (let t = 0, at = operation * width; t < width; t++, at++) {
    if (t === s) continue;
    const happened = problem.crosses ? problem.before[at] : 0;
    wanted[t] = Math.max(wanted[t], happened, level >= LEVEL.peer ? bounds.sees[at] : 0);
    if (happened === 0 || level < LEVEL.monotonic) continue;
    const node = placedAt(configuration, t, happened - 1);
    for (let r = 0; r < width; r++) if (node.sees[r] > wanted[r]) wanted[r] = node.sees[r];
    for (const one of node.extra) extra.add(one);
  }
  if (level >= LEVEL.peer)
    for (const one of guide.learnt?.get(operation) ?? []) {
      const t = problem.session[one];
      if (configuration.placed[t] > problem.position[one] && t !== s)
        wanted[t] = Math.max(wanted[t], problem.position[one] + 1);
    }
  if (level >= LEVEL.peer)
    for (let t = 0; t < width; t++)
      if (wanted[t] > sees[t] && t !== s) seeAlso(guide, wanted, placedAt(configuration, t, wanted[t] - 1));
  if (extra.size === had.length && wanted.every((count, t) => count === sees[t])) return;
  const known = new Set(had);
  const nodes: Placed[] = [];
  placedBeyond(configuration, sees).forEach((beyond, t) => {
    for (let at = 0; at < beyond.length; at++) {
      const node = beyond[at];
      if (problem.updates[node.operation] === 0 || known.has(node.operation)) continue;
      if (at < wanted[t] - sees[t] || extra.has(node.operation)) nodes.push(node);
    }
  });
  configuration.sees[s] = wanted;
  configuration.extra[s] = [...extra].filter((one) => problem.position[one] >= wanted[problem.session[one]]);
  configuration.view[s] = views.insertAll(configuration.view[s], nodes.sort(byPlace));
}

/**
 * Sights that explain the next operation of its session. At levels at which nothing is inherited, if what its
 * session saw leads nowhere, it begins anew from what it must see.
 */
export function sightsFor(guide: Guide, configuration: Configuration, operation: number): readonly Sight[] {
  const { problem, level, fork, moments, patience } = guide;
  const s = problem.session[operation];
  const thorough = configuration.clock - moments[operation] >= patience;
  if (guide.delay < Infinity) {
    const heard = heardSight(guide, configuration, operation, carriedSight(configuration, s));
    if (problem.explains(heard.view.state, operation)) return [heard];
    const wider = widerSights(guide, configuration, operation, heard, fork);
    if (wider.length > 0) return wider;
  }
  const found = widerSights(guide, configuration, operation, carriedSight(configuration, s), fork, thorough);
  if (found.length > 0 || level >= LEVEL.monotonic) return found;
  const base = level === LEVEL.weak ? nothingSeen(guide) : owedSight(guide, configuration, operation);
  if (problem.explains(base.view.state, operation)) return [{ ...base, more: 0 }];
  return widerSights(guide, configuration, operation, base, 1, thorough);
}

const nothingSeen = ({ bounds, views }: Guide): Omit<Sight, "more"> => ({
  sees: new Int32Array(bounds.width),
  extra: [],
  view: views.empty,
});

/** What happens before the operation, alone. */
function owedSight(guide: Guide, configuration: Configuration, operation: number): Omit<Sight, "more"> {
  const { problem, bounds, views } = guide;
  const s = problem.session[operation];
  if (problem.crosses) {
    const had = configuration.owed[s];
    const wanted = problem.before.slice(operation * bounds.width, (operation + 1) * bounds.width);
    const nodes = placedBeyond(configuration, had).flatMap((beyond, t) =>
      beyond
        .slice(0, Math.max(0, wanted[t] - had[t]))
        .filter((node) => problem.updates[node.operation] === 1),
    );
    configuration.owed[s] = wanted;
    configuration.owedView[s] = views.insertAll(configuration.owedView[s], nodes.sort(byPlace));
  }
  return { sees: configuration.owed[s], extra: [], view: configuration.owedView[s] };
}

/**
 * Places every query that can be placed before the next update: at once where what it must see explains it, which
 * is never worse than later (CAV'18 Lemma 1); when its moment has come with a wider sight. Returns the configurations
 * that come of it, at most so many; the given one is changed.
 */
export function settle(guide: Guide, start: Configuration, most: number): readonly Configuration[] {
  const { problem, bounds, moments } = guide;
  const { sessions, updates } = problem;
  const { before } = bounds;
  const found = [start];
  for (const configuration of found) {
    const { placed, blocked } = configuration;
    for (let progress = true; progress; ) {
      progress = false;
      for (let s = 0; s < sessions.length; s++)
        while (placed[s] < sessions[s].length) {
          const query = sessions[s][placed[s]];
          if (updates[query] === 1 || !isReady(before, placed, query, s)) break;
          if (isExplained(guide, configuration, query)) {
            placeAsItIs(guide, configuration, query);
            progress = true;
            continue;
          }
          if (moments[query] > configuration.clock) break;
          if (blocked[s] >= 0 && !hasNews(guide, configuration, query)) break;
          const sights = sightsFor(guide, configuration, query);
          if (sights.length === 0) {
            blocked[s] = configuration.count;
            configuration.failures[s]++;
            break;
          }
          for (const sight of sights.slice(1)) {
            if (found.length >= most) break;
            const other = cloneConfiguration(configuration);
            place(guide, other, query, sight);
            other.disorder += 0.5;
            found.push(other);
          }
          place(guide, configuration, query, sights[0]);
          progress = true;
        }
      // A query that is due before the next update is placed before it, or an update behind it would be overtaken.
      if (!progress) progress = advanceClock(guide, configuration);
    }
  }
  return found;
}

/** After so many trials in vain a query waits for twice as many updates; and the most that it waits for, as measured. */
const [TRIALS, MOST_NEWS] = [2, 64];

/**
 * Whether enough was placed, since the query was tried last, that can matter to it: one that was often tried in vain
 * waits for more.
 */
function hasNews({ problem }: Guide, { blocked, failures, last }: Configuration, query: number): boolean {
  const s = problem.session[query];
  let wanted = Math.min(MOST_NEWS, 1 << Math.min(8, Math.floor(failures[s] / TRIALS)));
  for (let node = last; node !== undefined && node.place >= blocked[s]; node = node.earlier)
    if (problem.updates[node.operation] === 1 && problem.isRelevant(query, node.operation) && --wanted === 0)
      return true;
  return false;
}

/** Sets the clock to the next query that is due before every update; whether there is one. */
function advanceClock({ problem, bounds, moments }: Guide, configuration: Configuration): boolean {
  const { placed, blocked } = configuration;
  let next = -1;
  problem.sessions.forEach((members, s) => {
    if (placed[s] === members.length) return;
    const head = members[placed[s]];
    if (problem.updates[head] === 0 && (blocked[s] >= 0 || !isReady(bounds.before, placed, head, s))) return;
    if (next < 0 || moments[head] < moments[next]) next = head;
  });
  if (next < 0 || problem.updates[next] === 1 || moments[next] <= configuration.clock) return false;
  configuration.clock = moments[next];
  return true;
}
