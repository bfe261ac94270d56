import type { ErrorCode } from "@sightline/core";
import type { Redis } from "ioredis";
import type { QueuePackages } from "./load-queue.js";

/** Redis cannot be reached, or does not let us in. */
export class ClusterUnreachable extends Error {
  override readonly name = "ClusterUnreachable";
  /** What kind of error it is: see docs/errors.md. */
  readonly code = "SL3007" satisfies ErrorCode;
}

/** The longest pause before another attempt to connect, in milliseconds. */
const LONGEST_PAUSE = 1000;

/** What a queue does all the time, in small: a script that writes under the prefix. */
const TRIAL = "return redis.call('set', KEYS[1], '', 'px', 1)";

/**
 * Connections to the Redis at this address (`redis://user:password@host:port/db`, `rediss:` for TLS), after one has
 * proved to work: a user who may not write under the prefix, or not run scripts, would wait for ever without a word.
 * Each lives through restarts of Redis: what was asked is asked again. Throws `ClusterUnreachable`.
 */
export async function connectTo(
  address: string,
  prefix: string,
  { Redis }: QueuePackages,
): Promise<() => Redis> {
  const probe = new Redis(address, { lazyConnect: true, retryStrategy: () => null });
  let reason: Error | undefined;
  probe.on("error", (error: Error) => (reason = error));
  try {
    await probe.connect();
    await probe.eval(TRIAL, 1, `${prefix}:trial`);
  } catch (error) {
    const { message } = reason ?? (error as Error);
    throw new ClusterUnreachable(`${withoutPassword(address)} cannot be used: ${message || "no answer"}`);
  } finally {
    probe.disconnect();
  }
  return () => {
    const client = new Redis(address, {
      maxRetriesPerRequest: null,
      retryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE),
    });
    // It is tried again until it works; what is waited for waits.
    client.on("error", () => {});
    return client;
  };
}

/** The address as it may be shown. */
export function withoutPassword(address: string): string {
  try {
    const url = new URL(address);
    url.password = "";
    return url.href;
  } catch {
    return address.replace(/:\/\/.*@/, "://");
  }
}
