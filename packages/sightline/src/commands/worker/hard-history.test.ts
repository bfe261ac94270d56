// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type RedisServer, startRedis } from "@sightline/testing/sightline/redis-server.js";
import { bin } from "@sightline/testing/sightline/run-command.js";
import { isMissing } from "@sightline/testing/stores/with-server.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const folder = scratchFolder();
const path = (name: string): string => join(folder, name);
const [history, type, log, shared] = ["hard.txt", "slow.mjs", "log", "shared"].map(path);
const [slow, hold, holding] = ["slow", "hold", "holding"].map(path);

/**
 * A queue. While the file `slow` is there, its coordinator takes a while for each step, so that any machine finds it
 * hard; `shared` tells when other threads have joined the first. While the file `hold` is there its workers wait: a cube
 * is then unfinished for certain.
 */
const slowType = `import { appendFileSync, existsSync } from "node:fs";
import { threadId } from "node:worker_threads";
let isHeld = false;
const isWorker = process.env.ROLE === "worker";
if (!isWorker && threadId > 1) appendFileSync(${JSON.stringify(shared)}, threadId + "\\n");
const sleep = new Int32Array(new SharedArrayBuffer(4));
export default {
  init: () => [],
  step(state, { method, args: [value] }) {
    if (!isWorker && existsSync(${JSON.stringify(slow)})) Atomics.wait(sleep, 0, 0, 1);
    while (isWorker && existsSync(${JSON.stringify(hold)})) {
      if (!isHeld) appendFileSync(${JSON.stringify(holding)}, process.pid + "\\n");
      isHeld = true;
      Atomics.wait(sleep, 0, 0, 20);
    }
    return method === "offer" ? { state: [...state, value], result: null } : { state, result: state };
  },
};
`;

/** Concurrent offers, and two who read them: one the reverse of the other. */
function readTwice(offers: number): string {
  const values = Array.from({ length: offers }, (_, value) => value);
  const reads = [values, values.toReversed()].map((read) => `{ toArray() => [${read.join()}] }`);
  return [...values.map((value) => `{ offer(${value}) }`), ...reads].join(" || ");
}

const children: ChildProcess[] = [];
function start(role: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: folder,
    env: { ...process.env, ROLE: role },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}

const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : [];

describe.skipIf(await isMissing("redis"))("one hard history over a cluster", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(path("redis"));
    writeFileSync(history, readTwice(7));
    writeFileSync(type, slowType);
  }, 600_000);
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await redis.kill();
  });

  const worker = (): ChildProcess =>
    start("worker", "worker", redis.address, "--workers", "1", "--allow-type", type, "--log", log, "--quiet");
  const asked = ["check", history, "--type", type, "--criterion", "sequential", "--no-explain", "--json"];
  const check = (): ChildProcess => {
    writeFileSync(slow, "");
    return start("coordinator", ...asked, "--cluster", redis.address);
  };
  /** Once others have joined the first thread, nobody need be slow. */
  async function hurry(): Promise<void> {
    await until(() => existsSync(shared));
    rmSync(slow);
    rmSync(shared);
  }

  /** The line that a check prints. */
  async function result(child: ChildProcess) {
    let [out, err] = ["", ""];
    child.stdout?.on("data", (text) => (out += text));
    child.stderr?.on("data", (text) => (err += text));
    await once(child, "close");
    expect(err, out).not.toMatch(/refuses|error/);
    return JSON.parse(out) as { verdict: string; stats: { cubes?: number; threads?: number } };
  }
  const pidsThat = (event: string): readonly number[] =>
    linesOf(log)
      .map((line) => JSON.parse(line) as { event: string; pid: number })
      .filter((line) => line.event === event)
      .map(({ pid }) => pid);

  /** The jobs and the questions that are in Redis. */
  async function left(): Promise<readonly string[]> {
    const keys = await redis.keys();
    return keys.filter((key) => /:cubes:[^:]*$|:chunks:.*-\d+$|:(prioritized|active|wait)$/.test(key));
  }

  test("has the same verdict without workers and with some of which one is killed", async () => {
    const nobody = result(check());
    await hurry();
    const alone = await nobody;
    expect(alone).toMatchObject({ verdict: "violated" });
    expect(alone.stats.cubes).toBeGreaterThan(0);

    const first = worker();
    writeFileSync(hold, "");
    const both = result(check());
    // It is killed while it is at a cube that it cannot finish.
    await until(() => linesOf(holding).includes(String(first.pid)));
    first.kill("SIGKILL");
    const second = worker();
    await until(() => linesOf(holding).includes(String(second.pid)));
    rmSync(hold);
    await hurry();
    expect(await both).toMatchObject({ verdict: "violated" });
    expect(pidsThat("sits")).toEqual(expect.arrayContaining([first.pid, second.pid]));

    await until(async () => (await left()).length === 0);
    second.kill("SIGTERM");
    await once(second, "close");
    expect(second.exitCode).toBe(0);
  }, 600_000);

  test("leaves no jobs behind when it is interrupted, and workers go home", async () => {
    const helper = worker();
    writeFileSync(hold, "");
    const coordinator = check();
    await until(() => linesOf(holding).includes(String(helper.pid)));
    await hurry();
    expect((await left()).length).toBeGreaterThan(1);
    coordinator.kill("SIGINT");
    await once(coordinator, "close");
    await until(() => pidsThat("left").includes(helper.pid ?? 0));
    await until(async () => (await left()).length === 0);
    helper.kill("SIGTERM");
    await once(helper, "close");
  }, 600_000);
});
