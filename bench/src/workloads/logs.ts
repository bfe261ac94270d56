import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { readFiles } from "./read-files.js";

/** The histories of all Porcupine logs in a folder and below it, in the order of their paths. */
export async function readLogs(folder: string): Promise<History[]> {
  const entries = await readdir(folder, { recursive: true });
  // One of Porcupine's logs has nothing in it.
  const logs = entries.filter(
    (entry) => /\.(log|txt)$/.test(entry) && statSync(join(folder, entry)).size > 0,
  );
  return readFiles(folder, logs, "porcupine");
}
