import { describe, expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { History } from "../../../history/history.js";
import type { Witness } from "../../../result.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { orderOfBounds } from "../bounds.js";
import { createTask } from "../long-task.js";
import { saturate } from "../saturate.js";
import { pseudoTimes } from "../pseudo-times.js";
import { createFlatModel } from "./flat-model.js";
import { createFlatSearch } from "./flat-search.js";

const levelsBelowComplete = ["weak", "basic", "monotonic", "peer", "causal"] as const;

/** What so many runs find; "none" where conclusions refute the level, and "other" where the model does not apply. */
function search(history: History, type: SequentialType, level: LevelName, runs: number) {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const levels = new Uint8Array(history.size).fill(LEVEL[level]);
  const order = "session" as const;
  const asked = { history, type, initial: history.initial, order, levels, accepts: () => true };
  const task = createTask(asked, ids, true);
  const model = task && createFlatModel(task);
  if (task === undefined || model === undefined) return "other";
  const meter = createMeter(createBudget());
  const known = saturate(task, meter);
  if ("contradiction" in known) return "none";
  const line = orderOfBounds(known.bounds, pseudoTimes(known.bounds)) ?? ids;
  const moments = new Float64Array(history.size);
  line.forEach((operation, at) => {
    moments[operation] = at;
  });
  const witness = withoutTurns(createFlatSearch(model, known.bounds, LEVEL[level], moments)(runs, meter));
  if (witness !== undefined) expectValid(history, type, level, witness);
  return witness === undefined ? "nothing" : "witness";
}

function expectValid(history: History, type: SequentialType, level: LevelName, witness: Witness): void {
  const claim = { type, order: "session", levels: () => level } as const;
  expect(verifyVisibility(history, claim, witness)).toEqual({ valid: true });
}

const flatTypes = ["set", "map", "register", "counter"] as const;

describe.each(flatTypes)("runs over flat lists, of a %s", (name) => {
  test("find only witnesses, and nearly all that the definition admits", () => {
    const type = types[name];
    const counts = { witness: 0, nothing: 0, admitted: 0 };
    for (let seed = 1; seed <= seeds(150); seed++) {
      const history = generateVisibilityHistory(type, seed, 4);
      const oracle = createVisibilityOracle(history, type, { order: "session" });
      for (const level of levelsBelowComplete) {
        const found = search(history, type, level, 40);
        if (found !== "witness" && found !== "nothing") continue;
        const holds = oracle.satisfiesLevels(() => level);
        if (found === "witness") expect(holds).toBe(true);
        counts[found]++;
        if (holds) counts.admitted++;
      }
    }
    expect(counts.admitted).toBeGreaterThan(50);
    expect(counts.witness).toBeGreaterThan(0.97 * counts.admitted);
  });

  test.each([5, 1000])("decide histories of replicas that tell nothing of time, over %s values", (values) => {
    const object: UsedObject =
      name === "counter"
        ? {
            type: types.counter,
            update: (random) => ({ method: random.pick(["inc", "inc", "dec"]), args: [] }),
            query: () => ({ method: "read", args: [] }),
          }
        : usedObjects[name];
    for (const [seed, sessions] of [3, 6].entries())
      for (const observeUpdates of [false, true]) {
        const replicas = { object, seed, sessions, values, observeUpdates, operations: 150 };
        const history = replicaHistory({ ...replicas, delivery: "causal", bySession: true });
        for (const level of levelsBelowComplete)
          expect([level, search(history, object.type, level, 1000)]).toEqual([level, "witness"]);
      }
  });
});
