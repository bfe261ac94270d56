import type { Ending, Thread } from "../thread.js";
import { unpackBatch } from "../wire.js";
import type { Assignment } from "../work.js";
import { BEGINNING } from "../deliver.js";
import type { Batch, ChunkCommand } from "../messages.js";
import { jobOf } from "./chunk-job.js";
import { type Desk, type DeskOptions, openDesk } from "./desk.js";
import { QUEUE } from "./keys.js";
import { unpackFound } from "./pack.js";

/** How a batch is given to a cluster. */
export interface CoordinatorOptions extends Omit<DeskOptions, "queue"> {
  /** The name of the batch: jobs and results are found again by it. */
  readonly batch: string;
  readonly version: string;
  /** Whether files are sent along, for workers that cannot read them. */
  readonly sends: boolean;
}

/** The workers of a cluster, as this process sees them. */
export interface Coordinator {
  /** A place in the queue: works through one chunk at a time, as a thread does. */
  start<Answer>(assignment: Assignment): Thread<Answer>;
  close(): Promise<void>;
}

/** Joins a cluster as the coordinator of a batch. Throws `QueueMissing` and `ClusterUnreachable`. */
export async function joinCluster(options: CoordinatorOptions): Promise<Coordinator> {
  const desk = await openDesk({ ...options, queue: QUEUE });
  return {
    start: (assignment) => remoteThread(assignment, desk, options),
    close: () => desk.close(),
  };
}

function remoteThread<Answer>(
  assignment: Assignment,
  desk: Desk,
  { batch, version, sends }: CoordinatorOptions,
): Thread<Answer> {
  let current: string | undefined;
  /** What was found and is not yet used up, in order: each run gives one batch. */
  const given: string[] = [];
  return {
    async run(command: ChunkCommand, onBatch: (found: Batch<Answer>) => void): Promise<Ending> {
      const { chunk, from } = command;
      const place = from === BEGINNING ? "" : `-${from.piece}.${from.item}.${from.question}`;
      // A job that is there already is not replaced, and one that names a file has no bytes with it.
      const id = `${batch}${sends ? "-sent" : ""}-${chunk.number}${place}`;
      current = id;
      try {
        const ended = await desk.give(id, jobOf(assignment, chunk, from, version, sends));
        if (ended.kind === "refused") return ended;
        if (ended.kind === "withdrawn") {
          const beat = { phase: "idle", place: BEGINNING, since: 0, allowed: Infinity } as const;
          return { kind: "died", beat, cause: "told", error: undefined };
        }
        const found = unpackBatch(assignment, unpackFound(ended.bytes)) as Batch<Answer>;
        given.push(id);
        onBatch(found);
        return { kind: "done" };
      } catch (error) {
        return { kind: "refused", reason: (error as Error).message };
      }
    },
    credit() {
      const used = given.shift();
      if (used !== undefined) desk.forget(used);
    },
    load: { since: 0, async end() {} },
    async kill() {
      if (current !== undefined) desk.withdraw(current);
    },
  };
}
