import { execFile } from "node:child_process";
import { chmod, chown, cp } from "node:fs/promises";
import { promisify } from "node:util";
import { accountOf } from "./account.js";
import { crashNode, type Node } from "./cluster.js";
import { type KeyedObject, keyedSession, type Place } from "./keyed-session.js";
import { type MariadbClient, openMariadbClients } from "./mariadb-clients.js";
import type { Server } from "./server.js";

const run = promisify(execFile);

/** Where Debian has Galera's library. */
const PROVIDER = "/usr/lib/galera/libgalera_smm.so";

/**
 * MariaDB with Galera: every node takes updates, which are certified by all. Who joins dials those before by proxies.
 * Client i uses node i.
 */
export const galera: Server = {
  name: "galera",
  program: {
    binary: "mariadbd",
    source: "Debian has it in mariadb-server and galera-4; it takes rsync, too",
    folders: ["/usr/sbin"],
  },
  packages: ["mariadb"],
  types: ["register", "map", "set", "counter"],
  consistencies: {
    off: "wsrep_sync_wait = 0, Galera's default: reads do not wait",
    read: "wsrep_sync_wait = 1: a read waits until its node has got all that was committed before",
  },
  idle: true,
  address: "mariadb://user:password@host:3306/database",

  async start(cluster, { replicas, program }) {
    // It refuses to be root.
    const as = await accountOf("mysql").catch(() => accountOf("nobody"));
    const who = as === undefined ? [] : [`--user=${as.name}`];
    const folders: string[] = [];
    const [ports, groups, links]: number[][] = [[], [], []];
    for (let node = 0; node < replicas; node++) {
      const folder = await cluster.folder(`galera-${node}`);
      if (as !== undefined) await chown(folder, as.uid, as.gid);
      folders.push(folder);
      ports.push(await cluster.freePort());
      groups.push(await cluster.freePort());
      // Nobody joins after the last.
      links.push(node === replicas - 1 ? groups[node] : (await cluster.link(groups[node])).port);
    }
    const install = `--no-defaults --datadir=${folders[0]} --auth-root-authentication-method=normal --skip-test-db --skip-name-resolve`;
    await run("mariadb-install-db", [...install.split(" "), ...who]);
    const nodes: Node[] = [];
    for (const [node, folder] of folders.entries()) {
      if (node > 0) await cp(folders[0], folder, { recursive: true });
      await chmod(folder, 0o700);
      if (as !== undefined) await run("chown", ["-R", `${as.uid}:${as.gid}`, folder]);
    }
    const free = async (): Promise<string> => `127.0.0.1:${await cluster.freePort()}`;
    for (const [node, folder] of folders.entries()) {
      const before = links.slice(0, node).map((port) => `127.0.0.1:${port}`);
      const provider = [
        `gmcast.listen_addr=tcp://127.0.0.1:${groups[node]}`,
        `base_port=${links[node]}`,
        "base_host=127.0.0.1",
        `ist.recv_addr=${await free()}`,
        "gcache.size=8M",
      ];
      const words = [
        `--no-defaults --datadir=${folder} --port=${ports[node]} --bind-address=127.0.0.1 --skip-name-resolve`,
        `--socket=${folder}/socket --pid-file=${folder}/pid --binlog-format=ROW --innodb-autoinc-lock-mode=2`,
        "--innodb-flush-log-at-trx-commit=0 --innodb-buffer-pool-size=16M --innodb-log-file-size=8M",
        `--max-connections=500 --wsrep-on=1 --wsrep-provider=${PROVIDER} --wsrep-cluster-name=sightline`,
        `--wsrep-cluster-address=gcomm://${before.join(",")} --wsrep-node-name=node${node}`,
        `--wsrep-node-address=127.0.0.1:${links[node]} --wsrep-sst-method=rsync`,
        `--wsrep-sst-receive-address=${await free()} --wsrep-provider-options=${provider.join(";")}`,
      ];
      const first = node === 0 ? ["--wsrep-new-cluster"] : [];
      nodes.push(cluster.start(`galera-${node}`, program, [...words.join(" ").split(" "), ...first, ...who]));
      await cluster.awaitPort(ports[node]);
    }
    return {
      addresses: ports.map((port) => `mariadb://root@127.0.0.1:${port}/mysql`),
      // The first made the cluster, and would make another if it came back. A link that is cut is gone round: nodes
      // that have heard of each other dial each other themselves.
      faults: { restart: crashNode(nodes.slice(1)) },
    };
  },

  async connect({ type, addresses, nodes: at, consistency, space, load, until }) {
    const clients = await openMariadbClients(load);
    try {
      const nodes = addresses.map((address) => clients.connect(address));
      for (const node of nodes)
        await until(async () => {
          const [ready] = await node.query("show status like 'wsrep_ready'");
          return ready?.["Value"] === "ON" ? true : undefined;
        });
      const [version] = await nodes[0].query("select version() as version");
      const settled = `${space}_settled`;
      await nodes[0].query(`create table ${space} (o int, k int, v int, primary key (o, k))`);
      await nodes[0].query(`create table ${settled} (k int primary key, mark int)`);
      await nodes[0].query(`insert into ${settled} values (0, 0)`);
      const read = async (node: MariadbClient): Promise<unknown> =>
        (await node.query(`select mark from ${settled}`))[0]?.["mark"];
      await Promise.all(nodes.map((node) => until(() => read(node))));
      const wait = `set session wsrep_sync_wait = ${consistency === "read" ? 1 : 0}`;
      const users = at.map((node) => clients.connect(addresses[node], wait));
      return {
        version: /^[\d.]+/.exec(String(version?.["version"]))?.[0] ?? "unknown",
        sessions: (history) => users.map((user) => keyedSession(type, rowsOf(space, history, user))),
        mark: {
          write: (mark) => nodes[0].query(`update ${settled} set mark = ?`, [mark]),
          reads: nodes.slice(1).map((node) => () => read(node)),
        },
        async close(tidy) {
          if (tidy) await nodes[0].query(`drop table ${space}, ${settled}`);
          await clients.close();
        },
      };
    } catch (error) {
      await clients.close();
      throw error;
    }
  },
};

/** One object: its rows are those of one number. */
function rowsOf(table: string, object: number, client: MariadbClient): KeyedObject {
  const insert = (place: Place, value: number, update: string): Promise<unknown> =>
    client.query(`insert into ${table} values (?, ?, ?) on duplicate key update v = ${update}`, [
      object,
      place ?? 0,
      value,
    ]);
  return {
    put: (place, value) => insert(place, value, "values(v)"),
    async get(place) {
      const [row] = await client.query(`select v from ${table} where o = ? and k = ?`, [object, place ?? 0]);
      return (row?.["v"] as number | undefined) ?? null;
    },
    remove: (place) => client.query(`delete from ${table} where o = ? and k = ?`, [object, place]),
    size: async () =>
      Number((await client.query(`select count(*) as n from ${table} where o = ?`, [object]))[0]?.["n"]),
    add: (amount) => insert(undefined, amount, "v + values(v)"),
  };
}
