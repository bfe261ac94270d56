import { findName, HistoryError, nearest } from "@sightline/core";
import { NotInstalled, projectModules } from "../library/load-library.js";
import type { LiveStore } from "../live/live-store.js";
import { openLive } from "../live/open-live.js";
import type { OpenStore, StoreOptions } from "../store.js";
import { defaultWorkload, type StoreType } from "../workload/workload.js";
import { checkAddresses, shownAddress, untilAnswered } from "./address.js";
import { type Cluster, createCluster } from "./cluster.js";
import { findProgram } from "./program.js";
import type { Delay, Server, StartedNodes } from "./server.js";
import { createSettling } from "./settling.js";

/** How late what goes between nodes is, where nothing is said, in milliseconds. */
const DELAYS: readonly Delay[] = [[2, 8]];

/** How long clients pause before each operation, at most, in milliseconds: so that some updates have arrived. */
const PAUSE = 3;

/**
 * Opens a server: a cluster that is started on loopback, or nodes that are given by their addresses. Throws
 * `NotInstalled` or a `HistoryError`.
 */
export async function openServer(
  server: Server,
  type: string = server.types[0],
  options: StoreOptions = {},
): Promise<OpenStore> {
  const { name, types, consistencies, packages } = server;
  const used = findName(type, types) ?? refuseType(server, type);
  const known = Object.keys(consistencies);
  const { consistency = known[0], folder = process.cwd(), addresses } = options;
  if (!known.includes(consistency))
    throw new HistoryError(
      "SL1304",
      `${name} has no consistency "${consistency}": take ${known.map((one) => `${one} (${consistencies[one]})`).join(", or ")}`,
    );
  const { load } = projectModules(folder, packages, name);
  const { sessions } = { ...defaultWorkload, ...options.workload };
  const connecting = { type: used, sessions, atOnce: options.atOnce ?? 1, consistency, load };
  const words = `${consistency} (${consistencies[consistency]})`;
  if (addresses !== undefined) {
    checkAddresses(server, addresses, options);
    const live = await connect(server, connecting, { addresses, faults: {} });
    const at = addresses.map(shownAddress).join(", ");
    return openLive(
      live,
      {
        store: name,
        version: live.version ?? "unknown",
        replicas: addresses.length,
        consistency: words,
        delivery: `servers at ${at}, as late as they are; clients pause up to ${PAUSE} ms`,
        pause: PAUSE,
      },
      options,
    );
  }
  const { replicas = 3, milliseconds = DELAYS } = options;
  const live = await startCluster(server, connecting, { replicas, milliseconds, seed: options.seed ?? 1 });
  return openLive(
    live,
    {
      store: name,
      version: live.version ?? "unknown",
      replicas,
      consistency: words,
      delivery: `proxies between nodes, each piece ${milliseconds.map((delay) => delay.join("–")).join(", ")} ms late; clients pause up to ${PAUSE} ms`,
      pause: PAUSE,
    },
    options,
  );
}

function refuseType({ name, types }: Server, type: string): never {
  const meant = nearest(type, types);
  throw new HistoryError(
    "SL1007",
    `${name} is not used as a ${type}: take ${types.map((one) => `${name}:${one}`).join(", ")}${meant === undefined ? "" : `. Did you mean "${meant}"?`}`,
  );
}

/** How clients are connected, whoever started the nodes. */
interface Connecting {
  readonly type: StoreType;
  readonly sessions: number;
  readonly atOnce: number;
  readonly consistency: string;
  readonly load: (name: string) => Promise<never>;
}

/** How a cluster is started. */
interface Starting {
  readonly replicas: number;
  readonly milliseconds: readonly Delay[];
  readonly seed: number;
}

/** Starts nodes on loopback and connects clients; what was started ends where that fails, or with the store. */
async function startCluster(
  server: Server,
  connecting: Connecting,
  { replicas, milliseconds: delays, seed }: Starting,
): Promise<LiveStore> {
  const { name, program, start, address } = server;
  if (program === undefined || start === undefined)
    throw new HistoryError(
      "SL1304",
      `${name} is not started by Sightline: give its nodes with --address ${address},…`,
    );
  const path = await findProgram(program);
  if (path === undefined)
    throw new NotInstalled(
      `${name}: needs the program ${program.binary}, and it is not on this machine. ` +
        `Debian has it in ${program.debian}. Servers that run already are given with --address ${address},…`,
    );
  const cluster = createCluster(seed);
  try {
    const { consistency } = connecting;
    const started = await start.call(server, cluster, { replicas, consistency, delays, program: path });
    await cluster.checkListeners();
    return await connect(server, connecting, started, { cluster, delays });
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

/** Connects clients to nodes. What is written has a name that nobody else uses. */
async function connect(
  server: Server,
  { type, sessions: clients, atOnce, consistency, load }: Connecting,
  { addresses, faults }: StartedNodes,
  ours?: { readonly cluster: Cluster; readonly delays: readonly Delay[] },
): Promise<LiveStore> {
  const until = ours === undefined ? untilAnswered : ours.cluster.until;
  const space = `sightline${Math.random().toString(36).slice(2, 10)}`;
  const nodes = Array.from({ length: clients * atOnce }, (_, i) => (i % clients) % addresses.length);
  const connection = await server.connect({ type, addresses, nodes, consistency, space, load, until });
  ours?.cluster.setDelays(ours.delays);
  const { version, operations, mark, sessions } = connection;
  return {
    type,
    version,
    ...(operations !== undefined && { operations }),
    sessions(_, history) {
      const first = (history % atOnce) * clients;
      return sessions(history).slice(first, first + clients);
    },
    ...createSettling({ mark, until, links: ours?.cluster.links ?? [], delays: ours?.delays ?? [] }),
    faults,
    async close() {
      // What others run is left as it was; what we started is thrown away.
      await connection.close(ours === undefined);
      await ours?.cluster.close();
    },
  };
}
