import { crashNode, cutLink } from "./cluster.js";
import { type KeyedObject, keyedSession, type Place } from "./keyed-session.js";
import type { Server } from "./server.js";

/** What is used of etcd3. */
interface EtcdModule {
  readonly Etcd3: new (options: {
    readonly hosts: string;
    readonly auth?: { readonly username: string; readonly password: string };
  }) => Client;
}

interface Client {
  put(key: string): { value(value: string | number): Promise<unknown> };
  get(key: string): Query & { string(): Promise<string | null> };
  getAll(): { prefix(prefix: string): Query & { count(): Promise<number> } };
  delete(): { key(key: string): Promise<unknown>; prefix(prefix: string): Promise<unknown> };
  readonly maintenance: { status(): Promise<{ readonly version: string }> };
  close(): void;
}

interface Query {
  serializable(whether: boolean): this;
}

/** Without a word for so long a leader is given up, in milliseconds, and so many times as long as a link is late. */
const ELECTION = 1000;
const ELECTION_DELAYS = 20;
const HEARTBEATS = 10;

/**
 * etcd: every node is told of the others by proxies. Client i uses node i; a key of a map is a key of etcd under a
 * prefix.
 */
export const etcd: Server = {
  name: "etcd",
  program: { binary: "etcd", source: "Debian has it in etcd-server" },
  packages: ["etcd3"],
  types: ["register", "map", "set"],
  consistencies: {
    linearizable: "reads go through the leader, etcd's default",
    serializable: "reads at the client's own node, without asking others",
  },
  address: "http://user:password@host:2379",

  async start(cluster, { replicas, delays, program }) {
    const each = Array.from({ length: replicas }, (_, node) => node);
    const address = (port: number): string => `http://127.0.0.1:${port}`;
    const [peers, ports, links]: number[][] = [[], [], []];
    for (const node of each) {
      peers.push(await cluster.freePort());
      ports.push(await cluster.freePort());
      links.push((await cluster.link(peers[node])).port);
    }
    const members = links.map((link, node) => `node${node}=${address(link)}`).join(",");
    const election = Math.max(ELECTION, ELECTION_DELAYS * Math.max(...delays.map(([, most]) => most)));
    const nodes = [];
    for (const [node, port] of ports.entries()) {
      const words =
        `--name node${node} --data-dir ${await cluster.folder(`etcd-${node}`)} ` +
        `--listen-peer-urls ${address(peers[node])} --initial-advertise-peer-urls ${address(links[node])} ` +
        `--listen-client-urls ${address(port)} --advertise-client-urls ${address(port)} ` +
        `--initial-cluster ${members} --initial-cluster-state new ` +
        `--heartbeat-interval ${election / HEARTBEATS} --election-timeout ${election}`;
      nodes.push(cluster.start(`etcd-${node}`, program, words.split(" ")));
    }
    for (const port of ports) await cluster.awaitPort(port);
    return {
      addresses: ports.map(address),
      faults: { partition: cutLink(cluster), restart: crashNode(nodes) },
    };
  },

  async connect({ type, addresses, nodes, consistency, space, load, until }) {
    const { Etcd3 }: EtcdModule = await load("etcd3");
    const clients: Client[] = [];
    const connect = (address: string): Client => {
      const { protocol, host, username, password } = new URL(address);
      const auth = username === "" ? {} : { auth: { username, password } };
      const client = new Etcd3({ hosts: `${protocol}//${host}`, ...auth });
      clients.push(client);
      return client;
    };
    const closeAll = (): void => {
      for (const client of clients) client.close();
    };
    try {
      // One connection carries what many clients ask at the same time; each answer is awaited by itself.
      const users = addresses.map(connect);
      const observers = addresses.map(connect);
      const settled = `${space}/settled`;
      const write = (mark: number): Promise<unknown> => observers[0].put(settled).value(mark);
      await until(() => write(0));
      const local = consistency === "serializable";
      return {
        version: (await observers[0].maintenance.status()).version,
        sessions: (history) =>
          nodes.map((node) => keyedSession(type, keysOf(`${space}/history ${history}`, users[node], local))),
        mark: {
          write,
          reads: observers.map((observer) => () => observer.get(settled).serializable(true).string()),
        },
        async close(tidy) {
          if (tidy) await observers[0].delete().prefix(`${space}/`);
          closeAll();
        },
      };
    } catch (error) {
      closeAll();
      throw error;
    }
  },
};

/** One object: its keys are those that begin with its name. */
function keysOf(object: string, client: Client, local: boolean): KeyedObject {
  const keyOf = (place: Place): string => (place === undefined ? object : `${object}/${String(place)}`);
  return {
    put: async (place, value) => client.put(keyOf(place)).value(value),
    async get(place) {
      const found = await client.get(keyOf(place)).serializable(local).string();
      return found === null ? null : Number(found);
    },
    remove: async (place) => client.delete().key(keyOf(place)),
    size: () => client.getAll().prefix(`${object}/`).serializable(local).count(),
  };
}
