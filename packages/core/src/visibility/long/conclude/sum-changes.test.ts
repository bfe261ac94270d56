import { describe, expect, test } from "vitest";
import { countRefuted } from "@sightline/testing/visibility/long/count-refuted.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import { createHistoryBuilder } from "../../../history/builder.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import { types } from "../../../types/index.js";
import { createMeter } from "../../meter.js";
import { createLongProblem } from "../long-problem.js";
import { createSizeModel } from "../models/size-model.js";
import { createSumModel } from "../models/sum-model.js";
import { createBounds, propagate, propagateBack } from "./bounds.js";
import { createSumChanges } from "./sum-changes.js";

const meter = createMeter(createBudget());
const objects = {
  counter: { adds: "inc", takes: "dec", tells: "read" },
  queue: { adds: "offer", takes: "poll", tells: "size" },
  stack: { adds: "push", takes: "pop", tells: "size" },
} as const;
type ObjectName = keyof typeof objects;

/** One or two sessions add and take away, and another is told sums, of which it changes some itself. */
function drawHistory(name: ObjectName, seed: number): History {
  const random = createRandom(seed);
  const { adds, takes, tells } = objects[name];
  const initial = random.chance(0.2) && name !== "counter" ? [7] : undefined;
  const builder = createHistoryBuilder({ type: name, ...(initial !== undefined && { initial }) });
  const update = (session: number): void => {
    const isAdding = random.chance(0.5);
    const args = isAdding && name !== "counter" ? [random.int(2)] : [];
    builder.add({ session, method: isAdding ? adds : takes, args });
  };
  const operations = 5 + random.int(2);
  for (let at = 0; at < operations; at++) {
    if (at < operations - 3 || (at < operations - 2 && random.chance(0.5))) update(random.int(3));
    else {
      const result = name === "counter" ? random.int(5) - 2 : random.int(4);
      builder.add({ session: 0, method: tells, args: [], result });
    }
  }
  return builder.finish();
}

/** Whether what follows from changes of sums alone is a contradiction. */
function isRefuted(history: History, name: ObjectName, level: LevelName): boolean {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const problem = createLongProblem(history, types[name], history.initial, "session", ids);
  if (problem === undefined) throw new Error("a circle");
  const bounds = createBounds(problem, new Uint8Array(history.size).fill(LEVEL[level]));
  const sums = createSumModel(problem) ?? createSizeModel(problem);
  const changeSums = sums && createSumChanges(bounds, sums);
  const { sees, most, width } = bounds;
  do {
    bounds.changed = false;
    for (const operation of ids) propagate(bounds, operation);
    if ((changeSums?.(bounds, meter) ?? -1) >= 0) return true;
    for (const operation of ids.toReversed()) {
      propagateBack(bounds, operation);
      for (let s = 0, at = operation * width; s < width; s++, at++)
        if (sees[at] > most[at] && s !== problem.session[operation]) return true;
    }
  } while (bounds.changed);
  return false;
}

describe.each(["counter", "queue", "stack"] as const)("sums that a session of a %s is told", (name) => {
  test.each(["peer", "causal", "complete"] as const)("refute no history that holds at %s", (level) => {
    const counts = countRefuted(
      types[name],
      level,
      (seed) => drawHistory(name, seed),
      (history) => isRefuted(history, name, level),
    );
    expect(counts.refuted).toBeGreaterThan(0.2 * counts.violated);
    expect(counts.violated).toBeGreaterThan(100);
  });
});
