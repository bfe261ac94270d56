import { execFile } from "node:child_process";
import { appendFile, chmod, chown, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";
import { createCluster, cutLink } from "./cluster.js";
import { outputOf, type Server } from "./server.js";
import { createSettling } from "./settling.js";

/** What is used of pg. */
interface Pg {
  readonly default: {
    readonly Client: new (options: {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly database: string;
    }) => Client;
  };
}

interface Client {
  connect(): Promise<void>;
  query(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: readonly Record<string, unknown>[] }>;
  on(event: "error", listener: () => void): void;
  end(): Promise<void>;
}

const run = promisify(execFile);

/** The account that the server runs under: it refuses to be root. */
const ACCOUNT = "postgres";

/**
 * PostgreSQL: a primary and hot standbys, whose log is streamed through proxies. Clients write at the primary;
 * client i reads at node i (node 0 is the primary), unless the consistency is `primary`.
 */
export const postgres: Server = {
  name: "postgres",
  binary: "initdb",
  debian: "postgresql",
  folders: ["/usr/lib/postgresql/*/bin"],
  packages: ["pg"],
  types: ["register", "map", "set", "counter"],
  consistencies: {
    on: "synchronous_commit = on, reads at standbys",
    local: "synchronous_commit = local, reads at standbys",
    remote_write: "synchronous_commit = remote_write, reads at standbys",
    remote_apply: "synchronous_commit = remote_apply, reads at standbys",
    primary: "reads at the primary",
  },

  async open({ type, replicas, sessions, consistency, delays, seed, program, load }) {
    // Its other programs stand beside it, though not beside a link to it.
    const bin = dirname(await realpath(program));
    const { Client } = ((await load("pg")) as Pg).default;
    const as = await accountOf();
    const version =
      /(\d[\d.]*)/.exec((await outputOf(join(bin, "postgres"), ["--version"])) ?? "")?.[1] ?? "unknown";
    const cluster = createCluster(seed);
    const clients: Client[] = [];
    const connect = async (port: number): Promise<Client> => {
      const client = new Client({ host: "127.0.0.1", port, user: ACCOUNT, database: "postgres" });
      client.on("error", () => {}); // the query that fails tells
      await client.connect();
      clients.push(client);
      return client;
    };
    const close = async (): Promise<void> => {
      await Promise.allSettled(clients.map((client) => client.end()));
      await cluster.close();
    };
    try {
      const ports: number[] = [];
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
            `wal_level=replica\nmax_wal_senders=10\nsynchronous_standby_names='${waits}'\nsynchronous_commit=local\n`,
          );
        } else {
          const source = `-h 127.0.0.1 -p ${ports[0]} -U ${ACCOUNT} -D ${folder} -c fast -X stream`;
          await run(join(bin, "pg_basebackup"), source.split(" "), as);
          const link = await cluster.link(ports[0]);
          const upstream = `host=127.0.0.1 port=${link.port} user=${ACCOUNT} application_name=standby${node}`;
          await appendFile(join(folder, "postgresql.conf"), `primary_conninfo='${upstream}'\n`);
          await writeFile(join(folder, "standby.signal"), "");
        }
        await appendFile(
          join(folder, "postgresql.conf"),
          `port=${port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\nfsync=off\nshared_buffers=16MB\nhot_standby=on\n`,
        );
        const started = cluster.start(`postgres-${node}`, join(bin, "postgres"), ["-D", folder], {
          ...as,
          signal: "SIGQUIT",
        });
        await cluster.awaitPort(started, port);
        ports.push(port);
        const client = await cluster.until(() => connect(port));
        if (node === 0) {
          await client.query("create table kv (o text, k int, v int, primary key (o, k))");
          await client.query("create table mark (m text)");
          await client.query("insert into mark values ('begun')");
        } else await cluster.until(() => client.query("select m from mark"));
      }
      await cluster.checkListeners();
      const nodes = clients.slice(0, replicas);
      await cluster.until(async () => {
        const { rows } = await nodes[0].query("select 1 from pg_stat_replication where state = 'streaming'");
        return rows.length === replicas - 1 ? true : undefined;
      });
      cluster.setDelays(delays);
      const atPrimary = consistency === "primary";
      const sessionClients: { readonly writer: Client; readonly reader: Client }[] = [];
      for (let i = 0; i < sessions; i++) {
        const writer = await connect(ports[0]);
        await writer.query(`set synchronous_commit = ${atPrimary ? "local" : consistency}`);
        sessionClients.push({ writer, reader: await connect(ports[atPrimary ? 0 : i % replicas]) });
      }
      const settling = createSettling({
        cluster,
        delays,
        write: (mark) => nodes[0].query("update mark set m = $1", [mark]),
        reads: nodes
          .slice(1)
          .map((node) => async () => (await node.query("select m from mark")).rows[0]?.["m"]),
      });
      return {
        type,
        version,
        sessions: (_, history) =>
          sessionClients.map(({ writer, reader }) => sessionOf(type, `history ${history}`, writer, reader)),
        ...settling,
        faults: { partition: cutLink(cluster) },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

/** Who runs the server: another account where we are root. */
async function accountOf(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => outputOf("id", [flag, ACCOUNT])));
  return { uid: Number(uid), gid: Number(gid) };
}

/** A client of one object. */
function sessionOf(type: StoreType, object: string, writer: Client, reader: Client): Session {
  const put = async (key: unknown, value: unknown): Promise<undefined> => {
    await writer.query("insert into kv values ($1, $2, $3) on conflict (o, k) do update set v = $3", [
      object,
      key,
      value,
    ]);
  };
  const get = async (key: unknown): Promise<number | null> => {
    const { rows } = await reader.query("select v from kv where o = $1 and k = $2", [object, key]);
    return (rows[0]?.["v"] as number | undefined) ?? null;
  };
  const remove = async (key: unknown): Promise<undefined> => {
    await writer.query("delete from kv where o = $1 and k = $2", [object, key]);
  };
  const has = async (key: unknown): Promise<boolean> => (await get(key)) !== null;
  const size = async (): Promise<number> =>
    Number((await reader.query("select count(*) n from kv where o = $1", [object])).rows[0]?.["n"]);
  switch (type) {
    case "map":
      return { put, get, remove, containsKey: has, size };
    case "set":
      return { add: (element) => put(element, 1), remove, contains: has, size };
    case "counter":
      return {
        async add(amount) {
          const sum = "insert into kv values ($1, 0, $2) on conflict (o, k) do update set v = kv.v + $2";
          await writer.query(sum, [object, amount]);
          return undefined;
        },
        read: async () => (await get(0)) ?? 0,
      };
    default:
      return { write: (value) => put(0, value), read: () => get(0) };
  }
}
