import type { Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";
import { crashNode, createCluster, cutLink } from "./cluster.js";
import { outputOf, type Server } from "./server.js";
import { createSettling } from "./settling.js";

/** What is used of etcd3. */
interface EtcdModule {
  readonly Etcd3: new (options: { readonly hosts: string }) => Client;
}

interface Client {
  put(key: string): { value(value: string | number): Promise<unknown> };
  get(key: string): Query & { string(): Promise<string | null> };
  getAll(): { prefix(prefix: string): Query & { count(): Promise<number> } };
  delete(): { key(key: string): Promise<unknown> };
  close(): void;
}

interface Query {
  serializable(whether: boolean): this;
}

/**
 * etcd: every node is told of the others by proxies. Client i uses node i; a key of a map is a key of etcd under a
 * prefix.
 */
export const etcd: Server = {
  name: "etcd",
  binary: "etcd",
  debian: "etcd-server",
  packages: ["etcd3"],
  types: ["register", "map", "set"],
  consistencies: {
    linearizable: "reads go through the leader, etcd's default",
    serializable: "reads at the client's own node, without asking others",
  },

  async open({ type, replicas, sessions, consistency, delays, seed, program, load }) {
    const version = /Version: (\S+)/.exec((await outputOf(program, ["--version"])) ?? "")?.[1] ?? "unknown";
    const { Etcd3 }: EtcdModule = await load("etcd3");
    const cluster = createCluster(seed);
    const clients: Client[] = [];
    const close = async (): Promise<void> => {
      for (const client of clients) client.close();
      await cluster.close();
    };
    try {
      const peers = await freePorts(replicas, cluster.freePort);
      const ports = await freePorts(replicas, cluster.freePort);
      const address = (port: number): string => `http://127.0.0.1:${port}`;
      const links = [];
      for (const peer of peers) links.push(await cluster.link(peer));
      const members = links.map((link, node) => `node${node}=${address(link.port)}`).join(",");
      const nodes = [];
      for (const [node, port] of ports.entries()) {
        const words =
          `--name node${node} --data-dir ${await cluster.folder(`etcd-${node}`)} ` +
          `--listen-peer-urls ${address(peers[node])} --initial-advertise-peer-urls ${address(links[node].port)} ` +
          `--listen-client-urls ${address(port)} --advertise-client-urls ${address(port)} ` +
          `--initial-cluster ${members} --initial-cluster-state new --heartbeat-interval 100 --election-timeout 2000`;
        nodes.push(cluster.start(`etcd-${node}`, program, words.split(" ")));
      }
      for (const [node, port] of ports.entries()) await cluster.awaitPort(nodes[node], port);
      for (let i = 0; i < sessions; i++) clients.push(new Etcd3({ hosts: address(ports[i % replicas]) }));
      const observers = ports.map((port) => {
        const client = new Etcd3({ hosts: address(port) });
        clients.push(client);
        return client;
      });
      await cluster.until(async () => {
        await observers[0].put("settled").value("begun");
        return true;
      });
      await cluster.checkListeners();
      cluster.setDelays(delays);
      const local = consistency === "serializable";
      const settling = createSettling({
        cluster,
        delays,
        write: (mark) => observers[0].put("settled").value(mark),
        reads: observers.map((observer) => () => observer.get("settled").serializable(true).string()),
      });
      return {
        type,
        version,
        sessions: (count, history) =>
          clients.slice(0, count).map((client) => sessionOf(type, `history ${history}`, client, local)),
        ...settling,
        faults: { partition: cutLink(cluster), restart: crashNode(nodes) },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

async function freePorts(count: number, freePort: () => Promise<number>): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** A client of one object. */
function sessionOf(type: StoreType, object: string, client: Client, local: boolean): Session {
  const put = async (key: string, value: string | number): Promise<undefined> => {
    await client.put(key).value(value);
  };
  const get = async (key: string): Promise<number | null> => {
    const found = await client.get(key).serializable(local).string();
    return found === null ? null : Number(found);
  };
  const size = (): Promise<number> => client.getAll().prefix(`${object}/`).serializable(local).count();
  const keyOf = (key: unknown): string => `${object}/${String(key)}`;
  const remove = async (key: unknown): Promise<undefined> => {
    await client.delete().key(keyOf(key));
  };
  const has = async (key: unknown): Promise<boolean> => (await get(keyOf(key))) !== null;
  if (type === "map")
    return {
      put: (key, value) => put(keyOf(key), value as number),
      get: (key) => get(keyOf(key)),
      remove,
      containsKey: has,
      size,
    };
  if (type === "set") return { add: (element) => put(keyOf(element), 1), remove, contains: has, size };
  return { write: (value) => put(object, value as number), read: () => get(object) };
}
