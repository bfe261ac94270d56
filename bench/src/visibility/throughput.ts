import { spawn } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { History } from "@sightline/core";
import { outFolder } from "../peers.js";
import { type Column, formatRatio, formatTime, renderTable } from "../table.js";
import type { Target } from "../targets.js";
import { storeTrace } from "../workloads/mixture.js";
import { writeHistories } from "./race.js";

/** What the target promises for so many histories of ViSearch's size: under five minutes on two cores. */
const PROMISED = { histories: 300_000, milliseconds: 300_000 };

/** One run of `sightline measure`. */
export interface ThroughputRun {
  readonly workers: number;
  readonly histories: number;
  readonly milliseconds: number;
  /** Processor time of all its threads. */
  readonly cpuMilliseconds: number;
  /** How many histories have which level as their strongest. */
  readonly strongest: Readonly<Record<string, number>>;
}

/** What this part found. */
export interface ThroughputReport {
  /** The same histories with one worker and with two. */
  readonly byWorkers: readonly ThroughputRun[];
  /** All of them, with two workers. */
  readonly all: ThroughputRun;
}

const command = fileURLToPath(new URL("../../../packages/sightline/bin/sightline.js", import.meta.url));

/** `sightline measure` on one file of generated traces of 15 operations in 3 sessions. */
export async function benchThroughput(counts: { all: number; byWorkers: number }): Promise<ThroughputReport> {
  const few = join(outFolder, "throughput-few.ndjson");
  const many = join(outFolder, "throughput.ndjson");
  await writeHistories(few, traces(counts.byWorkers));
  await writeHistories(many, traces(counts.all));
  const report = {
    byWorkers: [await runMeasure(few, 1), await runMeasure(few, 2)],
    all: await runMeasure(many, 2),
  };
  await Promise.all([rm(few), rm(many)]);
  return report;
}

/** Traces of sets, maps and priority queues; one in ten comes from replicas that lag behind. */
function* traces(count: number): Generator<History> {
  for (let seed = 0; seed < count; seed++)
    yield storeTrace((["set", "map", "rpq"] as const)[seed % 3], seed, seed % 10 === 9 ? 1 + (seed % 6) : 0);
}

/** Loaded before the command: tells on descriptor 3, at the end, what processor time it took. */
const tellCpu = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from "node:fs";
  import { isMainThread } from "node:worker_threads";
  if (isMainThread) process.on("exit", () => writeSync(3, JSON.stringify(process.cpuUsage())));
`)}`;

async function runMeasure(file: string, workers: number): Promise<ThroughputRun> {
  const measure = ["measure", file, "--json", "--quiet", "--workers", String(workers)];
  const started = performance.now();
  const running = spawn(process.execPath, ["--import", tellCpu, command, ...measure], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => running.on("close", resolve));
  let told = "";
  running.stdio[3]?.on("data", (chunk: Buffer) => (told += chunk.toString()));
  let histories = -1; // the last line is no history
  let last = "";
  for await (const line of createInterface({ input: running.stdout as Readable })) {
    histories++;
    last = line;
  }
  const status = await exit;
  if (status !== 0 && status !== 1)
    throw new Error(`sightline measure ended with status ${status}, ${histories} histories done`);
  const { user, system } = JSON.parse(told) as NodeJS.CpuUsage;
  return {
    workers,
    histories,
    milliseconds: performance.now() - started,
    cpuMilliseconds: (user + system) / 1000,
    strongest: (JSON.parse(last) as { summary: Pick<ThroughputRun, "strongest"> }).summary.strongest,
  };
}

const columns: readonly Column[] = [
  { heading: "histories", numeric: true },
  { heading: "workers", numeric: true },
  { heading: "time", numeric: true },
  { heading: "cpu", numeric: true },
  { heading: "histories / s", numeric: true },
];

/** The table of this part. */
export function renderThroughput({ byWorkers, all }: ThroughputReport): string {
  const rows = [...byWorkers, all].map(({ histories, workers, milliseconds, cpuMilliseconds }) => [
    histories.toLocaleString("en-GB"),
    String(workers),
    formatTime(milliseconds),
    formatTime(cpuMilliseconds),
    Math.round(histories / (milliseconds / 1000)).toLocaleString("en-GB"),
  ]);
  const [one, two] = byWorkers;
  const levels = Object.entries(all.strongest).map(
    ([level, count]) => `${count.toLocaleString("en-GB")} ${level}`,
  );
  return [
    "### sightline measure, histories of 15 operations in 3 sessions (ViSearch Fig. 6)",
    renderTable(columns, rows),
    `Two workers are ${formatRatio(one.milliseconds / two.milliseconds)} as fast as one. The strongest levels of all: ${levels.join(", ")}.`,
  ].join("\n\n");
}

/** 300,000 histories in under five minutes; fewer in proportion. */
export function judgeThroughput({ all }: ThroughputReport): Target {
  const allowed = (PROMISED.milliseconds * all.histories) / PROMISED.histories;
  return {
    workload: `measure, ${all.histories.toLocaleString("en-GB")} histories`,
    promise: `under ${formatTime(allowed)} (300,000 in under 5 minutes on 2 cores)`,
    measured: `${formatTime(all.milliseconds)} (cpu ${formatTime(all.cpuMilliseconds)})`,
    reached: all.milliseconds < allowed,
  };
}
