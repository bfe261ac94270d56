import type { Value } from "@sightline/core";
import type { Library } from "./library.js";

/** What is used of json-joy's JSON CRDT. */
interface JsonCrdt {
  readonly Model: {
    create(schema: undefined, session: number): Model;
    load(bytes: Uint8Array, session?: number): Model;
  };
}

interface JsonCrdtPatch {
  readonly Patch: { fromBinary(bytes: Uint8Array): Patch };
}

interface Patch {
  readonly ops: readonly unknown[];
  toBinary(): Uint8Array;
}

interface Model {
  readonly api: {
    set(value: unknown): void;
    flush(): Patch | undefined;
    obj(path: readonly string[]): { set(entries: Record<string, Value>): void; del(keys: string[]): void };
    arr(path: readonly string[]): {
      ins(index: number, values: Value[]): void;
      del(index: number, length: number): void;
    };
  };
  view(): { readonly map: Record<string, Value>; readonly list: readonly Value[] };
  applyPatch(patch: Patch): void;
  toBinary(): Uint8Array;
}

/** json-joy: a map is an `obj` node, a set its keys, a register one key of it, a list an `arr` node. */
export const jsonJoy: Library = {
  name: "json-joy",
  packages: ["json-joy"],
  types: ["register", "map", "set", "list", "sequence"],

  async load(importModule) {
    const { Model }: JsonCrdt = await importModule("json-joy/lib/json-crdt");
    const { Patch }: JsonCrdtPatch = await importModule("json-joy/lib/json-crdt-patch");
    const first = Model.create(undefined, BASE_SESSION);
    first.api.set({ map: {}, list: [] });
    first.api.flush();
    const base = first.toBinary();
    return {
      open({ replica, saved, type }) {
        const model = Model.load((saved as Uint8Array | undefined) ?? base, BASE_SESSION + 1 + replica);
        let last: Uint8Array | undefined;
        const change = (work: (api: Model["api"]) => void): void => {
          work(model.api);
          const patch = model.api.flush();
          last = patch === undefined || patch.ops.length === 0 ? undefined : patch.toBinary();
        };
        return {
          map: {
            get: (key) => model.view().map[key],
            set: (key, value) => change((api) => api.obj(["map"]).set({ [key]: value })),
            delete: (key) => change((api) => api.obj(["map"]).del([key])),
            entries: () => Object.entries(model.view().map),
          },
          list: {
            insert: (index, value) => change((api) => api.arr(["list"]).ins(index, [value])),
            delete: (index) => change((api) => api.arr(["list"]).del(index, 1)),
            values: () => model.view().list,
          },
          takeUpdate() {
            const update = last;
            last = undefined;
            return update;
          },
          receive(updates) {
            for (const update of updates) model.applyPatch(Patch.fromBinary(update as Uint8Array));
          },
          // An object is there from the beginning; what is put after a missing element of a list is forgotten.
          ...(type !== "list" && type !== "sequence" && { has: () => true }),
          save: () => model.toBinary(),
        };
      },
    };
  },

  code: {
    prelude: `import { Model } from "json-joy/lib/json-crdt/index.js";
import { Patch } from "json-joy/lib/json-crdt-patch/index.js";

const first = Model.create(undefined, 70000);
first.api.set({ map: {}, list: [] });
first.api.flush();
const base = first.toBinary();
const open = (replica) => Model.load(base, 70001 + replica);
const change = (model, work) => {
  work();
  return model.api.flush().toBinary();
};`,
    reload: `const reload = (model) => Model.load(model.toBinary());`,
    map: {
      get: (model, key) => `${model}.view().map[${key}]`,
      set: (model, key, value) => `${model}.api.obj(["map"]).set({ [${key}]: ${value} })`,
      delete: (model, key) => `${model}.api.obj(["map"]).del([${key}])`,
      entries: (model) => `Object.entries(${model}.view().map)`,
    },
    list: {
      insert: (model, index, value) => `${model}.api.arr(["list"]).ins(${index}, [${value}])`,
      delete: (model, index) => `${model}.api.arr(["list"]).del(${index}, 1)`,
      values: (model) => `${model}.view().list`,
    },
    change: (model, statement, update) =>
      `${update === undefined ? "" : `const ${update} = `}change(${model}, () => ${statement});`,
    receive: (model, updates) =>
      updates.map((update) => `${model}.applyPatch(Patch.fromBinary(${update}));`).join("\n"),
  },
};

/** Sessions of json-joy have numbers from 65,536 on. */
const BASE_SESSION = 70_000;
