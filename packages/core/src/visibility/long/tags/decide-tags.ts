import { LEVEL } from "../../../criteria/levels.js";
import type { Value } from "../../../history/value.js";
import type { Replicated } from "../../../types/replicated.js";
import type { Meter } from "../../meter.js";
import { hintsOf, hintTimes } from "../hints/hints.js";
import { createSights, type Sights } from "../lists/sights.js";
import type { LongProblem } from "../long-problem.js";
import { pseudoTimes } from "../hints/pseudo-times.js";
import { createNearSearch } from "./search-near.js";
import { createTagSearch, type TagsFound } from "./search-tags.js";
import { hasTopRuns, searchTops } from "./search-tops.js";
import { createTagTask, type TagTask } from "./tag-task.js";

/** Longer histories are left alone: what is known takes bits for each pair of operations. */
const LONGEST = 4096;
/** How often choices may fail where nothing is taken for granted: at another level, and at the one that is asked for. */
const [ELSEWHERE, HERE] = [100, 20_000];

/** How many writes of a value are many; and how many runs there are then for each operation, where moments are guessed. */
const [VAGUE, TOP_RUNS] = [8, 6];

/**
 * Decides a history of registers that keep all concurrent values where all operations have one level below `complete`,
 * or says nothing. A witness at `causal` shows every level: what replicas did is often near it, and there sights are
 * vectors. It is looked for first where everyone hears of all that is not new: there is little left to choose. Where
 * that fails, less is taken for granted around the operation that failed. Where moments are guessed and reads tell
 * little, it is looked for by many runs first.
 */
export function* decideTags(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  level: number,
  meter: Meter,
): Generator<void, TagsFound | undefined> {
  if (problem.size > LONGEST || level === LEVEL.complete) return undefined;
  const task = createTagTask(problem, type, initial, meter);
  if (task === undefined) return undefined;
  if ("unexplained" in task) return { isNone: true, stuck: task.unexplained };
  const [hint] = hintsOf(problem);
  const moments = hintTimes(problem, hint);
  const searchAt = (at: number) => {
    const sights = createSights(problem, at, meter);
    return { sights, search: createTagSearch(task, sights, at, moments, undefined, meter) };
  };
  const isDecided = (found: TagsFound): boolean => "witness" in found || found.isNone;
  let causal: ReturnType<typeof searchAt> | undefined;
  const isGuessed = hint === "position" && isVague(task);
  if (isGuessed && hasTopRuns(task)) {
    causal = searchAt(LEVEL.causal);
    const root = yield* causal.search(-1);
    if (!isDecided(root)) {
      const guessed = momentsOf(problem, causal.sights);
      const witness = yield* searchTops(task, guessed, causal.sights.before, TOP_RUNS * problem.size, meter);
      if (witness !== undefined) return { witness };
    }
  }
  // Where the sights of others tell nothing of one's own, hardly anything leads nowhere.
  if (level === LEVEL.weak || (level === LEVEL.basic && isGuessed)) {
    const found = yield* searchAt(level).search(ELSEWHERE);
    if (isDecided(found)) return found;
  }
  const near = createNearSearch(task, moments, hint, meter);
  if (hint !== "position") {
    const found = yield* near(1);
    if (found !== undefined) return found;
  }
  // What follows without any choice: it may be a contradiction, and else tells of when operations took effect.
  causal ??= searchAt(LEVEL.causal);
  const root = yield* causal.search(-1);
  if (level === LEVEL.causal && isDecided(root)) return root;
  if (!isDecided(root)) {
    if (hint === "position") moments.set(momentsOf(problem, causal.sights));
    const found = yield* near(Infinity);
    if (found !== undefined) return found;
    const other = yield* causal.search(level === LEVEL.causal ? HERE : ELSEWHERE);
    if ("witness" in other || (level === LEVEL.causal && other.isNone)) return other;
  }
  if (level === LEVEL.causal) return undefined;
  const found = yield* searchAt(level).search(HERE);
  return isDecided(found) ? found : undefined;
}

/** Whether there are many writes of each value: then a read tells little of who is seen. */
const isVague = ({ puts, writers }: TagTask): boolean =>
  puts.reduce((count, value) => count + (value >= 0 ? 1 : 0), 0) > VAGUE * writers.length;

/** Moments between what stands before each operation and what it cannot see. */
function momentsOf(problem: LongProblem, { before, most }: Sights): Float64Array {
  const { size, sessions } = problem;
  const width = sessions.length;
  const vectors = (count: (operation: number, session: number) => number): Int32Array =>
    Int32Array.from({ length: size * width }, (_, at) => count(Math.floor(at / width), at % width));
  return pseudoTimes({ problem, before: vectors(before), most: vectors(most), width });
}
