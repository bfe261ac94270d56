import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { labelOf } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import { LEVEL, type LevelName, levelNames } from "../../criteria/levels.js";
import { createMeter } from "../meter.js";
import { splitPending, withProblem } from "../problem.js";
import { unexplainedAlone } from "./refute.js";
import { searchLevels } from "./decide-levels.js";
import { hintedTask } from "./search-task.js";
import { seeds } from "@sightline/testing/seeds.js";

const builtIn = [...new Set(Object.values(types))];

describe.each(builtIn.map((type) => [type.name, type] as const))("one operation by itself, %s", (_, type) => {
  test("refutes only what is refuted, at uniform and at mixed levels", () => {
    let refuted = 0;
    for (let seed = 1; seed <= seeds(200); seed++) {
      const history = generateVisibilityHistory(type, seed, 7);
      const random = createRandom(seed);
      const mixed = randomLevels(type, random) as Record<string, LevelName>;
      const uniform = random.pick(levelNames);
      const { certain } = splitPending(history);
      for (const levelOf of [(method: string) => mixed[method], () => uniform])
        withProblem(
          history,
          type,
          history.initial,
          certain,
          random.pick(["session", "realtime"]),
          (problem) => {
            const levels = Uint8Array.from(certain, (id) => LEVEL[levelOf(labelOf(history, id).method)]);
            const meter = createMeter(createBudget());
            if (unexplainedAlone(hintedTask(problem, levels, meter), meter) < 0) return;
            refuted++;
            expect(searchLevels(problem, levels, createBudget()).verdict, `seed ${seed}`).toBe("violated");
          },
        );
    }
    expect(refuted).toBeGreaterThan(6);
  });
});

test("names a read that its own session's writes rule out", () => {
  const history = parseHistory("register { write(1); write(2); read() => 1 } || { write(3) }");
  const meter = createMeter(createBudget());
  const found = (level: number): number =>
    withProblem(history, types.register, undefined, [0, 1, 2, 3], "session", (problem) =>
      unexplainedAlone(hintedTask(problem, new Uint8Array(4).fill(level), meter), meter),
    );
  expect(found(LEVEL.basic)).toBe(2);
  expect(found(LEVEL.weak)).toBe(-1);
});
