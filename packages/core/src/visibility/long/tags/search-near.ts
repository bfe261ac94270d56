import { LEVEL } from "../../../criteria/levels.js";
import { createRandom } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { HintName } from "../hints/hints.js";
import { createSights } from "../lists/sights.js";
import { createTagSearch, type TagsFound } from "./search-tags.js";
import type { TagTask } from "./tag-task.js";

/** After how many moments everyone has heard of everything, as a guess: of moments that are known, or known roughly. */
const [SOON, LATER] = [10, 20];
/** Where the guess fails: for how many moments around it is put right, how often, and how often a choice fails before. */
const KNOWN = { around: 24, guesses: 8, failures: 60 } as const;
/** The same where moments are guessed themselves: the guesses in turn, and by how much sessions are moved. */
const GUESSED = {
  heard: [60, 40, 80, 120],
  around: 120,
  guesses: 32,
  failures: 20,
  least: 5,
  most: 30,
} as const;

/** Goes on for so many guesses more. */
export type NearSearch = (guesses: number) => Generator<void, TagsFound | undefined>;

/**
 * A witness at `causal` in which everyone has heard of all but the latest: there is little left to choose. Moments that
 * are known are wrong at most in a few places: there more is late, once a guess failed there. Moments that are guessed
 * are wrong everywhere: around where a guess failed sessions are moved, this way or that.
 */
export function createNearSearch(
  task: TagTask,
  moments: Float64Array,
  hint: HintName,
  meter: Meter,
): NearSearch {
  const { size, sessions } = task.problem;
  const random = createRandom(size);
  const isKnown = hint !== "position";
  const after = new Float64Array(size).fill(hint === "file" ? SOON : LATER);
  const slack = new Float64Array(size).fill(hint === "file" ? 0 : SOON);
  let [guess, stuck] = [0, -1];
  const beLater = (): void => {
    const around = KNOWN.around + after[stuck];
    for (let operation = 0; operation < size; operation++) {
      if (Math.abs(moments[operation] - moments[stuck]) > around) continue;
      after[operation] += around;
      slack[operation] += around;
    }
  };
  const moveSessions = (): void => {
    const { around, least, most } = GUESSED;
    const middle = moments[stuck];
    for (const members of sessions) {
      const by = (random.chance(0.5) ? 1 : -1) * (least + random.int(most - least));
      let last = -Infinity;
      for (const operation of members) {
        const distance = Math.abs(moments[operation] - middle);
        if (distance < around) moments[operation] += by * (1 - distance / around);
        last = moments[operation] = Math.max(last, moments[operation]);
      }
    }
  };
  const guessNext = (): boolean => {
    if (guess >= (isKnown ? KNOWN : GUESSED).guesses || (guess > 0 && stuck < 0)) return false;
    if (!isKnown) {
      const heard = GUESSED.heard[guess % GUESSED.heard.length];
      after.fill(heard);
      slack.fill(heard);
    }
    if (guess++ > 0) (isKnown ? beLater : moveSessions)();
    return true;
  };
  return function* (guesses) {
    for (let left = guesses; left > 0 && guessNext(); left--) {
      const sights = createSights(task.problem, LEVEL.causal, meter);
      const search = createTagSearch(task, sights, LEVEL.causal, moments, { after, slack }, meter);
      const found = yield* search((isKnown ? KNOWN : GUESSED).failures);
      if ("witness" in found) return found;
      stuck = found.isNone ? -1 : found.stuck;
    }
    return undefined;
  };
}
