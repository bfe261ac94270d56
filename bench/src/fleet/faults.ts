import type { ChildProcess } from "node:child_process";
import { createHash } from "node:crypto";
import { createReadStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { createRandom } from "@sightline/core/random.js";
import { chunksOf } from "@sightline/fleet/input/chunk.js";
import { type RedisServer, startRedis } from "@sightline/testing/sightline/redis-server.js";
import {
  createLogReader,
  ended,
  kill,
  type Logged,
  startCommand,
  writeRegisterHistories,
} from "./processes.js";

/** How many histories there are, and how often each kind of process is killed. */
export interface FaultPlan {
  readonly histories: number;
  readonly kills: Readonly<Record<Victim, number>>;
}

type Victim = "worker" | "coordinator" | "redis";

/** What came of it. */
export interface FaultReport extends FaultPlan {
  readonly chunks: number;
  /** How often a chunk was begun. */
  readonly executions: number;
  /** Chunks that were begun more than once. */
  readonly again: number;
  /** Kills of a worker while it was at a chunk. */
  readonly amid: number;
  /** Whether all lines, but for times, are those of one process. */
  readonly same: boolean;
  readonly summary: string;
  readonly seconds: number;
}

/** The exit status of who finds no Redis at its start. */
const UNREACHED = 64;

/** The size of chunks in kilobytes: about seventy histories. */
const CHUNK = "32";

/** One batch in which processes are killed as it goes on, beside the same batch by one process. */
export async function runFaults(plan: FaultPlan, say: (words: string) => void): Promise<FaultReport> {
  const folder = mkdtempSync(join(tmpdir(), "sightline-faults-"));
  const path = (name: string): string => join(folder, name);
  const [histories, alone, told, log] = ["h.ndjson", "alone", "told", "log"].map(path);
  writeRegisterHistories(histories, plan.histories);
  await ended(startCommand(["measure", histories, "--json"], alone));
  say("one process is done");
  const begun = performance.now();
  const redis = await startRedis(path("redis"));
  const readLog = createLogReader(log);
  const worker = (): ChildProcess =>
    startCommand(["worker", redis.address, "--workers", "1", "--log", log, "--quiet"]);
  const batch = ["measure", histories, "--json", "--chunk", CHUNK, "--cluster", redis.address];
  const coordinator = (): ChildProcess =>
    startCommand([...batch, "--journal", path("journal"), "--resume"], told);
  const crew = { workers: [worker(), worker()], coordinator: coordinator() };
  try {
    const chunks = chunkCount(histories);
    const victims = shuffled(plan.kills);
    let amid = 0;
    /** Who was started while Redis was away has ended, and is started again. True while the batch goes on. */
    const tend = (): boolean => {
      crew.workers = crew.workers.map((one) => (one.exitCode === UNREACHED ? worker() : one));
      if (crew.coordinator.exitCode === UNREACHED) crew.coordinator = coordinator();
      return crew.coordinator.exitCode === null;
    };
    for (const [i, victim] of victims.entries()) {
      const due = ((i + 1) * chunks) / (victims.length + 2);
      while (doneChunks(readLog()) < due && tend()) await setTimeout(20);
      if (!tend()) throw new Error(`the batch ended before kill ${i + 1}`);
      if (victim === "worker") {
        const [first] = crew.workers;
        if (await isAmid(first, readLog)) amid++;
        await kill(first);
        crew.workers = [...crew.workers.slice(1), worker()];
      } else if (victim === "coordinator") {
        await kill(crew.coordinator);
        crew.coordinator = coordinator();
      } else await restart(redis);
      if ((i + 1) % 10 === 0)
        say(`${i + 1} of ${victims.length} kills, ${doneChunks(readLog())} chunks done`);
    }
    while (tend()) await setTimeout(20);
    const times = new Map<number, number>();
    for (const { event, chunk } of readLog())
      if (event === "begin") times.set(chunk, (times.get(chunk) ?? 0) + 1);
    const [ours, theirs] = [await digest(told), await digest(alone)];
    return {
      ...plan,
      chunks,
      executions: [...times.values()].reduce((sum, one) => sum + one, 0),
      again: [...times.values()].filter((one) => one > 1).length,
      amid,
      same: ours.hash === theirs.hash,
      summary: ours.last,
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    for (const one of [...crew.workers, crew.coordinator]) await kill(one);
    await redis.kill();
    rmSync(folder, { recursive: true });
  }
}

async function restart(redis: RedisServer): Promise<void> {
  await redis.kill();
  await redis.restart();
}

/** Waits until a worker is at a chunk; not for long, for there may be none left. */
async function isAmid({ pid }: ChildProcess, readLog: () => readonly Logged[]): Promise<boolean> {
  for (let looks = 0; looks < 500; looks++) {
    const own = readLog().filter((line) => line.pid === pid);
    if (own.at(-1)?.event === "begin") return true;
    await setTimeout(10);
  }
  return false;
}

const doneChunks = (log: readonly Logged[]): number =>
  new Set(log.filter(({ event }) => event === "done").map(({ chunk }) => chunk)).size;

/** All kills in an order that a seed gives. */
function shuffled(kills: FaultPlan["kills"]): readonly Victim[] {
  const random = createRandom(1);
  const all = (Object.entries(kills) as [Victim, number][]).flatMap(([victim, times]) =>
    Array.from({ length: times }, () => victim),
  );
  for (let i = all.length - 1; i > 0; i--) {
    const other = random.int(i + 1);
    [all[i], all[other]] = [all[other], all[i]];
  }
  return all;
}

/** How many chunks a file has. */
function chunkCount(file: string): number {
  const input = { name: file, source: { path: file } };
  return [...chunksOf([input], undefined, { threads: 256, bytes: 1024 * Number(CHUNK) })].length;
}

/** The hash of the lines of `--json` but for times, and the last of them. */
async function digest(file: string): Promise<{ readonly hash: string; readonly last: string }> {
  const hash = createHash("sha256");
  let last = "";
  for await (const line of createInterface({ input: createReadStream(file) })) {
    last = line.replace(/"milliseconds":[\d.]+/g, "");
    hash.update(`${last}\n`);
  }
  return { hash: hash.digest("hex"), last };
}
