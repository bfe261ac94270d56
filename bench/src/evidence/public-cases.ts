import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { stepsOf } from "@sightline/core/explain/proof/measure-proof.js";
import { type History, labelOf } from "@sightline/core/history/history.js";
import { canonical, type Value } from "@sightline/core/history/value.js";
import type { Violation } from "@sightline/core/result.js";
import { findType } from "@sightline/core/types/index.js";
import { readHistories } from "@sightline/formats";
import { explainTimed } from "./explain-timed.js";
import type { Row } from "./row.js";

/** Longer histories are no matter of small proofs. */
const MOST_OPERATIONS = 2000;
/** Nor are larger files. */
const MOST_BYTES = 2_000_000;
/** The most violated histories of one file. */
const MOST_OF_FILE = 50;

/** The violations of the histories in these folders, each by the criterion that is the default for it. */
export async function publicRows(folders: readonly string[]): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const file of folders.flatMap((folder) => filesIn(folder)).sort()) {
    let ofFile = 0;
    for (const history of await historiesIn(file)) {
      if (ofFile === MOST_OF_FILE || history.size > MOST_OPERATIONS || history.type === undefined) continue;
      const criterion = history.timed ? "linearizability" : "sequential";
      const explained = explainTimed(history, { criterion, limits: { seconds: 20 } });
      if (explained === undefined) continue;
      ofFile++;
      const { result, milliseconds } = explained;
      const { proof } = result.violation;
      rows.push({
        criterion,
        type: history.type,
        steps: proof === undefined || !("tree" in proof) ? undefined : stepsOf(proof.tree),
        milliseconds,
        where: `${file}, violation ${ofFile}`,
        operations: partSize(history, result.violation.part),
      });
    }
  }
  return rows;
}

/** How many operations the part that fails has: those of its object and key, or all. */
function partSize(history: History, part: Violation["part"]): number {
  if (part === undefined) return history.size;
  const type = findType(history.type ?? "");
  const isOf = (id: number): boolean =>
    (part.object === undefined || history.objects[history.object[id]] === part.object) &&
    (part.key === undefined ||
      canonical(type.partition?.(labelOf(history, id)) ?? null) === canonical(part.key as Value));
  return Array.from(history.label.keys()).filter(isOf).length;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  if (!statSync(folder).isDirectory()) return [folder];
  return readdirSync(folder).flatMap((name) => filesIn(join(folder, name)));
}

/** The histories of a file; none where it is too large, or holds none that can be read. */
async function historiesIn(file: string): Promise<readonly History[]> {
  if (statSync(file).size > MOST_BYTES) return [];
  const found: History[] = [];
  for await (const { history } of readHistories(createReadStream(file), { file, listed: true }))
    if (history !== undefined) found.push(history);
  return found;
}
