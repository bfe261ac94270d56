import type { Redis } from "ioredis";
import type { Beginning, Doomed } from "../messages.js";
import { KEPT } from "./keys.js";

/** How often a history is begun and not finished before it is set apart. */
const TRIES = 3;

/** What is known of the histories of a chunk whose workers were lost. */
export interface LostHistories {
  /** Those that no worker got through. */
  readonly doomed: readonly Doomed[];
  /** Notes what is begun next: what was begun before it is finished. */
  begin(beginning: Beginning): Promise<void>;
}

/**
 * Where a chunk's worker was lost before, the next says what it begins, in Redis, before it does: should it be
 * lost as well, the place is known. What has been begun three times and never finished is not tried again.
 * Workers that are killed for other reasons are hardly ever at the same history three times.
 *
 * @param faultAt the kind of fault, and what is said of it
 */
export async function lostHistories(
  client: Pick<Redis, "hgetall" | "multi">,
  key: string,
  faultAt: (beginning: Beginning) => Pick<Doomed, "reason" | "message">,
): Promise<LostHistories> {
  const begun = await client.hgetall(key);
  const doomed = Object.entries(begun)
    .filter(([, times]) => Number(times) >= TRIES)
    .map(([field]): Doomed => {
      const beginning = beginningOf(field);
      return { ...beginning, ...faultAt(beginning), milliseconds: 0 };
    });
  let current: string | undefined;
  return {
    doomed,
    async begin(beginning) {
      const field = fieldOf(beginning);
      const pipeline = client.multi();
      if (current !== undefined) pipeline.hdel(key, current);
      current = field;
      await pipeline.hincrby(key, field, 1).expire(key, KEPT).exec();
    },
  };
}

const fieldOf = ({ place: { piece, item, question }, unreadable }: Beginning): string =>
  [piece, item, question, unreadable ? 1 : 0].join(".");

function beginningOf(field: string): Beginning {
  const [piece, item, question, unreadable] = field.split(".").map(Number);
  return { place: { piece, item, question }, unreadable: unreadable === 1 };
}
