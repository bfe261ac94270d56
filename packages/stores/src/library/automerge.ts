import type { Value } from "@sightline/core";
import type { Library } from "./library.js";

/** The document that all replicas begin with. */
interface Shape {
  map: Record<string, Value>;
  list: Value[];
  counter: { readonly value: number; increment(by: number): void };
}

/** What is used of Automerge. */
interface Automerge {
  readonly Counter: new (value: number) => Shape["counter"];
  init(options: { readonly actor: string }): Shape;
  change(doc: Shape, options: { readonly time: number }, work: (doc: Shape) => void): Shape;
  getLastLocalChange(doc: Shape): Uint8Array | undefined;
  applyChanges(doc: Shape, changes: readonly Uint8Array[]): [Shape];
  save(doc: Shape): Uint8Array;
  load(saved: Uint8Array, options?: { readonly actor: string }): Shape;
  decodeChange(change: Uint8Array): { readonly hash: string };
  hasHeads(doc: Shape, heads: readonly string[]): boolean;
}

/** Automerge: a map is an object, a set its keys, a register one key of it; a list and a counter are its own. */
export const automerge: Library = {
  name: "automerge",
  packages: ["@automerge/automerge"],
  types: ["register", "map", "set", "counter", "pn-counter", "list", "sequence"],

  async load(importModule) {
    const A: Automerge = await importModule("@automerge/automerge");
    // All begin with the same change: its time must not tell when it was made.
    const base = A.save(
      A.change(A.init({ actor: "ff".repeat(8) }), { time: 0 }, (doc) => {
        doc.map = {};
        doc.list = [];
        doc.counter = new A.Counter(0);
      }),
    );
    return {
      open({ replica, saved }) {
        let doc = A.load((saved as Uint8Array | undefined) ?? base, { actor: actorOf(replica) });
        let last: Uint8Array | undefined;
        const change = (work: (doc: Shape) => void): void => {
          doc = A.change(doc, { time: 0 }, work);
          last = A.getLastLocalChange(doc);
        };
        return {
          map: {
            get: (key) => doc.map[key],
            set: (key, value) =>
              change(({ map }) => {
                map[key] = value;
              }),
            delete: (key) =>
              change(({ map }) => {
                delete map[key];
              }),
            entries: () => Object.entries(doc.map),
          },
          list: {
            insert: (index, value) => change(({ list }) => void list.splice(index, 0, value)),
            delete: (index) => change(({ list }) => void list.splice(index, 1)),
            values: () => [...doc.list],
          },
          counter: {
            add: (amount) => change(({ counter }) => counter.increment(amount)),
            value: () => doc.counter.value,
          },
          takeUpdate() {
            const update = last;
            last = undefined;
            return update;
          },
          receive(updates) {
            [doc] = A.applyChanges(doc, updates as readonly Uint8Array[]);
          },
          has: (update) => A.hasHeads(doc, [A.decodeChange(update as Uint8Array).hash]),
          save: () => A.save(doc),
        };
      },
    };
  },

  code: {
    prelude: `import * as A from "@automerge/automerge";

const base = A.save(A.change(A.init({ actor: "${"ff".repeat(8)}" }), { time: 0 }, (doc) => {
  doc.map = {};
  doc.list = [];
  doc.counter = new A.Counter(0);
}));
const open = (replica) => A.load(base, { actor: (replica + 1).toString(16).padStart(2, "0").repeat(8) });`,
    reload: `const reload = (doc) => A.load(A.save(doc));`,
    map: {
      get: (doc, key) => `${doc}.map[${key}]`,
      set: (doc, key, value) => `${doc}.map[${key}] = ${value}`,
      delete: (doc, key) => `delete ${doc}.map[${key}]`,
      entries: (doc) => `Object.entries(${doc}.map)`,
    },
    list: {
      insert: (doc, index, value) => `${doc}.list.splice(${index}, 0, ${value})`,
      delete: (doc, index) => `${doc}.list.splice(${index}, 1)`,
      values: (doc) => `[...${doc}.list]`,
    },
    counter: {
      add: (doc, amount) => `${doc}.counter.increment(${amount})`,
      value: (doc) => `${doc}.counter.value`,
    },
    change: (doc, statement, update) =>
      `${doc} = A.change(${doc}, { time: 0 }, (doc) => { ${statement.replaceAll(doc, "doc")}; });` +
      (update === undefined ? "" : `\nconst ${update} = A.getLastLocalChange(${doc});`),
    receive: (doc, updates) => `[${doc}] = A.applyChanges(${doc}, [${updates.join(", ")}]);`,
  },
};

/** Who a replica is among the others. */
const actorOf = (replica: number): string => (replica + 1).toString(16).padStart(2, "0").repeat(8);
