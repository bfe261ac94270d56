import { describe, expect, test } from "vitest";
import { countRefuted } from "@sightline/testing/visibility/long/count-refuted.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName, levelNames } from "../../../criteria/levels.js";
import { createHistoryBuilder } from "../../../history/builder.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { saturate } from "../conclude/saturate.js";
import { createLongProblem } from "../long-problem.js";

const names = ["queue", "stack"] as const;
const calls = { queue: ["offer", "poll"], stack: ["push", "pop"] } as const;

/** Updates of a few sessions, and sizes that are told in any order; at times something is there at the start. */
function drawHistory(name: (typeof names)[number], seed: number): History {
  const random = createRandom(seed);
  const [put, take] = calls[name];
  const initial = random.chance(0.2) ? [7] : [];
  const builder = createHistoryBuilder({ type: name, initial });
  const sessions = 2 + random.int(2);
  for (let left = 5 + random.int(2); left > 0; left--) {
    const session = random.int(sessions);
    const drawn = random.int(10);
    if (drawn < 3) builder.add({ session, method: put, args: [random.int(2)] });
    else if (drawn < 6) builder.add({ session, method: take, args: [] });
    else builder.add({ session, method: "size", args: [], result: random.int(4) });
  }
  return builder.finish();
}

/** Whether sizes alone refute the history. */
function isRefuted(history: History, name: (typeof names)[number], level: LevelName): boolean {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, types[name], history.initial, "session", ids);
  if (problem === undefined) throw new Error("a circle");
  const levels = new Uint8Array(history.size).fill(LEVEL[level]);
  const task = { problem, levels, keys: undefined, sums: undefined };
  return "contradiction" in saturate(task, createMeter(createBudget()));
}

describe.each(names)("sizes of a %s", (name) => {
  test.each(levelNames)("refute no history that holds at %s", (level) => {
    const counts = countRefuted(
      types[name],
      level,
      (seed) => drawHistory(name, seed),
      (history) => isRefuted(history, name, level),
    );
    expect(counts.refuted).toBeGreaterThan(100);
    // Below `peer` what is seen need not be all up to some place, and conclusions are fewer.
    expect(counts.refuted).toBeGreaterThan((LEVEL[level] < LEVEL.peer ? 0.5 : 0.6) * counts.violated);
  });
});
