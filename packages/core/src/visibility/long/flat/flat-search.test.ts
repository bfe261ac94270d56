import { describe, expect, test } from "vitest";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../../budget.js";
import { LEVEL, type LevelName } from "../../../criteria/levels.js";
import type { OrderName } from "../../../criteria/order-name.js";
import { jointType } from "../../../decompose/joint-type.js";
import { createHistoryBuilder } from "../../../history/builder.js";
import { type History, type Invocation, labelOf } from "../../../history/history.js";
import type { Random } from "../../../random.js";
import type { Witness } from "../../../result.js";
import { types } from "../../../types/index.js";
import type { SequentialType } from "../../../types/type.js";
import { verifyVisibility } from "../../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../../meter.js";
import { orderOfBounds } from "../conclude/bounds.js";
import { createTask } from "../long-task.js";
import { saturate } from "../conclude/saturate.js";
import { pseudoTimes } from "../hints/pseudo-times.js";
import { createFlatModel } from "./flat-model.js";
import { createFlatSearch } from "./flat-search.js";

const levelsBelowComplete = ["weak", "basic", "monotonic", "peer", "causal"] as const;

/** What so many runs find, along the order of the file or a guess; "none" where conclusions refute the level, and "other" where the model does not apply. */
function search(
  history: History,
  type: SequentialType,
  level: LevelName,
  runs: number,
  order: OrderName = "session",
  isInOrder = false,
) {
  const ids = Int32Array.from({ length: history.size }, (_, id) => id);
  const levels = new Uint8Array(history.size).fill(LEVEL[level]);
  const asked = { history, type, initial: history.initial, order, levels, accepts: () => true };
  const task = createTask(asked, ids, true);
  const model = task && createFlatModel(task);
  if (task === undefined || model === undefined) return "other";
  const meter = createMeter(createBudget());
  const known = saturate(task, meter);
  if ("contradiction" in known) return "none";
  const line = orderOfBounds(known.bounds, isInOrder ? ids : pseudoTimes(known.bounds)) ?? ids;
  const moments = new Float64Array(history.size);
  line.forEach((operation, at) => {
    moments[operation] = at;
  });
  const witness = withoutTurns(createFlatSearch(model, known.bounds, LEVEL[level], moments)(runs, meter));
  if (witness !== undefined) expectValid(history, type, level, witness, order);
  return witness === undefined ? "nothing" : "witness";
}

function expectValid(
  history: History,
  type: SequentialType,
  level: LevelName,
  witness: Witness,
  order: OrderName,
): void {
  const claim = { type, order, levels: () => level } as const;
  expect(verifyVisibility(history, claim, witness)).toEqual({ valid: true });
}

const flatTypes = ["set", "map", "register", "counter"] as const;

/** A counter to which clients add several at once. */
const sums: UsedObject = {
  type: types.counter,
  update: (random) => ({ method: "add", args: [1 + random.int(5)] }),
  query: () => ({ method: "read", args: [] }),
};

/** Two objects of a kind, as one whose calls begin with the object. */
const twoOf = (object: UsedObject): UsedObject => {
  const either = (random: Random, { method, args }: Invocation): Invocation => ({
    method,
    args: [random.int(2), ...args],
  });
  return {
    type: jointType(object.type, 2),
    update: (random, values, fresh) => either(random, object.update(random, values, fresh)),
    query: (random, values) => either(random, object.query(random, values)),
  };
};

/**
 * The history of three replicas of two objects that deliver causally, in the order of effects: what happens at a replica
 * happens before what is done there later, by whichever session.
 */
function joinedHistory(object: UsedObject, seed: number, operations: number): History {
  const replicas = { seed, operations, sessions: 6, values: 5, delivery: "causal" } as const;
  const joint = replicaHistory({ ...replicas, object: twoOf(object) });
  const builder = createHistoryBuilder({ type: object.type.name });
  const happensBefore: [number, number][] = [];
  const latest = new Map<number, number>();
  for (let id = 0; id < joint.size; id++) {
    const { method, args, result } = labelOf(joint, id);
    builder.add({
      session: joint.session[id],
      object: `o${args[0] as number}`,
      method,
      args: args.slice(1),
      ...(result !== undefined && { result }),
    });
    const replica = Number(joint.sessions[joint.session[id]]) % 3;
    const before = latest.get(replica);
    if (before !== undefined) happensBefore.push([before, id]);
    latest.set(replica, id);
  }
  return builder.finish({ type: object.type.name, happensBefore });
}

describe.each([
  ["sets", usedObjects.set],
  ["maps", usedObjects.map],
  ["registers", usedObjects.register],
  ["counters", sums],
] as const)("runs over flat lists, of two %s", (_, object) => {
  test.each([1, 2])("decide a history with declared happens-before, seed %s", (seed) => {
    const history = joinedHistory(object, seed, 200);
    // What sums of several tell is too little of sights that may be anything: there a stronger level answers.
    const levels = object === sums ? (["weak", "basic", "causal"] as const) : levelsBelowComplete;
    for (const level of levels)
      expect([level, search(history, object.type, level, 1000, "session", true)]).toEqual([level, "witness"]);
  });
});

test("runs over flat lists see sums of a counter at which clients add several at once", () => {
  for (const delivery of ["fifo", "causal"] as const)
    for (const spread of [undefined, 6]) {
      const replicas = { object: sums, seed: 5, operations: 400, sessions: 3, values: 1, delivery };
      const history = replicaHistory({ ...replicas, ...(spread !== undefined && { spread }) });
      const order = spread === undefined ? "session" : "realtime";
      const levels = order === "realtime" ? (["weak"] as const) : levelsBelowComplete;
      for (const level of levels)
        if (delivery === "causal" || level !== "causal")
          expect([level, search(history, sums.type, level, 1000, order)]).toEqual([level, "witness"]);
    }
});

describe.each(flatTypes)("runs over flat lists, of a %s", (name) => {
  test("find only witnesses, and nearly all that the definition admits", () => {
    const type = types[name];
    const counts = { witness: 0, nothing: 0, admitted: 0 };
    for (let seed = 1; seed <= seeds(250); seed++) {
      const history = generateVisibilityHistory(type, seed, 4);
      const order = seed % 2 === 0 ? "session" : "realtime";
      const oracle = createVisibilityOracle(history, type, { order });
      for (const level of levelsBelowComplete) {
        const found = search(history, type, level, 40, order);
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
