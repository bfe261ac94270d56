import { findName, HistoryError, nearest } from "@sightline/core";
import { projectModules } from "../library/load-library.js";
import type { LiveStore } from "../live/live-store.js";
import { openLive } from "../live/open-live.js";
import type { OpenStore, StoreOptions } from "../store.js";
import { defaultWorkload, type StoreType } from "../workload/workload.js";
import { shownAddress } from "./address.js";
import { type RunningServer, serverAt, startServer } from "./running-server.js";
import type { Server } from "./server.js";
import { createSettling } from "./settling.js";

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
  usageOf(server, type, options); // what makes no sense is told before anything is started
  const { addresses } = options;
  const running =
    addresses === undefined ? await startServer(server, options) : serverAt(server, addresses, options);
  try {
    const store = await openAt(running, type, options);
    return {
      ...store,
      async close() {
        try {
          await store.close();
        } finally {
          await running.close();
        }
      },
    };
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** Opens a store at nodes that run; closing it disconnects, and leaves them running. */
export async function openAt(
  running: RunningServer,
  type: string = running.server.types[0],
  options: StoreOptions = {},
): Promise<OpenStore> {
  const { server, addresses, cluster } = running;
  const usage = usageOf(server, type, options);
  const { milliseconds: delays = running.delays } = options;
  const live = await connect(running, usage, { ...options, milliseconds: delays });
  const between =
    cluster === undefined
      ? `servers at ${addresses.map(shownAddress).join(", ")}, as late as they are`
      : `proxies between nodes, each piece ${delays.map((delay) => delay.join("–")).join(", ")} ms late`;
  return openLive(
    live,
    {
      store: server.name,
      version: live.version ?? "unknown",
      replicas: addresses.length,
      consistency: `${usage.consistency} (${server.consistencies[usage.consistency]})`,
      delivery: `${between}; clients pause up to ${PAUSE} ms`,
      pause: PAUSE,
    },
    options,
  );
}

/** How a server is used. */
interface Usage {
  readonly type: StoreType;
  readonly consistency: string;
  readonly load: (name: string) => Promise<never>;
}

/** Refuses what a server does not have, and clients that are not installed. Throws `NotInstalled` or a `HistoryError`. */
function usageOf(server: Server, type: string, options: StoreOptions): Usage {
  const { name, types, consistencies, packages } = server;
  const known = Object.keys(consistencies);
  const { consistency = known[0], folder = process.cwd() } = options;
  if (!known.includes(consistency))
    throw new HistoryError(
      "SL1304",
      `${name} has no consistency "${consistency}": take ${known.map((one) => `${one} (${consistencies[one]})`).join(", or ")}`,
    );
  const { load } = projectModules(folder, packages, name);
  return { type: findName(type, types) ?? refuseType(server, type), consistency, load };
}

function refuseType({ name, types }: Server, type: string): never {
  const meant = nearest(type, types);
  throw new HistoryError(
    "SL1007",
    `${name} is not used as a ${type}: take ${types.map((one) => `${name}:${one}`).join(", ")}${meant === undefined ? "" : `. Did you mean "${meant}"?`}`,
  );
}

/** Connects clients to nodes, and lets what goes between these be late. What is written has a name that nobody else uses. */
async function connect(
  running: RunningServer,
  { type, consistency, load }: Usage,
  options: StoreOptions & Required<Pick<StoreOptions, "milliseconds">>,
): Promise<LiveStore> {
  const { server, addresses, until, cluster, faults } = running;
  const { atOnce = 1, milliseconds: delays } = options;
  const { sessions: clients } = { ...defaultWorkload, ...options.workload };
  const space = `sightline${Math.random().toString(36).slice(2, 10)}`;
  const nodes = Array.from({ length: clients * atOnce }, (_, i) => (i % clients) % addresses.length);
  const connection = await server.connect({ type, addresses, nodes, consistency, space, load, until });
  cluster?.setDelays(delays);
  const { version, operations, mark, sessions } = connection;
  return {
    type,
    version,
    ...(operations !== undefined && { operations }),
    sessions(_, history) {
      const first = (history % atOnce) * clients;
      return sessions(history).slice(first, first + clients);
    },
    ...createSettling({ mark, until, links: cluster?.links ?? [], delays, idle: server.idle === true }),
    faults,
    // What others run is left as it was; what we started is thrown away.
    close: () => connection.close(cluster === undefined),
  };
}
