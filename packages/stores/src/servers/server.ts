import type { LiveStore, Session } from "../live/live-store.js";
import type { StoreType } from "../workload/workload.js";
import type { Cluster } from "./cluster.js";
import type { Program } from "./program.js";

/** At least and at most so many milliseconds. */
export type Delay = readonly [number, number];

/** How a cluster is started. */
export interface StartOptions {
  readonly replicas: number;
  readonly delays: readonly Delay[];
  /** Where the program is. */
  readonly program: string;
}

/** Nodes that run and have found each other. */
export interface StartedNodes {
  /** Where each node is, as `connect` takes it. */
  readonly addresses: readonly string[];
  readonly faults: NonNullable<LiveStore["faults"]>;
}

/** How clients are connected. */
export interface ConnectOptions {
  readonly type: StoreType;
  /** Where the nodes are; the first is the one that is written at, where there is such a one. */
  readonly addresses: readonly string[];
  /** The node that each client is at. */
  readonly nodes: readonly number[];
  readonly consistency: string;
  /** A word that nobody else uses, of letters and digits: what is written has it in its name. */
  readonly space: string;
  /** Loads the client's package from the user's project. */
  readonly load: (name: string) => Promise<never>;
  /** Asks again and again until there is an answer. */
  readonly until: Until;
}

/** Asks again and again until there is an answer. Throws where there will be none. */
export type Until = <T>(ask: () => Promise<T | undefined>) => Promise<T>;

/** Clients that are connected. */
export interface Connection {
  /** The server's version. */
  readonly version: string;
  /** Clients of an object that is new and empty, as many as `nodes`. */
  sessions(history: number): readonly Session[];
  /** The methods that may be called. Default: all of the type. */
  readonly operations?: readonly string[];
  /** A mark that is written after all else, and what each other node has of it. */
  readonly mark: {
    write(mark: number): Promise<unknown>;
    readonly reads: readonly (() => Promise<unknown>)[];
  };
  /** Deletes what was written, where `tidy`, and disconnects. */
  close(tidy: boolean): Promise<unknown>;
}

/** A server: one small file for each. */
export interface Server {
  readonly name: string;
  /** The program that must be installed; there is none where a server must be given by its address. */
  readonly program?: Program;
  /** The packages of the client, in the user's project. */
  readonly packages: readonly [string, ...string[]];
  /** What it is used as, the default first. */
  readonly types: readonly [StoreType, ...StoreType[]];
  /** Its options of consistency, the default first, and what each says. */
  readonly consistencies: Readonly<Record<string, string>>;
  /** Whether some proxies may carry nothing, since two nodes share one connection and choose who dials. */
  readonly idle?: boolean;
  /** What an address looks like. */
  readonly address: string;
  /** Starts nodes on loopback, with links between them; comes back when all are there. */
  start?(cluster: Cluster, options: StartOptions): Promise<StartedNodes>;
  connect(options: ConnectOptions): Promise<Connection>;
}
