/** Checks one long history of shared memory in a process of its own; prints what that took, as one line of JSON. */
import { setTimeout } from "node:timers/promises";
import { checkWithin } from "@sightline/core";
import { timeOne } from "./time-runs.js";
import { peakBytes, resetPeak } from "./peak-memory.js";
import { makeHistory, type Recipe } from "./memory-models/histories.js";

/** What the parent asks, as JSON in the first argument. */
export interface ScaleRequest {
  readonly recipe: Recipe;
  readonly criterion: string;
  /** Milliseconds of processor time for one check. */
  readonly limit: number;
}

/** What it took: the first, cold check, and another that verifies its witness. */
export interface ScaleRun {
  readonly verdict: string;
  readonly algorithm: string;
  readonly milliseconds: number;
  readonly cpuMilliseconds: number;
  /** Processor time with the witness verified. */
  readonly verifiedMilliseconds: number;
  /** The peak of the first check above what stood after the history was made. */
  readonly memoryBytes: number;
  /** The peak of the whole process during the first check. */
  readonly peakMemoryBytes: number;
}

async function scale({ recipe, criterion, limit }: ScaleRequest): Promise<ScaleRun> {
  const history = makeHistory(recipe);
  for (let round = 0; round < 2; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await setTimeout(100);
  }
  const baseline = resetPeak() ? process.memoryUsage.rss() : peakBytes();
  let verdict = "unknown";
  let algorithm = "";
  const run = (verify: boolean) =>
    timeOne(() => {
      const start = process.cpuUsage();
      const cancelled = (): boolean => {
        const { user, system } = process.cpuUsage(start);
        return user + system > 1000 * limit;
      };
      const result = checkWithin(history, { criterion, verify, explain: false, bounds: { cancelled } });
      verdict = result.verdict;
      algorithm = result.stats.algorithm;
    });
  const first = run(false);
  const peakMemoryBytes = peakBytes();
  const verified = run(true);
  return {
    verdict,
    algorithm,
    milliseconds: first.milliseconds,
    cpuMilliseconds: first.cpuMilliseconds,
    verifiedMilliseconds: verified.cpuMilliseconds,
    memoryBytes: Math.max(0, peakMemoryBytes - baseline),
    peakMemoryBytes,
  };
}

console.log(JSON.stringify(await scale(JSON.parse(process.argv[2]) as ScaleRequest)));
