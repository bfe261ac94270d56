import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { parseHistory } from "../../history/parse-history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { minimalVisibility } from "./minimal.js";
import { levelsModel } from "./model.js";
import { naiveVisibility } from "./naive.js";
import { splitPending, withProblem } from "../problem.js";
import { createResumable, type Task } from "./resumable.js";
import { visearch } from "./visearch.js";

const budget = createBudget();

describe("a search in portions", () => {
  test("visits the states of the whole once, however it is cut and handed over", () => {
    let handed = 0;
    let violated = 0;
    for (let seed = 0; seed < 150; seed++) {
      const random = createRandom(seed);
      const type = types[random.pick(["set", "map", "queue", "rpq"] as const)];
      const history = generateHistory(type, seed, 5);
      withProblem(history, type, history.initial, splitPending(history).certain, "session", (problem) => {
        const level = random.int(6);
        const model = levelsModel(
          problem,
          problem.labels.map(() => level),
        );
        const visibilities = random.pick(["every", "minimal"] as const);
        const options = { pruning: random.chance(0.3), visibilities };
        const alone = visearch(problem, model, budget, options);
        const crew = [0, 1, 2].map(() => createResumable(problem, model, options));
        crew[0].take();
        let progress = crew.map((search) => search.step(0));
        while (progress.includes("working") && !progress.includes("found")) {
          for (const search of crew) {
            const task = search.give();
            if (task === undefined) continue;
            handed++;
            random.pick(crew).take(JSON.parse(JSON.stringify(task)) as Task);
          }
          progress = crew.map((search) => search.step(1 + random.int(4)));
        }
        expect(progress.includes("found"), `seed ${seed}`).toBe(alone.verdict === "satisfied");
        if (alone.verdict !== "violated") return;
        violated++;
        expect(
          crew.reduce((sum, { states }) => sum + states, 0),
          `seed ${seed}`,
        ).toBe(alone.states);
      });
    }
    expect(handed).toBeGreaterThan(100);
    expect(violated).toBeGreaterThan(30);
  });

  test("gives nothing away while it has only one task, and refuses a task of another search", () => {
    const history = parseHistory("{ write(1); read() => 1 }");
    withProblem(history, types.register, undefined, [0, 1], "session", (problem) => {
      const search = createResumable(problem, levelsModel(problem, [1, 1]));
      search.take();
      expect(search.give()).toBeUndefined();
      expect(() => search.take({ steps: [], operation: 1, seesAtMost: [] })).toThrow("cannot come next");
    });
  });
});

describe("budgets", () => {
  const endless = parseHistory(
    "{ add(1); add(2); contains(1) => true } || { add(4); add(5); contains(6) => false } || { remove(1); add(3); size() => 9 }",
  );
  const ids = Array.from({ length: endless.size }, (_, id) => id);

  test.each([naiveVisibility, minimalVisibility, visearch])("end %o", (search) => {
    withProblem(endless, types.set, undefined, ids, "session", (problem) => {
      const model = levelsModel(problem, new Uint8Array(problem.size));
      let asked = 0;
      const cancelled = createBudget({ cancelled: () => ++asked > 2 });
      const options = { pruning: false };
      expect(search(problem, model, cancelled, options)).toMatchObject({
        verdict: "unknown",
        reason: "cancelled",
      });
      expect(asked).toBe(3);
      expect(search(problem, model, createBudget({ states: 100 }), options)).toMatchObject({
        verdict: "unknown",
        reason: "states",
      });
    });
  });

  test("a query that its cluster cannot explain is named", () => {
    const history = parseHistory("{ add(1) } || { contains(2) => true }");
    withProblem(history, types.set, undefined, [0, 1], "session", (problem) => {
      const found = visearch(problem, levelsModel(problem, [0, 0]), budget);
      expect(found).toEqual({ verdict: "violated", unexplained: 1, states: 0 });
    });
  });
});
