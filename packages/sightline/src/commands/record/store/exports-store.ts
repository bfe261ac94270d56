import { resolve } from "node:path";
import { storeOfModule } from "@sightline/stores";
import { loadModule } from "../../../loaders/load-module.js";

/** Whether the module exports a store; one that cannot be loaded exports none. */
export async function exportsStore(file: string): Promise<boolean> {
  try {
    return storeOfModule(await loadModule(resolve(file))) !== undefined;
  } catch {
    return false; // whoever opens it as an object says what is wrong with it
  }
}
