// lru-cache in the same place: values fetched on demand, deleted after every update of the database.
import { LRUCache } from "lru-cache";
import * as fc from "fast-check";
import { concurrently } from "sightline/fast-check";
import { tell } from "./tell.mjs";

function makeUsers(scheduler) {
  const database = new Map();
  const answer = scheduler.scheduleFunction(async (value) => value);
  const cache = new LRUCache({
    max: 100,
    fetchMethod: (id) => answer({ name: database.get(id) ?? null }),
  });
  return {
    get: async (id) => (await cache.fetch(id)).name,
    put(id, name) {
      const before = database.get(id) ?? null;
      database.set(id, name);
      cache.delete(id);
      return before;
    },
  };
}

// A fetch that is aborted because its entry was deleted throws: that read did not happen.
const property = concurrently({
  type: "map",
  methods: ["put", "get"],
  values: 2,
  make: makeUsers,
  failure: "failed",
});
tell("lru-cache", await fc.check(property, { seed: 1, numRuns: 200 }));
