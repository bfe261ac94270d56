// @module-tag slow
import { join } from "node:path";
import { bundleSources } from "@sightline/testing/bundle-sources.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { clientsFolder, isMissing, withServer } from "@sightline/testing/stores/with-server.js";
import { describe, expect, test } from "vitest";
import { runProgram } from "../failure/run-program.js";
import { createCluster } from "./cluster.js";
import { listenersOf } from "./listeners.js";
import { findProgram } from "./program.js";

const folder = scratchFolder();
const redis = { binary: "redis-server" };

describe.skipIf(await isMissing("redis"))("a cluster", () => {
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
      const program = (await findProgram(redis)) ?? "";
      const port = await cluster.freePort();
      const near = cluster.start("near", program, ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""]);
      await cluster.awaitPort(port);
      expect(await listenersOf([near.pid])).toEqual([`127.0.0.1:${port}`]);
      await cluster.checkListeners();
      const other = await cluster.freePort();
      // 127.0.0.2 is loopback, too, and nobody else can reach it: it stands for an address that was not meant.
      cluster.start("beyond", program, ["--port", `${other}`, "--bind", "127.0.0.1 127.0.0.2", "--save", ""]);
      await cluster.awaitPort(other);
      await expect(cluster.checkListeners()).rejects.toThrow(`listens beyond loopback: 127.0.0.2:${other}`);
    } finally {
      await cluster.close();
    }
  });

  test("ends every process that it started, and says why one ended by itself", async () => {
    const cluster = createCluster(1);
    const program = (await findProgram(redis)) ?? "";
    const port = await cluster.freePort();
    const node = cluster.start("node", program, ["--port", `${port}`, "--bind", "127.0.0.1", "--save", ""]);
    await cluster.awaitPort(port);
    const { pid } = node;
    expect(isRunning(pid)).toBe(true);
    cluster.start("lame", program, ["--no-such-option"]);
    await expect(cluster.awaitPort(await cluster.freePort())).rejects.toThrow(
      /lame ended by itself \(status 1\)/,
    );
    await cluster.close();
    expect(isRunning(pid)).toBe(false);
  });

  test("ends with a process that is killed", async () => {
    bundleSources(folder, new URL("./cluster.ts", import.meta.url));
    const program = (await findProgram(redis)) ?? "";
    const text = `
      const { createCluster } = await import(${JSON.stringify(join(folder, "cluster.js"))});
      const cluster = createCluster(1);
      const port = await cluster.freePort();
      const node = cluster.start("node", ${JSON.stringify(program)}, ["--port", String(port), "--bind", "127.0.0.1", "--save", ""]);
      await cluster.awaitPort(port);
      console.log(node.pid);
      process.kill(process.pid, "SIGKILL");`;
    const { lastLine } = await runProgram(text, clientsFolder);
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
      withServer("redis:register", {}, async () => {
        pids = (await children()).filter((pid) => !before.includes(pid));
        throw new Error("the recorder throws");
      }),
    ).rejects.toThrow("the recorder throws");
    expect(pids.length).toBe(3);
    expect(pids.some(isRunning)).toBe(false);
  });
});
