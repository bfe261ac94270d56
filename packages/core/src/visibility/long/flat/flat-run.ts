import { LEVEL } from "../../../criteria/levels.js";
import { widen } from "./flat-sights.js";
import { seeOwed } from "./flat-owed.js";
import { seeFills } from "./see-fills.js";
import { clearViews, type FlatViews, isAnswered, placeNext } from "./flat-views.js";

/** How far a run has come. */
interface Progress {
  clock: number;
  /** Session → 1 while its next operation waits for an update; and of which key, -1: any. */
  readonly blocked: Uint8Array;
  readonly waitsFor: Int32Array;
}

/** What a run was like when so many operations were placed. */
interface Snapshot extends Progress {
  count: number;
  readonly placed: Int32Array;
  readonly sees: Int32Array;
  readonly last: Int32Array;
  readonly number: Float64Array;
  readonly extra: Int32Array;
  readonly heard: Int32Array;
  readonly heardExtra: Int32Array;
}

/** A run along guessed moments, which can be taken up again from an earlier place. */
export interface FlatRun {
  readonly views: FlatViews;
  /** Operation → its guessed moment. */
  readonly moments: Float64Array;
  /** Operation → the moment at which it was placed. */
  readonly when: Float64Array;
  readonly progress: Progress;
  readonly snapshots: Snapshot[];
}

/** How many snapshots are taken on the way, and the fewest operations between two. */
const [SNAPSHOTS, BETWEEN] = [48, 16];

export function createFlatRun(views: FlatViews, moments: Float64Array): FlatRun {
  const width = views.placed.length;
  return {
    views,
    moments,
    when: new Float64Array(moments.length),
    progress: { clock: -Infinity, blocked: new Uint8Array(width), waitsFor: new Int32Array(width) },
    snapshots: [],
  };
}

/**
 * Runs the sessions beside each other: updates in the order of their guessed moments, queries as soon as what they
 * must see answers them, and when their moment has come with more. One way only, and nothing is taken back: where
 * all wait for others it ends, and these are returned.
 *
 * @param from no operation whose place is below this one is placed otherwise than in the last run
 */
export function runFrom(run: FlatRun, from: number): readonly number[] {
  const { views, moments, when, progress, snapshots } = run;
  const { model, bounds, level, placed } = views;
  const { problem, asks } = model;
  const { sessions, updates, label, session, size } = problem;
  const { before } = bounds;
  const width = sessions.length;
  const { blocked, waitsFor } = progress;
  restore(run, from);
  const isReady = (operation: number): boolean => {
    const own = session[operation];
    for (let t = 0, at = operation * width; t < width; t++, at++)
      if (before[at] > placed[t] && t !== own) return false;
    return true;
  };
  /** Tries to place the next operation of a session, with more than it must see if its moment has come. */
  const tryNext = (operation: number, s: number): boolean => {
    if (level >= LEVEL.peer || (problem.crosses && level > LEVEL.weak)) seeOwed(views, operation, s);
    if (model.observes) seeFills(views, operation, s);
    const ask = asks[label[operation]];
    views.chosen.delete(operation);
    if (ask !== undefined && !isAnswered(views, s, ask)) {
      if (moments[operation] > progress.clock) return false;
      if (!widen(views, operation, ask)) {
        blocked[s] = 1;
        waitsFor[s] = ask.of === "keys" && ask.asks.length === 1 ? ask.asks[0].key : -1;
        return false;
      }
    } else if (level < LEVEL.monotonic) {
      views.picked.delete(operation);
      // Who tells nothing may see all, which is less to write down and to verify than that it sees next to nothing.
      if (ask === undefined) views.pickedCounts.set(operation, placed.slice());
      else views.pickedCounts.delete(operation);
    }
    when[operation] = progress.clock;
    placeNext(views, operation);
    return true;
  };
  const between = Math.max(BETWEEN, Math.ceil(size / SNAPSHOTS));
  for (;;) {
    if (views.count >= (snapshots.at(-1)?.count ?? 0) + between) snapshots.push(snapshotOf(run));
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (let s = 0; s < width; s++)
        while (placed[s] < sessions[s].length && blocked[s] === 0) {
          const head = sessions[s][placed[s]];
          if (updates[head] === 1 || !isReady(head) || !tryNext(head, s)) break;
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
    progress.clock = Math.max(progress.clock, moments[next]);
    if (updates[next] === 0 || !tryNext(next, session[next])) continue;
    for (let s = 0; s < width; s++)
      if (blocked[s] === 1 && (waitsFor[s] < 0 || waitsFor[s] === model.key[next])) blocked[s] = 0;
  }
  return sessions.flatMap((members, s) => (placed[s] < members.length ? [members[placed[s]]] : []));
}

function snapshotOf({ views, progress }: FlatRun): Snapshot {
  const { count, placed, sees, last, number, extra, heard, heardExtra } = views;
  return {
    count,
    clock: progress.clock,
    blocked: progress.blocked.slice(),
    waitsFor: progress.waitsFor.slice(),
    placed: placed.slice(),
    sees: sees.slice(),
    last: last.slice(),
    number: number.slice(),
    extra: Int32Array.from(extra, ({ length }) => length),
    heard: heard.slice(),
    heardExtra: heardExtra.slice(),
  };
}

/** Goes back to the last snapshot at which no more was placed than so many operations. */
function restore({ views, progress, snapshots }: FlatRun, most: number): void {
  while (snapshots.length > 0 && snapshots[snapshots.length - 1].count > most) snapshots.pop();
  const back = snapshots.at(-1);
  if (back === undefined) {
    clearViews(views);
    progress.clock = -Infinity;
    progress.blocked.fill(0);
    return;
  }
  views.count = back.count;
  views.placed.set(back.placed);
  views.sees.set(back.sees);
  views.last.set(back.last);
  views.number.set(back.number);
  views.heard.set(back.heard);
  views.heardExtra.set(back.heardExtra);
  views.extra.forEach((list, s) => {
    for (let at = back.extra[s]; at < list.length; at++)
      views.isExtra[s * views.model.problem.size + list[at]] = 0;
    list.length = back.extra[s];
  });
  views.undo.length = 0;
  progress.clock = back.clock;
  progress.blocked.set(back.blocked);
  progress.waitsFor.set(back.waitsFor);
}
