// @module-tag slow
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { transformSync } from "esbuild";
import { type RedisServer, startRedis } from "@sightline/testing/sightline/redis-server.js";
import { bin, data, sightline } from "@sightline/testing/sightline/run-command.js";
import { isMissing } from "@sightline/testing/stores/with-server.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const folder = scratchFolder();
const path = (name: string): string => join(folder, name);
const [log, journal, hold, holding, poisonous] = ["log", "journal", "hold", "holding", "poisonous.mjs"].map(
  path,
);

/** A register in memory: at some runs it waits while a file is there, and with `poison` one run ends its process. */
const storeText = `import { appendFileSync, existsSync } from "node:fs";
export default {
  type: "register",
  async sessions(count, history) {
    if (history === 7 && process.send !== undefined) process.exit(3);
    while (history >= 10 && existsSync(${JSON.stringify(hold)})) {
      appendFileSync(${JSON.stringify(holding)}, history + "\\n");
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    let value = null;
    const session = { write: async (written) => void (value = written), read: async () => value };
    return Array.from({ length: count }, () => session);
  },
};
`;

const children: ChildProcess[] = [];
function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [bin, ...args], { cwd: data, stdio: ["ignore", "pipe", "pipe"] });
  children.push(child);
  return child;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, "close");
  child.kill(signal);
  await closed;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await setTimeout(10);
}

/** What does not depend on how long something took. */
const timeless = (out: string): string =>
  out.replace(/"(milliseconds|\w*[sS]econds)":[\d.]+/g, "").replace(/, [\d.]+ (ms|s|min)\b.*$/gm, "");

/** What was told besides that no worker is there yet, which one that starts slowly makes true. */
const complaints = (err: string): string => err.replace(/^waiting for workers: .*\n/m, "");

const library = ["measure", "yjs:register", "--delivery", "any", "--histories", "12", "--json"];

const typescript = fileURLToPath(new URL("../../../../../examples/lab/stale-cache.ts", import.meta.url));
/** The same as JavaScript, which it takes a process less to load. */
const javascript = path("stale-cache.mjs");
writeFileSync(javascript, transformSync(readFileSync(typescript, "utf8"), { loader: "ts" }).code);
const cache = `js:${javascript}#StaleCache`;
const few = ["--mode", "async", "--programs", "3", "--seconds", "0.01"];
/** What of an object is the same each time: an async class is run in the orders that follow from the seed. */
const onObject: readonly (readonly string[])[] = [
  ["test", cache, ...few, "--keep-going", "--shrink", "2", "--json"],
  ["record", cache, ...few, "--quiet"],
  ["derive", `js:${typescript}#StaleCache`, ...few, "--programs", "1", "--json"],
];

test("a journal of the programs of an object: what is in it is not run again", async () => {
  const [args] = onObject;
  const kept = [...args, "--journal", path("object"), "--resume"];
  const first = await sightline(kept);
  const written = readFileSync(path("object"), "utf8");
  // A crash while the last line was being written: that program is run again, and no other.
  truncateSync(path("object"), written.length - 10);
  const again = await sightline(kept);
  expect(timeless(again.out)).toBe(timeless(first.out));
  const lines = written.split("\n");
  expect(readFileSync(path("object"), "utf8").split("\n").slice(0, -2)).toEqual(lines.slice(0, -2));
  const other = await sightline([...kept, "--seed", "2"]);
  expect(other.err).toMatch(/SL4011.*seed was not given then, and is \\"2\\" now/);
}, 600_000);

describe("a journal of runs of a store", () => {
  test("is gone on with after a crash, at whatever byte: nothing is lost, and nothing done twice", async () => {
    const alone = await sightline([...library, "--no-shrink"]);
    const kept = [...library, "--no-shrink", "--chunk", "3", "--journal", journal];
    expect(timeless((await sightline(kept)).out)).toBe(timeless(alone.out));
    const whole = readFileSync(journal, "utf8");
    const lines = whole.split("\n");
    expect(lines).toHaveLength(6);
    truncateSync(journal, whole.length - 10); // a crash while the last chunk was being written
    const resumed = await sightline([...kept, "--resume"]);
    expect(timeless(resumed.out)).toBe(timeless(alone.out));
    const again = readFileSync(journal, "utf8").split("\n");
    expect(again).toHaveLength(6);
    expect(again.slice(0, 4)).toEqual(lines.slice(0, 4));
    // What is in it is not run again: the times of the first run are told.
    expect((await sightline([...kept, "--resume"])).out.split("\n").slice(0, 12)).toEqual(
      resumed.out.split("\n").slice(0, 12),
    );
  }, 600_000);

  test("is refused for another question, and for one long run", async () => {
    const other = await sightline([...library, "--seed", "2", "--journal", journal, "--resume"]);
    expect(other.code).toBe(64);
    expect(other.err).toMatch(/SL4011.*journal of another batch: seed was 1 then, and is 2 now/);
    const windows = await sightline(["measure", "yjs:map", "--windows", "--journal", path("w")]);
    expect(windows.err).toMatch(/--windows is one long run.*\[SL4006\]/);
  }, 600_000);

  test("of recorded histories gives the same file", async () => {
    const record = ["record", "yjs:map", "--histories", "7", "--quiet"];
    const alone = await sightline(record);
    const kept = [...record, "--chunk", "2", "--journal", path("recorded")];
    expect((await sightline(kept)).out).toBe(alone.out);
    expect((await sightline([...kept, "--resume", "--output", path("out.ndjson")])).err).toBe("");
    expect(readFileSync(path("out.ndjson"), "utf8")).toBe(alone.out);
  }, 600_000);
});

