import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { namedModels } from "../../criteria/axioms/named.js";
import { printAxioms } from "../../criteria/axioms/print.js";
import { parseHistory } from "../../history/parse-history.js";
import { printHistory } from "../../history/print-history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { relevantUpdates } from "./axiom-choices.js";
import { randomModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { project, questions } from "./axiom-projection.js";
import { searchAxioms } from "./search-axioms.js";
import { withProblem } from "../problem.js";
import { elements, setOf } from "../sets.js";
import { seeds } from "@sightline/testing/seeds.js";

const kinds = [types.register, types.set, types.map, types.counter, types.queue];

describe("projection", () => {
  test("keeps what may change the results that are asked for, and asks for no other", () => {
    const history = parseHistory(
      "set { add(1) => true; contains(2) => true; contains(1) => true } || { add(2) => false }",
    );
    withProblem(history, types.set, undefined, [0, 1, 2, 3], "session", (problem) => {
      const part = project(problem, problem.sets.single(2), relevantUpdates(problem, true));
      expect(part.ids).toEqual([0, 2]);
      expect(part.labels.map(({ result }) => result)).toEqual([undefined, true]);
      expect(elements(part.sets, part.before[1])).toEqual([0]);
      expect(elements(part.sets, part.pure)).toEqual([1]);
      expect(part.execution.explains(part.execution.next(part.execution.initial, 0), 1)).toBe(true);
      expect(part.execution.explains(part.execution.initial, 1)).toBe(false);
      const asked = questions(problem, relevantUpdates(problem, true)).map((set) =>
        elements(problem.sets, set),
      );
      expect(asked).toEqual([[0], [1], [2], [3], [0, 2], [1, 3]]);
    });
  });

  test("never refutes what is satisfied, and does refute", () => {
    let [kept, refuted] = [0, 0];
    for (let seed = 0; seed < seeds(330); seed++) {
      const random = createRandom(seed);
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 6);
      const model = random.chance(0.5)
        ? random.pick(namedModels).model
        : { ...randomModel(random, Object.keys(type.methods ?? {})), relaxLin: false };
      const ids = Array.from({ length: history.size }, (_, id) => id);
      withProblem(history, type, history.initial, ids, "session", (problem) => {
        const relevant = relevantUpdates(problem, true);
        const whole = searchAxioms(problem, model, createBudget()).verdict;
        const pairs = [
          setOf(
            problem.sets,
            ids.filter(() => random.chance(0.5)),
          ),
        ];
        const fails = [...questions(problem, relevant), ...pairs].some(
          (asked) =>
            searchAxioms(project(problem, asked, relevant), model, createBudget()).verdict === "violated",
        );
        if (whole === "satisfied") {
          expect(fails, `seed ${seed}: ${printHistory(history)} with ${printAxioms(model)}`).toBe(false);
          kept++;
        } else if (fails) refuted++;
      });
    }
    expect(kept).toBeGreaterThan(60);
    expect(refuted).toBeGreaterThan(60);
  });
});
