/** Loads one file in a process of its own and prints what that took, as one line of JSON. */
import { createReadStream } from "node:fs";
import { readHistories } from "@sightline/formats";
import { peakBytes } from "./peak-memory.js";

/** What loading took. */
export interface LoadReport {
  readonly operations: number;
  readonly milliseconds: number;
  /** Processor time of all threads, the collector's included. */
  readonly cpuMilliseconds: number;
  /** The peak of the whole process, Node itself included. */
  readonly peakMemoryBytes: number;
}

async function load(file: string): Promise<LoadReport> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  let operations = 0;
  for await (const { history, error } of readHistories(createReadStream(file, { highWaterMark: 1 << 18 }), {
    file,
  })) {
    if (error !== undefined) throw error;
    operations += history.size;
  }
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMilliseconds = (user + system) / 1000;
  return { operations, milliseconds, cpuMilliseconds, peakMemoryBytes: peakBytes() };
}

console.log(JSON.stringify(await load(process.argv[2])));
