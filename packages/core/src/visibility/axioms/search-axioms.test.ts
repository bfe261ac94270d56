// @module-tag slow
import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { evaluateAxioms } from "@sightline/testing/axioms/evaluate-axioms.js";
import type { AxiomModel } from "../../criteria/axioms/model.js";
import { instantiate, type MethodSet, schemas } from "../../criteria/axioms/schemas.js";
import { modelOfLevels } from "@sightline/core/criteria/axioms/model-of-levels.js";
import { namedModels } from "../../criteria/axioms/named.js";
import { parseAxioms } from "../../criteria/axioms/parse.js";
import { printAxioms } from "../../criteria/axioms/print.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import { printHistory } from "../../history/print-history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom, type Random } from "../../random.js";
import { types } from "../../types/index.js";
import type { SequentialType } from "../../types/type.js";
import { randomModel, satisfiesModel } from "@sightline/testing/axioms/axiom-fuzzing.js";
import { searchAxioms } from "./search-axioms.js";
import { LEVEL, type LevelName, levelNames } from "../../criteria/levels.js";
import { withProblem } from "../problem.js";
import { searchLevels } from "../levels/decide-levels.js";
import { seeds } from "@sightline/testing/seeds.js";

const kinds = [types.register, types.set, types.map, types.queue, types.counter, types.stack, types.mutex];

describe("the search by axioms", () => {
  test.each(Array.from({ length: 10 }, (_, i) => i))("agrees with trying everything, part %i", (part) => {
    const verdicts = new Map<string, number>();
    for (let seed = part * 1000; seed < part * 1000 + Math.min(1000, seeds(200)); seed++) {
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
    expect(verdicts.get("satisfied")).toBeGreaterThan(15);
    expect(verdicts.get("violated")).toBeGreaterThan(15);
  });

  /** The verdict by the search, with or without the type's hints; a witness is evaluated. */
  const verdictOf = (history: History, type: SequentialType, model: AxiomModel): string => {
    const ids = Array.from({ length: history.size }, (_, id) => id);
    return withProblem(history, type, history.initial, ids, "session", (problem) => {
      const found = searchAxioms(problem, model, createBudget());
      if (found.verdict === "satisfied")
        expect(evaluateAxioms(problem, model, found.linearization, found.visible)).toBeUndefined();
      return found.verdict;
    });
  };
  const withoutHints = (type: SequentialType): SequentialType => ({
    name: type.name,
    init: type.init.bind(type),
    step: type.step.bind(type),
    ...(type.key !== undefined && { key: type.key.bind(type) }),
  });
  const randomSchemas = (random: Random, methods: readonly string[]): AxiomModel => {
    const subset = (): MethodSet =>
      random.chance(0.5) ? undefined : methods.filter(() => random.chance(0.5));
    const axioms = Array.from({ length: 1 + random.int(3) }, () =>
      instantiate(random.pick(schemas), subset(), subset()),
    );
    return { axioms, relaxLin: false };
  };

  test("finds the same without the type's hints, on larger histories", () => {
    const verdicts = new Map<string, number>();
    for (let seed = 0; seed < seeds(1200); seed++) {
      const random = createRandom(seed);
      const type = random.pick(seed % 2 === 0 ? kinds : [types.register, types.set]);
      const history = generateHistory(type, seed, 7);
      const methods = Object.keys(type.methods ?? {});
      const model = random.pick([
        () => random.pick(namedModels).model,
        () => modelOfLevels((method) => levelNames[(methods.indexOf(method) + seed) % 6], methods),
        () => randomSchemas(random, methods),
        () => ({ ...randomModel(random, methods), relaxLin: false }),
      ])();
      const verdict = verdictOf(history, type, model);
      const what = `seed ${seed}: ${printHistory(history)} with ${printAxioms(model)}`;
      if (verdict !== verdictOf(history, withoutHints(type), model)) expect.fail(what);
      verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    }
    expect(verdicts.get("satisfied")).toBeGreaterThan(150);
    expect(verdicts.get("violated")).toBeGreaterThan(150);
  });

  test("does not put off a query whose place in the line matters", () => {
    // size must stand between the additions, after a query that could still wait for the second add(1).
    const history = parseHistory(
      "set { add(1) } || { contains(1) => true; size() => 1 } || { add(2); add(1) }",
    );
    const model = parseAxioms("vis ⊇ [add]∘lin∘[size]; vis ⊇ vis∘hb");
    expect(verdictOf(history, types.set, model)).toBe("satisfied");
  });

  test("does not place a query at once where others would have to see what it sees", () => {
    // contains must come after the other add, which would otherwise have to see the first.
    const history = parseHistory(`{"type":"set","happensBefore":[[0,2]],"operations":[
      {"session":0,"method":"add","args":[1],"result":true},
      {"session":0,"method":"contains","args":[1],"result":true},
      {"session":1,"method":"add","args":[1],"result":true}]}`);
    expect(verdictOf(history, types.set, parseAxioms("vis ⊇ vis∘lin; vis ⊇ po"))).toBe("satisfied");
  });

  test("does not place a query at once where a filter makes it, and it alone, seen by more", () => {
    // contains must come after size: else toArray sees it, and with it add(1).
    const history = parseHistory(
      "set { add(1) => true; contains(5) => false } || { size() => 1; toArray() => [] }",
    );
    const model = parseAxioms("vis ⊇ lin∘[size]; vis ⊇ [contains]∘vis∘po; vis ⊇ po∘vis");
    expect(verdictOf(history, types.set, model)).toBe("satisfied");
  });

  test("with relax lin, an operation may have to see what a later one sees", () => {
    // The line is add(1), remove(2), toArray: remove must see add(1), though less explains it.
    const history = parseHistory(`{"type":"set","initial":[2],"operations":[
      {"session":0,"method":"toArray","result":[1]},
      {"session":0,"method":"remove","args":[2],"result":true},
      {"session":1,"method":"add","args":[1],"result":true}]}`);
    expect(verdictOf(history, types.set, parseAxioms("relax lin; vis ⊇ [add]∘vis∘hb"))).toBe("satisfied");
    expect(verdictOf(history, types.set, parseAxioms("relax lin; vis ⊇ vis∘hb"))).toBe("violated");
  });

  test("agrees with the search by levels on histories that take it longer", () => {
    const count = { satisfied: 0, violated: 0, unknown: 0 };
    for (let seed = 0; seed < seeds(80); seed++) {
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
    expect(Math.min(count.satisfied, count.violated)).toBeGreaterThan(15);
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
