import { existsSync } from "node:fs";
import { UsageError } from "../../errors/usage-error.js";

/** Libraries that run in this process, as `@sightline/stores` has them; that is loaded only when one is opened. */
const libraryNames: readonly string[] = ["yjs", "automerge", "loro", "tinybase", "pouchdb", "json-joy"];

/** Servers that are started on this machine, or given by their addresses. */
const serverNames: readonly string[] = [
  "redis",
  "etcd",
  "nats",
  "postgres",
  "zookeeper",
  "galera",
  "hazelcast",
  "crdt-redis",
];

/** The stores that targets can name. */
export const storeNames: readonly string[] = [...libraryNames, ...serverNames];

/** Whether the argument names a store, such as `yjs:map`. A module (`js:./my-store.ts`) may be one, too. */
export const namesStore = (argument: string): boolean => storeNames.includes(nameIn(argument));

/** What kind of store a target names: a library in this process, a server, or a module of the user's. */
export function kindOfStore(target: string): "library" | "server" | "module" {
  const name = nameIn(target);
  return libraryNames.includes(name) ? "library" : serverNames.includes(name) ? "server" : "module";
}

/**
 * Refuses what is no file and looks like a store whose name is a slip of one: `zookeepr:map`. Throws a `UsageError`.
 */
export async function refuseSlip(argument: string): Promise<void> {
  if (!/^(?!java:|js:)[\w-]+:[\w-]+$/u.test(argument) || namesStore(argument) || existsSync(argument)) return;
  const { nearest } = await import("@sightline/core");
  const [name, type] = argument.split(":");
  const meant = nearest(name, storeNames);
  if (meant !== undefined)
    throw new UsageError("SL4007", `no file and no store "${argument}": did you mean "${meant}:${type}"?`);
}

const nameIn = (target: string): string => target.split(":", 1)[0];
