/** One of our own engines in a process of its own: loads a workload, checks it, prints a `Report`. */
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { type Algorithm, checkWithin, type History, type Result } from "@sightline/core";
import { readEvents } from "./interchange.js";
import { type Effort, type Report, timeOne, timeRuns } from "./time-runs.js";
import { peakBytes, resetPeak } from "./peak-memory.js";

/** What the parent asks, as JSON in the first argument. */
export interface EngineRequest {
  readonly file: string;
  readonly algorithm: Algorithm;
  readonly partition: boolean;
  readonly effort: Effort;
}

async function measureEngine({ file, algorithm, partition, effort }: EngineRequest): Promise<Report> {
  const started = performance.now();
  const histories = readEvents(readFileSync(file, "utf8"));
  const loadMilliseconds = performance.now() - started;

  let results: Result[] = [];
  await settle();
  const baseline = resetPeak() ? process.memoryUsage.rss() : peakBytes();
  let peak: number | undefined;
  const { first, timed } = timeRuns(() => {
    const taken = timeOne(() => (results = checkAll(histories, algorithm, partition, effort)));
    peak ??= peakBytes();
    return taken;
  }, effort);
  const undecided = results.find((result) => result.verdict === "unknown");
  const peakMemoryBytes = peak ?? peakBytes();
  return {
    verdicts: results.map((result) => result.verdict),
    ...(undecided?.verdict === "unknown" && { reason: undecided.reason }),
    first: first.milliseconds,
    milliseconds: timed.map(({ milliseconds }) => milliseconds),
    cpuMilliseconds: timed.map(({ cpuMilliseconds }) => cpuMilliseconds),
    loadMilliseconds,
    memoryBytes: Math.max(0, peakMemoryBytes - baseline),
    peakMemoryBytes,
  };
}

/** Collects what loading left behind, and lets the collector give pages back. */
async function settle(): Promise<void> {
  for (let round = 0; round < 2; round++) {
    (globalThis as { gc?: () => void }).gc?.();
    await setTimeout(100);
  }
}

function checkAll(
  histories: readonly History[],
  algorithm: Algorithm,
  partition: boolean,
  effort: Effort,
): Result[] {
  const bounds = {
    deadline: performance.now() + effort.deadline,
    memory: effort.memory,
    usedBytes: () => process.memoryUsage.rss(),
  };
  return histories.map((history) =>
    checkWithin(history, { algorithm, partition, bounds, verify: false, explain: false }),
  );
}

const request = JSON.parse(process.argv[2]) as EngineRequest;
console.log(JSON.stringify(await measureEngine(request)));
