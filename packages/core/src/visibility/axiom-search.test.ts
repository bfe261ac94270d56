import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { evaluateAxioms } from "../criteria/axioms/evaluate.js";
import { modelOfLevels } from "../criteria/axioms/levels.js";
import { namedModels } from "../criteria/axioms/named.js";
import { parseAxioms } from "../criteria/axioms/parse.js";
import { printAxioms } from "../criteria/axioms/print.js";
import { parseHistory } from "../history/notation.js";
import { printHistory } from "../history/print.js";
import { generateHistory } from "../testing/generate.js";
import { createRandom } from "../testing/random.js";
import { types } from "../types/index.js";
import type { SequentialType } from "../types/type.js";
import { randomModel, satisfiesModel } from "./axiom-fuzzing.js";
import { searchAxioms } from "./axiom-search.js";
import { LEVEL, type LevelName, levelNames } from "./levels.js";
import { withProblem } from "./problem.js";
import { searchLevels } from "./search.js";

const kinds = [types.register, types.set, types.map, types.queue, types.counter, types.stack, types.mutex];

const keyOf = ({ key }: SequentialType): Partial<SequentialType> => (key === undefined ? {} : { key });

describe("the search by axioms", () => {
  test.each(Array.from({ length: 10 }, (_, i) => i))("agrees with trying everything, part %i", (part) => {
    const verdicts = new Map<string, number>();
    for (let seed = part * 1000; seed < part * 1000 + 600; seed++) {
      const random = createRandom(seed);
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, random.chance(0.1) ? 5 : 4);
      const model = randomModel(random, Object.keys(type.methods ?? {}));
      const ids = Array.from({ length: history.size }, (_, id) => id);
      withProblem(history, type, history.initial, ids, random.pick(["session", "realtime"]), (problem) => {
        const found = searchAxioms(problem, model, createBudget());
        const expected = satisfiesModel(problem, history.initial, model);
        const what = `seed ${seed}: ${type.name} ${printHistory(history)} with ${printAxioms(model)}`;
        expect(found.verdict, what).toBe(expected ? "satisfied" : "violated");
        if (found.verdict === "satisfied")
          expect(evaluateAxioms(problem, model, found.linearization, found.visible), what).toBeUndefined();
        verdicts.set(found.verdict, (verdicts.get(found.verdict) ?? 0) + 1);
      });
    }
    expect(verdicts.get("satisfied")).toBeGreaterThan(50);
    expect(verdicts.get("violated")).toBeGreaterThan(50);
  });

  test("finds the same without the type's hints, on larger histories", () => {
    const verdicts = new Map<string, number>();
    for (let seed = 0; seed < 1500; seed++) {
      const random = createRandom(seed);
      const type = random.pick(kinds);
      const plain = {
        name: type.name,
        init: type.init.bind(type),
        step: type.step.bind(type),
        ...keyOf(type),
      };
      const history = generateHistory(type, seed, 7);
      const methods = Object.keys(type.methods ?? {});
      const model = random.chance(0.6)
        ? random.pick(namedModels).model
        : random.chance(0.5)
          ? modelOfLevels(
              (method) => levelNames[(methods.indexOf(method) + seed) % levelNames.length],
              methods,
            )
          : { ...randomModel(random, methods), relaxLin: false };
      const ids = Array.from({ length: history.size }, (_, id) => id);
      const verdictOf = (as: SequentialType): string =>
        withProblem(history, as, history.initial, ids, "session", (problem) => {
          const found = searchAxioms(problem, model, createBudget());
          if (found.verdict === "satisfied")
            expect(evaluateAxioms(problem, model, found.linearization, found.visible)).toBeUndefined();
          return found.verdict;
        });
      const verdict = verdictOf(type);
      const what = `seed ${seed}: ${printHistory(history)} with ${printAxioms(model)}`;
      expect(verdict, what).toBe(verdictOf(plain));
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(verdicts.get("satisfied")).toBeGreaterThan(200);
    expect(verdicts.get("violated")).toBeGreaterThan(200);
  });

  test("agrees with the search by levels on histories that take it longer", () => {
    const count = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 0; seed < 250; seed++) {
      const random = createRandom(seed);
      const type = random.pick(kinds);
      const history = generateHistory(type, seed, 12);
      const methods = Object.keys(type.methods ?? {});
      const uniform = random.chance(0.4) ? random.pick(levelNames) : undefined;
      const chosen = new Map(methods.map((method) => [method, uniform ?? random.pick(levelNames)]));
      const levelOf = (method: string): LevelName => chosen.get(method) ?? "weak";
      const ids = Array.from({ length: history.size }, (_, id) => id);
      withProblem(history, type, history.initial, ids, "session", (problem) => {
        const levels = problem.labels.map(({ method }) => LEVEL[levelOf(method)]);
        const { verdict } = searchAxioms(problem, modelOfLevels(levelOf, methods), createBudget());
        expect(verdict, `seed ${seed}`).toBe(searchLevels(problem, levels, createBudget()).verdict);
        count[verdict]++;
      });
    }
    expect(Math.min(count.satisfied, count.violated)).toBeGreaterThan(50);
  });

  test("says unknown when its budget runs out", () => {
    const writes = Array.from({ length: 10 }, (_, value) => `{ write(${value}) }`).join(" || ");
    const history = parseHistory(`register ${writes} || { read() => 0; read() => 1; read() => 0 }`);
    const found = withProblem(
      history,
      types.register,
      undefined,
      [...Array(13).keys()],
      "session",
      (problem) => {
        const { verdict, ...rest } = searchAxioms(
          problem,
          parseAxioms("vis = lin"),
          createBudget({ states: 300 }),
        );
        return { verdict, reason: "reason" in rest ? rest.reason : undefined };
      },
    );
    expect(found).toEqual({ verdict: "unknown", reason: "states" });
  });

  test("has no limit of 31 operations", () => {
    const adds = Array.from({ length: 20 }, (_, value) => `add(${value}) => true`).join("; ");
    const reads = Array.from({ length: 20 }, (_, at) => `contains(${19 - at}) => ${at !== 12}`).join("; ");
    const history = parseHistory(`set { ${adds} } || { ${reads} }`);
    const verdict = (axioms: string): string =>
      withProblem(history, types.set, undefined, [...Array(40).keys()], "session", (problem) => {
        return searchAxioms(problem, parseAxioms(axioms), createBudget()).verdict;
      });
    expect(verdict("vis ⊇ vis∘po")).toBe("satisfied");
    expect(verdict("vis ⊇ vis∘po; vis ⊇ po∘vis")).toBe("violated");
  });
});
