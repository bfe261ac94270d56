import { type MomentRun, runByMoments } from "../runs/run-by-moments.js";
import { createSnapshots } from "../runs/snapshots.js";
import type { TagTask, TagWants } from "./tag-task.js";
import { createTopViews, createTriedSight, type TopViews, type TriedSight } from "./top-views.js";

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
  /** Runs from a place on (`runByMoments`); those that wait in vain. */
  from(place: number): readonly number[];
}

/** How many operations there are between two snapshots. */
const BETWEEN = 24;
/** How many of the last operations placed a read may choose from. */
const RECENT = 28;
/** How long past its moment a read waits before a run ends. */
const PATIENCE = 30;
const NOBODY: readonly number[] = [];

/**
 * Runs the sessions (`runByMoments`): a write sees all that was placed long enough before; a read what its session sees,
 * or as few writes more as explain it. Where a read waits for too long past its moment the run ends.
 *
 * @param ahead how many of a session stand before an operation in any case
 */
export function createTopRun(
  task: TagTask,
  moments: Float64Array,
  ahead: (operation: number, session: number) => number,
): TopRun {
  const { problem, puts, wants } = task;
  const { size, sessions } = problem;
  const views = createTopViews(task);
  const { width, placed, sees, tops, topCount } = views;
  const sight = createTriedSight(views);
  const when = new Float64Array(size);
  const lag = new Uint8Array(size);
  const skipped = new Uint8Array(size);
  const widened = new Uint8Array(size);
  const blocked = new Uint8Array(width);
  /** Whether a read is explained by what its session sees, or more if its moment has come: then the sight is that. */
  const isExplained = (operation: number, s: number): boolean => {
    const wanted = wants[operation];
    widened[operation] = 0;
    if (wanted === undefined || sight.matches(wanted.there, wanted.isThere)) return true;
    if (moments[operation] > run.clock) return false;
    const isFound = widen(views, sight, s, wanted, skipped[operation]);
    widened[operation] = isFound ? 1 : 0;
    blocked[s] = isFound ? 0 : 1;
    return isFound;
  };
  const run: MomentRun = {
    sessions,
    updates: Uint8Array.from(puts, (value) => (value >= 0 ? 1 : 0)),
    before: Int32Array.from({ length: size * width }, (_, at) => ahead(Math.floor(at / width), at % width)),
    placed,
    blocked,
    clock: -Infinity,
    views,
    snapshots: createSnapshots([blocked, placed, sees, tops, topCount], BETWEEN),
    clear() {
      sees.fill(0);
      topCount.fill(0);
    },
    place(operation, s) {
      sight.load(s);
      if (puts[operation] >= 0) sight.joinLine(Math.max(0, views.count - lag[operation]));
      else if (!isExplained(operation, s)) return false;
      when[operation] = run.clock;
      sight.place(operation);
      return true;
    },
    wake(write) {
      for (let s = 0; s < width; s++)
        if (blocked[s] === 1 && wants[sessions[s][placed[s]]]?.isThere[puts[write]] === 1) blocked[s] = 0;
    },
    overdue() {
      for (let s = 0; s < width; s++) {
        const head = sessions[s][placed[s]];
        if (blocked[s] === 1 && run.clock - moments[head] > PATIENCE) return [head];
      }
      return NOBODY;
    },
  };
  const from = (place: number): readonly number[] => runByMoments(run, moments, place);
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
