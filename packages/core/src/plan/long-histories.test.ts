// @module-tag slow
import { describe, expect, test } from "vitest";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { checkWithin } from "../check.js";
import { type LevelName, levelNames } from "../criteria/levels.js";
import { createHistoryBuilder } from "../history/builder.js";
import type { History, Invocation } from "../history/history.js";
import { labelOf } from "../history/history.js";
import { measure } from "../measure.js";
import { types } from "../types/index.js";
import type { Outcome, SequentialType } from "../types/type.js";
import { verifyVisibility } from "../witness/verify-visibility.js";

const call = (method: string, ...args: Invocation["args"]): Invocation => ({ method, args });

const objects: Readonly<Record<string, UsedObject>> = {
  set: usedObjects.set,
  map: usedObjects.map,
  register: usedObjects.register,
  counter: {
    type: types.counter,
    update: (random) => call(random.pick(["inc", "inc", "dec"])),
    query: () => call("read"),
  },
};

const withResult = (history: History, id: number, result: number): History => {
  const builder = createHistoryBuilder({ type: history.type as string });
  for (let other = 0; other < history.size; other++) {
    const { result: own, ...invocation } = labelOf(history, other);
    const told = other === id ? result : own;
    builder.add({
      session: history.sessions[history.session[other]],
      ...invocation,
      ...(told !== undefined && { result: told }),
    });
  }
  return builder.finish();
};

describe.each(Object.entries(objects))("long histories of %s", (_, object) => {
  const history = replicaHistory({
    object,
    seed: 11,
    operations: 600,
    sessions: 4,
    values: 20,
    delivery: "fifo",
  });

  test.each(["weak", "monotonic", "causal"] as const)("have %s, with a witness that holds", (criterion) => {
    const result = checkWithin(history, { criterion, bounds: { states: 100_000 } });
    expect(result).toMatchObject({ verdict: "satisfied", stats: { algorithm: "vectors" } });
  });

  test("without order in the file, with overlapping times", () => {
    const shuffled = replicaHistory({
      object,
      seed: 12,
      operations: 400,
      sessions: 3,
      values: 200,
      delivery: "overtaking",
      bySession: true,
      spread: 3,
    });
    expect(checkWithin(shuffled, { criterion: "monotonic", bounds: { states: 1_000_000 } }).verdict).toBe(
      "satisfied",
    );
  });

  test("a number that nobody can have seen is refuted, and the operation told", () => {
    const reads = Array.from({ length: history.size }, (__, id) => id).filter(
      (id) => typeof labelOf(history, id).result === "number",
    );
    const id = reads[reads.length >> 1];
    const wrong = withResult(history, id, 10_000);
    const explain = object === objects["register"]; // the others take seconds
    const result = checkWithin(wrong, { criterion: "monotonic", explain, bounds: { states: 1_000_000 } });
    expect(result).toMatchObject({ verdict: "violated", violation: { stuck: id } });
  });
});

const replicated: Readonly<Record<string, UsedObject>> = {
  sequence: {
    type: types.sequence,
    update(random, values, fresh, there = []) {
      if (there.length > values || (there.length > 0 && random.chance(0.3)))
        return call("delete", random.pick(there));
      return call("insertAfter", there[random.int(there.length + 1)] ?? null, fresh);
    },
    query: () => call("read"),
  },
  "or-set": { ...objects["set"], type: types["or-set"] },
};

describe.each(Object.entries(replicated))("long histories of the replicated type %s", (_, object) => {
  const asked = { object, seed: 3, operations: 300, sessions: 4, values: 20, spread: 4, bySession: true };
  const history = replicaHistory({ ...asked, delivery: "causal" });

  test.each(["weak", "causal"] as const)("have %s, with a witness that holds", (criterion) => {
    const result = checkWithin(history, { criterion, bounds: { states: 100_000 } });
    expect(result).toMatchObject({ verdict: "satisfied", stats: { algorithm: "vectors" } });
  });

  test("an element that nobody put there is refuted", () => {
    const builder = createHistoryBuilder({ type: object.type.name });
    for (let id = 0; id < history.size; id++) {
      const { result, ...invocation } = labelOf(history, id);
      const session = history.sessions[history.session[id]];
      builder.add({ session, ...invocation, ...(result !== undefined && { result }) });
    }
    const query = object === replicated["sequence"] ? call("read") : call("contains", 1000);
    builder.add({ session: 0, ...query, result: query.method === "read" ? [-1] : true });
    const result = checkWithin(builder.finish(), {
      criterion: "weak",
      explain: false,
      bounds: { states: 100_000 },
    });
    expect(result).toMatchObject({ verdict: "violated", violation: { stuck: history.size } });
  });
});

test("long histories of a type whose updates may be lost: all that may come of them is followed", () => {
  const { type } = usedObjects.register;
  const lossy: SequentialType = {
    ...type,
    name: "lossy register",
    step(state, invocation) {
      const written = type.step(state, invocation) as Outcome<unknown>;
      return invocation.method === "write" ? [written, { state, result: null }] : written;
    },
  };
  const asked = { seed: 1, operations: 200, sessions: 4, values: 20, delivery: "fifo" } as const;
  const history = replicaHistory({ ...asked, object: usedObjects.register });
  const limits = { bounds: { states: 100_000 }, explain: false };
  const result = checkWithin(history, { type: lossy, criterion: "causal", ...limits });
  expect(result).toMatchObject({ verdict: "satisfied", stats: { algorithm: "vectors" } });
});

test("ten thousand operations: a witness in what is not seen, which the verifier reads, and finds faults in", () => {
  const { map } = objects;
  const history = replicaHistory({
    object: map,
    seed: 3,
    operations: 10_000,
    sessions: 5,
    values: 300,
    delivery: "causal",
  });
  const result = checkWithin(history, { criterion: "causal" });
  if (result.verdict !== "satisfied") expect.fail(result.verdict);
  const { linearization, unseen = {} } = result.witness;
  const claim = { type: map.type, order: "session", levels: (): LevelName => "causal" } as const;
  expect(verifyVisibility(history, claim, { linearization, unseen })).toEqual({ valid: true });
  const [id] = Object.keys(unseen);
  const { [id]: _, ...others } = unseen;
  expect(verifyVisibility(history, claim, { linearization, unseen: others }).valid).toBe(false);
});

test("the strongest level of a long history, or between which it is", () => {
  const history = replicaHistory({
    object: objects["register"],
    seed: 5,
    operations: 100,
    sessions: 4,
    values: 1000,
    delivery: "arrival",
  });
  const { level, verdicts } = measure(history, { limits: { states: 20_000 } });
  const known = levelNames.filter((name) => verdicts[name] !== "unknown");
  expect(known.length).toBeGreaterThan(3);
  if (level !== "unknown" && level !== "none") expect(verdicts[level]).toBe("satisfied");
});

test.each(["causal-convergence", "monotonic-reads", "vis >= hb; vis >= vis.vis", "vis >= [put].hb.[get]"])(
  "axioms between levels: %s",
  (criterion) => {
    const history = replicaHistory({
      object: objects["map"],
      seed: 21,
      operations: 200,
      sessions: 3,
      values: 30,
      delivery: "causal",
    });
    const asked = criterion.includes("vis") ? { axioms: criterion } : { criterion };
    const result = checkWithin(history, { ...asked, bounds: { states: 200_000 } });
    expect(result).toMatchObject({ verdict: "satisfied", stats: { algorithm: "vectors" } });
  },
);
