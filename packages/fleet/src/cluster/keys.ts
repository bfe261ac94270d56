/** The name of the queue of chunks, which all batches share, under the prefix. */
export const QUEUE = "chunks";

/** The prefix of all keys, where none is given. */
export const PREFIX = "sightline";

/** How long what nobody asks for is kept, in seconds: a batch may be gone on with the next day. */
export const KEPT = 86_400;

/** The keys of one job beside those of BullMQ. */
export interface JobKeys {
  /** What was found. */
  readonly result: string;
  /** Bytes that were sent along. */
  readonly sent: string;
  /** The histories that were begun and not finished, and how often. */
  readonly begun: string;
  /** BullMQ's own. */
  readonly job: string;
}

/** The keys of a job of a queue. */
export const keysOf = (prefix: string, queue: string, id: string): JobKeys => ({
  result: `${prefix}:result:${id}`,
  sent: `${prefix}:sent:${id}`,
  begun: `${prefix}:begun:${id}`,
  job: `${prefix}:${queue}:${id}`,
});
