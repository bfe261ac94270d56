import { deflateRawSync, inflateRawSync } from "node:zlib";
import { fromText, toText } from "../journal/text.js";

/** A piece of a batch that needs no file: plain data, and no code. */
export interface Task {
  /** Its name in the batch: the same task has the same name whoever asks. */
  readonly key: string;
  /** What kind of work it is; workers know some. */
  readonly kind: string;
  readonly data: object;
}

/**
 * The queues of tasks. `runs`: as many at a time as a worker has threads. `stress`: a task has threads of its own that
 * have to meet, so that half as many are worked on at a time.
 */
export const taskQueues = ["runs", "stress"] as const;

/** The name of a queue of tasks. */
export type TaskQueue = (typeof taskQueues)[number];

/** A task as a job of a queue. */
export interface TaskJob extends Task {
  /** The version of Sightline that asks. */
  readonly version: string;
}

/** What a task came to, as it lies in Redis. */
export const packResult = (result: unknown): Buffer => deflateRawSync(toText(result), { level: 1 });

/** What a task came to. */
export const unpackResult = (bytes: Buffer): unknown => fromText(inflateRawSync(bytes).toString());
