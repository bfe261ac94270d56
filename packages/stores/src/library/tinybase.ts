import type { Value } from "@sightline/core";
import type { Library } from "./library.js";

/** What is used of TinyBase. */
interface TinyBase {
  createMergeableStore(id: string, now: () => number): MergeableStore;
}

interface MergeableStore {
  getValue(key: string): Value | undefined;
  setValue(key: string, value: Value): void;
  delValue(key: string): void;
  getValues(): Record<string, Value>;
  addDidFinishTransactionListener(listener: () => void): void;
  getTransactionMergeableChanges(): unknown;
  applyMergeableChanges(changes: unknown): void;
  getMergeableContent(): unknown;
  setMergeableContent(content: unknown): void;
}

/**
 * TinyBase: a map is the values of a `MergeableStore`, a set its keys, a register one of them. Changes travel as
 * structured clones: JSON would turn the `undefined` of a deletion into null.
 */
export const tinybase: Library = {
  name: "tinybase",
  packages: ["tinybase"],
  types: ["register", "map", "set"],

  async load(importModule) {
    const { createMergeableStore }: TinyBase = await importModule("tinybase");
    return {
      open({ replica, saved, now }) {
        const store = createMergeableStore(`replica${replica}`, now);
        if (saved !== undefined) store.setMergeableContent(structuredClone(saved));
        let last: unknown;
        let receiving = false;
        store.addDidFinishTransactionListener(() => {
          if (!receiving) last = structuredClone(store.getTransactionMergeableChanges());
        });
        return {
          map: {
            get: (key) => store.getValue(key),
            set: (key, value) => store.setValue(key, value),
            delete: (key) => store.delValue(key),
            entries: () => Object.entries(store.getValues()),
          },
          takeUpdate() {
            const update = last;
            last = undefined;
            return update;
          },
          receive(updates) {
            receiving = true;
            for (const update of updates) store.applyMergeableChanges(structuredClone(update));
            receiving = false;
          },
          has: () => true, // a change names what it changes: it is merged at once, whatever came before
          save: () => structuredClone(store.getMergeableContent()),
        };
      },
    };
  },

  code: {
    prelude: `import { createMergeableStore } from "tinybase";

let time = 1_000_000_000_000;
let sent; // the changes of the last transaction
let receiving = false;
const open = (replica) => {
  const store = createMergeableStore(\`replica\${replica}\`, () => time++);
  store.addDidFinishTransactionListener(() => {
    if (!receiving) sent = structuredClone(store.getTransactionMergeableChanges());
  });
  return store;
};
const receive = (store, changes) => {
  receiving = true;
  store.applyMergeableChanges(structuredClone(changes));
  receiving = false;
};`,
    reload: `const reload = (store) => {
  const copy = createMergeableStore("copy", () => time);
  copy.setMergeableContent(structuredClone(store.getMergeableContent()));
  return copy;
};`,
    map: {
      get: (store, key) => `${store}.getValue(${key})`,
      set: (store, key, value) => `${store}.setValue(${key}, ${value})`,
      delete: (store, key) => `${store}.delValue(${key})`,
      entries: (store) => `Object.entries(${store}.getValues())`,
    },
    change: (_, statement, update) =>
      update === undefined ? `${statement};` : `${statement};\nconst ${update} = sent;`,
    receive: (store, updates) => updates.map((update) => `receive(${store}, ${update});`).join("\n"),
  },
};
