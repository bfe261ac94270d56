import { describe, expect, test } from "vitest";
import { parseHistory } from "../../history/parse-history.js";
import { types } from "../../types/index.js";
import { clusterExecutions, queryClusters } from "./clusters.js";
import { LEVEL, type LevelName } from "../../criteria/levels.js";
import { levelsModel } from "./model.js";
import { splitPending, withProblem } from "../problem.js";
import { extractPredicates, type Predicates } from "./pruning.js";

function predicatesOf(text: string, type: "rpq" | "set", level: LevelName): Predicates {
  const history = parseHistory(text);
  return withProblem(history, types[type], undefined, splitPending(history).certain, "session", (problem) => {
    const levels = problem.labels.map(() => LEVEL[level]);
    return extractPredicates(problem, levelsModel(problem, levels));
  });
}

describe("the examples of ViSearch Fig. 3", () => {
  test("T_ARB: the score is 6 only after both updates", () => {
    const { arbitrations } = predicatesOf("{ add(1,5); incrby(1,1) } || { score(1) => 6 }", "rpq", "basic");
    expect(arbitrations).toContainEqual({ x: 1, y: 2 });
    expect(arbitrations).not.toContainEqual({ x: 2, y: 1 });
  });

  test("T_VIS: add before remove before a query that finds nothing, which sees the add: it sees the remove", () => {
    const { implications } = predicatesOf(
      "{ add(1); contains(1) => false } || { remove(1) }",
      "set",
      "basic",
    );
    expect(implications).toContainEqual(
      expect.objectContaining({
        x: 2,
        y: 1,
        sees: true,
        order: expect.arrayContaining([
          [0, 2],
          [2, 1],
        ]) as unknown,
      }),
    );
  });

  test("T_NOT-VIS: add before remove before a query that finds it: it does not see the remove", () => {
    const { implications } = predicatesOf("{ add(1); remove(1) } || { contains(1) => true }", "set", "basic");
    expect(implications).toContainEqual(
      expect.objectContaining({
        x: 1,
        y: 2,
        sees: false,
        order: expect.arrayContaining([
          [0, 1],
          [1, 2],
        ]) as unknown,
      }),
    );
  });
});

describe("query clusters", () => {
  test("hold the updates of their element alone", () => {
    const history = parseHistory(
      "{ add(1); add(2) } || { contains(2) => true; remove(2); contains(3) => false }",
    );
    withProblem(history, types.set, undefined, [0, 1, 2, 3, 4], "session", (problem) => {
      expect(queryClusters(problem).map(({ members }) => members)).toEqual([[1, 2, 3], [4]]);
    });
  });

  test("that no execution explains refute the history", () => {
    expect(predicatesOf("{ add(1) } || { contains(2) => true }", "set", "weak").impossible).toBe(1);
    expect(predicatesOf("{ add(2) } || { contains(2) => true }", "set", "weak").impossible).toBeUndefined();
  });

  test("are passed over where they take too long", () => {
    const history = parseHistory("{ add(1); remove(1) } || { add(1); contains(1) => true }");
    withProblem(history, types.set, undefined, [0, 1, 2, 3], "session", (problem) => {
      const model = levelsModel(problem, [0, 0, 0, 0]);
      const [cluster] = queryClusters(problem);
      const { executions, states } = clusterExecutions(problem, model, cluster, Infinity);
      expect(executions?.length).toBeGreaterThan(1);
      expect(clusterExecutions(problem, model, cluster, states).executions).toEqual(executions);
      expect(clusterExecutions(problem, model, cluster, states - 1).executions).toBeUndefined();
    });
  });
});
