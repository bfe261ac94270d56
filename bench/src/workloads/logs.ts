import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { readHistories } from "@sightline/formats";

/** The histories of all Porcupine logs in a folder and below it, in the order of their paths. */
export async function readLogs(folder: string): Promise<History[]> {
  const entries = await readdir(folder, { recursive: true });
  const histories: History[] = [];
  for (const file of entries.filter((entry) => /\.(log|txt)$/.test(entry)).sort()) {
    const path = join(folder, file);
    if ((await stat(path)).size === 0) continue; // one of Porcupine's logs has nothing in it
    for await (const { history, error } of readHistories(createReadStream(path), {
      file: path,
      format: "porcupine",
    })) {
      if (error !== undefined) throw error;
      histories.push(history);
    }
  }
  return histories;
}
