import { LEVEL } from "../../../criteria/levels.js";
import { type MomentRun, runByMoments } from "../runs/run-by-moments.js";
import { createSnapshots } from "../runs/snapshots.js";
import { clearViews, isAnswered, placeNext, type ScoreViews, seeUpTo, viewerOf } from "./score-views.js";
import { createWiden } from "./widen-scores.js";

/** A run along guessed moments, which can be taken up again from an earlier place. */
export interface VectorRun {
  readonly views: ScoreViews;
  /** Operation → its guessed moment. */
  readonly moments: Float64Array;
  /** Operation → the moment at which it was placed. */
  readonly when: Float64Array;
  /** Query → how many sights are passed over for it; 1 where it saw more than it had to. */
  readonly skipped: Uint8Array;
  readonly widened: Uint8Array;
  /** Runs from a place on (`runByMoments`); those that wait in vain, or for too long. */
  from(place: number): readonly number[];
}

/** How many snapshots are taken on the way, and the fewest operations between two. */
const [SNAPSHOTS, BETWEEN] = [48, 16];

/**
 * @param delay after how long all are taken to have heard of an operation
 * @param patience how long past its moment a query waits before the run ends
 */
export function createVectorRun(
  views: ScoreViews,
  moments: Float64Array,
  delay: number,
  patience: number,
): VectorRun {
  const { scores, bounds, placed, sees, lengths, value, top } = views;
  const { asks, element } = scores;
  const { sessions, updates, size } = scores.model.problem;
  const width = sessions.length;
  const isOneOrder = views.level === LEVEL.complete;
  const when = new Float64Array(size);
  const widen = createWiden(views, when);
  const skipped = new Uint8Array(size);
  const widened = new Uint8Array(size);
  const blocked = new Uint8Array(width);
  /** Session that is blocked → the element of which it waits for an update, -1: any. */
  const waitsFor = new Int32Array(width);
  const run: MomentRun = {
    sessions,
    updates,
    before: bounds.before,
    placed,
    blocked,
    clock: -Infinity,
    views,
    snapshots: createSnapshots(
      [blocked, waitsFor, placed, sees, lengths, value, top],
      Math.max(BETWEEN, Math.ceil(size / SNAPSHOTS)),
    ),
    clear: () => clearViews(views),
    place(operation, s) {
      if (!isOneOrder) seeOwed(views, operation, s);
      const ask = asks[operation];
      widened[operation] = 0;
      if (ask !== undefined && !isAnswered(views, viewerOf(views, s), ask)) {
        if (moments[operation] > run.clock) return false;
        if (isOneOrder || !widen(operation, ask, moments[operation] - delay, skipped[operation])) {
          blocked[s] = 1;
          waitsFor[s] = ask.isMaximum ? -1 : ask.element;
          return false;
        }
        widened[operation] = 1;
      }
      when[operation] = run.clock;
      placeNext(views, operation);
      return true;
    },
    wake(update) {
      for (let s = 0; s < width; s++)
        if (blocked[s] === 1 && (waitsFor[s] < 0 || waitsFor[s] === element[update])) blocked[s] = 0;
    },
    overdue(next) {
      const since = next < 0 ? -Infinity : moments[next] - patience;
      return sessions.flatMap((members, s) =>
        blocked[s] === 1 && placed[s] < members.length && moments[members[placed[s]]] < since
          ? [members[placed[s]]]
          : [],
      );
    },
  };
  const from = (place: number): readonly number[] => runByMoments(run, moments, place);
  return { views, moments, when, skipped, widened, from };
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
