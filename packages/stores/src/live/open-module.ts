import { basename, resolve } from "node:path";
import { HistoryError } from "@sightline/core";
import type { OpenStore, StoreOptions } from "../store.js";
import type { LiveStore } from "./live-store.js";
import { openLive } from "./open-live.js";

/** The store that a module of the user's exports by default; `undefined` where it exports something else. */
export function storeOfModule(module: unknown): LiveStore | undefined {
  const candidates = [(module as { default?: unknown } | undefined)?.default, module];
  return candidates.find(
    (one): one is LiveStore =>
      typeof one === "object" &&
      one !== null &&
      typeof (one as { sessions?: unknown }).sessions === "function",
  );
}

/** Opens the store of a module, such as `./my-store.ts`. Throws a `HistoryError` where it exports none. */
export async function openModule(file: string, options: StoreOptions): Promise<OpenStore> {
  const path = resolve(options.folder ?? process.cwd(), file);
  const load = options.loadModule ?? ((name: string) => import(name) as Promise<unknown>);
  const store = storeOfModule(await load(path));
  if (store === undefined)
    throw new HistoryError(
      "SL1304",
      `${file} exports no store: its default export is an object with \`type\` and \`sessions(count, history)\``,
    );
  if (typeof store.type !== "string")
    throw new HistoryError("SL1007", `the store of ${file} has no \`type\`, such as "register"`);
  const { replicas = 3 } = options;
  return openLive(
    store,
    {
      store: basename(file),
      version: store.version ?? "",
      replicas,
      delivery: "as the store does it",
      pause: 0,
    },
    options,
  );
}
