// async-cache-dedupe as its README uses it: a database behind a cache, and an invalidation after every update.
// "… they will be reloaded at the next request with the new data": so, whatever overlaps, it should behave as one map.
import { createCache } from "async-cache-dedupe";
import * as fc from "fast-check";
import { concurrently } from "sightline/fast-check";
import { tell } from "./tell.mjs";

function makeUsers(scheduler) {
  const database = new Map();
  const cache = createCache({ ttl: 60, storage: { type: "memory", options: { invalidation: true } } });
  // The database reads at once; its answer arrives when the scheduler says.
  const answer = scheduler.scheduleFunction(async (value) => value);
  cache.define("fetchUser", { references: (id) => [`user:${id}`] }, (id) => answer(database.get(id) ?? null));
  return {
    get: (id) => cache.fetchUser(String(id)),
    async put(id, name) {
      const before = database.get(String(id)) ?? null;
      database.set(String(id), name);
      await cache.invalidateAll(`user:${id}`);
      return before;
    },
  };
}

const property = concurrently({ type: "map", methods: ["put", "get"], values: 2, make: makeUsers });
tell("async-cache-dedupe", await fc.check(property, { seed: 1, numRuns: 200 }));
