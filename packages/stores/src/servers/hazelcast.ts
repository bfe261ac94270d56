import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "../live/live-store.js";
import { crashNode, cutLink, type Node } from "./cluster.js";
import {
  counterAt,
  countedMarks,
  type HazelcastClient,
  type HazelcastMap,
  type HazelcastModule,
  mappedMarks,
  type PnCounter,
} from "./hazelcast-clients.js";
import { javaFlags } from "./java.js";
import { type KeyedObject, keyedSession, type Place } from "./keyed-session.js";
import type { Server } from "./server.js";

const CLUSTER = "sightline";

/** How often counters tell the other members what they count, in milliseconds. */
const REPLICATION = 100;

/**
 * Hazelcast: members reach each other by proxies, each client is at one of them. A map's entries are at the member
 * that owns them; a counter is a PN counter, with a copy at every member.
 */
export const hazelcast: Server = {
  name: "hazelcast",
  program: {
    binary: "hazelcast-[0-9]*.jar",
    source:
      "Maven Central has it: mvn dependency:get -Dartifact=com.hazelcast:hazelcast:5.5.0; it takes java, too",
    folders: ["$HOME/.m2/repository/com/hazelcast/hazelcast/*", "/opt/hazelcast*/lib"],
  },
  packages: ["hazelcast-client"],
  types: ["counter", "pn-counter", "register", "map"],
  consistencies: {
    default: "as Hazelcast is configured where nothing is said: one backup of a map, waited for",
  },
  idle: true,
  address: "hazelcast://host:5701",

  async start(cluster, { replicas, program }) {
    const each = Array.from({ length: replicas }, (_, node) => node);
    const [ports, links]: number[][] = [[], []];
    for (const node of each) {
      ports.push(await cluster.freePort());
      links.push((await cluster.link(ports[node])).port);
    }
    const members = links.map((port) => `<member>127.0.0.1:${port}</member>`).join("");
    const nodes: Node[] = [];
    for (const node of each) {
      const folder = await cluster.folder(`hazelcast-${node}`);
      const file = join(folder, "hazelcast.xml");
      await writeFile(file, configuration(ports[node], links[node], members));
      const words = [...javaFlags(160), `-Dhazelcast.config=${file}`, "-cp", program];
      const main = "com.hazelcast.core.server.HazelcastMemberStarter";
      nodes.push(cluster.start(`hazelcast-${node}`, "java", [...words, main]));
      await cluster.awaitPort(ports[node]);
    }
    return {
      addresses: ports.map((port) => `hazelcast://127.0.0.1:${port}`),
      faults: { partition: cutLink(cluster), restart: crashNode(nodes.slice(1)) },
    };
  },

  async connect({ type, addresses, nodes, space, load, until }) {
    const { Client } = ((await load("hazelcast-client")) as HazelcastModule).default;
    const open: HazelcastClient[] = [];
    const closeAll = (): Promise<unknown> => Promise.allSettled(open.map((client) => client.shutdown()));
    try {
      for (const address of addresses)
        open.push(
          await Client.newHazelcastClient({
            clusterName: CLUSTER,
            network: { clusterMembers: [new URL(address).host], smartRouting: false },
            properties: { "hazelcast.logging.level": "OFF" },
          }),
        );
      await until(async () =>
        open.every((client) => client.getCluster().getMembers().length === addresses.length)
          ? true
          : undefined,
      );
      const { major, minor, patch } = open[0].getCluster().getMembers()[0].version;
      const counts = type === "counter" || type === "pn-counter";
      const marks = await (counts
        ? countedMarks(open, `${space}-settled`)
        : mappedMarks(open, `${space}-settled`));
      const maps = await Promise.all(open.map((client) => client.getMap(space)));
      const written = new Set<string>();
      return {
        version: `${major}.${minor}.${patch}`,
        // The keys of one history cannot be counted in a map that all histories share.
        ...(type === "map" && { operations: ["put", "remove", "get", "containsKey"] }),
        sessions(history) {
          const name = `${space}-history${history}`;
          if (counts) written.add(name);
          return nodes.map((node) =>
            counts
              ? counterSession(() => counterAt(open, node, name))
              : keyedSession(type, entriesOf(name, maps[node])),
          );
        },
        mark: marks,
        async close(tidy) {
          if (tidy) {
            for (const name of written) await (await open[0].getPNCounter(name)).destroy();
            await Promise.all([marks.destroy(), maps[0].destroy()]);
          }
          await closeAll();
        },
      };
    } catch (error) {
      await closeAll();
      throw error;
    }
  },
};

/** A member's configuration: nobody is looked for but by the proxies, and nobody beyond loopback is heard. */
const configuration = (port: number, link: number, members: string): string =>
  `<hazelcast xmlns="http://www.hazelcast.com/schema/config">
<cluster-name>${CLUSTER}</cluster-name>
<properties>
<property name="hazelcast.socket.bind.any">false</property>
<property name="hazelcast.phone.home.enabled">false</property>
<property name="hazelcast.logging.type">none</property>
</properties>
<network>
<public-address>127.0.0.1:${link}</public-address>
<port auto-increment="false">${port}</port>
<join><auto-detection enabled="false"/><multicast enabled="false"/><tcp-ip enabled="true">${members}</tcp-ip></join>
<interfaces enabled="true"><interface>127.0.0.1</interface></interfaces>
</network>
<crdt-replication><replication-period-millis>${REPLICATION}</replication-period-millis><max-concurrent-replication-targets>8</max-concurrent-replication-targets></crdt-replication>
</hazelcast>
`;

/** A client of one counter. */
function counterSession(open: () => Promise<PnCounter>): Session {
  let counter: PnCounter | undefined;
  const own = async (): Promise<PnCounter> => (counter ??= await open());
  return {
    async add(amount) {
      await (await own()).addAndGet(amount as number);
      return undefined;
    },
    read: async () => Number(await (await own()).get()),
  };
}

/** One object: its entries are those whose keys begin with its name. */
function entriesOf(object: string, map: HazelcastMap): KeyedObject {
  const keyOf = (place: Place): string => (place === undefined ? object : `${object} ${String(place)}`);
  return {
    put: (place, value) => map.set(keyOf(place), value),
    async get(place) {
      const found = await map.get(keyOf(place));
      return found === null || found === undefined ? null : Number(found);
    },
    remove: (place) => map.delete(keyOf(place)),
    has: (place) => map.containsKey(keyOf(place)),
  };
}
