import { expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../budget.js";
import type { LevelName } from "../../criteria/levels.js";
import { mayBeAbsent } from "../../history/history.js";
import { types } from "../../types/index.js";
import type { Replicated } from "../../types/replicated.js";
import { verifyVisibility } from "../../witness/verify-visibility.js";
import { createMeter } from "../meter.js";
import { createLongProblem } from "./long-problem.js";
import { weakReplicated } from "./weak-replicated.js";

const levels = (): LevelName => "weak";

test.each(["or-set", "mv-register"] as const)("weak is decided as it is defined, of %s", (name) => {
  const type = types[name];
  const counts = { asked: 0, satisfied: 0, violated: 0 };
  for (let seed = 1; seed <= seeds(600); seed++) {
    const history = generateVisibilityHistory(type, seed, 4);
    const ids = Int32Array.from({ length: history.size }, (_, id) => id);
    if (ids.some((id) => mayBeAbsent(history, id))) continue;
    const order = seed % 2 === 0 ? "session" : "realtime";
    const problem = createLongProblem(history, type, history.initial, order, ids);
    if (problem === undefined) continue;
    counts.asked++;
    const meter = createMeter(createBudget());
    const decided = weakReplicated(problem, problem.type.replicated as Replicated, history.initial, meter);
    if (decided === undefined) continue;
    counts[decided.verdict]++;
    const holds = createVisibilityOracle(history, type, { order }).satisfiesLevels(levels);
    expect(decided.verdict, `seed ${seed} ${order}`).toBe(holds ? "satisfied" : "violated");
    if (decided.verdict === "violated") continue;
    const claim = { type, order, levels } as const;
    expect(verifyVisibility(history, claim, decided.witness)).toEqual({ valid: true });
  }
  expect(counts.satisfied + counts.violated).toBeGreaterThan(0.7 * counts.asked);
  expect(counts.violated).toBeGreaterThan(10);
});
