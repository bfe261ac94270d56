import { crdtRedis } from "./crdt-redis.js";
import { etcd } from "./etcd.js";
import { galera } from "./galera.js";
import { hazelcast } from "./hazelcast.js";
import { nats } from "./nats.js";
import { postgres } from "./postgres.js";
import { redis } from "./redis.js";
import type { Server } from "./server.js";
import { zookeeper } from "./zookeeper.js";

/** The servers, by name. */
export const servers: Readonly<Record<string, Server>> = Object.fromEntries(
  [redis, etcd, nats, postgres, zookeeper, galera, hazelcast, crdtRedis].map((server) => [
    server.name,
    server,
  ]),
);
