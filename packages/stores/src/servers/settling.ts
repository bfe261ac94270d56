import type { LiveStore } from "../live/live-store.js";
import type { Cluster } from "./cluster.js";
import type { Delay } from "./server.js";

/** How a mark is written, and looked for at each other node. */
export interface Marking {
  readonly cluster: Cluster;
  readonly delays: readonly Delay[];
  readonly write: (mark: string) => Promise<unknown>;
  readonly reads: readonly (() => Promise<unknown>)[];
}

/**
 * Waits until all nodes have got everything: a mark is written after all else, and looked for at every other node.
 * How long the mark takes is the lag, which shows whether the delays of the proxies were in force.
 */
export function createSettling({
  cluster,
  delays,
  write,
  reads,
}: Marking): Required<Pick<LiveStore, "settle" | "evidence">> {
  let marks = 0;
  let lag = 0;
  const latest = Math.max(...delays.map(([least]) => least));
  return {
    async settle() {
      const mark = `mark ${++marks}`;
      const written = performance.now();
      // A node that has just come back may not answer yet.
      await cluster.until(async () => {
        await write(mark);
        return true;
      });
      await Promise.all(
        reads.map((read) => cluster.until(async () => ((await read()) === mark ? true : undefined))),
      );
      lag = Math.max(lag, performance.now() - written);
    },
    evidence() {
      const bytes = cluster.links.map((link) => link.bytes);
      const idle = bytes.filter((count) => count === 0).length;
      const missing =
        marks === 0
          ? "nothing was written"
          : idle > 0
            ? `${idle} of ${bytes.length} proxies carried nothing`
            : lag < latest
              ? `nothing was as late as ${latest} ms`
              : undefined;
      return { bytes, lag, ...(missing !== undefined && { missing }) };
    },
  };
}
