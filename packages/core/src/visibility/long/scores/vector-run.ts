import { LEVEL } from "../../../criteria/levels.js";
import { clearViews, isAnswered, placeNext, type ScoreViews, seeUpTo, viewerOf } from "./score-views.js";
import { createWiden, type Widen } from "./widen-scores.js";

/** How far a run has come. */
interface Progress {
  clock: number;
  /** Session → 1 while its next operation waits for an update; and of which element, -1: any. */
  readonly blocked: Uint8Array;
  readonly waitsFor: Int32Array;
}

/** What a run was like when so many operations were placed. */
interface Snapshot extends Progress {
  count: number;
  readonly placed: Int32Array;
  readonly sees: Int32Array;
  readonly lengths: Int32Array;
  readonly value: Float64Array;
  readonly top: Int32Array;
}

/** A run along guessed moments, which can be taken up again from an earlier place. */
export interface VectorRun {
  readonly views: ScoreViews;
  readonly widen: Widen;
  /** Operation → its guessed moment. */
  readonly moments: Float64Array;
  /** Operation → the moment at which it was placed. */
  readonly when: Float64Array;
  /** Query → how many sights are passed over for it; 1 where it saw more than it had to. */
  readonly skipped: Uint8Array;
  readonly widened: Uint8Array;
  /** After how long all are taken to have heard of an operation; how long past its moment a query waits before the run ends. */
  readonly delay: number;
  readonly patience: number;
  readonly progress: Progress;
  readonly snapshots: Snapshot[];
}

/** How many snapshots are taken on the way, and the fewest operations between two. */
const [SNAPSHOTS, BETWEEN] = [48, 16];

export function createVectorRun(
  views: ScoreViews,
  moments: Float64Array,
  delay: number,
  patience: number,
): VectorRun {
  const width = views.placed.length;
  const when = new Float64Array(moments.length);
  return {
    views,
    widen: createWiden(views, when),
    moments,
    when,
    skipped: new Uint8Array(moments.length),
    widened: new Uint8Array(moments.length),
    delay,
    patience,
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
export function runFrom(run: VectorRun, from: number): readonly number[] {
  const { views, moments, when, progress, snapshots, widen, skipped, widened, delay } = run;
  const { scores, bounds, placed } = views;
  const { asks, element } = scores;
  const { sessions, updates, session, size } = scores.model.problem;
  const { before } = bounds;
  const width = sessions.length;
  const { blocked, waitsFor } = progress;
  const isOneOrder = views.level === LEVEL.complete;
  restore(run, from);
  const isReady = (operation: number): boolean => {
    const own = session[operation];
    for (let t = 0, at = operation * width; t < width; t++, at++)
      if (before[at] > placed[t] && t !== own) return false;
    return true;
  };
  /** Tries to place the next operation of a session, with more than it must see if its moment has come. */
  const tryNext = (operation: number, s: number): boolean => {
    if (!isOneOrder) seeOwed(views, operation, s);
    const ask = asks[operation];
    widened[operation] = 0;
    if (ask !== undefined && !isAnswered(views, viewerOf(views, s), ask)) {
      if (moments[operation] > progress.clock) return false;
      if (isOneOrder || !widen(operation, ask, moments[operation] - delay, skipped[operation])) {
        blocked[s] = 1;
        waitsFor[s] = ask.isMaximum ? -1 : ask.element;
        return false;
      }
      widened[operation] = 1;
    }
    when[operation] = progress.clock;
    placeNext(views, operation);
    return true;
  };
  /** The queries that wait since before a moment. */
  const overdueAt = (moment: number): readonly number[] =>
    sessions.flatMap((members, s) =>
      blocked[s] === 1 && placed[s] < members.length && moments[members[placed[s]]] < moment
        ? [members[placed[s]]]
        : [],
    );
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
    const overdue = overdueAt(moments[next] - run.patience);
    if (overdue.length > 0) return overdue;
    progress.clock = Math.max(progress.clock, moments[next]);
    if (updates[next] === 0 || !tryNext(next, session[next])) continue;
    for (let s = 0; s < width; s++)
      if (blocked[s] === 1 && (waitsFor[s] < 0 || waitsFor[s] === element[next])) blocked[s] = 0;
  }
  return sessions.flatMap((members, s) => (placed[s] < members.length ? [members[placed[s]]] : []));
}

/** Lets the session see what its next operation must see, and at `causal` what those saw. */
function seeOwed(views: ScoreViews, operation: number, s: number): void {
  const { bounds, level, saw, sees, scores } = views;
  const { sessions } = scores.model.problem;
  const width = sessions.length;
  let counts: Int32Array | undefined;
  for (let t = 0; t < width; t++) {
    const owed = bounds.sees[operation * width + t];
    if (owed <= sees[s * width + t] || t === s) continue;
    counts ??= sees.slice(s * width, (s + 1) * width);
    if (owed > counts[t]) counts[t] = owed;
    if (level < LEVEL.causal) continue;
    for (let r = 0, at = sessions[t][owed - 1] * width; r < width; r++, at++)
      if (saw[at] > counts[r]) counts[r] = saw[at];
  }
  if (counts !== undefined) seeUpTo(views, s, counts);
}

function snapshotOf({ views, progress }: VectorRun): Snapshot {
  const { count, placed, sees, lengths, value, top } = views;
  return {
    count,
    clock: progress.clock,
    blocked: progress.blocked.slice(),
    waitsFor: progress.waitsFor.slice(),
    placed: placed.slice(),
    sees: sees.slice(),
    lengths: lengths.slice(),
    value: value.slice(),
    top: top.slice(),
  };
}

/** Goes back to the last snapshot at which no more was placed than so many operations. */
function restore({ views, progress, snapshots }: VectorRun, most: number): void {
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
  views.lengths.set(back.lengths);
  views.value.set(back.value);
  views.top.set(back.top);
  progress.clock = back.clock;
  progress.blocked.set(back.blocked);
  progress.waitsFor.set(back.waitsFor);
}
