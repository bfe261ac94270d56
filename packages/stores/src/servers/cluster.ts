import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { chmod, mkdir } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRandom } from "@sightline/core";
import type { Fault } from "../live/live-store.js";
import { askUntil } from "./ask-until.js";
import { listenersOf } from "./listeners.js";
import { openProxy, type Proxy } from "./proxy.js";
import type { Delay, Until } from "./server.js";

/** A server process that we started. */
export interface Node {
  readonly name: string;
  readonly pid: number;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again, in the same way. */
  startAgain(): void;
}

/** How a node is started. */
export interface NodeOptions extends Pick<SpawnOptions, "uid" | "gid" | "env"> {
  /** The signal that ends it, as a crash would, and all that it has started. Default: SIGKILL. */
  readonly signal?: NodeJS.Signals;
}

/** Servers on loopback, with proxies between them, in a folder of their own. */
export interface Cluster {
  /** A new folder for a node. */
  folder(name: string): Promise<string>;
  /** A port on loopback that nobody listens at, and that was not given before. */
  freePort(): Promise<number>;
  start(name: string, command: string, args: readonly string[], options?: NodeOptions): Node;
  /** Comes back when the port is open. Throws where a node has ended before. */
  awaitPort(port: number): Promise<void>;
  /** Asks until there is an answer. Throws what the last one threw, where a node has ended by itself. */
  readonly until: Until;
  link(to: number): Promise<Proxy>;
  readonly links: readonly Proxy[];
  /** From now on each link is late by these, in turn where there are fewer. */
  setDelays(delays: readonly Delay[]): void;
  readonly pids: readonly number[];
  /** Throws where some node listens at anything but 127.0.0.1. */
  checkListeners(): Promise<void>;
  /** Ends all nodes by their ids, closes all proxies and deletes the folder. */
  close(): Promise<void>;
}

/** What is known of a process. */
interface ChildState {
  readonly name: string;
  readonly log: string;
  readonly signal: NodeJS.Signals;
  ended: boolean;
}

/** Nodes that still run: they end with this process, however it ends. */
const running = new Set<ChildProcess>();
let watching = false;

function endWithProcess(): void {
  if (watching) return;
  watching = true;
  process.on("exit", () => {
    for (const child of running) child.kill("SIGKILL");
  });
}

/** Cuts a link, chosen at random, until it is healed. */
export const cutLink =
  ({ links }: Pick<Cluster, "links">): Fault =>
  (random) => {
    const link = random.pick(links);
    link.cut();
    return () => link.heal();
  };

/** Crashes one of the nodes, chosen at random, and starts it again. */
export const crashNode =
  (nodes: readonly Node[]): Fault =>
  async (random) => {
    const node = random.pick(nodes);
    await node.kill();
    return () => node.startAgain();
  };

/** A cluster without nodes yet; the delays of its proxies follow from the seed. */
export function createCluster(seed: number): Cluster {
  const root = mkdtempSync(join(tmpdir(), "sightline-store-"));
  const random = createRandom(seed);
  const links: Proxy[] = [];
  const children = new Map<ChildProcess, ChildState>();
  const ports = new Set<number>();
  endWithProcess();

  const end = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (children.get(child)?.ended !== false) return resolve();
      child.once("close", () => resolve());
      child.kill(signal);
    });
  /** What a node that ended by itself last said. */
  const failure = (): string | undefined => {
    for (const [child, { name, log, ended }] of children)
      if (ended && !child.killed) {
        const last = readFileSync(log, "utf8").trimEnd().split("\n").slice(-5).join("\n");
        return `${name} ended by itself (status ${child.exitCode ?? "?"}):\n${last}`;
      }
    return undefined;
  };

  const cluster: Cluster = {
    links,
    get pids() {
      return [...children].flatMap(([{ pid }, { ended }]) => (ended || pid === undefined ? [] : [pid]));
    },

    async folder(name) {
      const path = join(root, name);
      await mkdir(path);
      await chmod(root, 0o755);
      return path;
    },

    async freePort() {
      for (;;) {
        const port = await openPort();
        if (!ports.has(port)) {
          ports.add(port);
          return port;
        }
      }
    },

    start(name, command, args, { signal = "SIGKILL", ...options } = {}) {
      const log = join(root, `${name}.log`);
      const begin = (): ChildProcess => {
        const file = openSync(log, "a");
        const [first, ...rest] = [...dyingWithParent(signal), command, ...args];
        const child = spawn(first, rest, { ...options, stdio: ["ignore", file, file] });
        closeSync(file);
        const state: ChildState = { name, log, signal, ended: false };
        children.set(child, state);
        running.add(child);
        const over = (): void => {
          state.ended = true;
          running.delete(child);
        };
        child.once("close", over);
        child.once("error", over);
        return child;
      };
      let child = begin();
      return {
        name,
        get pid() {
          return child.pid ?? 0;
        },
        kill: () => end(child, signal),
        startAgain() {
          child = begin();
        },
      };
    },

    awaitPort: (port) => cluster.until(async () => ((await isOpen(port)) ? true : undefined)).then(() => {}),

    until: (ask) => askUntil(ask, failure),

    async link(to) {
      const proxy = await openProxy(to, () => random.int(1 << 20) / (1 << 20));
      links.push(proxy);
      return proxy;
    },

    setDelays(delays) {
      for (const [i, link] of links.entries()) link.delay = delays[i % delays.length];
    },

    async checkListeners() {
      const beyond = (await listenersOf(cluster.pids)).filter((address) => !address.startsWith("127.0.0.1:"));
      if (beyond.length > 0) throw new Error(`a server listens beyond loopback: ${beyond.join(", ")}`);
    },

    async close() {
      await Promise.all([...children].map(([child, { signal }]) => end(child, signal)));
      await Promise.all(links.map((link) => link.close()));
      rmSync(root, { recursive: true, force: true });
    },
  };
  return cluster;
}

/** Where util-linux has its program that sets what a process is born with. */
const SETPRIV = "/usr/bin/setpriv";

/** Words before a command that let the kernel end it when this process ends, even if that is killed. Linux only. */
const dyingWithParent = (signal: NodeJS.Signals): readonly string[] =>
  existsSync(SETPRIV) ? [SETPRIV, "--pdeathsig", signal.replace("SIG", "")] : [];

/** A port that was free a moment ago. */
function openPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (open: boolean) => (): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once("connect", answer(true));
    socket.once("error", answer(false));
  });
}
