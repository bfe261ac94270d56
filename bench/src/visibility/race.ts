import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import type { History } from "@sightline/core";
import { writeHistory } from "@sightline/formats";
import { outFolder } from "../peers.js";
import type { RaceLine, RaceRequest } from "../visibility-child.js";
import type { Contender, Outcome } from "./contender.js";

/** What came of it: for each contender, in order, an outcome per history. */
export interface Race {
  readonly contenders: readonly Contender[];
  readonly outcomes: readonly (readonly Outcome[])[];
}

const child = fileURLToPath(new URL("../visibility-child.js", import.meta.url));

/**
 * Runs every contender on every history, in two processes that share the histories where there are
 * two cores. Within a process one check runs after another, so no contender disturbs another.
 */
export async function race(
  name: string,
  histories: readonly History[],
  contenders: readonly Contender[],
): Promise<Race> {
  const file = join(outFolder, `${name}.ndjson`);
  await writeHistories(file, histories);
  const outcomes: Outcome[][] = contenders.map(() => []);
  const shares = Math.min(2, availableParallelism());
  const runShare = async (share: number): Promise<void> => {
    for await (const [history, contender, outcome] of runChild({ file, contenders, share, shares }))
      outcomes[contender][history] = outcome;
  };
  await Promise.all(Array.from({ length: shares }, (_, share) => runShare(share)));
  await rm(file);
  return { contenders, outcomes };
}

/** Writes histories to a file, one line each. */
export async function writeHistories(file: string, histories: Iterable<History>): Promise<void> {
  await pipeline(Readable.from(lines(histories)), createWriteStream(file));
}

/** The lines in pieces of some size: a piece per history would be slow. */
function* lines(histories: Iterable<History>): Generator<string> {
  let piece = "";
  for (const history of histories) {
    piece += `${writeHistory(history)}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = "";
  }
  yield piece;
}

async function* runChild(request: RaceRequest): AsyncGenerator<RaceLine> {
  const args = ["--max-old-space-size=3072", child, JSON.stringify(request)];
  const running = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise<number | null>((resolve) => running.on("close", resolve));
  for await (const line of createInterface({ input: running.stdout })) yield JSON.parse(line) as RaceLine;
  const status = await exit;
  if (status !== 0) throw new Error(`a process of the benchmark ended with status ${status}`);
}
