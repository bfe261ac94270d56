// async-cache-dedupe 3.4.0: what was read before an update is cached after its invalidation, for the whole ttl.
// Its README, of entries that are invalidated: "they will be reloaded at the next request with the new data".
import { createCache } from "async-cache-dedupe";

const database = new Map([["1", "Alice"]]);
const answers = [];
const cache = createCache({ ttl: 60, storage: { type: "memory", options: { invalidation: true } } });
cache.define("fetchUser", { references: (id) => [`user:${id}`] }, (id) => {
  const name = database.get(id); // the database has read; its answer is on the way
  return new Promise((resolve) => answers.push(() => resolve(name)));
});

const first = cache.fetchUser("1");
await new Promise(setImmediate);
database.set("1", "Bob");
await cache.invalidateAll("user:1");
answers.shift()();
console.log("asked before the update:", await first);

const second = cache.fetchUser("1");
await new Promise(setImmediate);
answers.shift()?.();
console.log("asked after it was invalidated:", await second);
