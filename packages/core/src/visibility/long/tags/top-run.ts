import type { TagTask, TagWants } from "./tag-task.js";
import { createTopViews, createTriedSight, type TopViews, type TriedSight } from "./top-views.js";

/** What a run was like when so many operations were placed. */
interface Snapshot {
  readonly count: number;
  readonly clock: number;
  readonly blocked: Uint8Array;
  readonly placed: Int32Array;
  readonly sees: Int32Array;
  readonly tops: Int32Array;
  readonly topCount: Int32Array;
}

/** A run along guessed moments, which can be taken up again from an earlier place. */
export interface TopRun {
  readonly views: TopViews;
  readonly moments: Float64Array;
  /** Operation → the moment at which it was placed. */
  readonly when: Float64Array;
  /** Write → how many of the operations placed last it does not see, unless its session does. */
  readonly lag: Uint8Array;
  /** Read → how many sights are passed over for it; 1 where it saw more than its session. */
  readonly skipped: Uint8Array;
  readonly widened: Uint8Array;
  /** Runs from a place on: no operation before it is placed otherwise than in the last run. Those that wait in vain. */
  from(place: number): readonly number[];
}

/** How many operations there are between two snapshots. */
const BETWEEN = 24;
/** How many of the last operations placed a read may choose from. */
const RECENT = 28;
/** How long past its moment a read waits before a run ends. */
const PATIENCE = 30;

/**
 * Runs the sessions beside each other: writes in the order of guessed moments, with all that was placed long enough
 * before; reads as soon as what their session sees explains them, and when their moment has come with as few writes more
 * as do. One way only, and nothing is taken back: where a read waits for too long past its moment it ends.
 *
 * @param ahead how many of a session stand before an operation in any case
 */
export function createTopRun(
  task: TagTask,
  moments: Float64Array,
  ahead: (operation: number, session: number) => number,
): TopRun {
  const { problem, puts, wants } = task;
  const { size, sessions, session } = problem;
  const views = createTopViews(task);
  const { width, placed, sees, tops, topCount } = views;
  const sight = createTriedSight(views);
  const when = new Float64Array(size);
  const lag = new Uint8Array(size);
  const skipped = new Uint8Array(size);
  const widened = new Uint8Array(size);
  const blocked = new Uint8Array(width);
  const before = Int32Array.from({ length: size * width }, (_, at) =>
    ahead(Math.floor(at / width), at % width),
  );
  const snapshots: Snapshot[] = [];
  let clock = -Infinity;
  const restore = (most: number): void => {
    while (snapshots.length > 0 && snapshots[snapshots.length - 1].count > most) snapshots.pop();
    const back = snapshots.at(-1);
    views.count = back?.count ?? 0;
    clock = back?.clock ?? -Infinity;
    if (back === undefined) for (const list of [blocked, placed, sees, topCount]) list.fill(0);
    else {
      blocked.set(back.blocked);
      placed.set(back.placed);
      sees.set(back.sees);
      tops.set(back.tops);
      topCount.set(back.topCount);
    }
  };
  const isReady = (operation: number): boolean => {
    for (let t = 0, at = operation * width; t < width; t++, at++)
      if (before[at] > placed[t] && t !== session[operation]) return false;
    return true;
  };
  const tryRead = (operation: number, s: number): boolean => {
    const wanted = wants[operation];
    sight.load(s);
    widened[operation] = 0;
    if (wanted !== undefined && !sight.matches(wanted.there, wanted.isThere)) {
      if (moments[operation] > clock) return false;
      if (!widen(views, sight, s, wanted, skipped[operation])) {
        blocked[s] = 1;
        return false;
      }
      widened[operation] = 1;
    }
    when[operation] = clock;
    sight.place(operation);
    return true;
  };
  const settle = (): void => {
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (let s = 0; s < width; s++)
        while (placed[s] < sessions[s].length && blocked[s] === 0) {
          const head = sessions[s][placed[s]];
          if (puts[head] >= 0 || !isReady(head) || !tryRead(head, s)) break;
          isMoving = true;
        }
    }
  };
  const waiting = (): number[] =>
    sessions.flatMap((members, s) => (placed[s] < members.length ? [members[placed[s]]] : []));
  const from = (start: number): readonly number[] => {
    restore(start);
    for (;;) {
      if (views.count >= (snapshots.at(-1)?.count ?? 0) + BETWEEN)
        snapshots.push({
          count: views.count,
          clock,
          blocked: blocked.slice(),
          placed: placed.slice(),
          sees: sees.slice(),
          tops: tops.slice(),
          topCount: topCount.slice(),
        });
      settle();
      let next = -1;
      for (let s = 0; s < width; s++) {
        if (placed[s] === sessions[s].length) continue;
        const head = sessions[s][placed[s]];
        if (blocked[s] === 1) {
          if (clock - moments[head] > PATIENCE) return [head];
        } else if ((next < 0 || moments[head] < moments[next]) && isReady(head)) next = head;
      }
      if (next < 0) return waiting();
      clock = Math.max(clock, moments[next]);
      if (puts[next] < 0) continue;
      sight.load(session[next]);
      sight.joinLine(Math.max(0, views.count - lag[next]));
      when[next] = clock;
      sight.place(next);
      for (let s = 0; s < width; s++)
        if (blocked[s] === 1 && wants[sessions[s][placed[s]]]?.isThere[puts[next]] === 1) blocked[s] = 0;
    }
  };
  return { views, moments, when, lag, skipped, widened, from };
}

/** Sees one of the last writes more, all up to one of them, or two; with the first so many sights passed over. */
function widen(
  { task, line, count }: TopViews,
  tried: TriedSight,
  s: number,
  { there, isThere }: TagWants,
  skipped: number,
): boolean {
  const { puts } = task;
  const options: number[] = [];
  for (let at = Math.max(0, count - RECENT); at < count; at++)
    if (puts[line[at]] >= 0 && isThere[puts[line[at]]] === 1) options.push(at);
  let left = skipped;
  const fits = (): boolean => tried.matches(there, isThere) && left-- === 0;
  for (const at of options) {
    tried.load(s);
    tried.joinWrite(line[at]);
    if (fits()) return true;
  }
  tried.load(s);
  for (const at of options) {
    tried.joinLine(at + 1);
    if (fits()) return true;
  }
  for (const [later, one] of options.entries())
    for (let earlier = 0; earlier < later; earlier++) {
      tried.load(s);
      tried.joinWrite(line[options[earlier]]);
      tried.joinWrite(line[one]);
      if (fits()) return true;
    }
  return false;
}
