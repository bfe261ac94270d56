import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoreType } from "../workload/workload.js";
import { crashNode, cutLink } from "./cluster.js";
import { type KeyedObject, keyedSession, type Place } from "./keyed-session.js";
import { outputOf } from "./program.js";
import type { Server } from "./server.js";

/** What is used of @nats-io/transport-node, /jetstream and /kv. */
interface Transport {
  connect(options: {
    readonly servers: string;
    readonly user?: string;
    readonly pass?: string;
    /** Other nodes that the server tells of are not gone to: each client is at one. */
    readonly ignoreClusterUpdates: boolean;
    readonly maxReconnectAttempts: number;
    readonly reconnectTimeWait: number;
  }): Promise<Connected>;
}

interface Connected {
  readonly info?: { readonly version: string };
  close(): Promise<void>;
}

interface JetStream {
  jetstream(connected: Connected, options: { readonly timeout: number }): object;
}

interface KeyValues {
  readonly Kvm: new (
    jetstream: object,
  ) => {
    create(
      name: string,
      options: { readonly replicas: number; readonly history: number; readonly allow_direct: boolean },
    ): Promise<Bucket>;
    open(
      name: string,
      options: { readonly bindOnly: boolean; readonly allow_direct: boolean },
    ): Promise<Bucket>;
  };
}

interface Bucket {
  put(key: string, value: string): Promise<unknown>;
  get(key: string): Promise<{ readonly operation: string; string(): string } | null>;
  delete(key: string): Promise<unknown>;
  destroy(): Promise<unknown>;
}

/** How long a call may take, in milliseconds; an update without an answer by then is in doubt. */
const TIMEOUT = 2000;

/**
 * NATS JetStream KV: a bucket with a copy at every node; routes between nodes go through proxies. Client i uses node
 * i; a key of a map is a key of the bucket. There is no size: a bucket cannot tell how many keys it has at one moment.
 */
export const nats: Server = {
  name: "nats",
  program: {
    binary: "nats-server",
    source: "Debian has it in nats-server",
    folders: ["/usr/sbin", "$HOME/go/bin"],
  },
  packages: ["@nats-io/transport-node", "@nats-io/jetstream", "@nats-io/kv"],
  types: ["register", "map", "set"],
  consistencies: {
    direct: "direct get, the default of buckets: any copy answers",
    leader: "allow_direct off: the leader of the bucket answers",
  },
  idle: true,
  address: "nats://user:password@host:4222",

  async start(cluster, { replicas, program }) {
    const version = /v(\d+)\.(\d+)/.exec((await outputOf(program, ["--version"])) ?? "") ?? [];
    // From 2.10 on there are several connections between two nodes, unless it is told not to.
    const pool = Number(version[1]) === 2 && Number(version[2]) < 10 ? "" : "pool_size: -1, ";
    const each = Array.from({ length: replicas }, (_, node) => node);
    const [ports, peers, links]: number[][] = [[], [], []];
    for (const node of each) {
      ports.push(await cluster.freePort());
      peers.push(await cluster.freePort());
      links.push((await cluster.link(peers[node])).port);
    }
    const nodes = [];
    for (const node of each) {
      const folder = await cluster.folder(`nats-${node}`);
      const routes = links.filter((_, other) => other !== node).map((link) => `"nats://127.0.0.1:${link}"`);
      const group =
        replicas === 1
          ? ""
          : `cluster { name: sightline, listen: "127.0.0.1:${peers[node]}", no_advertise: true, ${pool}routes: [${routes.join(", ")}] }\n`;
      const file = join(folder, "nats.conf");
      await writeFile(
        file,
        `server_name: node${node}\nlisten: "127.0.0.1:${ports[node]}"\n` +
          `jetstream { store_dir: ${JSON.stringify(join(folder, "js"))} }\n${group}`,
      );
      nodes.push(cluster.start(`nats-${node}`, program, ["-c", file]));
    }
    for (const port of ports) await cluster.awaitPort(port);
    return {
      addresses: ports.map((port) => `nats://127.0.0.1:${port}`),
      faults: { partition: cutLink(cluster), restart: crashNode(nodes) },
    };
  },

  async connect({ type, addresses, nodes, consistency, space, load, until }) {
    const { connect }: Transport = await load("@nats-io/transport-node");
    const { jetstream }: JetStream = await load("@nats-io/jetstream");
    const { Kvm }: KeyValues = await load("@nats-io/kv");
    const open: Connected[] = [];
    const closeAll = (): Promise<unknown> => Promise.allSettled(open.map((one) => one.close()));
    try {
      const managers: InstanceType<KeyValues["Kvm"]>[] = [];
      for (const address of addresses) {
        const { host, username: user, password: pass } = new URL(address);
        const connected = await connect({
          servers: host,
          ...(user !== "" && { user, pass }),
          ignoreClusterUpdates: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: 50,
        });
        open.push(connected);
        managers.push(new Kvm(jetstream(connected, { timeout: TIMEOUT })));
      }
      const direct = consistency === "direct";
      const options = { replicas: addresses.length, history: 1, allow_direct: direct };
      const own = await until(() => managers[0].create(space, options));
      // Whether a mark has arrived is asked at each copy, and that takes direct gets.
      const marks = await until(() =>
        managers[0].create(`${space}-marks`, { ...options, allow_direct: true }),
      );
      const copies = (name: string, allow_direct: boolean): Promise<Bucket[]> =>
        Promise.all(managers.map((one) => until(() => one.open(name, { bindOnly: true, allow_direct }))));
      const buckets = await copies(space, direct);
      const observers = await copies(`${space}-marks`, true);
      return {
        version: open[0].info?.version ?? "unknown",
        ...(type !== "register" && { operations: sized[type] }),
        sessions: (history) =>
          nodes.map((node) => keyedSession(type, keysOf(`history-${history}`, buckets[node]))),
        mark: {
          write: (mark) => marks.put("settled", String(mark)),
          reads: observers.map((observer) => async () => (await observer.get("settled"))?.string()),
        },
        async close(tidy) {
          if (tidy) await Promise.all([own.destroy(), marks.destroy()]);
          await closeAll();
        },
      };
    } catch (error) {
      await closeAll();
      throw error;
    }
  },
};

/** What can be asked of a type where sizes cannot. */
const sized: Readonly<Partial<Record<StoreType, readonly string[]>>> = {
  map: ["put", "remove", "get", "containsKey"],
  set: ["add", "remove", "contains"],
};

/** One object: its keys are those of the bucket that begin with its name. */
function keysOf(object: string, bucket: Bucket): KeyedObject {
  const keyOf = (place: Place): string => (place === undefined ? object : `${object}.${String(place)}`);
  return {
    put: (place, value) => bucket.put(keyOf(place), String(value)),
    async get(place) {
      const found = await bucket.get(keyOf(place));
      return found === null || found.operation !== "PUT" ? null : Number(found.string());
    },
    remove: (place) => bucket.delete(keyOf(place)),
  };
}
