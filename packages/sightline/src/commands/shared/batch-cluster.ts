import { loadCluster, type StartThread } from "@sightline/fleet";
import { codeOf } from "../../errors/code-of.js";
import { UsageError } from "../../errors/usage-error.js";
import type { BatchProgress } from "./tasks/batch-progress.js";

/** How a batch is known in a cluster. */
interface ClusterBatch {
  readonly prefix: string | undefined;
  readonly sends: boolean;
  readonly batch: string;
  readonly version: string;
  /** Whether there is but one chunk, so that only the search of what proves hard is shared. */
  readonly isOne: boolean;
  /** Is told who is at work. */
  readonly progress: BatchProgress;
}

/** Joins the cluster at an address as the coordinator of a batch. Throws a `UsageError`. */
export async function joinAs(
  address: string,
  { prefix, isOne, progress, ...batch }: ClusterBatch,
): Promise<{ readonly start: StartThread; leave(): Promise<void> }> {
  checkAddress(address, "--cluster");
  const { joinCluster, PREFIX, startAcross, withoutPassword } = await loadCluster();
  const place = { address, prefix: prefix ?? PREFIX };
  const words = isOne ? "no worker is there, this machine searches alone" : undefined;
  const shown = withoutPassword(address);
  const heard = hearOf(progress, shown, createWaitingWords(shown, prefix, words));
  const coordinator = await orUsageError(() => joinCluster({ ...batch, ...place, ...heard }));
  const onRefusal = (reason: string): void => void process.stderr.write(`${reason}\n`);
  const start = isOne ? startAcross({ ...place, version: batch.version, onRefusal }) : coordinator.start;
  return { start, leave: coordinator.close };
}

/** Keeps what is heard of the workers, and tells when Redis is away, by its address as it may be shown. */
export const hearOf = (progress: BatchProgress, shown: string, tellWaiting: (workers: number) => void) => ({
  onWorkers(workers: number): void {
    progress.workers = workers;
    tellWaiting(workers);
  },
  onRetry: (): void => void progress.retries++,
  onAway: (isAway: boolean): void => void process.stderr.write(`${awayWords(shown, isAway)}\n`),
});

/** What is told when Redis is away, and when it is back. */
export const awayWords = (shown: string, isAway: boolean): string =>
  isAway ? `${shown} is away: waiting for it` : `${shown} is back`;

/** Hears how many workers there are: a batch that nobody works on says so, once. */
export function createWaitingWords(
  shown: string,
  prefix: string | undefined,
  words = "waiting for workers",
): (workers: number) => void {
  let isToldOf = false;
  return (workers) => {
    if (workers > 0 || isToldOf) return;
    isToldOf = true;
    const options = prefix === undefined ? "" : ` --prefix ${prefix}`;
    process.stderr.write(`${words}: run sightline worker ${shown}${options} on some machines\n`);
  };
}

/** Refuses what is no address of a Redis. Throws a `UsageError`. */
export function checkAddress(address: string, option: string): void {
  if (/^rediss?:\/\/./.test(address)) return;
  throw new UsageError(
    "SL4008",
    `${option} takes an address such as redis://10.0.0.1:6379 (rediss: with TLS): ${address} is not`,
  );
}

/** What is promised; where a package is missing or Redis does not answer, a `UsageError`. */
export async function orUsageError<Answer>(make: () => Promise<Answer>): Promise<Answer> {
  try {
    return await make();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new UsageError(code, (error as Error).message);
  }
}
