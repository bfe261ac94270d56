import { crdtRedis } from "./crdt-redis.js";
import { etcd } from "./etcd.js";
import { nats } from "./nats.js";
import { postgres } from "./postgres.js";
import { redis } from "./redis.js";
import type { Server } from "./server.js";

/** The servers, by name. */
export const servers: Readonly<Record<string, Server>> = Object.fromEntries(
  [redis, etcd, nats, postgres, crdtRedis].map((server) => [server.name, server]),
);
