import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { readFiles } from "../workloads/read-files.js";

/** The traces in one of ViSearch's folders. Throws where there is none. */
export async function readTraces(cases: string, name: string): Promise<History[]> {
  const folder = join(cases, "visearch", name);
  if (!existsSync(folder))
    throw new Error(
      `SIGHTLINE_CASES names ${cases}, which has no folder "visearch/${name}": put the traces there`,
    );
  const traces = (await readdir(folder)).filter((entry) => entry.endsWith(".trc"));
  return readFiles(folder, traces, "visearch");
}
