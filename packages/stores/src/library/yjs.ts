import type { Value } from "@sightline/core";
import type { Library } from "./library.js";

/** What is used of Yjs. */
interface Yjs {
  readonly Doc: new () => {
    clientID: number;
    readonly store: object;
    getMap(name: string): {
      get(key: string): Value | undefined;
      set(key: string, value: Value): void;
      delete(key: string): void;
      entries(): Iterable<[string, Value]>;
    };
    getArray(name: string): {
      insert(index: number, values: readonly Value[]): void;
      delete(index: number, length: number): void;
      toArray(): Value[];
    };
    on(event: "update", listener: (update: Uint8Array, origin: unknown) => void): void;
  };
  applyUpdate(doc: object, update: Uint8Array, origin?: unknown): void;
  encodeStateAsUpdate(doc: object): Uint8Array;
  decodeUpdate(update: Uint8Array): {
    readonly structs: readonly {
      readonly id: { readonly client: number; readonly clock: number };
      readonly length: number;
    }[];
    readonly ds: {
      readonly clients: ReadonlyMap<number, readonly { readonly clock: number; readonly len: number }[]>;
    };
  };
  /** How many of a client's structs are integrated. */
  getState(store: object, client: number): number;
  getItem(
    store: object,
    id: { readonly client: number; readonly clock: number },
  ): { readonly deleted: boolean };
}

/** Yjs: a map is a `Y.Map`, a set the keys of one, a register one key of it, a list a `Y.Array`. */
export const yjs: Library = {
  name: "yjs",
  packages: ["yjs"],
  types: ["register", "map", "set", "list", "sequence"],

  async load(importModule) {
    const Y: Yjs = await importModule("yjs");
    return {
      open({ replica, saved }) {
        const doc = new Y.Doc();
        // A document that hears of its own changes takes another id, so it gets its own after that.
        if (saved !== undefined) Y.applyUpdate(doc, saved as Uint8Array, "received");
        doc.clientID = replica + 1;
        let last: Uint8Array | undefined;
        doc.on("update", (update, origin) => {
          if (origin !== "received") last = update;
        });
        const map = doc.getMap("map");
        const list = doc.getArray("list");
        return {
          map: {
            get: (key) => map.get(key),
            set: (key, value) => map.set(key, value),
            delete: (key) => map.delete(key),
            entries: () => [...map.entries()],
          },
          list: {
            insert: (index, value) => list.insert(index, [value]),
            delete: (index) => list.delete(index, 1),
            values: () => list.toArray(),
          },
          takeUpdate() {
            const update = last;
            last = undefined;
            return update;
          },
          receive(updates) {
            for (const update of updates) Y.applyUpdate(doc, update as Uint8Array, "received");
          },
          // Structs without those that they refer to are kept as pending, and so are deletions of what is not there.
          has(update) {
            const { structs, ds } = Y.decodeUpdate(update as Uint8Array);
            return (
              structs.every(({ id, length }) => Y.getState(doc.store, id.client) >= id.clock + length) &&
              [...ds.clients].every(([client, ranges]) =>
                ranges.every(({ clock, len }) => {
                  if (Y.getState(doc.store, client) < clock + len) return false;
                  for (let at = clock; at < clock + len; at++)
                    if (!Y.getItem(doc.store, { client, clock: at }).deleted) return false;
                  return true;
                }),
              )
            );
          },
          save: () => Y.encodeStateAsUpdate(doc),
        };
      },
    };
  },

  code: {
    prelude: `import * as Y from "yjs";

let sent; // the update of the last change
const open = (replica) => {
  const doc = new Y.Doc();
  doc.clientID = replica + 1;
  doc.on("update", (update, origin) => origin === "received" || (sent = update));
  return doc;
};`,
    reload: `const reload = (doc) => {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc), "received");
  return copy;
};`,
    map: {
      get: (doc, key) => `${doc}.getMap("map").get(${key})`,
      set: (doc, key, value) => `${doc}.getMap("map").set(${key}, ${value})`,
      delete: (doc, key) => `${doc}.getMap("map").delete(${key})`,
      entries: (doc) => `[...${doc}.getMap("map").entries()]`,
    },
    list: {
      insert: (doc, index, value) => `${doc}.getArray("list").insert(${index}, [${value}])`,
      delete: (doc, index) => `${doc}.getArray("list").delete(${index}, 1)`,
      values: (doc) => `${doc}.getArray("list").toArray()`,
    },
    change: (_, statement, update) =>
      update === undefined ? `${statement};` : `${statement};\nconst ${update} = sent;`,
    receive: (doc, updates) =>
      updates.map((update) => `Y.applyUpdate(${doc}, ${update}, "received");`).join("\n"),
  },
};
