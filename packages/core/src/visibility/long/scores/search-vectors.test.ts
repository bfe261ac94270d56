import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { countFound } from "@sightline/testing/visibility/long/count-found.js";
import { expectWitness } from "@sightline/testing/visibility/long/expect-witness.js";
import { wholeProblem } from "@sightline/testing/visibility/long/whole-problem.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createBounds } from "../conclude/bounds.js";
import { createScoreModel } from "./score-model.js";
import { scoreTimes } from "./score-times.js";
import { createFlatScores } from "./score-views.js";
import { createVectorSearch, GUESSED, TOLD } from "./search-vectors.js";

const { rpq } = types;
const vectorLevels = ["peer", "causal", "complete"] as const;

/** Whether so many runs find a witness, which then holds, where they apply; along the order of the file, or along guesses. */
function isFound(history: History, level: LevelName, runs: number, isTold: boolean): boolean | undefined {
  const problem = wholeProblem(history, rpq);
  const model = problem && createScoreModel(problem);
  const scores = model && createFlatScores(model);
  if (problem === undefined || scores === undefined) return undefined;
  const bounds = createBounds(problem, new Uint8Array(history.size).fill(LEVEL[level]));
  const moments = isTold ? Float64Array.from(problem.ids) : scoreTimes(scores, bounds);
  const search = createVectorSearch(scores, bounds, LEVEL[level], moments, isTold ? TOLD : GUESSED);
  const witness = withoutTurns(search(runs, createMeter(createBudget())));
  if (witness === undefined) return false;
  expectWitness(history, rpq, level, witness);
  return true;
}

test("runs find only witnesses, and nearly all that the definition admits", () => {
  const counts = countFound(rpq, vectorLevels, seeds(500), 4, (history, level, seed) =>
    isFound(history, level, 40, seed % 2 === 0),
  );
  expect(counts.found).toBeGreaterThan(4 * counts.missed);
  expect(Math.min(counts.found, counts.refuted)).toBeGreaterThan(20);
});

test.each([5, 400])("stores of three replicas over %i values are explained, told in disorder", (values) => {
  for (let seed = 1; seed <= 4; seed++) {
    const delivery = seed % 2 === 0 ? "fifo" : "causal";
    const common = { object: usedObjects.rpq, seed, operations: 200, sessions: 5, values, delivery } as const;
    const history = inDisorder(replicaHistory(common), seed);
    for (const level of ["peer", "causal"] as const)
      expect(isFound(history, level, 1500, true), `seed ${seed}, ${level}`).toBe(true);
  }
});

/** The history with each operation told a few places from where it was. */
function inDisorder(history: History, seed: number): History {
  const random = createRandom(seed);
  const due = Array.from({ length: history.size }, (_, id) => id + random.int(8));
  const latest = new Map<number, number>();
  for (let id = 0; id < history.size; id++) {
    const before = latest.get(history.session[id]) ?? -1;
    due[id] = Math.max(due[id], before + 0.01);
    latest.set(history.session[id], due[id]);
  }
  const order = due.map((_, id) => id).sort((a, b) => due[a] - due[b] || a - b);
  const pick = <List extends Int32Array | Float64Array>(list: List): List =>
    list.map((_, at) => list[order[at]]) as List;
  return { ...history, session: pick(history.session), label: pick(history.label) };
}
