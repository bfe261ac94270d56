import type { StoreOptions } from "@sightline/stores";

/** A store that is measured, in one configuration. */
export interface MeasuredStore {
  readonly name: string;
  readonly target: string;
  readonly options?: StoreOptions;
  /** How many times fewer histories than others: those of servers take longer. */
  readonly fewer?: number;
}

/** ViSearch's own workload (§4.2): 15 operations, 60 % updates, parameters 0 to 5. */
const small = { keys: 6, values: 6 } as const;

const library = (target: string, order: "fifo" | "any" | "batches"): MeasuredStore => ({
  name: `${target}, ${order}`,
  target,
  options: { workload: small, delivery: { order }, reload: false },
});

const server = (target: string, consistency: string, options: StoreOptions = {}): MeasuredStore => ({
  name: `${target}, ${consistency}`,
  target,
  options: { workload: small, consistency, ...options },
  fewer: 5,
});

/** The stores in the order of the table: libraries in this process, then servers on this machine. */
export const measuredStores: readonly MeasuredStore[] = [
  library("yjs:map", "fifo"),
  library("yjs:map", "any"),
  library("yjs:set", "any"),
  library("yjs:sequence", "any"),
  library("automerge:map", "any"),
  library("automerge:map", "batches"),
  library("loro:map", "any"),
  library("loro:set", "any"),
  library("loro:sequence", "any"),
  library("tinybase:map", "any"),
  library("tinybase:set", "any"),
  library("json-joy:map", "any"),
  { ...library("pouchdb:map", "fifo"), fewer: 5 },
  server("redis:set", "replica"),
  server("redis:map", "replica"),
  server("redis:map", "wait"),
  server("redis:map", "primary"),
  server("etcd:map", "serializable"),
  server("etcd:map", "linearizable"),
  server("nats:map", "direct"),
  server("nats:map", "leader"),
  server("postgres:map", "local"),
  server("postgres:map", "remote_apply", {
    milliseconds: [
      [0, 0],
      [25, 30],
    ],
  }),
  server("zookeeper:map", "local"),
  server("zookeeper:map", "quorum"),
  server("galera:map", "off"),
  server("galera:map", "read"),
  server("hazelcast:pn-counter", "default"),
  server("hazelcast:map", "default"),
];

/** ViSearch's Table 1: what its authors found in so many histories, for complete, causal, peer, monotonic, basic, weak. */
export const publishedRows: readonly {
  readonly name: string;
  readonly violated: readonly [number, number, number, number, number, number];
  readonly histories: string;
}[] = [
  { name: "set-r1", violated: [366, 339, 334, 295, 188, 0], histories: "300k" },
  { name: "set-r2", violated: [0, 0, 0, 0, 0, 0], histories: "300k" },
  { name: "map-r1", violated: [788, 734, 732, 712, 542, 0], histories: "300k" },
  { name: "map-r2", violated: [0, 0, 0, 0, 0, 0], histories: "300k" },
  { name: "PQ-A", violated: [478, 3, 0, 0, 0, 0], histories: "300k" },
  { name: "PQ-R", violated: [704, 131, 130, 119, 119, 0], histories: "300k" },
  { name: "PQ-F", violated: [1153, 3, 0, 0, 0, 0], histories: "300k" },
  { name: "set-A", violated: [45, 1, 0, 0, 0, 0], histories: "500k" },
  { name: "set-R", violated: [15, 4, 0, 0, 0, 0], histories: "400k" },
  { name: "set-F", violated: [5, 1, 0, 0, 0, 0], histories: "500k" },
];
