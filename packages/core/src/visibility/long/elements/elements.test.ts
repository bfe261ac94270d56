import { describe, expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import { createHistoryBuilder } from "../../../history/builder.js";
import type { History } from "../../../history/history.js";
import { createRandom } from "../../../random.js";
import type { Witness } from "../../../result.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { guesses } from "../hints/guesses.js";
import { createChoice, createTask } from "../long-task.js";
import { createElementAttempts } from "./create-element-attempts.js";
import { createElementModel } from "./element-model.js";
import { weakElements } from "./weak-elements.js";

const meter = createMeter(createBudget());

function modelOf(history: History, type: SequentialType, level: LevelName, order: OrderName) {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const levels = new Uint8Array(history.size).fill(LEVEL[level]);
  const question = { history, type, initial: history.initial, order, levels, accepts: () => true };
  const task = createTask(question, ids, true);
  const model = task && createElementModel(task.problem);
  return task && model && { choice: createChoice(question, task), model };
}

function expectValid(
  history: History,
  type: SequentialType,
  level: LevelName,
  order: OrderName,
  witness: Witness,
): void {
  expect(verifyVisibility(history, { type, order, levels: () => level }, witness)).toEqual({ valid: true });
}

/** Whether so many runs find a witness, which then holds; `undefined` where there is no model. */
function isFound(history: History, type: SequentialType, level: LevelName, runs: number) {
  const asked = modelOf(history, type, level, "session");
  if (asked === undefined) return undefined;
  const { choice, model } = asked;
  const attempt = createElementAttempts(model, LEVEL[level], () => guesses(choice, LEVEL[level], meter));
  const witness = withoutTurns(attempt(runs, meter));
  if (witness !== undefined) expectValid(history, type, level, "session", witness);
  return witness !== undefined;
}

const stackObject: UsedObject = {
  type: types.stack,
  update: (random, values) =>
    random.chance(0.6) ? { method: "push", args: [random.int(values)] } : { method: "pop", args: [] },
  query: (random) => ({ method: random.pick(["peek", "peek", "size"]), args: [] }),
};
const objects = { queue: usedObjects.queue, stack: stackObject } as const;

/** A few operations with drawn results, one after another or at the same time. */
function smallHistory({ type, update, query }: UsedObject, seed: number): History {
  const random = createRandom(seed);
  const builder = createHistoryBuilder({ type: type.name });
  const [operations, sessions, free] = [3 + random.int(3), 2 + random.int(2), [0, 0, 0]];
  for (let at = 0; at < operations; at++) {
    const session = random.int(sessions);
    const invocation = random.chance(0.5) ? update(random, 2, at) : query(random, 2);
    const { method } = invocation;
    const result =
      method === "size"
        ? random.int(3)
        : method === "isEmpty"
          ? random.chance(0.5)
          : method === "peek" || ((method === "poll" || method === "pop") && random.chance(0.5))
            ? random.pick([null, 0, 0, 1, 1])
            : undefined;
    const call = free[session] + random.int(4);
    free[session] = call + 2 + random.int(4);
    builder.add({
      session,
      ...invocation,
      ...(result !== undefined && { result }),
      call,
      return: free[session] - 1,
    });
  }
  return builder.finish();
}

describe.each(["queue", "stack"] as const)("a %s", (name) => {
  const object = objects[name];
  const { type } = object;

  test("at weak is decided as the definition says", () => {
    const counts = { satisfied: 0, violated: 0 };
    for (let seed = 1; seed <= seeds(600); seed++) {
      const history = smallHistory(object, seed);
      const order = createRandom(seed).pick(["session", "realtime"] as const);
      const asked = modelOf(history, type, "weak", order);
      if (asked === undefined) continue;
      const decided = weakElements(asked.model, meter);
      if (decided?.verdict === "satisfied") expectValid(history, type, "weak", order, decided.witness);
      const holds = createVisibilityOracle(history, type, { order }).satisfiesLevels(() => "weak");
      expect(decided?.verdict === "satisfied", `seed ${seed}`).toBe(holds);
      counts[holds ? "satisfied" : "violated"]++;
    }
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(20);
  });

  test("from basic to causal has nearly all witnesses that the definition admits, and no other", () => {
    const counts = { found: 0, admitted: 0, others: 0 };
    for (let seed = 1; seed <= seeds(400); seed++) {
      const history = smallHistory(object, seed);
      const oracle = createVisibilityOracle(history, type, { order: "session" });
      for (const level of ["basic", "monotonic", "peer", "causal"] as const) {
        const found = isFound(history, type, level, 60);
        if (found === undefined) continue;
        const holds = oracle.satisfiesLevels(() => level);
        if (found) expect(holds, `seed ${seed}`).toBe(true);
        if (found) counts.found++;
        if (holds) counts.admitted++;
        else counts.others++;
      }
    }
    expect(Math.min(counts.admitted, counts.others)).toBeGreaterThan(50);
    expect(counts.found).toBeGreaterThan(0.97 * counts.admitted);
  });

  test.each(["fifo", "overtaking", "causal", "arrival"] as const)(
    "of replicas that tell nothing of time has a witness at basic and monotonic, %s",
    (delivery) => {
      for (const [seed, values] of [5, 1000].entries()) {
        const replicas = { object, seed, values, delivery, operations: 150, sessions: 4 };
        const history = replicaHistory({ ...replicas, bySession: true });
        for (const level of ["basic", "monotonic"] as const)
          expect([values, level, isFound(history, type, level, 300)]).toEqual([values, level, true]);
      }
    },
  );

  test.each(["fifo", "causal"] as const)("of replicas has a witness at peer and causal, %s", (delivery) => {
    for (const [seed, values] of [5, 1000].entries()) {
      const history = replicaHistory({ object, seed, values, delivery, operations: 150, sessions: 4 });
      for (const level of ["peer", "causal"] as const)
        expect([values, level, isFound(history, type, level, 300)]).toEqual([values, level, true]);
    }
  });

  test.each(["fifo", "causal"] as const)(
    "of replicas whose times overlap has a witness at peer and causal, %s",
    (delivery) => {
      for (const [seed, values] of [5, 1000, 5, 1000].entries()) {
        const replicas = { object, seed, values, delivery, operations: 300, sessions: 3 + seed };
        const history = replicaHistory({ ...replicas, spread: 6, bySession: true });
        for (const level of ["peer", "causal"] as const)
          expect([seed, values, level, isFound(history, type, level, 30)]).toEqual([
            seed,
            values,
            level,
            true,
          ]);
      }
    },
  );
});
