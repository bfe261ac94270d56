import { execFile } from "node:child_process";
import { appendFile, chmod, chown, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { accountOf } from "./account.js";
import { crashNode, cutLink, type Node } from "./cluster.js";
import { type KeyedObject, keyedSession, type Place } from "./keyed-session.js";
import { openPgClients, type PgClient } from "./pg-clients.js";
import type { Server } from "./server.js";

const run = promisify(execFile);

/** The account that the server runs under: it refuses to be root. */
const ACCOUNT = "postgres";

/**
 * PostgreSQL: a primary and hot standbys, whose log is streamed through proxies. Clients write at the primary;
 * client i reads at node i (node 0 is the primary), unless the consistency is `primary`.
 */
export const postgres: Server = {
  name: "postgres",
  program: {
    binary: "initdb",
    source: "Debian has it in postgresql",
    folders: ["/usr/lib/postgresql/*/bin"],
  },
  packages: ["pg"],
  types: ["register", "map", "set", "counter"],
  consistencies: {
    on: "synchronous_commit = on, reads at standbys",
    local: "synchronous_commit = local, reads at standbys",
    remote_write: "synchronous_commit = remote_write, reads at standbys",
    remote_apply: "synchronous_commit = remote_apply, reads at standbys",
    primary: "reads at the primary",
  },
  address: "postgres://user:password@host:5432/database",

  async start(cluster, { replicas, program }) {
    // Its other programs stand beside it, though not beside a link to it.
    const bin = dirname(await realpath(program));
    const as = await accountOf(ACCOUNT);
    const ports: number[] = [];
    const nodes: Node[] = [];
    for (let node = 0; node < replicas; node++) {
      const folder = await cluster.folder(`postgres-${node}`);
      await chmod(folder, 0o700);
      if (as !== undefined) await chown(folder, as.uid, as.gid);
      const port = await cluster.freePort();
      if (node === 0) {
        await run(join(bin, "initdb"), ["-D", folder, "-A", "trust", "-N", "-U", ACCOUNT], as);
        await appendFile(join(folder, "pg_hba.conf"), "host replication all 127.0.0.1/32 trust\n");
        const names = Array.from({ length: replicas - 1 }, (_, standby) => `standby${standby + 1}`);
        const waits = names.length === 0 ? "" : `${names.length} (${names.join(", ")})`;
        await appendFile(
          join(folder, "postgresql.conf"),
          `wal_level=replica\nmax_wal_senders=10\nwal_keep_size=256MB\nmax_connections=500\nsynchronous_standby_names='${waits}'\nsynchronous_commit=local\n`,
        );
      } else {
        const source = `-h 127.0.0.1 -p ${ports[0]} -U ${ACCOUNT} -D ${folder} -c fast -X stream`;
        await cluster.until(() => run(join(bin, "pg_basebackup"), source.split(" "), as));
        const link = await cluster.link(ports[0]);
        const upstream = `host=127.0.0.1 port=${link.port} user=${ACCOUNT} application_name=standby${node}`;
        await appendFile(
          join(folder, "postgresql.conf"),
          `primary_conninfo='${upstream}'\nwal_retrieve_retry_interval=100ms\n`,
        );
        await writeFile(join(folder, "standby.signal"), "");
      }
      await appendFile(
        join(folder, "postgresql.conf"),
        `port=${port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\nfsync=off\nshared_buffers=16MB\nhot_standby=on\n`,
      );
      // Told to quit at once it ends as in a crash, and what it has started with it: killed, it would leave that behind.
      nodes.push(
        cluster.start(`postgres-${node}`, join(bin, "postgres"), ["-D", folder], {
          ...as,
          signal: "SIGQUIT",
        }),
      );
      await cluster.awaitPort(port);
      ports.push(port);
    }
    return {
      addresses: ports.map((port) => `postgres://${ACCOUNT}@127.0.0.1:${port}/postgres`),
      faults: { partition: cutLink(cluster), restart: crashNode(nodes) },
    };
  },

  async connect({ type, addresses, nodes: at, consistency, space, load, until }) {
    const clients = await openPgClients(load);
    try {
      const nodes = addresses.map((address) => clients.connect(address));
      const settled = `${space}_settled`;
      const first = nodes[0];
      const version = await until(async () => (await first.query("show server_version")).rows[0]);
      await first.query(`create table ${space} (o text, k int, v int, primary key (o, k))`);
      await first.query(`create table ${settled} as select 0 as mark`);
      const read = async (node: PgClient): Promise<unknown> =>
        (await node.query(`select mark from ${settled}`)).rows[0]?.["mark"];
      await Promise.all(nodes.map((node) => until(() => read(node))));
      const atPrimary = consistency === "primary";
      const users = at.map((node) => ({
        writer: clients.connect(addresses[0], `-c synchronous_commit=${atPrimary ? "local" : consistency}`),
        reader: clients.connect(addresses[atPrimary ? 0 : node]),
      }));
      return {
        version: /^\S*/.exec(String(version["server_version"]))?.[0] ?? "unknown",
        sessions: (history) =>
          users.map(({ writer, reader }) => keyedSession(type, rowsOf(space, history, writer, reader))),
        mark: {
          write: (mark) => first.query(`update ${settled} set mark = $1`, [mark]),
          reads: nodes.slice(1).map((node) => () => read(node)),
        },
        async close(tidy) {
          if (tidy) await first.query(`drop table ${space}, ${settled}`);
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
function rowsOf(table: string, object: number, writer: PgClient, reader: PgClient): KeyedObject {
  const upsert = (place: Place, value: number, sum: string): Promise<unknown> =>
    writer.query(`insert into ${table} values ($1, $2, $3) on conflict (o, k) do update set v = ${sum}`, [
      object,
      place ?? 0,
      value,
    ]);
  return {
    put: (place, value) => upsert(place, value, "$3"),
    async get(place) {
      const wanted = `select v from ${table} where o = $1 and k = $2`;
      const { rows } = await reader.query(wanted, [object, place ?? 0]);
      return (rows[0]?.["v"] as number | undefined) ?? null;
    },
    remove: (place) => writer.query(`delete from ${table} where o = $1 and k = $2`, [object, place]),
    size: async () =>
      Number((await reader.query(`select count(*) n from ${table} where o = $1`, [object])).rows[0]?.["n"]),
    add: (amount) => upsert(undefined, amount, `${table}.v + $3`),
  };
}
