// pouchdb 9.0.0: the history violates basic over session order.
// Found by sightline with seed 1 in run 11, and made short.
import PouchDB from "pouchdb";
import memory from "pouchdb-adapter-memory";
PouchDB.plugin(memory);

const open = (replica) => new PouchDB(`replica${replica}`, { adapter: "memory" });
const get = (db, _id) => db.get(_id).catch(() => undefined);
const put = async (db, _id, v) => db.put({ ...(await get(db, _id)), _id, v });

const replicas = [open(0), open(1)];
const results = [];

// session 2: put(0, 1)
await put(replicas[1], "k0", 1);
const update1 = replicas[1];
// session 0: put(0, 3)
await put(replicas[0], "k0", 3);
await PouchDB.replicate(update1, replicas[0]);
// session 0: remove(0)
await replicas[0].remove(await replicas[0].get("k0"));
results.push((await get(replicas[0], "k0"))?.v ?? null); // session 0: get(0)

// What the queries returned.
console.log(JSON.stringify(results));
