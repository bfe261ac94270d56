import type { Invocation } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import type { Random } from "@sightline/core/random.js";
import { types } from "@sightline/core/types/index.js";
import type { SequentialType } from "@sightline/core/types/type.js";

/** An object as clients use it: what they may ask of it next. */
export interface UsedObject {
  readonly type: SequentialType;
  /**
   * An invocation that may change it. `fresh` is a number that no other invocation of the run has; `there` are the
   * values that are there to its replica, of a replicated type.
   */
  update(random: Random, values: number, fresh: number, there?: readonly Value[]): Invocation;
  /** An invocation that never changes it. */
  query(random: Random, values: number): Invocation;
}

const call = (method: string, ...args: Invocation["args"]): Invocation => ({ method, args });

/** The objects of tests and benchmarks of visibility, with the methods that ViSearch (§4.2) and CAV'18 (§5) call. */
export const usedObjects = {
  set: {
    type: types.set,
    update: (random, values) => call(random.pick(["add", "add", "remove"]), random.int(values)),
    query: (random, values) => (random.chance(0.6) ? call("contains", random.int(values)) : call("size")),
  },
  map: {
    type: types.map,
    update: (random, values, fresh) =>
      random.chance(0.8) ? call("put", random.int(values), fresh) : call("remove", random.int(values)),
    query: (random, values) => (random.chance(0.7) ? call("get", random.int(values)) : call("size")),
  },
  queue: {
    type: types.queue,
    update: (random, values) => (random.chance(0.6) ? call("offer", random.int(values)) : call("poll")),
    query: (random) => call(random.pick(["peek", "peek", "size", "isEmpty"])),
  },
  register: {
    type: types.register,
    update: (random, values) => call("write", random.int(values)),
    query: () => call("read"),
  },
  rpq: {
    type: types.rpq,
    update(random, values, fresh) {
      const element = random.int(values);
      if (random.chance(0.5)) return call("add", element, fresh);
      return random.chance(0.5) ? call("incrby", element, 1 + random.int(50)) : call("rem", element);
    },
    query: (random, values) => (random.chance(0.5) ? call("max") : call("score", random.int(values))),
  },
} as const satisfies Record<string, UsedObject>;

/** The name of such an object. */
export type UsedObjectName = keyof typeof usedObjects;
