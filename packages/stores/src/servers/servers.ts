import { etcd } from "./etcd.js";
import { postgres } from "./postgres.js";
import { redis } from "./redis.js";
import type { Server } from "./server.js";

/** The servers that we start on loopback, by name. */
export const servers: Readonly<Record<string, Server>> = Object.fromEntries(
  [redis, etcd, postgres].map((server) => [server.name, server]),
);
