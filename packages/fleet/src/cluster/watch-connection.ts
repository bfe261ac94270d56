import type { Redis } from "ioredis";

/** Tells when Redis is away, and when it is back. A connection that is made again at once is not told of. */
export function watchConnection(client: Pick<Redis, "on">, onAway: (isAway: boolean) => void): void {
  let attempts = 0;
  client.on("reconnecting", () => {
    if (++attempts === 2) onAway(true);
  });
  client.on("ready", () => {
    if (attempts > 1) onAway(false);
    attempts = 0;
  });
}
