import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startRedis } from "@sightline/testing/sightline/redis-server.js";
import { createLogReader, ended, kill, startCommand, usageOf, writeRegisterHistories } from "./processes.js";

/** The memory of each process at a moment, in bytes. */
export interface MemorySample {
  /** Chunks that workers had done by then. */
  readonly chunks: number;
  readonly coordinator: number;
  readonly redis: number;
  readonly worker: number;
}

/** One batch over a cluster of one worker, with samples of all processes' memory on the way. */
export async function runFlatness(histories: number, operations: number): Promise<readonly MemorySample[]> {
  const folder = mkdtempSync(join(tmpdir(), "sightline-memory-"));
  const [file, log] = [join(folder, "h.ndjson"), join(folder, "log")];
  writeRegisterHistories(file, histories, operations);
  const redis = await startRedis(join(folder, "redis"));
  const worker = startCommand(["worker", redis.address, "--workers", "1", "--log", log, "--quiet"]);
  const journal = join(folder, "journal");
  const coordinator = startCommand([
    "measure",
    file,
    "--quiet",
    "--cluster",
    redis.address,
    "--journal",
    journal,
  ]);
  const readLog = createLogReader(log);
  const samples: MemorySample[] = [];
  try {
    while (coordinator.exitCode === null) {
      const [ours, theirs, its] = [coordinator.pid, redis.pid(), worker.pid].map(
        (pid) => usageOf(pid)?.rss ?? 0,
      );
      const chunks = readLog().filter(({ event }) => event === "done").length;
      if (ours > 0) samples.push({ chunks, coordinator: ours, redis: theirs, worker: its });
      await setTimeout(500);
    }
    await ended(coordinator);
    return samples;
  } finally {
    await kill(worker);
    await kill(coordinator);
    await redis.kill();
    rmSync(folder, { recursive: true });
  }
}
