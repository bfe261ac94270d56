import type { Value } from "@sightline/core";
import type { Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";
import { crashNode, createCluster, cutLink, type Node } from "./cluster.js";
import { createSettling } from "./settling.js";
import { outputOf, type Server } from "./server.js";

/** What is used of ioredis. */
interface Ioredis {
  readonly Redis: new (options: {
    readonly host: string;
    readonly port: number;
    readonly maxRetriesPerRequest: number;
    readonly enableOfflineQueue: boolean;
  }) => Client;
}

interface Client {
  call(command: string, ...args: (string | number)[]): Promise<unknown>;
  info(section: string): Promise<string>;
  on(event: "error" | "ready", listener: () => void): void;
  disconnect(): void;
}

/** How long `WAIT` waits for replicas, in milliseconds; a write that is not acknowledged by then is in doubt. */
const WAIT_MILLISECONDS = 500;

/**
 * Redis: a primary and replicas, whose replication goes through proxies. Clients write at the primary; client i
 * reads at node i (node 0 is the primary), unless the consistency is `primary`.
 */
export const redis: Server = {
  name: "redis",
  binary: "redis-server",
  debian: "redis-server",
  packages: ["ioredis"],
  types: ["register", "map", "set", "counter"],
  consistencies: {
    replica: "reads at replicas",
    primary: "reads at the primary",
    wait: "each write followed by WAIT for all replicas, reads at replicas",
  },

  async open({ type, replicas, sessions, consistency, delays, seed, program, load }) {
    const version = /v=(\S+)/.exec((await outputOf(program, ["--version"])) ?? "")?.[1] ?? "unknown";
    const { Redis }: Ioredis = await load("ioredis");
    const cluster = createCluster(seed);
    const clients: Client[] = [];
    const connect = (port: number): Promise<Client> => {
      // Nothing is tried again behind our back: a call that meets a broken connection fails.
      const honest = { maxRetriesPerRequest: 0, enableOfflineQueue: false };
      const client = new Redis({ host: "127.0.0.1", port, ...honest });
      client.on("error", () => {}); // the call that fails tells
      clients.push(client);
      return new Promise((resolve) => client.on("ready", () => resolve(client)));
    };
    const close = async (): Promise<void> => {
      for (const client of clients) client.disconnect();
      await cluster.close();
    };
    try {
      const ports: number[] = [];
      const servers: Node[] = [];
      for (let node = 0; node < replicas; node++) {
        const port = await cluster.freePort();
        const upstream = node === 0 ? undefined : await cluster.link(ports[0]);
        const directory = await cluster.folder(`redis-${node}`);
        const words = `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${directory} --repl-diskless-sync-delay 0`;
        const source = upstream === undefined ? [] : ["--replicaof", `127.0.0.1 ${upstream.port}`];
        const args = [...words.split(" "), "--save", "", ...source];
        const started = cluster.start(`redis-${node}`, program, args);
        servers.push(started);
        await cluster.awaitPort(started, port);
        ports.push(port);
      }
      await cluster.checkListeners();
      const nodes = await Promise.all(ports.map(connect));
      await cluster.until(async () => {
        const states = await Promise.all(nodes.slice(1).map((node) => node.info("replication")));
        return states.every((state) => state.includes("master_link_status:up")) ? true : undefined;
      });
      cluster.setDelays(delays);

      const connectAll = (portOf: (session: number) => number): Promise<Client[]> =>
        Promise.all(Array.from({ length: sessions }, (_, i) => connect(portOf(i))));
      const writers = await connectAll(() => ports[0]);
      const readers = await connectAll((i) => (consistency === "primary" ? ports[0] : ports[i % replicas]));
      const acknowledged = async (writer: Client): Promise<void> => {
        if (consistency !== "wait") return;
        const reached = await writer.call("WAIT", replicas - 1, WAIT_MILLISECONDS);
        if (reached !== replicas - 1) throw new Error(`WAIT: ${String(reached)} of ${replicas - 1} replicas`);
      };
      const settling = createSettling({
        cluster,
        delays,
        write: (marker) => nodes[0].call("SET", "settled", marker),
        reads: nodes.slice(1).map((node) => () => node.call("GET", "settled")),
      });
      return {
        type,
        version,
        sessions: (_, history) =>
          writers.map((writer, i) =>
            sessionOf(type, `history ${history}`, writer, readers[i], () => acknowledged(writer)),
          ),
        ...settling,
        // A primary that crashes forgets everything: it keeps nothing on disk here.
        faults: { partition: cutLink(cluster), restart: crashNode(servers.slice(1)) },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

/** A client of one object. */
function sessionOf(
  type: StoreType,
  key: string,
  writer: Client,
  reader: Client,
  acknowledged: () => Promise<void>,
): Session {
  const write =
    (command: string) =>
    async (...args: Value[]): Promise<undefined> => {
      await writer.call(command, key, ...(args as number[]));
      await acknowledged();
    };
  const number = (reply: unknown): Value => (reply === null ? null : Number(reply));
  switch (type) {
    case "map":
      return {
        put: write("HSET"),
        remove: write("HDEL"),
        get: async (field) => number(await reader.call("HGET", key, field as number)),
        containsKey: async (field) => (await reader.call("HEXISTS", key, field as number)) === 1,
        size: async () => number(await reader.call("HLEN", key)),
      };
    case "set":
      return {
        add: write("SADD"),
        remove: write("SREM"),
        contains: async (element) => (await reader.call("SISMEMBER", key, element as number)) === 1,
        size: async () => number(await reader.call("SCARD", key)),
      };
    case "counter":
      return { add: write("INCRBY"), read: async () => Number((await reader.call("GET", key)) ?? 0) };
    default:
      return { write: write("SET"), read: async () => number(await reader.call("GET", key)) };
  }
}
