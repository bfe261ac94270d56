import type { LiveStore } from "../live/live-store.js";
import type { Proxy } from "./proxy.js";
import type { Connection, Delay, Until } from "./server.js";

/** What a mark goes through. */
export interface SettlingOptions {
  readonly mark: Connection["mark"];
  readonly until: Until;
  /** The proxies between nodes, where they are ours. */
  readonly links: readonly Pick<Proxy, "bytes">[];
  readonly delays: readonly Delay[];
  /** Whether some proxies may carry nothing. Default: they may not. */
  readonly idle?: boolean;
}

/**
 * Waits until all nodes have got everything: a mark is written after all else, and looked for at every other node.
 * How long the mark takes is the lag, which shows whether the delays of the proxies were in force. Who asks while a
 * mark is on its way waits for the next one, and shares it with all who asked meanwhile.
 */
export function createSettling({
  mark,
  until,
  links,
  delays,
  idle: mayBeIdle = false,
}: SettlingOptions): Required<Pick<LiveStore, "settle" | "evidence">> {
  const before = links.map((link) => link.bytes);
  let marks = 0;
  let lag = 0;
  let current: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const latest = Math.max(0, ...delays.map(([least]) => least));
  const send = async (): Promise<void> => {
    const number = ++marks;
    const written = performance.now();
    // A node that has just come back may not answer yet.
    await until(async () => {
      await mark.write(number);
      return true;
    });
    await Promise.all(
      mark.reads.map((read) => until(async () => (Number(await read()) === number ? true : undefined))),
    );
    lag = Math.max(lag, performance.now() - written);
  };
  return {
    settle() {
      next ??= current
        .catch(() => {}) // whoever waited for that one was told
        .then(() => {
          next = undefined;
          current = send();
          return current;
        });
      return next;
    },
    evidence() {
      const bytes = links.map((link, i) => link.bytes - before[i]);
      const idle = bytes.filter((count) => count === 0).length;
      const missed = mayBeIdle ? bytes.length > 0 && idle === bytes.length : idle > 0;
      const missing =
        marks === 0
          ? "nothing was written"
          : missed
            ? `${idle} of ${bytes.length} proxies carried nothing`
            : lag < latest
              ? `nothing was as late as ${latest} ms`
              : undefined;
      return { bytes, lag, ...(missing !== undefined && { missing }) };
    },
  };
}
