import { isReady } from "../is-ready.js";
import type { Snapshots } from "./snapshots.js";

/**
 * Sessions that run beside each other along guessed moments. What they see, and how an operation is placed so that it
 * is explained, is the type's own: `place` and `wake` change the views that it has.
 */
export interface MomentRun {
  readonly sessions: readonly Int32Array[];
  /** Operation → 1 where it is an update: all else is placed as soon as it can be. */
  readonly updates: Uint8Array;
  /** `[operation * sessions + session]`: how many of a session stand before it in any case. */
  readonly before: Int32Array;
  /** How many of each session are placed; `place` counts on. */
  readonly placed: Int32Array;
  /** Session → 1 while its next operation waits for an update: set by `place`, taken back by `wake`. */
  readonly blocked: Uint8Array;
  /** The latest moment that has come. */
  clock: number;
  /** How many operations are placed; what the run was like on its way, where it can be taken up again. */
  readonly views: { count: number };
  readonly snapshots?: Snapshots | undefined;
  /** Nothing is placed, and nothing seen. */
  clear(): void;
  /** What is left to do where a run goes back to a snapshot. Default: nothing. */
  restored?(): void;
  /** Places the next operation of a session, with more than it must see if its moment has come; whether it can. */
  place(operation: number, session: number): boolean;
  /** Lets sessions try again that wait for such an update. */
  wake(update: number): void;
  /**
   * Those that wait for so long that the run is left, before a next operation is placed, or where there is none (-1).
   * Default: nobody ever does.
   */
  overdue?(next: number): readonly number[];
}

/**
 * Runs the sessions: updates in the order of their guessed moments, queries as soon as what they must see answers them,
 * and when their moment has come with more. One way only, and nothing is taken back: where all wait for others it ends,
 * and these are returned; or those that have waited for too long. None where all are placed.
 *
 * @param from no operation whose place is below this one is placed otherwise than in the last run
 */
export function runByMoments(run: MomentRun, moments: Float64Array, from: number): readonly number[] {
  const { sessions, updates, before, placed, blocked, views, snapshots } = run;
  const width = sessions.length;
  takeUp(run, from);
  for (;;) {
    snapshots?.keep(views.count, run.clock);
    for (let isMoving = true; isMoving; ) {
      isMoving = false;
      for (let s = 0; s < width; s++)
        while (placed[s] < sessions[s].length && blocked[s] === 0) {
          const head = sessions[s][placed[s]];
          if (updates[head] === 1 || !isReady(before, placed, head, s) || !run.place(head, s)) break;
          isMoving = true;
        }
    }
    let [next, its] = [-1, -1];
    for (let s = 0; s < width; s++) {
      if (placed[s] === sessions[s].length || blocked[s] === 1) continue;
      const head = sessions[s][placed[s]];
      if ((next < 0 || moments[head] < moments[next]) && isReady(before, placed, head, s)) {
        next = head;
        its = s;
      }
    }
    const overdue = run.overdue?.(next);
    if (overdue !== undefined && overdue.length > 0) return overdue;
    if (next < 0) return nextOfAll(sessions, placed);
    run.clock = Math.max(run.clock, moments[next]);
    if (updates[next] === 1 && run.place(next, its)) run.wake(next);
  }
}

/** Goes back to where all that is placed may stay, or to the start. */
function takeUp(run: MomentRun, from: number): void {
  const back = run.snapshots?.goBack(from);
  run.views.count = back?.count ?? 0;
  run.clock = back?.clock ?? -Infinity;
  if (back !== undefined) {
    run.restored?.();
    return;
  }
  run.clear();
  run.placed.fill(0);
  run.blocked.fill(0);
}

/** The next operation of each session that has any left. */
export const nextOfAll = (sessions: readonly Int32Array[], placed: Int32Array): readonly number[] =>
  sessions.flatMap((members, s) => (placed[s] < members.length ? [members[placed[s]]] : []));
