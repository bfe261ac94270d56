// yjs 13.6.33: the history violates basic over session order.
// Found by sightline with seed 1 in run 9, and made short.
import * as Y from "yjs";

let sent; // the update of the last change
const open = (replica) => {
  const doc = new Y.Doc();
  doc.clientID = replica + 1;
  doc.on("update", (update, origin) => origin === "received" || (sent = update));
  return doc;
};

const replicas = [open(0), open(1), open(2)];
const results = [];

// session 1: write(1)
replicas[1].getMap("map").set("value", 1);
// session 0: write(3)
replicas[0].getMap("map").set("value", 3);
// session 2: write(8)
replicas[2].getMap("map").set("value", 8);
const update7 = sent;
Y.applyUpdate(replicas[0], update7, "received");
Y.applyUpdate(replicas[1], update7, "received");
// session 0: write(12)
replicas[0].getMap("map").set("value", 12);
const update11 = sent;
Y.applyUpdate(replicas[1], update11, "received");
results.push(replicas[1].getMap("map").get("value") ?? null); // session 1: read()

// What the queries returned.
console.log(JSON.stringify(results));
