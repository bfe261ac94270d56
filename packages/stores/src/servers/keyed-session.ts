import type { Value } from "@sightline/core";
import type { Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";

/**
 * Where a value lies: a key of a map, an element of a set; `undefined` is the one place of a register or a counter.
 * Workloads have numbers alone.
 */
export type Place = number | undefined;

/** One object as a server keeps it: places, with a number or nothing in each. */
export interface KeyedObject {
  put(place: Place, value: number): Promise<unknown>;
  get(place: Place): Promise<number | null>;
  remove(place: number): Promise<unknown>;
  /** Whether there is something in a place. Default: whether a number can be got there. */
  has?(place: number): Promise<boolean>;
  /** How many places have something in them; where that cannot be asked, no session asks it. */
  size?(): Promise<number>;
  /** Adds to the number in the one place of a counter. */
  add?(amount: number): Promise<unknown>;
}

/** A client of one object: the methods of its type, in terms of places. What updates answer is no result. */
export function keyedSession(type: StoreType, object: KeyedObject): Session {
  const put = async (place: Value | undefined, value: Value): Promise<undefined> =>
    void (await object.put(place as Place, value as number));
  const get = (place: Value): Promise<number | null> => object.get(place as number);
  const remove = async (place: Value): Promise<undefined> => void (await object.remove(place as number));
  const has = async (place: Value): Promise<boolean> =>
    object.has === undefined ? (await get(place)) !== null : object.has(place as number);
  const size = object.size === undefined ? {} : { size: object.size };
  switch (type) {
    case "map":
      return { put, get, remove, containsKey: has, ...size };
    case "set":
      return { add: (element) => put(element, 1), remove, contains: has, ...size };
    case "counter": {
      const { add } = object;
      if (add === undefined) throw new Error("nothing can be added to a number of this server");
      return {
        add: async (amount) => void (await add(amount as number)),
        read: async () => (await object.get(undefined)) ?? 0,
      };
    }
    default:
      return { write: (value) => put(undefined, value), read: () => object.get(undefined) };
  }
}
