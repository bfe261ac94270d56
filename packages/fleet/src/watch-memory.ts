import { lookAway } from "./memory.js";

/** Something that a thread has under way, and that can be ended where memory is short. */
export interface Load {
  /** When it began, on the clock of `performance.now()`. */
  readonly since: number;
  /** Ends its thread; resolves once the memory is given back. */
  end(): Promise<void>;
}

/** How long the watch may look away, in milliseconds. */
const [SHORTEST, LONGEST] = [3, 250];
/** What is left when a thread has gone counts for nothing until it has grown by this share of the limit. */
const STEP = 0.02;

/**
 * Watches the memory of the whole process from outside the threads that fill it: for what no search asks
 * its budget about, such as the typed arrays of a user's type, which no limit on a heap counts. While
 * the resident set is over the limit, the load that has been under way longest is ended. Looks again no
 * later than the rest of the memory could be filled. Returns how to stop.
 */
export function watchMemory(
  limit: number,
  loads: () => Iterable<Load>,
  rss: () => number = () => process.memoryUsage.rss(),
): () => void {
  let bearable = limit;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const look = async (): Promise<void> => {
    let used = rss();
    const heaviest = used > bearable ? longest(loads()) : undefined;
    if (heaviest !== undefined) {
      await heaviest.end();
      used = rss();
      bearable = Math.max(limit, used + STEP * limit);
    } else if (used < limit) bearable = limit;
    if (stopped) return;
    const pause = lookAway(limit - used, SHORTEST, LONGEST);
    timer = setTimeout(() => void look(), pause).unref();
  };
  void look();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

function longest(loads: Iterable<Load>): Load | undefined {
  let first: Load | undefined;
  for (const load of loads) if (first === undefined || load.since < first.since) first = load;
  return first;
}
