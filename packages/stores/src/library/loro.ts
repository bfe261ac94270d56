import type { Value } from "@sightline/core";
import type { Library } from "./library.js";

/** What is used of Loro. */
interface Loro {
  readonly LoroDoc: new () => LoroDoc;
  decodeImportBlobMeta(
    bytes: Uint8Array,
    check: boolean,
  ): { readonly partialStartVersionVector: Freed; readonly partialEndVersionVector: Version };
}

interface LoroDoc extends Freed {
  setPeerId(peer: `${number}`): void;
  getMap(name: string): Freed & {
    get(key: string): Value | undefined;
    set(key: string, value: Value): void;
    delete(key: string): void;
    toJSON(): Record<string, Value>;
  };
  getList(name: string): Freed & {
    insert(index: number, value: Value): void;
    delete(index: number, length: number): void;
    toJSON(): Value[];
  };
  getCounter(name: string): Freed & { readonly value: number; increment(by: number): void };
  commit(): void;
  version(): Version;
  opCount(): number;
  export(mode: { readonly mode: "snapshot" } | { readonly mode: "update"; readonly from: Freed }): Uint8Array;
  import(bytes: Uint8Array): unknown;
  importBatch(bytes: readonly Uint8Array[]): unknown;
}

/** How many operations of each peer. */
interface Version extends Freed {
  toJSON(): ReadonlyMap<string, number>;
}

/** What holds memory that is not the engine's own: given back when it is told to, or late. */
interface Freed {
  free(): void;
}

/** Loro: a map is a `LoroMap`, a set its keys, a register one key of it; a list and a counter are its own. */
export const loro: Library = {
  name: "loro",
  packages: ["loro-crdt"],
  types: ["register", "map", "set", "counter", "pn-counter", "list", "sequence"],

  async load(importModule) {
    const { LoroDoc, decodeImportBlobMeta }: Loro = await importModule("loro-crdt");
    /** Where an update ends, by peers. */
    const endOf = (update: Uint8Array): ReadonlyMap<string, number> => {
      const { partialStartVersionVector: start, partialEndVersionVector: end } = decodeImportBlobMeta(
        update,
        false,
      );
      const counts = end.toJSON();
      start.free();
      end.free();
      return counts;
    };
    return {
      open({ replica, saved }) {
        const doc = new LoroDoc();
        doc.setPeerId(`${replica + 1}`);
        if (saved !== undefined) doc.import(saved as Uint8Array);
        let last: Uint8Array | undefined;
        const change = (work: () => void): void => {
          const before = doc.version();
          const operations = doc.opCount();
          work();
          doc.commit();
          last = doc.opCount() === operations ? undefined : doc.export({ mode: "update", from: before });
          before.free();
        };
        const map = doc.getMap("map");
        const list = doc.getList("list");
        const counter = doc.getCounter("counter");
        return {
          map: {
            get: (key) => map.get(key),
            set: (key, value) => change(() => map.set(key, value)),
            delete: (key) => change(() => map.delete(key)),
            entries: () => Object.entries(map.toJSON()),
          },
          list: {
            insert: (index, value) => change(() => list.insert(index, value)),
            delete: (index) => change(() => list.delete(index, 1)),
            values: () => list.toJSON(),
          },
          counter: {
            add: (amount) => change(() => counter.increment(amount)),
            value: () => counter.value,
          },
          takeUpdate() {
            const update = last;
            last = undefined;
            return update;
          },
          receive: (updates) =>
            updates.length === 1
              ? doc.import(updates[0] as Uint8Array)
              : doc.importBatch(updates as readonly Uint8Array[]),
          has(update) {
            const version = doc.version();
            const applied = version.toJSON();
            version.free();
            return [...endOf(update as Uint8Array)].every(
              ([peer, count]) => (applied.get(peer) ?? 0) >= count,
            );
          },
          save: () => doc.export({ mode: "snapshot" }),
          close() {
            for (const held of [map, list, counter, doc]) held.free();
          },
        };
      },
    };
  },

  code: {
    prelude: `import { LoroDoc } from "loro-crdt";

const open = (replica) => {
  const doc = new LoroDoc();
  doc.setPeerId(String(replica + 1));
  return doc;
};
const change = (doc, work) => {
  const before = doc.version();
  work();
  doc.commit();
  return doc.export({ mode: "update", from: before });
};`,
    reload: `const reload = (doc) => {
  const copy = new LoroDoc();
  copy.import(doc.export({ mode: "snapshot" }));
  return copy;
};`,
    map: {
      get: (doc, key) => `${doc}.getMap("map").get(${key})`,
      set: (doc, key, value) => `${doc}.getMap("map").set(${key}, ${value})`,
      delete: (doc, key) => `${doc}.getMap("map").delete(${key})`,
      entries: (doc) => `Object.entries(${doc}.getMap("map").toJSON())`,
    },
    list: {
      insert: (doc, index, value) => `${doc}.getList("list").insert(${index}, ${value})`,
      delete: (doc, index) => `${doc}.getList("list").delete(${index}, 1)`,
      values: (doc) => `${doc}.getList("list").toJSON()`,
    },
    counter: {
      add: (doc, amount) => `${doc}.getCounter("counter").increment(${amount})`,
      value: (doc) => `${doc}.getCounter("counter").value`,
    },
    change: (doc, statement, update) =>
      `${update === undefined ? "" : `const ${update} = `}change(${doc}, () => ${statement});`,
    receive: (doc, updates) =>
      updates.length === 1 ? `${doc}.import(${updates[0]});` : `${doc}.importBatch([${updates.join(", ")}]);`,
  },
};
