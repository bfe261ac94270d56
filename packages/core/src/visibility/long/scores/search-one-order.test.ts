import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { countFound } from "@sightline/testing/visibility/long/count-found.js";
import { expectWitness } from "@sightline/testing/visibility/long/expect-witness.js";
import { wholeProblem } from "@sightline/testing/visibility/long/whole-problem.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createBudget } from "../../../budget.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createOrderJudge } from "./order-judge.js";
import { createScoreModel } from "./score-model.js";
import { scoreMoments } from "./score-moments.js";
import { createFlatScores, type FlatScores } from "./score-views.js";
import { createOneOrderSearch } from "./search-one-order.js";
import { createUpdateLine, gather } from "./update-line.js";

const { rpq } = types;

function scoresOf(history: History): FlatScores | undefined {
  const problem = wholeProblem(history, rpq);
  const model = problem && createScoreModel(problem);
  return model && createFlatScores(model);
}

/** Whether so many moves find one order, which then holds, where they apply; from moments that are guessed. */
function isFound(history: History, moves: number): boolean | undefined {
  const scores = scoresOf(history);
  if (scores === undefined) return undefined;
  const { search } = createOneOrderSearch(scores, scoreMoments(scores));
  const witness = withoutTurns(search(moves, createMeter(createBudget())));
  if (witness === undefined) return false;
  expectWitness(history, rpq, "complete", witness);
  return true;
}

test("moves find only orders, and nearly all that the definition admits", () => {
  const counts = countFound(rpq, ["complete"], seeds(700), 5, (history) => isFound(history, 400));
  expect(counts.found).toBeGreaterThan(20 * counts.missed);
  expect(Math.min(counts.found, counts.refuted)).toBeGreaterThan(15);
});

test("stores whose replicas hear of all at once are mostly explained, told session after session", () => {
  let found = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const common = { object: usedObjects.rpq, seed, operations: 300, values: 5, bySession: true } as const;
    const history = replicaHistory({ ...common, sessions: 9, delivery: "fifo", delay: 1 });
    if (isFound(history, 30_000) === true) found++;
  }
  expect(found).toBeGreaterThan(3);
});

test("what a move changes is what is found when all is looked at anew", () => {
  for (let seed = 1; seed <= seeds(40); seed++) {
    const random = createRandom(seed);
    const history = replicaHistory({
      object: usedObjects.rpq,
      seed,
      operations: 60,
      sessions: 4,
      values: 3,
      delivery: "fifo",
      bySession: true,
    });
    const scores = scoresOf(history);
    if (scores === undefined) throw new Error("not covered");
    const updates = createUpdateLine(scores, scoreMoments(scores));
    const { line, place } = updates;
    const judge = createOrderJudge(updates);
    const told = (): readonly number[] =>
      [...judge.unexplained.list.subarray(0, judge.unexplained.count)].sort((a, b) => a - b);
    const anew = (): readonly number[] => {
      const moments = Float64Array.from(place);
      const { unexplained } = createOrderJudge(createUpdateLine(scores, moments));
      return [...unexplained.list.subarray(0, unexplained.count)].sort((a, b) => a - b);
    };
    for (let move = 0; move < 60; move++) {
      const from = random.int(line.length);
      const to = Math.min(line.length - 1, from + random.int(15));
      const old = line.slice(from, to + 1);
      const s = random.int(4);
      gather(updates, s, from, to, random.chance(0.5));
      judge.change(from, to, s);
      expect(told(), `seed ${seed}, move ${move}`).toEqual(anew());
      if (random.chance(0.5)) continue;
      line.set(old, from);
      for (let at = from; at <= to; at++) place[line[at]] = at;
      judge.undo();
      expect(told(), `seed ${seed}, move ${move} taken back`).toEqual(anew());
    }
  }
});
