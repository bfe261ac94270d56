import { NotInstalled } from "../library/load-library.js";
import { checkAddresses, untilAnswered } from "./address.js";
import { type Cluster, createCluster } from "./cluster.js";
import { findProgram } from "./program.js";
import type { Delay, Server, StartedNodes, Until } from "./server.js";
import { HistoryError } from "@sightline/core";
import type { StoreOptions } from "../store.js";

/** How late what goes between nodes is, where nothing is said, in milliseconds. */
const DELAYS: readonly Delay[] = [[2, 8]];

/** Nodes of a server that run: a cluster that was started here, or what others run. */
export interface RunningServer extends StartedNodes {
  readonly server: Server;
  /** Asks again and again until there is an answer. */
  readonly until: Until;
  /** What is ours where we started it. */
  readonly cluster?: Cluster;
  /** How late what goes between nodes is, where that is ours. */
  readonly delays: readonly Delay[];
  /** Ends what was started here. */
  close(): Promise<void>;
}

/** Nodes that others run, by their addresses. Throws a `HistoryError` where options ask what only ours can do. */
export function serverAt(
  server: Server,
  addresses: readonly string[],
  options: StoreOptions = {},
): RunningServer {
  checkAddresses(server, addresses, options);
  return { server, addresses, faults: {}, until: untilAnswered, delays: [], close: async () => {} };
}

/**
 * Starts nodes on loopback with proxies between them, which are not late yet. What was started ends where that fails.
 * Throws `NotInstalled` or a `HistoryError`.
 */
export async function startServer(
  server: Server,
  { replicas = 3, milliseconds: delays = DELAYS, seed = 1 }: StoreOptions = {},
): Promise<RunningServer> {
  const { name, program, start, address } = server;
  if (program === undefined || start === undefined)
    throw new HistoryError(
      "SL1304",
      `${name} is not started by Sightline: give its nodes with --address ${address},…`,
    );
  const path = await findProgram(program);
  if (path === undefined)
    throw new NotInstalled(
      `${name}: needs ${program.binary}, and it is not on this machine. ${program.source}. ` +
        `Servers that run already are given with --address ${address},…`,
    );
  const cluster = createCluster(seed);
  try {
    const started = await start.call(server, cluster, { replicas, delays, program: path });
    await cluster.checkListeners();
    return {
      ...started,
      server,
      cluster,
      delays,
      until: cluster.until,
      close: () => cluster.close(),
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}
