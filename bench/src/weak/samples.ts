import { createRandom, type History, type Invocation, types } from "@sightline/core";
import { type Replicas, replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { type UsedObject, usedObjects } from "@sightline/testing/visibility/used-objects.js";

const call = (method: string, ...args: Invocation["args"]): Invocation => ({ method, args });

/** The objects whose long histories are checked. */
export const longObjects = {
  set: usedObjects.set,
  map: usedObjects.map,
  register: usedObjects.register,
  counter: {
    type: types.counter,
    update: (random) => call(random.pick(["inc", "inc", "dec"])),
    query: () => call("read"),
  },
  queue: usedObjects.queue,
  stack: {
    type: types.stack,
    update: (random, values) => (random.chance(0.6) ? call("push", random.int(values)) : call("pop")),
    query: (random) => call(random.pick(["peek", "peek", "size"])),
  },
  rpq: usedObjects.rpq,
  sequence: {
    type: types.sequence,
    update(random, values, fresh, there = []) {
      const grows = there.length === 0 || (there.length < values && random.chance(0.7));
      if (!grows) return call("delete", random.pick(there));
      return call(
        "insertAfter",
        random.chance(0.1) ? null : (there[random.int(there.length)] ?? null),
        fresh,
      );
    },
    query: () => call("read"),
  },
  "or-set": { ...usedObjects.set, type: types["or-set"] },
  "mv-register": { ...usedObjects.register, type: types["mv-register"] },
  "lww-register": { ...usedObjects.register, type: types["lww-register"] },
  "lww-map": { ...usedObjects.map, type: types["lww-map"] },
  "pn-counter": {
    type: types["pn-counter"],
    update: (random) => call(random.pick(["inc", "inc", "dec"])),
    query: () => call("read"),
  },
} as const satisfies Record<string, UsedObject>;

export type LongObjectName = keyof typeof longObjects;

/** What a history tells of when operations took effect, or that results in it were changed. */
export const families = ["file order", "overlapping times", "no hint", "corrupted"] as const;

const deliveries = ["fifo", "overtaking", "causal", "arrival"] as const;

export type Family = (typeof families)[number];

/**
 * Histories of one family: 3 to 10 sessions; delivered in the order of issue, with overtaking, causally, or run as
 * they arrive, in turn, over 5 and over 1,000 values: eight histories have each with each. Corrupted ones have one to
 * three changed results.
 */
export function* samples(
  name: LongObjectName,
  family: Family,
  operations: number,
  count: number,
): Generator<History> {
  for (let at = 0; at < count; at++) {
    const seed = operations + 1000 * at;
    const random = createRandom(seed);
    const replicas: Replicas = {
      object: longObjects[name],
      seed,
      operations,
      sessions: 3 + random.int(8),
      values: (at + (at >> 2)) % 2 === 0 ? 5 : 1000,
      delivery: deliveries[at % deliveries.length],
    };
    if (family === "file order") yield replicaHistory(replicas);
    else if (family === "overlapping times")
      yield replicaHistory({ ...replicas, spread: 6, bySession: true });
    else if (family === "no hint") yield replicaHistory({ ...replicas, bySession: true });
    else yield replicaHistory({ ...replicas, delivery: "fifo", corrupt: 1 + random.int(3) });
  }
}
