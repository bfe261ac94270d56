import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chunksOf } from "@sightline/fleet/input/chunk.js";
import { startRedis } from "@sightline/testing/sightline/redis-server.js";
import { timeCommand } from "../time-command.js";
import { kill, startCommand, usageOf, writeRegisterHistories } from "./processes.js";
import type { Costs } from "./simulate.js";

const command = fileURLToPath(new URL("../../../packages/sightline/bin/sightline.js", import.meta.url));

/** One way to measure a file: the time by the clock and the processor time of each kind of process, in milliseconds. */
export interface SpeedRun {
  readonly way: string;
  readonly chunks: number;
  readonly time: number;
  /** The process that was called: with threads, all of it. */
  readonly called: number;
  readonly workers: number;
  readonly redis: number;
}

/** What the speed of a cluster is made of. */
export interface SpeedReport {
  readonly histories: number;
  readonly runs: readonly SpeedRun[];
  readonly costs: Costs;
}

/** Sizes of chunks in kilobytes: few histories and many, to tell what a chunk costs from what a history does. */
const [SMALL, LARGE] = [4, 256];

/** The same file by threads and by worker processes of one thread each. */
export async function runSpeed(histories: number): Promise<SpeedReport> {
  const folder = mkdtempSync(join(tmpdir(), "sightline-speed-"));
  const file = join(folder, "h.ndjson");
  writeRegisterHistories(file, histories);
  const redis = await startRedis(join(folder, "redis"));
  const workers: ReturnType<typeof startCommand>[] = [];
  const runs: SpeedRun[] = [];
  let part: SpeedRun | undefined;
  const inChunks = (kilobytes: number): number =>
    [
      ...chunksOf([{ name: file, source: { path: file } }], undefined, {
        threads: WINDOW,
        bytes: 1024 * kilobytes,
      }),
    ].length;
  try {
    for (const threads of [1, 2]) {
      const args = [command, "measure", file, "--quiet", "--workers", String(threads)];
      const { cpu, time } = timeCommand(args, [0, 1]);
      runs.push({
        way: `${threads} thread${threads > 1 ? "s" : ""}`,
        chunks: 0,
        time,
        called: cpu,
        workers: 0,
        redis: 0,
      });
    }
    for (const count of [1, 2]) {
      workers.push(startCommand(["worker", redis.address, "--workers", "1", "--quiet"]));
      const usage = () => ({
        workers: workers.reduce((sum, { pid }) => sum + (usageOf(pid)?.cpu ?? 0), 0),
        redis: usageOf(redis.pid())?.cpu ?? 0,
      });
      const measure = (kilobytes: number): SpeedRun => {
        const before = usage();
        const sizes = ["--window", String(WINDOW), "--chunk", String(kilobytes)];
        const args = [command, "measure", file, "--quiet", "--cluster", redis.address, ...sizes];
        const { cpu, time } = timeCommand(args, [0, 1]);
        const after = usage();
        return {
          way: `${count} worker process${count > 1 ? "es" : ""}, chunks of ${kilobytes} kB`,
          chunks: inChunks(kilobytes),
          time,
          called: cpu,
          workers: after.workers - before.workers,
          redis: after.redis - before.redis,
        };
      };
      measure(LARGE); // compiles the program
      runs.push(measure(LARGE), measure(SMALL));
      if (count === 1) {
        writeRegisterHistories(file, histories / PART);
        part = measure(LARGE);
        writeRegisterHistories(file, histories);
      }
    }
  } finally {
    for (const worker of workers) await kill(worker);
    await redis.kill();
    rmSync(folder, { recursive: true });
  }
  return { histories, runs, costs: costsOf(histories, runs, part as SpeedRun) };
}

/** The part of the file that is measured by itself, to tell the start of a command from its work: a fifth. */
const PART = 5;

/** Few enough that chunks of the large size are that large. */
const WINDOW = 8;

/** What a chunk costs, what a history does, and what the start: two sizes of chunks, two lengths of the file. */
function costsOf(histories: number, runs: readonly SpeedRun[], part: SpeedRun): Costs {
  const [large, small] = [LARGE, SMALL].map(
    (size) => runs.find(({ way }) => way === `1 worker process, chunks of ${size} kB`) as SpeedRun,
  );
  const more = small.chunks - large.chunks;
  const perChunk = Math.max(0, (small.called - large.called) / more);
  return {
    worker: large.workers / histories,
    redis: small.redis / small.chunks,
    perChunk,
    perHistory: Math.max(
      0,
      (large.called - part.called - (large.chunks - part.chunks) * perChunk) / (histories - histories / PART),
    ),
  };
}
