import type { Value } from "@sightline/core";
import type { Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";
import { crashNode, cutLink, type Node } from "./cluster.js";
import { openRedisClients, type RedisClient } from "./redis-clients.js";
import type { Server } from "./server.js";

/** How long `WAIT` waits for replicas, in milliseconds; a write that is not acknowledged by then is in doubt. */
const WAIT_MILLISECONDS = 500;

/**
 * Redis: a primary and replicas, whose replication goes through proxies. Clients write at the primary; client i
 * reads at node i (node 0 is the primary), unless the consistency is `primary`.
 */
export const redis: Server = {
  name: "redis",
  program: { binary: "redis-server", source: "Debian has it in redis-server" },
  packages: ["ioredis"],
  types: ["register", "map", "set", "counter"],
  consistencies: {
    replica: "reads at replicas",
    primary: "reads at the primary",
    wait: "each write followed by WAIT for all replicas, reads at replicas",
  },
  address: "redis://user:password@host:6379",

  async start(cluster, { replicas, program }) {
    const ports: number[] = [];
    const nodes: Node[] = [];
    for (let node = 0; node < replicas; node++) {
      const port = await cluster.freePort();
      const upstream = node === 0 ? undefined : await cluster.link(ports[0]);
      const directory = await cluster.folder(`redis-${node}`);
      const words = `--port ${port} --bind 127.0.0.1 --appendonly no --dir ${directory} --repl-diskless-sync-delay 0`;
      const source = upstream === undefined ? [] : ["--replicaof", `127.0.0.1 ${upstream.port}`];
      const args = [...words.split(" "), "--save", "", ...source];
      nodes.push(cluster.start(`redis-${node}`, program, args));
      await cluster.awaitPort(port);
      ports.push(port);
    }
    return {
      addresses: ports.map((port) => `redis://127.0.0.1:${port}`),
      // A primary that crashes forgets everything: it keeps nothing on disk here.
      faults: { partition: cutLink(cluster), restart: crashNode(nodes.slice(1)) },
    };
  },

  async connect({ type, addresses, nodes: at, consistency, space, load, until }) {
    const clients = await openRedisClients(load);
    try {
      const nodes = await Promise.all(addresses.map(clients.connect));
      const info = await nodes[0].info("server");
      await until(async () => {
        const states = await Promise.all(nodes.slice(1).map((node) => node.info("replication")));
        return states.every((state) => state.includes("master_link_status:up")) ? true : undefined;
      });
      const writers = await Promise.all(at.map(() => clients.connect(addresses[0])));
      const readers = await Promise.all(
        at.map((node) => clients.connect(addresses[consistency === "primary" ? 0 : node])),
      );
      const replicas = addresses.length - 1;
      const acknowledged = async (writer: RedisClient): Promise<void> => {
        if (consistency !== "wait") return;
        const reached = await writer.call("WAIT", replicas, WAIT_MILLISECONDS);
        if (reached !== replicas) throw new Error(`WAIT: ${String(reached)} of ${replicas} replicas`);
      };
      const settled = `${space} settled`;
      const written = new Set([settled]);
      return {
        version: /redis_version:(\S+)/.exec(info)?.[1] ?? "unknown",
        sessions(history) {
          const key = `${space} history ${history}`;
          written.add(key);
          return writers.map((writer, i) =>
            sessionOf(type, key, writer, readers[i], () => acknowledged(writer)),
          );
        },
        mark: {
          write: (mark) => nodes[0].call("SET", settled, mark),
          reads: nodes.slice(1).map((node) => () => node.call("GET", settled)),
        },
        async close(tidy) {
          if (tidy) for (const key of written) await nodes[0].call("DEL", key);
          clients.close();
        },
      };
    } catch (error) {
      clients.close();
      throw error;
    }
  },
};

/** A client of one object. */
function sessionOf(
  type: StoreType,
  key: string,
  writer: RedisClient,
  reader: RedisClient,
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
