import { describe, expect, test } from "vitest";
import { createBudget } from "@sightline/core/budget.js";
import { generateHistory } from "../history/generate-history.js";
import { createRandom } from "@sightline/core/random.js";
import { types } from "@sightline/core/types/index.js";
import { someExplanation } from "./axiom-fuzzing.js";
import { searchAxioms } from "@sightline/core/visibility/axioms/search-axioms.js";
import { type LevelName, levelNames } from "@sightline/core/criteria/levels.js";
import { type Problem, withProblem } from "@sightline/core/visibility/problem.js";
import { evaluateAxioms } from "./evaluate-axioms.js";
import { modelOfLevels } from "@sightline/core/criteria/axioms/model-of-levels.js";
import { printAxioms } from "@sightline/core/criteria/axioms/print.js";

/** POPL'19 Fig. 6, word by word: `hb(i)`, `vis(i)` and `lin(i)` contain i. */
function hasLevel<Bits>(
  level: LevelName,
  i: number,
  { sets, before }: Problem<Bits>,
  line: readonly number[],
  visible: readonly Bits[],
): boolean {
  const all = [...line].sort((a, b) => a - b);
  const hb = (j: number): number[] => all.filter((x) => x === j || sets.has(before[j], x));
  const vis = (j: number): number[] => all.filter((x) => x === j || sets.has(visible[j], x));
  const lin = line.slice(0, line.indexOf(i) + 1);
  const within = (a: readonly number[], b: readonly number[]): boolean => a.every((x) => b.includes(x));
  const basic = within(hb(i), vis(i));
  const monotonic = hb(i).every((j) => within(vis(j), vis(i)));
  switch (level) {
    case "weak":
      return true;
    case "basic":
      return basic;
    case "monotonic":
      return monotonic;
    case "peer":
      return vis(i).every((j) => within(hb(j), vis(i))) && monotonic;
    case "causal":
      return vis(i).every((j) => within(vis(j), vis(i))) && basic;
    case "complete":
      return within(lin, vis(i));
  }
}

describe("levels as axioms", () => {
  test("are those of POPL'19 Section 6.4", () => {
    const levels: Record<string, LevelName> = { put: "complete", get: "peer", size: "causal", has: "weak" };
    expect(printAxioms(modelOfLevels((method) => levels[method], Object.keys(levels)))).toBe(
      "vis ⊇ hb∘[get,size]; vis ⊇ vis∘hb∘[get]; vis ⊇ hb∘vis∘[get]; vis ⊇ vis∘vis∘[size]; vis ⊇ lin∘[put]",
    );
    expect(printAxioms(modelOfLevels(() => "causal", ["put", "get"]))).toBe("vis ⊇ hb; vis ⊇ vis∘vis");
    expect(printAxioms(modelOfLevels(() => "weak", ["put", "get"]))).toBe("");
  });

  const kinds = [types.set, types.register, types.map, types.queue];

  test("hold of the same linearizations and visibilities as Fig. 6, uniform and mixed", () => {
    let [held, failed] = [0, 0];
    const wrong: number[] = [];
    for (let seed = 0; seed < 600; seed++) {
      const random = createRandom(seed);
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 5);
      const uniform = random.chance(0.3) ? random.pick(levelNames) : undefined;
      const chosen = new Map<string, LevelName>();
      const levelOf = (method: string): LevelName => {
        if (!chosen.has(method)) chosen.set(method, uniform ?? random.pick(levelNames));
        return chosen.get(method) as LevelName;
      };
      const ids = Array.from({ length: history.size }, (_, id) => id);
      withProblem(history, type, history.initial, ids, "session", (problem) => {
        const { sets, size, before, labels } = problem;
        const model = modelOfLevels(
          levelOf,
          labels.map(({ method }) => method),
        );
        for (let round = 0; round < 40; round++) {
          const line: number[] = [];
          const placed = (id: number): boolean => line.includes(id);
          while (line.length < size)
            line.push(
              random.pick(
                ids.filter((id) => !placed(id) && ids.every((x) => !sets.has(before[id], x) || placed(x))),
              ),
            );
          const rate = random.pick([0.3, 0.7, 0.9, 1]);
          const visible = ids.map((id) =>
            line
              .slice(0, line.indexOf(id))
              .filter(() => random.chance(rate))
              .reduce((set, x) => sets.union(set, sets.single(x)), sets.empty),
          );
          const literal = ids.every((id) => hasLevel(levelOf(labels[id].method), id, problem, line, visible));
          if ((evaluateAxioms(problem, model, line, visible) === undefined) !== literal) wrong.push(seed);
          if (literal) held++;
          else failed++;
        }
      });
    }
    expect(wrong).toEqual([]);
    expect(Math.min(held, failed)).toBeGreaterThan(2000);
  });

  test("give the verdicts of Fig. 6", () => {
    const count = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 0; seed < 500; seed++) {
      const random = createRandom(seed);
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 4);
      const level = Object.fromEntries(
        Object.keys(type.methods ?? {}).map((method) => [method, random.pick(levelNames)]),
      );
      const ids = Array.from({ length: history.size }, (_, id) => id);
      withProblem(history, type, history.initial, ids, "session", (problem) => {
        const model = modelOfLevels((method) => level[method], Object.keys(level));
        const expected = someExplanation(
          problem,
          history.initial,
          (line, visible) =>
            ids.every((id) =>
              line.every(
                (x, at) => !line.slice(0, at).includes(id) || !problem.sets.has(problem.before[id], x),
              ),
            ) && ids.every((id) => hasLevel(level[problem.labels[id].method], id, problem, line, visible)),
        );
        const { verdict } = searchAxioms(problem, model, createBudget());
        expect(verdict, `seed ${seed}`).toBe(expected ? "satisfied" : "violated");
        count[verdict]++;
      });
    }
    expect(Math.min(count.satisfied, count.violated)).toBeGreaterThan(60);
  });
});
