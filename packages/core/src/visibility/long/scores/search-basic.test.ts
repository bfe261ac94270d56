import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { createBasicJudge } from "./basic-judge.js";
import { createScoreModel } from "./score-model.js";
import { scoreMoments } from "./score-moments.js";
import { createFlatScores, type FlatScores } from "./score-views.js";
import { createBasicSearch } from "./search-basic.js";
import { createUpdateLine, gather, type UpdateLine } from "./update-line.js";

const { rpq } = types;

function scoresOf(history: History): FlatScores | undefined {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, rpq, history.initial, "session", ids);
  const model = problem && createScoreModel(problem);
  return model && createFlatScores(model);
}

/** Whether so many moves find a witness, which then holds, where they apply. */
function isFound(history: History, moves: number): boolean | undefined {
  const scores = scoresOf(history);
  const search = scores && createBasicSearch(scores, scoreMoments(scores));
  if (search === undefined) return undefined;
  const witness = withoutTurns(search(moves, createMeter(createBudget())));
  if (witness === undefined) return false;
  const claim = { type: rpq, order: "session", levels: () => "basic" as const } as const;
  expect(verifyVisibility(history, claim, witness)).toEqual({ valid: true });
  return true;
}

test("moves find only witnesses, and nearly all that the definition admits", () => {
  const counts = { found: 0, missed: 0, refuted: 0 };
  for (let seed = 1; seed <= seeds(700); seed++) {
    const history = generateVisibilityHistory(rpq, seed, 5);
    const found = isFound(history, 300);
    if (found === undefined) continue;
    const oracle = createVisibilityOracle(history, rpq, { order: "session" });
    const holds = oracle.satisfiesLevels(() => "basic");
    if (found) expect(holds, `seed ${seed}`).toBe(true);
    counts[holds ? (found ? "found" : "missed") : "refuted"]++;
  }
  expect(counts.found).toBeGreaterThan(20 * counts.missed);
  expect(Math.min(counts.found, counts.refuted)).toBeGreaterThan(15);
});

test("stores of replicas that run updates as they came are explained, told session after session", () => {
  for (let seed = 1; seed <= 4; seed++) {
    const common = { object: usedObjects.rpq, seed, operations: 200, values: 5, bySession: true } as const;
    const history = replicaHistory({ ...common, sessions: 8, delivery: "arrival" });
    expect(isFound(history, 6000), `seed ${seed}`).toBe(true);
  }
});

const drawn = (seed: number): History =>
  replicaHistory({
    object: usedObjects.rpq,
    seed,
    operations: 24,
    sessions: 3,
    values: 2,
    delivery: "arrival",
    corrupt: 6,
    bySession: true,
  });

/** The queries that nothing explains which stands before them, by trying all that may be seen. */
function literally({ scores, line, place, own, rank }: UpdateLine): readonly number[] {
  const { problem } = scores.model;
  const { session, position } = problem;
  const isExplained = (query: number): boolean => {
    const next = own[session[query]][rank[query]];
    const end = next === undefined ? line.length : place[next];
    const before = [...line.subarray(0, end)];
    const others = before.filter((update) => session[update] !== session[query]);
    for (let chosen = 0; chosen < 1 << others.length; chosen++) {
      let state = problem.initial;
      for (const update of before) {
        const isOwn = session[update] === session[query] && position[update] < position[query];
        const at = others.indexOf(update);
        if (isOwn || (at >= 0 && (chosen & (1 << at)) !== 0)) state = problem.next(state, update);
      }
      if (problem.explains(state, query)) return true;
    }
    return false;
  };
  return [...scores.asks.keys()].filter((query) => scores.asks[query] !== undefined && !isExplained(query));
}

test("a query is explained just where some choice of what stands before it explains it, after every move", () => {
  const counts = { explained: 0, unexplained: 0 };
  for (let seed = 1; seed <= seeds(12); seed++) {
    const random = createRandom(seed);
    const scores = scoresOf(drawn(seed));
    if (scores === undefined) throw new Error("not covered");
    const updates = createUpdateLine(scores, scoreMoments(scores));
    const judge = createBasicJudge(updates);
    if (judge === undefined) throw new Error("not covered");
    const { line, place } = updates;
    const { unexplained } = judge;
    const told = (): readonly number[] =>
      [...unexplained.list.subarray(0, unexplained.count)].sort((a, b) => a - b);
    for (let move = 0; move < 6; move++) {
      const from = random.int(line.length);
      const to = Math.min(line.length - 1, from + random.int(8));
      const s = random.int(3);
      const [old, before] = [line.slice(from, to + 1), told()];
      gather(updates, s, from, to, random.chance(0.5));
      judge.change(from, to, s);
      const expected = literally(updates);
      expect(told(), `seed ${seed}, move ${move}`).toEqual(expected);
      counts.unexplained += expected.length;
      counts.explained += scores.asks.filter((ask) => ask !== undefined).length - expected.length;
      if (random.chance(0.5)) continue;
      line.set(old, from);
      for (let at = from; at <= to; at++) place[line[at]] = at;
      judge.undo();
      expect(told(), `seed ${seed}, move ${move} taken back`).toEqual(before);
    }
  }
  expect(Math.min(counts.explained, counts.unexplained)).toBeGreaterThan(30);
});
