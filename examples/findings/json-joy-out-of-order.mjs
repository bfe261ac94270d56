// json-joy 17.67.0: the history violates peer over session order.
// Found by sightline with seed 1 in run 59, and made short.
import { Model } from "json-joy/lib/json-crdt/index.js";
import { Patch } from "json-joy/lib/json-crdt-patch/index.js";

const first = Model.create(undefined, 70000);
first.api.set({ map: {}, list: [] });
first.api.flush();
const base = first.toBinary();
const open = (replica) => Model.load(base, 70001 + replica);
const change = (model, work) => {
  work();
  return model.api.flush().toBinary();
};

const replicas = [open(0), open(1)];
const results = [];

// session 0: put(0, 2)
change(replicas[0], () => replicas[0].api.obj(["map"]).set({ ["k0"]: 2 }));
// session 0: put(1, 3)
const update5 = change(replicas[0], () => replicas[0].api.obj(["map"]).set({ ["k1"]: 3 }));
replicas[1].applyPatch(Patch.fromBinary(update5));
results.push(replicas[1].view().map["k1"] ?? null); // session 1: get(1)
results.push(replicas[1].view().map["k0"] ?? null); // session 1: get(0)

// What the queries returned.
console.log(JSON.stringify(results));
