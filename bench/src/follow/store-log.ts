import { createRandom } from "@sightline/core";

/** A log of a store that runs for so many simulated hours, with one stale read in it. */
export interface StoreLog {
  readonly operations: number;
  readonly hours: number;
  readonly sessions: number;
  readonly keys: number;
  readonly seed: number;
}

/** A line of the log. */
export interface LogLine {
  readonly text: string;
  /** Whether it is the read that was made stale. */
  readonly isStale: boolean;
}

/** What a session is at: an operation that is called, takes effect and returns, in microseconds. */
interface Doing {
  readonly key: number;
  /** The value that is put; absent: a get. */
  readonly put: number | undefined;
  readonly call: number;
  readonly effect: number;
  readonly ret: number;
  result: number | null;
  isDone: boolean;
  isStale: boolean;
}

/** The share of the log after which a read is made stale. */
export const STALE_AFTER = 0.7;

/**
 * The lines of a map that several sessions put to and get from, written as operations return. Each takes effect at a
 * random moment between its call and its return, so the log is linearizable, but for one get that returns what its
 * key held a second or more before the put that came last.
 */
export function* storeLog({ operations, hours, sessions, keys, seed }: StoreLog): Generator<LogLine> {
  const random = createRandom(seed);
  // Microseconds between the calls of a session, so that all of them take so many hours.
  const pace = (hours * 3.6e9 * sessions) / operations;
  const held = new Array<number | null>(keys).fill(null);
  const before = new Array<number | null>(keys).fill(null);
  const changed = new Array<number>(keys).fill(0);
  let [values, written, planted] = [0, 0, false];
  const begin = (from: number): Doing => {
    // On average 0.85 of the time between two calls; the operation takes the other 0.15.
    const call = from + 1 + random.int(Math.floor(1.7 * pace));
    // Most are short, some take as long as several of others: then operations overlap.
    const length = 2 + random.int(Math.floor(random.chance(0.05) ? 4 * pace : pace / 10));
    const put = random.chance(0.4) ? ++values : undefined;
    const effect = call + random.int(length);
    const key = random.int(keys);
    return { key, put, call, effect, ret: call + length, result: null, isDone: false, isStale: false };
  };
  const doing = Array.from({ length: sessions }, () => begin(0));
  yield { text: '{"type":"map","name":"a store of one day"}\n', isStale: false };
  while (written < operations) {
    let [next, at] = [0, Infinity];
    for (let session = 0; session < sessions; session++) {
      const { isDone, effect, ret } = doing[session];
      const moment = isDone ? ret : effect;
      if (moment < at) [next, at] = [session, moment];
    }
    const one = doing[next];
    if (!one.isDone) {
      takeEffect(one);
      continue;
    }
    written++;
    const { key, put, call, ret, result, isStale } = one;
    const what = put === undefined ? `"get","args":["k${key}"]` : `"put","args":["k${key}",${put}]`;
    const text = `{"session":${next},"method":${what},"result":${result},"call":${call},"return":${ret}}\n`;
    yield { text, isStale };
    doing[next] = begin(ret);
  }

  function takeEffect(one: Doing): void {
    const { key, put, call, effect } = one;
    one.isDone = true;
    one.result = held[key];
    if (put !== undefined) {
      before[key] = held[key];
      held[key] = put;
      changed[key] = effect;
      return;
    }
    const isSettled = call - changed[key] > 5 * pace + 1e6;
    if (planted || written < STALE_AFTER * operations || !isSettled || before[key] === null) return;
    planted = true;
    one.isStale = true;
    one.result = before[key];
  }
}
