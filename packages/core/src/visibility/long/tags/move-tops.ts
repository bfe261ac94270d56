import type { Random } from "../../../random.js";
import type { TopRun } from "./top-run.js";

/** A distance between moments that is next to nothing. */
const STEP = 1e-6;
/** By how much operations are moved, at most; and over how many of the next of a session that is lost again. */
const [REACH, FADES] = [30, 25];
/** How many of the operations placed last a write does not see: at first, and at most. */
const [LAG, MOST_LAG] = [6, 10];
/** How many of the latest operations are guessed anew, how far elsewhere, and what is kept of how late a session was. */
const LATEST = 120;
const NOISE = [0, 0.15, 0.3, 0.5, 0.8] as const;
const KEPT = 0.95;
/** How often that is done. */
const ANEW = 0.2;
/** From how near the end something is changed, at least, and how often that is doubled, at most. */
const [NEAR, DOUBLED] = [6, 4];
/** How many reads back another sight is chosen, and how many sights are passed over. */
const [BACK, OTHERS] = [3, 4];

/** Ways to change a run near where it got stuck; each returns the place from which the run is another. */
export interface TopMoves {
  /** All as it was guessed. */
  reset(): void;
  /** Changes something, where these wait in vain. */
  change(waiting: readonly number[]): number;
}

/** The moves of a run whose moments were guessed. */
export function createTopMoves(run: TopRun, guessed: Float64Array, random: Random): TopMoves {
  const { views, moments, when, lag, skipped, widened } = run;
  const { line, place, placed, task } = views;
  const { sessions, session, position } = task.problem;
  const nearEnd = (): number =>
    views.count - 1 - random.int(Math.min(views.count, NEAR * 2 ** random.int(DOUBLED + 1)));

  const goLater = (members: Int32Array, at: number, by: number): number => {
    for (let next = at; next < Math.min(members.length, at + FADES); next++)
      moments[members[next]] += by * (1 - (next - at) / FADES);
    for (let next = at + 1; next < members.length; next++) {
      if (moments[members[next]] > moments[members[next - 1]]) break;
      moments[members[next]] = moments[members[next - 1]] + STEP;
    }
    if (at < placed[session[members[0]]]) return place[members[at]];
    return at > 0 ? place[members[at - 1]] : 0;
  };
  const goEarlier = (members: Int32Array, at: number, by: number): number => {
    let before = moments[members[at]] - by;
    for (let next = at + 1; next < Math.min(members.length, at + FADES); next++) {
      const moved = moments[members[next]] - by * (1 - (next - at) / FADES);
      moments[members[next]] = Math.max(before + STEP * (next - at), moved);
    }
    for (let next = at; next >= 0 && moments[members[next]] > before; next--, before -= STEP)
      moments[members[next]] = before;
    let from = views.count;
    while (from > 0 && when[line[from - 1]] >= before) from--;
    return from;
  };
  /** A session goes earlier or later, from near an operation on. */
  const shift = (near: number): number => {
    const members = sessions[session[near]];
    const at = Math.min(position[near], placed[session[near]] - 1 + random.int(2));
    if (at < 0) return -1;
    return (random.chance(0.5) ? goLater : goEarlier)(members, at, 1 + random.int(REACH));
  };
  /** The latest operations are guessed anew, some of them by chance elsewhere. */
  const guessAnew = (): number => {
    const from = Math.max(0, views.count - 1 - random.int(LATEST));
    const noise = REACH * random.pick(NOISE);
    sessions.forEach((members, s) => {
      let at = placed[s];
      while (at > 0 && place[members[at - 1]] >= from) at--;
      let last = at === 0 ? -Infinity : moments[members[at - 1]];
      let late = at === 0 ? 0 : when[members[at - 1]] - guessed[members[at - 1]];
      for (; at < members.length; at++) {
        late *= KEPT;
        const drawn = guessed[members[at]] + late + noise * (random.int(2001) / 1000 - 1);
        moments[members[at]] = last = Math.max(last + STEP, drawn);
        skipped[members[at]] = 0;
        lag[members[at]] = LAG;
      }
    });
    return from;
  };
  /** A read before one that waits, in its session, sees something else. */
  const seeOtherwise = (late: number): number => {
    const members = sessions[session[late]];
    let left = random.int(BACK);
    for (let at = position[late] - 1; at >= 0; at--) {
      if (widened[members[at]] === 0 || left-- > 0) continue;
      skipped[members[at]] = random.int(OTHERS);
      return place[members[at]];
    }
    return -1;
  };
  /** A write near the end sees more or less of what was placed last. */
  const changeLag = (): number => {
    for (let near = nearEnd(); near >= 0; near--) {
      if (task.puts[line[near]] < 0) continue;
      lag[line[near]] = random.int(MOST_LAG + 1);
      return near;
    }
    return 0;
  };
  return {
    reset() {
      moments.set(guessed);
      skipped.fill(0);
      lag.fill(LAG);
    },
    change(waiting) {
      if (random.chance(ANEW)) return guessAnew();
      const what = random.int(10);
      if (what < 4) return changeLag();
      const late = random.pick(waiting);
      let from = what < 6 ? seeOtherwise(late) : -1;
      if (from < 0 && what < 8) from = shift(late);
      if (from >= 0) return from;
      const near = nearEnd();
      return near < 0 ? 0 : Math.max(0, shift(line[near]));
    },
  };
}
