import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ErrorCode } from "@sightline/core";
import type * as BullMQ from "bullmq";
import type { Redis, RedisOptions } from "ioredis";

/** What is used of ioredis. */
interface Ioredis {
  readonly Redis: new (address: string, options: RedisOptions) => Redis;
}

/** The packages that a cluster is made of. */
export interface QueuePackages extends Ioredis {
  readonly Queue: typeof BullMQ.Queue;
  readonly QueueEvents: typeof BullMQ.QueueEvents;
  readonly UnrecoverableError: typeof BullMQ.UnrecoverableError;
  readonly Worker: typeof BullMQ.Worker;
}

/** The packages of a cluster are not installed. The message tells how. */
export class QueueMissing extends Error {
  override readonly name = "QueueMissing";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL3006" satisfies ErrorCode;
}

/** Loads BullMQ and ioredis: those of the user's project, or those beside Sightline. Throws `QueueMissing`. */
export async function loadQueue(folder = process.cwd()): Promise<QueuePackages> {
  const [bullmq, ioredis] = await Promise.all([load("bullmq", folder), load("ioredis", folder)]);
  return { ...(bullmq as typeof BullMQ), Redis: (ioredis as Ioredis).Redis };
}

async function load(name: string, folder: string): Promise<unknown> {
  for (const from of [join(folder, "package.json"), import.meta.url])
    try {
      return await import(pathToFileURL(createRequire(from).resolve(name)).href);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    }
  throw new QueueMissing(
    `a cluster needs bullmq and ioredis beside Sightline. Run: npm install bullmq ioredis`,
  );
}
