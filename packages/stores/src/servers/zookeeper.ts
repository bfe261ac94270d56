import { writeFile } from "node:fs/promises";
import { connect as dial } from "node:net";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { crashNode } from "./cluster.js";
import { javaFlags } from "./java.js";
import { type KeyedObject, keyedSession, type Place } from "./keyed-session.js";
import type { Proxy } from "./proxy.js";
import type { Server } from "./server.js";
import { openZookeeperClients, type ZookeeperClient } from "./zookeeper-clients.js";

/** What its server needs of the archives that stand beside its own. */
const archives = [
  "zookeeper",
  "zookeeper-jute",
  "slf4j-api",
  "slf4j-nop",
  "netty-all",
  "metrics-core",
  "snappy-java",
];

/** A heartbeat, in milliseconds; so many of them without a word, and a follower is given up. */
const TICK = 500;
const TICKS = 10;

/**
 * ZooKeeper: followers reach their leader by a proxy. Client i uses node i; an object is a node of ZooKeeper's tree,
 * its keys are the nodes below.
 */
export const zookeeper: Server = {
  name: "zookeeper",
  program: {
    binary: "zookeeper.jar",
    source: "Debian has it in libzookeeper-java; it takes java, too",
    folders: ["/usr/share/java"],
  },
  packages: ["node-zookeeper-client"],
  types: ["register", "map", "set"],
  consistencies: {
    local: "reads at the client's own node, ZooKeeper's default",
    quorum: "before each read a transaction that checks and changes nothing, as a sync by the quorum",
  },
  idle: true,
  address: "zookeeper://host:2181",

  async start(cluster, { replicas, program }) {
    const each = Array.from({ length: replicas }, (_, node) => node);
    const classPath = archives.map((name) => join(dirname(program), `${name}.jar`)).join(":");
    const [ports, quorums, elections]: number[][] = [[], [], []];
    const links: Proxy[] = [];
    for (const node of each) {
      ports.push(await cluster.freePort());
      quorums.push(await cluster.freePort());
      elections.push(await cluster.freePort());
      links.push(await cluster.link(quorums[node]));
    }
    const nodes = [];
    for (const node of each) {
      const folder = await cluster.folder(`zookeeper-${node}`);
      await writeFile(join(folder, "myid"), `${node + 1}`);
      const file = join(folder, "zoo.cfg");
      const members = each.map(
        (other) =>
          `server.${other + 1}=127.0.0.1:${other === node ? quorums[other] : links[other].port}:${elections[other]}`,
      );
      const settings = [
        `tickTime=${TICK}\ninitLimit=${TICKS}\nsyncLimit=${TICKS}\ndataDir=${folder}\nclientPort=${ports[node]}`,
        "clientPortAddress=127.0.0.1\nadmin.enableServer=false\nmaxClientCnxns=0",
        ...members,
      ];
      await writeFile(file, `${settings.join("\n")}\n`);
      const words = ["-Dzookeeper.forceSync=no", "-cp", classPath];
      const main = "org.apache.zookeeper.server.quorum.QuorumPeerMain";
      nodes.push(cluster.start(`zookeeper-${node}`, "java", [...javaFlags(96), ...words, main, file]));
    }
    for (const port of ports) await cluster.awaitPort(port);
    await cluster.until(async () => {
      const answers = await Promise.all(ports.map((port) => askServer("127.0.0.1", port)));
      return answers.every(({ mode }) => mode !== undefined) ? true : undefined;
    });
    return {
      addresses: ports.map((port) => `zookeeper://127.0.0.1:${port}`),
      faults: {
        async partition(random) {
          // Only the way to the leader is used: cut that of whoever leads now, or it is no cut.
          const modes = await Promise.all(ports.map((port) => askServer("127.0.0.1", port)));
          const leader = modes.findIndex(({ mode }) => mode === "leader");
          const link = leader < 0 ? random.pick(links) : links[leader];
          link.cut();
          return () => link.heal();
        },
        restart: crashNode(nodes),
      },
    };
  },

  async connect({ type, addresses, nodes, consistency, space, load, until }) {
    const clients = await openZookeeperClients(load);
    try {
      // Each has a connection of its own: what is read by one waits for what was written by the same.
      const users = await Promise.all(nodes.map((node) => clients.connect(addresses[node])));
      const observers = await Promise.all(addresses.map(clients.connect));
      const root = `/${space}`;
      const settled = `${root}/settled`;
      const { hostname, port } = new URL(addresses[0]);
      await until(async () => {
        await observers[0].put(root, "");
        await observers[0].put(settled, "0");
        return true;
      });
      for (const observer of observers) await until(async () => (await observer.get(settled)) ?? undefined);
      return {
        version: (await askServer(hostname, Number(port) || 2181)).version ?? "unknown",
        sessions: (history) =>
          users.map((user) =>
            keyedSession(
              type,
              nodesOf(`${root}/history${history}`, user, consistency === "quorum" ? root : undefined),
            ),
          ),
        mark: {
          write: (mark) => observers[0].put(settled, String(mark)),
          reads: observers.map((observer) => () => observer.get(settled)),
        },
        async close(tidy) {
          if (tidy) await observers[0].deleteAll(root);
          clients.close();
        },
      };
    } catch (error) {
      clients.close();
      throw error;
    }
  },
};

/** What a node says of itself (the command `srvr`): its version, and whether it leads; nothing where it is not ready. */
async function askServer(
  host: string,
  port: number,
): Promise<{ readonly version?: string; readonly mode?: string }> {
  const socket = dial(port, host);
  socket.end("srvr");
  const answer = await text(socket).catch(() => "");
  const version = /^Zookeeper version: ([\d.]+)/m.exec(answer)?.[1];
  const mode = /^Mode: (\w+)/m.exec(answer)?.[1];
  return { ...(version !== undefined && { version }), ...(mode !== undefined && { mode }) };
}

/** One object; before it is read, its node catches up by what is `checked`, where that is asked for. */
function nodesOf(object: string, client: ZookeeperClient, checked?: string): KeyedObject {
  const caughtUp = async (): Promise<void> => {
    if (checked !== undefined) await client.check(checked);
  };
  const pathOf = (place: Place): string => (place === undefined ? object : `${object}/${String(place)}`);
  return {
    put: (place, value) => client.put(pathOf(place), String(value)),
    async get(place) {
      await caughtUp();
      const found = await client.get(pathOf(place));
      return found === null ? null : Number(found);
    },
    remove: (place) => client.delete(pathOf(place)),
    async size() {
      await caughtUp();
      return client.count(object);
    },
  };
}
