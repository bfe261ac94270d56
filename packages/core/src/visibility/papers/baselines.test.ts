// @module-tag slow
import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import type { History } from "../../history/history.js";
import { equal } from "../../history/value.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { outcomes, type SequentialType } from "../../types/type.js";
import type { LinearizeName } from "./lin-extensions.js";
import { minimalVisibility } from "./minimal.js";
import { levelsModel, type VisibilityModel } from "./model.js";
import { naiveVisibility } from "./naive.js";
import type { OrderName } from "../../criteria/order-name.js";
import { type Problem, splitPending, type VisibilityFound, withProblem } from "../problem.js";
import { decideLevels } from "../levels/decide-levels.js";
import { elements, largeSets, setOf } from "../sets.js";
import { visearch } from "./visearch.js";

const names = [
  "register",
  "set",
  "map",
  "queue",
  "stack",
  "counter",
  "priority-queue",
  "rpq",
  "mutex",
  "kv",
] as const;
const budget = createBudget();

/** An abstract execution in plain arrays, for the literal definitions. */
interface Plain {
  readonly before: readonly (readonly number[])[];
  readonly order: number[];
  readonly sees: (readonly number[])[];
}

/** Whether the operation may return what it returned after what it sees: runs the type itself. */
function returns<Bits>(
  { type, labels }: Problem<Bits>,
  initial: unknown,
  plain: Plain,
  operation: number,
): boolean {
  let states: unknown[] = [type.init(initial as never)];
  for (const earlier of plain.order)
    if (plain.sees[operation].includes(earlier))
      states = states.flatMap((state) =>
        outcomes(type, state, labels[earlier]).map((outcome) => outcome.state as unknown),
      );
  const { result } = labels[operation];
  return states.some((state) =>
    outcomes(type, state, labels[operation]).some(
      (outcome) => result === undefined || equal(outcome.result, result),
    ),
  );
}

/** POPL'19 Fig. 6, word for word: `vis` and `hb` with the operation itself. */
function hasLevel(plain: Plain, level: number, i: number): boolean {
  const vis = (j: number): readonly number[] => [...plain.sees[j], j];
  const hb = (j: number): readonly number[] => [...plain.before[j], j];
  const lin = plain.order.slice(0, plain.order.indexOf(i) + 1);
  const within = (a: readonly number[], b: readonly number[]): boolean => a.every((x) => b.includes(x));
  if (!within(vis(i), lin)) return false;
  const basic = within(hb(i), vis(i));
  const monotonic = hb(i).every((j) => within(vis(j), vis(i)));
  const peer = monotonic && vis(i).every((j) => within(hb(j), vis(i)));
  const causal = basic && vis(i).every((j) => within(vis(j), vis(i)));
  return [true, basic, monotonic, peer, causal, within(lin, vis(i))][level];
}

/** Every linearization and every visibility, by brute force. */
function literally<Bits>(problem: Problem<Bits>, initial: unknown, levels: readonly number[]): boolean {
  const before = problem.before.map((set) => elements(problem.sets, set));
  const plain: Plain = { before, order: [], sees: before.map(() => []) };
  const extend = (): boolean => {
    if (plain.order.length === problem.size) return true;
    for (let i = 0; i < problem.size; i++) {
      if (plain.order.includes(i) || !before[i].every((j) => plain.order.includes(j))) continue;
      const earlier = [...plain.order];
      plain.order.push(i);
      for (let choice = 0; choice < 1 << earlier.length; choice++) {
        plain.sees[i] = earlier.filter((_, place) => ((choice >> place) & 1) === 1);
        if (hasLevel(plain, levels[i], i) && returns(problem, initial, plain, i) && extend()) return true;
      }
      plain.sees[i] = [];
      plain.order.pop();
    }
    return false;
  };
  return !problem.cyclic && extend();
}

