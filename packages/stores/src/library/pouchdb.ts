import type { Value } from "@sightline/core";
import type { Library } from "./library.js";

/** What is used of PouchDB. */
interface PouchDB {
  new (name: string, options: { readonly adapter: "memory" }): Database;
  plugin(plugin: unknown): void;
  replicate(from: Database, to: Database): Promise<unknown>;
}

interface Database {
  get(id: string): Promise<Stored>;
  put(document: { readonly _id: string; readonly _rev?: string; readonly v: Value }): Promise<unknown>;
  remove(document: Stored): Promise<unknown>;
  allDocs(options: {
    readonly include_docs: true;
  }): Promise<{ readonly rows: readonly { readonly id: string; readonly doc: Stored }[] }>;
  destroy(): Promise<unknown>;
}

interface Stored {
  readonly _id: string;
  readonly _rev: string;
  readonly v: Value;
}

/**
 * PouchDB in memory: a map has a document for each key, a set is its keys, a register one document. An update is a
 * replication from the database that made it, which brings all that the database has by then. There is nothing to
 * save and load: databases in memory are gone when they are closed.
 */
export const pouchdb: Library = {
  name: "pouchdb",
  packages: ["pouchdb", "pouchdb-adapter-memory"],
  types: ["register", "map", "set"],

  async load(importModule) {
    const { default: Pouch }: { default: PouchDB } = await importModule("pouchdb");
    const { default: memory }: { default: unknown } = await importModule("pouchdb-adapter-memory");
    Pouch.plugin(memory);
    return {
      open({ replica, run }) {
        const database = new Pouch(`${run}-${replica}`, { adapter: "memory" });
        let changed = false;
        const find = async (key: string): Promise<Stored | undefined> => {
          try {
            return await database.get(key);
          } catch (error) {
            if ((error as { status?: unknown }).status === 404) return undefined;
            throw error;
          }
        };
        return {
          map: {
            get: async (key) => (await find(key))?.v,
            async set(key, v) {
              // The old document gives its revision: a change without it would be a conflict.
              await database.put({ ...(await find(key)), _id: key, v });
              changed = true;
            },
            async delete(key) {
              await database.remove(await database.get(key));
              changed = true;
            },
            async entries() {
              const { rows } = await database.allDocs({ include_docs: true });
              return rows.map(({ id, doc }) => [id, doc.v] as const);
            },
          },
          takeUpdate() {
            const update = changed ? database : undefined;
            changed = false;
            return update;
          },
          async receive(updates) {
            for (const update of updates) await Pouch.replicate(update as Database, database);
          },
          has: () => true,
          bringsAll: true,
          close: () => database.destroy(),
        };
      },
    };
  },

  code: {
    prelude: `import PouchDB from "pouchdb";
import memory from "pouchdb-adapter-memory";
PouchDB.plugin(memory);

const open = (replica) => new PouchDB(\`replica\${replica}\`, { adapter: "memory" });
const get = (db, _id) => db.get(_id).catch(() => undefined);
const put = async (db, _id, v) => db.put({ ...(await get(db, _id)), _id, v });`,
    map: {
      get: (db, key) => `(await get(${db}, ${key}))?.v`,
      set: (db, key, value) => `await put(${db}, ${key}, ${value})`,
      delete: (db, key) => `await ${db}.remove(await ${db}.get(${key}))`,
      entries: (db) =>
        `(await ${db}.allDocs({ include_docs: true })).rows.map(({ doc }) => [doc._id, doc.v])`,
    },
    change: (db, statement, update) =>
      update === undefined ? `${statement};` : `${statement};\nconst ${update} = ${db};`,
    receive: (db, updates) =>
      updates.map((update) => `await PouchDB.replicate(${update}, ${db});`).join("\n"),
  },
};
