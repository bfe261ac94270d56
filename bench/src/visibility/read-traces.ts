import { createReadStream, existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { readHistories } from "@sightline/formats";

/** The traces in one of ViSearch's folders. Throws where there is none. */
export async function readTraces(cases: string, name: string): Promise<History[]> {
  const folder = join(cases, "visearch", name);
  if (!existsSync(folder))
    throw new Error(
      `SIGHTLINE_CASES names ${cases}, which has no folder "visearch/${name}": put the traces there`,
    );
  const histories: History[] = [];
  for (const file of (await readdir(folder)).filter((entry) => entry.endsWith(".trc")).sort()) {
    const path = join(folder, file);
    for await (const { history, error } of readHistories(createReadStream(path), {
      file: path,
      format: "visearch",
    })) {
      if (error !== undefined) throw error;
      histories.push(history);
    }
  }
  return histories;
}
