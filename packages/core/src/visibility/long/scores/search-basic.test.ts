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
import { createBasicJudge } from "./basic-judge.js";
import { createBasicSights } from "./basic-sights.js";
import { proposeTogether } from "./propose-together.js";
import { createScoreModel } from "./score-model.js";
import { scoreMoments } from "./score-moments.js";
import { createFlatScores, type FlatScores } from "./score-views.js";
import { createBasicSearch } from "./search-basic.js";
import { createUpdateLine, gather, type UpdateLine } from "./update-line.js";

const { rpq } = types;

function scoresOf(history: History): FlatScores | undefined {
  const problem = wholeProblem(history, rpq);
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
  expectWitness(history, rpq, "basic", witness);
  return true;
}

test("moves find only witnesses, and nearly all that the definition admits", () => {
  const counts = countFound(rpq, ["basic"], seeds(700), 5, (history) => isFound(history, 300));
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
  const counts = { explained: 0, unexplained: 0, together: 0 };
  for (let seed = 1; seed <= seeds(12); seed++) {
    const random = createRandom(seed);
    const scores = scoresOf(drawn(seed));
    if (scores === undefined) throw new Error("not covered");
    const updates = createUpdateLine(scores, scoreMoments(scores));
    const sights = createBasicSights(scores);
    if (sights === undefined) throw new Error("not covered");
    const judge = createBasicJudge(updates, sights);
    const together = proposeTogether(updates, sights, random);
    const { line, place } = updates;
    const { unexplained } = judge;
    const told = (): readonly number[] =>
      [...unexplained.list.subarray(0, unexplained.count)].sort((a, b) => a - b);
    for (let move = 0; move < 6; move++) {
      const before = told();
      const query = before.length > 0 && random.chance(0.5) ? random.pick(before) : -1;
      const found = query >= 0 ? together(query) : undefined;
      const moves = found ?? [];
      for (let left = 1 + random.int(3); left > 0 && found === undefined; left--) {
        const from = random.int(line.length);
        const to = Math.min(line.length - 1, from + random.int(8));
        moves.push({ s: random.int(3), from, to, isLater: random.chance(0.5) });
      }
      if (moves.length === 0) continue;
      const from = Math.min(...moves.map((one) => one.from));
      const to = Math.max(...moves.map((one) => one.to));
      const old = line.slice(from, to + 1);
      for (const one of moves) gather(updates, one.s, one.from, one.to, one.isLater);
      judge.change(from, to, moves.length > 1 ? -1 : moves[0].s);
      const expected = literally(updates);
      if (moves.length > 1) counts.together++;
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
  expect(counts.together).toBeGreaterThan(20);
});

test("moves for a score explain it, several together", () => {
  let helped = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const common = { object: usedObjects.rpq, seed, operations: 200, values: 4, sessions: 5 } as const;
    const scores = scoresOf(replicaHistory({ ...common, delivery: "fifo", corrupt: 12 }));
    const sights = scores && createBasicSights(scores);
    if (scores === undefined || sights === undefined) throw new Error("not covered");
    const updates = createUpdateLine(
      scores,
      Float64Array.from({ length: 200 }, (_, at) => at),
    );
    const judge = createBasicJudge(updates, sights);
    const together = proposeTogether(updates, sights, createRandom(seed));
    const { line, place } = updates;
    const { unexplained } = judge;
    for (const query of unexplained.list.slice(0, unexplained.count)) {
      if (scores.asks[query]?.isMaximum === true) continue;
      const [old, total] = [line.slice(), unexplained.total];
      const moves = together(query);
      expect(line).toEqual(old);
      if (moves === undefined) continue;
      for (const one of moves) gather(updates, one.s, one.from, one.to, one.isLater);
      judge.change(0, line.length - 1, -1);
      expect([...unexplained.list.subarray(0, unexplained.count)]).not.toContain(query);
      helped++;
      line.set(old);
      for (let at = 0; at < line.length; at++) place[line[at]] = at;
      judge.undo();
      expect(unexplained.total).toBe(total);
    }
  }
  expect(helped).toBeGreaterThan(5);
});
