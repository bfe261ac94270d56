import { LEVEL } from "../../../criteria/levels.js";
import { type MomentRun, runByMoments } from "../runs/run-by-moments.js";
import { createSnapshots } from "../runs/snapshots.js";
import { widen } from "./flat-sights.js";
import { seeOwed } from "./flat-owed.js";
import { seeFills } from "./see-fills.js";
import { clearViews, type FlatViews, isAnswered, placeNext } from "./flat-views.js";

/** A run along guessed moments, which can be taken up again from an earlier place. */
export interface FlatRun {
  readonly views: FlatViews;
  /** Operation → its guessed moment. */
  readonly moments: Float64Array;
  /** Operation → the moment at which it was placed. */
  readonly when: Float64Array;
  /** Runs from a place on (`runByMoments`); those that wait in vain. */
  from(place: number): readonly number[];
}

/** How many snapshots are taken on the way, and the fewest operations between two. */
const [SNAPSHOTS, BETWEEN] = [48, 16];

export function createFlatRun(views: FlatViews, moments: Float64Array): FlatRun {
  const { model, bounds, level, placed, extra, isExtra } = views;
  const { problem, asks } = model;
  const { sessions, updates, label, size } = problem;
  const width = sessions.length;
  const when = new Float64Array(size);
  const blocked = new Uint8Array(width);
  /** Session that is blocked → the key of which it waits for an update, -1: any. */
  const waitsFor = new Int32Array(width);
  /** Session → how much it sees beyond the counts. */
  const extraLength = new Int32Array(width);
  const { sees, last, number, heard, heardExtra } = views;
  const run: MomentRun = {
    sessions,
    updates,
    before: bounds.before,
    placed,
    blocked,
    clock: -Infinity,
    views,
    snapshots: createSnapshots(
      [blocked, waitsFor, placed, sees, last, number, extraLength, heard, heardExtra],
      Math.max(BETWEEN, Math.ceil(size / SNAPSHOTS)),
      () => {
        for (let s = 0; s < width; s++) extraLength[s] = extra[s].length;
      },
    ),
    clear: () => clearViews(views),
    restored() {
      extra.forEach((list, s) => {
        for (let at = extraLength[s]; at < list.length; at++) isExtra[s * size + list[at]] = 0;
        list.length = extraLength[s];
      });
      views.undo.length = 0;
    },
    place(operation, s) {
      if (level >= LEVEL.peer || (problem.crosses && level > LEVEL.weak)) seeOwed(views, operation, s);
      if (model.observes) seeFills(views, operation, s);
      const ask = asks[label[operation]];
      views.chosen.delete(operation);
      if (ask !== undefined && !isAnswered(views, s, ask)) {
        if (moments[operation] > run.clock) return false;
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
      when[operation] = run.clock;
      placeNext(views, operation);
      return true;
    },
    wake(update) {
      for (let s = 0; s < width; s++)
        if (blocked[s] === 1 && (waitsFor[s] < 0 || waitsFor[s] === model.key[update])) blocked[s] = 0;
    },
  };
  return { views, moments, when, from: (place) => runByMoments(run, moments, place) };
}
