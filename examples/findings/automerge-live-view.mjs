// @automerge/automerge 3.5.0: a live document shows something else than the same document saved and loaded.
// Found by sightline with seed 1 in run 19, and made short.
import * as A from "@automerge/automerge";

const base = A.save(A.change(A.init({ actor: "ffffffffffffffff" }), { time: 0 }, (doc) => {
  doc.map = {};
  doc.list = [];
  doc.counter = new A.Counter(0);
}));
const open = (replica) => A.load(base, { actor: (replica + 1).toString(16).padStart(2, "0").repeat(8) });
const reload = (doc) => A.load(A.save(doc));

const replicas = [open(0), open(1), open(2)];

// session 1: put(0, 1)
replicas[1] = A.change(replicas[1], { time: 0 }, (doc) => { doc.map["k0"] = 1; });
const update0 = A.getLastLocalChange(replicas[1]);
// session 1: remove(0)
replicas[1] = A.change(replicas[1], { time: 0 }, (doc) => { delete doc.map["k0"]; });
const update6 = A.getLastLocalChange(replicas[1]);
// session 0: put(0, 5)
replicas[0] = A.change(replicas[0], { time: 0 }, (doc) => { doc.map["k0"] = 5; });
const update7 = A.getLastLocalChange(replicas[0]);
[replicas[2]] = A.applyChanges(replicas[2], [update0]);
[replicas[2]] = A.applyChanges(replicas[2], [update6, update7]);

// What replica 2 shows, and what it shows after it was saved and loaded.
console.log(JSON.stringify([Object.entries(replicas[2].map).sort(), Object.entries(reload(replicas[2]).map).sort()]));
