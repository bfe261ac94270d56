import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { MemoryRaceLine, MemoryRaceRequest, RacedOutcome } from "../memory-models-child.js";

/** What came of it: for each contender, in order, the outcomes on the first histories, as far as it got. */
export type CellOutcomes = readonly (readonly RacedOutcome[])[];

const child = fileURLToPath(new URL("../memory-models-child.js", import.meta.url));

/** Runs contenders on histories, in a process of its own. */
export async function runCell(request: MemoryRaceRequest): Promise<CellOutcomes> {
  const outcomes: RacedOutcome[][] = request.contenders.map(() => []);
  const args = ["--max-old-space-size=4096", child, JSON.stringify(request)];
  const running = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise<number | null>((resolve) => running.on("close", resolve));
  for await (const line of createInterface({ input: running.stdout })) {
    const [contender, outcome] = JSON.parse(line) as MemoryRaceLine;
    outcomes[contender].push(outcome);
  }
  const status = await exit;
  if (status !== 0) throw new Error(`a process of the benchmark ended with status ${status}`);
  return outcomes;
}

/** Runs tasks, so many at a time; their results in order. */
export async function runPooled<T>(tasks: readonly (() => Promise<T>)[], atOnce: number): Promise<T[]> {
  const results = new Array<T>(tasks.length);
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < tasks.length) {
      const mine = next++;
      results[mine] = await tasks[mine]();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}
