import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { isPending, measure } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { runProgram } from "../failure/run-program.js";
import type { OpenStore, RecordedRun, StoreOptions } from "../store.js";
import type { StoreType } from "../workload/workload.js";
import { createCluster } from "./cluster.js";
import { listenersOf } from "./listeners.js";
import { openServer } from "./open-server.js";
import { findProgram } from "./server.js";
import { servers } from "./servers.js";

/** The clients are installed beside this package. */
const folder = fileURLToPath(new URL("../..", import.meta.url));

/** Whether a server is missing: said aloud, and in continuous integration an error, so that nothing is skipped unnoticed. */
async function isMissing(name: string): Promise<boolean> {
  if ((await findProgram(servers[name])) !== undefined) return false;
  const reason = `${servers[name].binary} is not on this machine (Debian: ${servers[name].debian})`;
  if (process.env["CI"] === "true" || process.env["SIGHTLINE_CI"] === "1") throw new Error(reason);
  console.warn(`Tests of ${name} are skipped: ${reason}`);
  return true;
}
const missing = Object.fromEntries(
  await Promise.all(Object.keys(servers).map(async (name) => [name, await isMissing(name)] as const)),
);

/** Uses a store, and closes it whatever happens. */
async function using<T>(
  name: string,
  type: StoreType,
  options: StoreOptions,
  work: (store: OpenStore) => Promise<T>,
): Promise<T> {
  const store = await openServer(servers[name], type, { folder, ...options });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const overSessions = ({ history }: RecordedRun): string => measure(history).level;
const overTime = ({ history }: RecordedRun): string => measure(history, { order: "realtime" }).level;

const HISTORIES = 1000;

/** Looks for a history of which the condition holds, in at most so many; the delays must have been in force. */
async function find(
  store: OpenStore,
  isIt: (run: RecordedRun) => boolean,
  histories = HISTORIES,
): Promise<boolean> {
  let found = false;
  for (let run = 0; run < histories && !found; run++) found = isIt(await store.record(run));
  const evidence = await store.evidence?.();
  expect(evidence?.missing).toBeUndefined();
  expect(evidence?.bytes.every((bytes) => bytes > 0)).toBe(true);
  return found;
}

describe.skipIf(missing["redis"])("Redis", () => {
  test("reads at replicas violate basic", () =>
    using("redis", "register", { consistency: "replica" }, async (store) => {
      expect(await find(store, (run) => overSessions(run) === "weak")).toBe(true);
    }));

  test("WAIT is complete over sessions, and new at one replica is old at another", () =>
    using("redis", "register", { consistency: "wait" }, async (store) => {
      const levels = new Set<string>();
      const isOld = (run: RecordedRun): boolean => {
        levels.add(overSessions(run));
        return overTime(run) !== "complete";
      };
      expect(await find(store, isOld)).toBe(true);
      expect(levels).toEqual(new Set(["complete"]));
    }));

  test("reads at the primary violate nothing", () =>
    using("redis", "register", { consistency: "primary" }, async (store) => {
      expect(await find(store, (run) => overTime(run) !== "complete")).toBe(false);
    }));

  test.each(["map", "set", "counter"] as const)("is used as a %s", (type) =>
    using("redis", type, { consistency: "primary" }, async (store) => {
      expect(await find(store, (run) => overTime(run) !== "complete" || run.diverged !== false, 10)).toBe(
        false,
      );
    }),
  );

  test("with a cut link and a crashed replica no history is lost, and what is in doubt is pending", () =>
    withFaults("redis", "wait"));
});

/** Records histories with a cut link and a crashed node; some calls must fail, and nothing be lost of the others. */
async function withFaults(name: string, consistency: string): Promise<void> {
  const delivery = { partition: true, restart: true };
  await using(name, "register", { consistency, delivery }, async (store) => {
    let failed = 0;
    const suffered = new Set<string>();
    for (let number = 0; number < 12; number++) {
      const run = await store.record(number);
      const { history, errors = [], faults = [], diverged } = run;
      for (const fault of faults) suffered.add(fault);
      const lost = errors.filter((error) => error.startsWith("read")).length;
      expect(history.size).toBe(15 - lost);
      const ids = Array.from({ length: history.size }, (_, id) => id);
      expect(ids.filter((id) => isPending(history, id))).toHaveLength(errors.length - lost);
      failed += errors.length;
      expect(diverged).toBe(false);
      expect(overSessions(run)).toBe("complete");
    }
    expect(suffered).toEqual(new Set(["partition", "restart"]));
    expect(failed).toBeGreaterThan(0);
  });
}

describe.skipIf(missing["etcd"])("etcd", () => {
  test("serializable reads are complete over sessions, and not over real time", () =>
    using("etcd", "register", { consistency: "serializable" }, async (store) => {
      const levels = new Set<string>();
      const isOld = (run: RecordedRun): boolean => {
        levels.add(overSessions(run));
        return overTime(run) !== "complete";
      };
      expect(await find(store, isOld)).toBe(true);
      expect(levels).toEqual(new Set(["complete"]));
    }));

  test("linearizable reads violate nothing", () =>
    using("etcd", "map", { consistency: "linearizable" }, async (store) => {
      expect(await find(store, (run) => overTime(run) !== "complete", 100)).toBe(false);
    }));

  test("with a cut link and a crashed node no history is lost, and what is in doubt is pending", () =>
    withFaults("etcd", "linearizable"));
});

describe.skipIf(missing["postgres"])("PostgreSQL", () => {
  test("local: reads at standbys violate basic", () =>
    using("postgres", "register", { consistency: "local" }, async (store) => {
      expect(await find(store, (run) => overSessions(run) === "weak")).toBe(true);
    }));

  test("remote_apply with one slow link is complete over sessions, and not over real time", () =>
    using(
      "postgres",
      "register",
      {
        consistency: "remote_apply",
        workload: { updates: 0.3 },
        milliseconds: [
          [0, 0],
          [25, 30],
        ],
      },
      async (store) => {
        const levels = new Set<string>();
        const isOld = (run: RecordedRun): boolean => {
          levels.add(overSessions(run));
          return overTime(run) !== "complete";
        };
        expect(await find(store, isOld)).toBe(true);
        expect(levels).toEqual(new Set(["complete"]));
      },
    ));
});

/** A module of this package as JavaScript that stands alone, in a temporary file. */
function bundled(module: string): string {
  const outfile = join(mkdtempSync(join(tmpdir(), "sightline-bundle-")), "module.mjs");
  const tsconfig = fileURLToPath(new URL("../../../../tsconfig.test.json", import.meta.url));
  buildSync({ entryPoints: [module], outfile, bundle: true, platform: "node", format: "esm", tsconfig });
  return outfile;
}

describe.skipIf(missing["redis"])("a cluster", () => {
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };

  test("listens on loopback alone: what does not is found out", async () => {
    const cluster = createCluster(1);
    try {
      const program = (await findProgram(servers["redis"])) ?? "";
      const port = await cluster.freePort();
      const near = cluster.start("near", program, ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""]);
      await cluster.awaitPort(near, port);
      expect(await listenersOf([near.pid])).toEqual([`127.0.0.1:${port}`]);
      await cluster.checkListeners();
      const other = await cluster.freePort();
      // 127.0.0.2 is loopback, too, and nobody else can reach it: it stands for an address that was not meant.
      const beyond = cluster.start("beyond", program, [
        "--port",
        `${other}`,
        "--bind",
        "127.0.0.1 127.0.0.2",
        "--save",
        "",
      ]);
      await cluster.awaitPort(beyond, other);
      await expect(cluster.checkListeners()).rejects.toThrow(`listens beyond loopback: 127.0.0.2:${other}`);
    } finally {
      await cluster.close();
    }
  });

  test("ends every process that it started, and says why one ended by itself", async () => {
    const cluster = createCluster(1);
    const program = (await findProgram(servers["redis"])) ?? "";
    const port = await cluster.freePort();
    const node = cluster.start("node", program, ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""]);
    await cluster.awaitPort(node, port);
    const { pid } = node;
    expect(isRunning(pid)).toBe(true);
    const lame = cluster.start("lame", program, ["--no-such-option"]);
    await expect(cluster.awaitPort(lame, await cluster.freePort())).rejects.toThrow(
      /lame ended by itself \(status 1\)/,
    );
    await cluster.close();
    expect(isRunning(pid)).toBe(false);
  });

  test("ends with a process that is killed", async () => {
    const module = new URL("./cluster.ts", import.meta.url).pathname;
    const program = (await findProgram(servers["redis"])) ?? "";
    const text = `
      const { createCluster } = await import(${JSON.stringify(bundled(module))});
      const cluster = createCluster(1);
      const port = await cluster.freePort();
      const node = cluster.start("node", ${JSON.stringify(program)}, ["--port", String(port), "--bind", "127.0.0.1", "--save", ""]);
      await cluster.awaitPort(node, port);
      console.log(node.pid);
      process.kill(process.pid, "SIGKILL");`;
    const { lastLine } = await runProgram(text, folder);
    const pid = Number(lastLine);
    expect(pid).toBeGreaterThan(0);
    while (isRunning(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
  });

  test("ends with a recorder that throws: the store is closed by whoever opened it", async () => {
    let pids: readonly number[] = [];
    const children = async (): Promise<readonly number[]> => {
      const { readFile } = await import("node:fs/promises");
      const text = await readFile(`/proc/self/task/${process.pid}/children`, "utf8").catch(() => "");
      return text.trim().split(" ").filter(Boolean).map(Number);
    };
    const before = await children();
    await expect(
      using("redis", "register", {}, async () => {
        pids = (await children()).filter((pid) => !before.includes(pid));
        throw new Error("the recorder throws");
      }),
    ).rejects.toThrow("the recorder throws");
    expect(pids.length).toBe(3);
    expect(pids.some(isRunning)).toBe(false);
  });
});

describe("what cannot be", () => {
  test("a consistency that a server does not have is refused, and those that it has are told", () =>
    expect(openServer(servers["redis"], "register", { folder, consistency: "strong" })).rejects.toThrow(
      /redis has no consistency "strong": take replica \(reads at replicas\), or primary/,
    ));

  test("a type that a server is not used as is refused", () =>
    expect(openServer(servers["redis"], "list", { folder })).rejects.toThrow(
      /take redis:register, redis:map/,
    ));

  test("a program that is missing is named, and where it is to be had", () =>
    expect(
      openServer({ ...servers["redis"], binary: "no-such-server" }, "register", { folder }),
    ).rejects.toThrow(/needs the program no-such-server.*Debian has it in redis-server/));
});
