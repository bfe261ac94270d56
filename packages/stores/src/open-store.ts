import { findName, HistoryError, nearest } from "@sightline/core";
import { libraries } from "./library/libraries.js";
import { openLibrary } from "./library/open-library.js";
import { openModule } from "./live/open-module.js";
import { openServer } from "./servers/open-server.js";
import { servers } from "./servers/servers.js";
import type { OpenStore, StoreOptions } from "./store.js";
import { type StoreType, storeTypes } from "./workload/workload.js";

/** The names that stores have in targets, besides `js`. */
export const storeNames: readonly string[] = [...Object.keys(libraries), ...Object.keys(servers)];

/**
 * Opens a store by its target: `yjs:map`, `automerge:list`, `redis:register`, `js:./my-store.ts`. Throws `NotInstalled` or a
 * `HistoryError` that says what to do. Close it in the end.
 */
export async function openStore(target: string, options: StoreOptions = {}): Promise<OpenStore> {
  const colon = target.indexOf(":");
  const [name, rest] = colon < 0 ? [target, ""] : [target.slice(0, colon), target.slice(colon + 1)];
  if (name === "js") return openModule(rest, options);
  const library = libraries[name];
  if (library !== undefined) return openLibrary(library, typeOf(rest, "map"), options);
  const server = servers[name];
  if (server !== undefined) return openServer(server, rest === "" ? undefined : rest, options);
  return unknown("store", name, storeNames);
}

/** The type behind the colon of a target. */
function typeOf(text: string, otherwise: StoreType): StoreType {
  if (text === "") return otherwise;
  return findName(text, storeTypes) ?? unknown("type of a store", text, storeTypes);
}

function unknown(what: string, given: string, known: readonly string[]): never {
  const meant = nearest(given, known);
  const hint = meant === undefined ? `Known: ${known.join(", ")}` : `Did you mean "${meant}"?`;
  throw new HistoryError("SL1304", `unknown ${what} "${given}". ${hint}`);
}
