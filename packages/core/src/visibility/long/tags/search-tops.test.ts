import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { seeds } from "@sightline/testing/seeds.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import type { LevelName } from "../../../criteria/levels.js";
import { type History, mayBeAbsent } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import type { Replicated } from "../../../types/replicated.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { hasTopRuns, searchTops } from "./search-tops.js";
import { createTagTask } from "./tag-task.js";

const register = types["mv-register"];
const object: UsedObject = { ...usedObjects.register, type: register };

/** Whether so many runs find a witness at `causal`, which then holds; `undefined` where there are none. */
function isFound(history: History, runs: number, moments?: Float64Array): boolean | undefined {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, register, history.initial, "session", ids);
  const task = problem && createTagTask(problem, problem.type.replicated as Replicated, history.initial);
  if (problem === undefined || task === undefined || "unexplained" in task || !hasTopRuns(task))
    return undefined;
  const width = problem.sessions.length;
  const ahead = (operation: number, s: number): number => problem.before[operation * width + s];
  const meter = createMeter(createBudget());
  const guessed = moments ?? Float64Array.from(ids);
  const witness = withoutTurns(searchTops(task, guessed, ahead, runs, meter));
  if (witness === undefined) return false;
  const levels = (): LevelName => "causal";
  const claim = { type: register, order: "session", levels } as const;
  expect(verifyVisibility(history, claim, witness)).toEqual({ valid: true });
  return true;
}

test("runs find only witnesses, and most that the definition admits", () => {
  const counts = { admitted: 0, found: 0 };
  for (let seed = 1; seed <= seeds(300); seed++) {
    const history = generateVisibilityHistory(register, seed, 4);
    if (Array.from(history.label, (_, id) => id).some((id) => mayBeAbsent(history, id))) continue;
    const found = isFound(history, 100);
    if (found === undefined) continue;
    const holds = createVisibilityOracle(history, register, { order: "session" }).satisfiesLevels(
      () => "causal",
    );
    if (found) expect(holds, `seed ${seed}`).toBe(true);
    if (holds) counts.admitted++;
    if (found) counts.found++;
  }
  expect(counts.admitted).toBeGreaterThan(50);
  expect(counts.found).toBeGreaterThan(0.9 * counts.admitted);
});

test("runs explain stores of three replicas whose sessions were guessed to go elsewhere than they did", () => {
  const counts = { asked: 0, found: 0 };
  for (let seed = 1; seed <= seeds(12); seed++) {
    const random = createRandom(seed);
    const store = { object, seed, operations: 60, sessions: 5, values: 3, delivery: "causal" } as const;
    const history = replicaHistory(store);
    const late = history.sessions.map(() => random.int(9) - 4);
    const moments = Float64Array.from(history.session, (session, id) => id + late[session]);
    counts.asked++;
    if (isFound(history, 2000, moments) === true) counts.found++;
  }
  expect(counts.found).toBeGreaterThan(0.7 * counts.asked);
});