describe.skipIf(await isMissing("redis"))("runs of a store over a cluster", () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis(path("redis"));
    writeFileSync(poisonous, storeText);
  }, 600_000);
  afterAll(async () => {
    await Promise.all(children.map((child) => end(child, "SIGKILL")));
    await redis.kill();
  });

  test("come to the table of one process, whoever is killed; a run that ends its process is set apart", async () => {
    const worker = (): ChildProcess =>
      start("worker", redis.address, "--workers", "2", "--allow-target", poisonous, "--log", log, "--quiet");
    const first = worker();
    const to = ["--chunk", "5", "--cluster", redis.address, "--journal", path("cluster")];
    const measured = await sightline([...library, ...to]);
    const alone = await sightline(library);
    expect(complaints(measured.err)).toBe("");
    expect(timeless(measured.out)).toBe(timeless(alone.out));
    expect(measured.code).toBe(alone.code);

    writeFileSync(hold, "");
    const own = ["measure", `js:${poisonous}`, "--histories", "20", "--chunk", "5", "--json"];
    const batch = [...own, "--cluster", redis.address, "--journal", path("own"), "--resume"];
    const coordinator = start(...batch);
    // Runs from 10 on cannot be finished: the worker and the coordinator are killed while they are under way.
    await until(() => existsSync(holding));
    await end(first, "SIGKILL");
    await end(coordinator, "SIGKILL");
    const second = worker();
    rmSync(hold);
    const resumed = await sightline(batch);
    expect(complaints(resumed.err)).toBe("");
    expect(resumed.code).toBe(2);
    const { summary } = JSON.parse(resumed.out.trimEnd().split("\n").at(-1) ?? "") as {
      summary: { histories: number; lost: { run: number; reason: string }[] };
    };
    expect(summary.histories).toBe(19);
    expect(summary.lost).toEqual([
      { run: 7, reason: "whenever it was begun, three times, its process was lost: it ended with status 3" },
    ]);
    const begun = readFileSync(log, "utf8").match(/"begin".*measure-runs-0-10-5"/g) ?? [];
    expect(begun.length).toBeGreaterThan(1);
    await end(second, "SIGTERM");
    expect(second.exitCode).toBe(0);
  }, 600_000);

  test.skipIf(!existsSync("/proc"))(
    "of a server: each worker starts its own, and ends them",
    async () => {
      const worker = start("worker", redis.address, "--prefix", "servers", "--workers", "1");
      const to = ["--cluster", redis.address, "--prefix", "servers", "--output", path("redis.ndjson")];
      const run = await sightline(["record", "redis:register", "--histories", "2", ...to]);
      expect(complaints(run.err)).toMatch(
        /^redis .*\nIn force: .* bytes through the proxies.*\n2 histories recorded/ms,
      );
      expect(run.code).toBe(0);
      expect(readFileSync(path("redis.ndjson"), "utf8").trimEnd().split("\n")).toHaveLength(2);
      const servers = serversUnder(worker.pid ?? 0);
      expect(servers.length).toBeGreaterThan(2);
      await end(worker, "SIGTERM");
      expect(servers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    },
    600_000,
  );

  test("and programs of an object come to what one process comes to", async () => {
    const worker = start(
      "worker",
      redis.address,
      "--prefix",
      "lab",
      "--workers",
      "2",
      ...[typescript, javascript].flatMap((file) => ["--allow-target", `js:${file}`]),
    );
    for (const args of onObject) {
      const alone = await sightline(args);
      const kept = [...args, "--journal", path(`there-${args[0]}`)];
      const there = await sightline([...kept, "--cluster", redis.address, "--prefix", "lab"]);
      expect([complaints(there.err), there.code]).toEqual([alone.err, alone.code]);
      expect(timeless(there.out)).toBe(timeless(alone.out));
      // The journal has all of it, whoever did it.
      expect(timeless((await sightline([...kept, "--resume"])).out)).toBe(timeless(alone.out));
    }
    await end(worker, "SIGTERM");
  }, 600_000);

  test("load no code that a worker does not allow, and connect to nothing", async () => {
    const worker = start("worker", redis.address, "--prefix", "strict", "--workers", "1");
    const to = ["--cluster", redis.address, "--prefix", "strict"];
    const refused = await sightline(["measure", `js:${poisonous}`, ...to]);
    expect(refused.code).toBe(64);
    expect(refused.err).toMatch(
      /refuses the job: it needs the module poisonous\.mjs; allow it .* \[SL3008\]/,
    );
    const addressed = await sightline(["measure", "redis:map", "--address", "redis://127.0.0.1:1", ...to]);
    expect(addressed.err).toMatch(/--address is not for --cluster.*\[SL4006\]/);
    await end(worker, "SIGTERM");
  }, 600_000);
});

/** The processes that a process has started, those that these have started, and so on. */
function serversUnder(pid: number): readonly number[] {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])] as const];
      } catch {
        return []; // it has ended
      }
    });
  const own = parents.filter(([, parent]) => parent === pid).map(([child]) => child);
  return [...own, ...own.flatMap(serversUnder)];
}
