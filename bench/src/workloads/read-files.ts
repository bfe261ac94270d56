import { createReadStream } from "node:fs";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { type FormatName, readHistories } from "@sightline/formats";

/** The histories of files of a folder, in the order of their paths. Throws at the first error. */
export async function readFiles(
  folder: string,
  files: readonly string[],
  format: FormatName,
): Promise<History[]> {
  const histories: History[] = [];
  for (const path of files.map((file) => join(folder, file)).sort())
    for await (const { history, error } of readHistories(createReadStream(path), { file: path, format })) {
      if (error !== undefined) throw error;
      histories.push(history);
    }
  return histories;
}
