// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createHeldType } from "@sightline/testing/sightline/held-type.js";
import { registerHistories } from "@sightline/testing/sightline/register-histories.js";
import { type RedisServer, startRedis } from "@sightline/testing/sightline/redis-server.js";
import { bin, sightline } from "@sightline/testing/sightline/run-command.js";
import { until } from "@sightline/testing/until.js";
import { isMissing } from "@sightline/testing/stores/with-server.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const folder = scratchFolder();
const path = (name: string): string => join(folder, name);
const [histories, log, journal] = ["h.ndjson", "log", "journal"].map(path);
const held = createHeldType(folder);

/** From this history on, checking waits: a chunk is then unfinished for certain. */
const HELD_FROM = 150;

/** The size of chunks in kilobytes: a dozen histories. */
const CHUNK = 6;

const children: ChildProcess[] = [];
function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

/** Ends a process as a power cut would. */
async function kill(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGKILL");
  await closed;
}

interface Logged {
  readonly event: "begin" | "done" | "found";
  readonly chunk: number;
  readonly pid: number;
}

/** What workers have logged. */
const logged = (): readonly Logged[] =>
  !existsSync(log)
    ? []
    : readFileSync(log, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Logged);

/** The chunks that a worker has begun and not done. */
const unfinished = ({ pid }: ChildProcess): readonly number[] => {
  const own = logged().filter((line) => line.pid === pid);
  const done = new Set(own.filter(({ event }) => event !== "begin").map(({ chunk }) => chunk));
  return own.filter(({ event, chunk }) => event === "begin" && !done.has(chunk)).map(({ chunk }) => chunk);
};

/** Whether both threads of a worker are held. */
const isHeld = ({ pid }: ChildProcess): boolean => held.heldBy(pid) === 2;

const timeless = (out: string): string => out.replace(/"milliseconds":[\d.]+/g, "");

describe.skipIf(await isMissing("redis"))("a cluster", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(path("redis"));
    writeFileSync(histories, registerHistories(300));
  }, 600_000);
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await redis.kill();
  });

  test("whose workers, coordinator and Redis are killed comes to what one process comes to", async () => {
    const alone = await sightline(["measure", histories, "--type", held.path, "--json"]);
    held.holdFrom(HELD_FROM);
    const worker = () =>
      start("worker", redis.address, "--workers", "2", "--allow-type", held.path, "--log", log, "--quiet");
    const args = ["measure", histories, "--type", held.path, "--json", "--chunk", String(CHUNK)];
    const batch = [...args, "--cluster", redis.address, "--journal", journal, "--resume"];

    const first = worker();
    const coordinator = start(...batch);
    // It is killed while it is at chunks that cannot be finished.
    await until(() => isHeld(first));
    const lost = unfinished(first);
    expect(lost).toHaveLength(2);
    await kill(first);
    const second = worker();
    await until(() => isHeld(second));
    // What was finished before is told and on disk.
    await until(() => existsSync(journal) && readFileSync(journal, "utf8").split("\n").length > 3);
    await redis.kill();
    await kill(coordinator);
    await redis.restart();
    held.release();
    const resumed = await sightline(batch);

    expect(timeless(resumed.out)).toBe(timeless(alone.out));
    expect(resumed.code).toBe(alone.code);
    const begun = logged().filter(({ event }) => event === "begin");
    for (const chunk of lost) expect(begun.filter((line) => line.chunk === chunk).length).toBeGreaterThan(1);
    second.kill("SIGTERM");
    await once(second, "close");
    expect(second.exitCode).toBe(0);
  }, 600_000);

  test("sends along what is no file, and loads no code that a worker does not allow", async () => {
    const worker = start("worker", redis.address, "--prefix", "other", "--workers", "1");
    const to = ["--cluster", redis.address, "--prefix", "other"];
    // Enough for several chunks: of one, only what proves hard would be sent.
    const [input, chunk] = [registerHistories(40), String(CHUNK)];
    const sent = await sightline(["check", "-", ...to, "--json", "--chunk", chunk], { input });
    const alone = await sightline(["check", "-", "--json"], { input });
    expect(sent.err.replace(/^waiting for workers: .*\n/m, "")).toBe(""); // one may start slowly
    expect(timeless(sent.out)).toBe(timeless(alone.out));
    expect(sent.code).toBe(alone.code);
    const refused = await sightline(["measure", histories, "--type", held.path, ...to, "--chunk", chunk]);
    expect(refused.code).toBe(64);
    expect(refused.err).toMatch(/refuses the job: it needs the type held\.mjs; allow it .* \[SL3008\]/);
    worker.kill("SIGTERM");
    await once(worker, "close");
    // What was refused then is allowed now: nobody is told the old reason.
    const second = start("worker", redis.address, "--prefix", "other", "--allow-type", held.path);
    const mended = await sightline([
      "measure",
      histories,
      "--type",
      held.path,
      ...to,
      "--chunk",
      chunk,
      "--json",
    ]);
    expect(mended.err.replace(/^waiting for workers: .*\n/m, "")).toBe("");
    expect(mended.out.split("\n")).toHaveLength(302);
    second.kill("SIGTERM");
    await once(second, "close");
  }, 600_000);

  test("that cannot be reached is told, without the password", async () => {
    for (const args of [["worker"], ["check", histories, "--cluster"]]) {
      const run = await sightline([...args, "redis://me:secret@127.0.0.1:1"]);
      expect(run.code).toBe(64);
      expect(run.err).toMatch(
        /^error: redis:\/\/me@127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* \[SL3007\]\n$/,
      );
    }
    expect((await sightline(["worker", "localhost"])).err).toMatch(/takes an address such as redis:/);
    expect((await sightline(["check", "-", "--prefix", "a"])).err).toMatch(/--prefix is for --cluster/);
    await redis.ask("ACL SETUSER guest on >secret ~guests:* &* +@all");
    const guest = redis.address.replace("redis://", "redis://guest:secret@");
    for (const args of [["worker"], ["check", histories, "--cluster"]])
      expect((await sightline([...args, guest])).err).toMatch(
        /^error: redis:\/\/guest@.* cannot be used: NOPERM .* \[SL3007\]\n$/,
      );
    const own = await sightline(["check", "-", "--cluster", redis.address, "--workers", "2"]);
    expect(own.err).toMatch(/--workers is for sightline worker/);
  }, 600_000);

  test("whose Redis does not come back lets a worker go that is asked to end", async () => {
    const worker = start("worker", redis.address, "--prefix", "third", "--workers", "1");
    let said = "";
    worker.stderr?.on("data", (chunk) => (said += chunk));
    await until(() => said.includes("working for"));
    await redis.kill();
    await until(() => said.includes("is away: waiting for it"));
    worker.kill("SIGTERM");
    await once(worker, "close");
    expect(worker.exitCode).toBe(0);
    expect(said).toContain("Redis is away: the chunks under way are left to others");
  }, 600_000);
});