/** Whether a witness is one by the definitions. */
function isWitness<Bits>(
  problem: Problem<Bits>,
  initial: unknown,
  levels: readonly number[],
  found: VisibilityFound<Bits>,
): boolean {
  if (found.verdict !== "satisfied") return false;
  const before = problem.before.map((set) => elements(problem.sets, set));
  const order = [...found.linearization];
  const plain: Plain = { before, order, sees: found.visible.map((set) => elements(problem.sets, set)) };
  if (order.length !== problem.size || new Set(order).size !== problem.size) return false;
  return order.every(
    (i, place) =>
      before[i].every((j) => order.indexOf(j) < place) &&
      hasLevel(plain, levels[i], i) &&
      returns(problem, initial, plain, i),
  );
}

/** The searches under test, by name. */
function searches<Bits>(
  problem: Problem<Bits>,
  model: VisibilityModel<Bits>,
): Record<string, VisibilityFound<Bits>> {
  const found: Record<string, VisibilityFound<Bits>> = {};
  for (const linearize of ["wing-gong", "jit"] satisfies LinearizeName[]) {
    found[`naive ${linearize}`] = naiveVisibility(problem, model, budget, { linearize });
    found[`minimal ${linearize}`] = minimalVisibility(problem, model, budget, { linearize });
  }
  found.visearch = visearch(problem, model, budget);
  found["visearch of minimal visibilities"] = visearch(problem, model, budget, { visibilities: "minimal" });
  found["visearch without pruning"] = visearch(problem, model, budget, { pruning: false });
  return found;
}

/** A problem of the operations that returned. */
function completed<Answer>(
  history: History,
  type: SequentialType,
  order: OrderName,
  use: <Bits>(problem: Problem<Bits>) => Answer,
): Answer {
  return withProblem(history, type, history.initial, splitPending(history).certain, order, use);
}

describe("the papers' visibility searches agree with the definitions", () => {
  test.each(names)("on random histories of type %s", (name) => {
    const type = types[name];
    const verdicts = { satisfied: 0, violated: 0 };
    for (let seed = 0; seed < 60; seed++) {
      const random = createRandom(seed);
      const history = generateHistory(type, seed, 5);
      const order = random.pick(["session", "realtime"] as const);
      completed(history, type, order, (problem) => {
        const uniform = random.int(6);
        const mixed = problem.labels.map(() => random.int(6));
        for (const levels of [problem.labels.map(() => uniform), mixed]) {
          const expected = literally(problem, history.initial, levels) ? "satisfied" : "violated";
          expect(decideLevels(problem, levels, budget).verdict, `seed ${seed}`).toBe(expected);
          verdicts[expected]++;
          for (const [search, found] of Object.entries(searches(problem, levelsModel(problem, levels)))) {
            expect(found.verdict, `${search}, seed ${seed}, ${order}, levels ${levels.join(",")}`).toBe(
              expected,
            );
            if (expected === "satisfied")
              expect(isWitness(problem, history.initial, levels, found), `${search}, seed ${seed}`).toBe(
                true,
              );
          }
        }
      });
    }
    expect(verdicts.satisfied).toBeGreaterThan(10);
    expect(verdicts.violated).toBeGreaterThan(10);
  });

  test("in big sets as in small ones", () => {
    for (let seed = 0; seed < 60; seed++) {
      const history = generateHistory(types.set, seed, 6);
      completed(history, types.set, "session", (problem) => {
        const levels = problem.labels.map((_, operation) => (seed + operation) % 6);
        const small = searches(problem, levelsModel(problem, levels));
        const inBig = (set: (typeof problem.before)[number]): bigint =>
          setOf(largeSets, elements(problem.sets, set));
        const { known: _, ...rest } = problem;
        const big: Problem<bigint> = {
          ...rest,
          sets: largeSets,
          before: problem.before.map(inBig),
          sessionBefore: problem.sessionBefore.map(inBig),
          pure: inBig(problem.pure),
        };
        for (const [search, found] of Object.entries(searches(big, levelsModel(big, levels)))) {
          expect(found.verdict, `${search}, seed ${seed}`).toBe(small[search].verdict);
          expect(found.states, `${search}, seed ${seed}`).toBe(small[search].states);
        }
      });
    }
  });
});
