import { createHistoryBuilder } from "@sightline/core/history/builder.js";
import type { History } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import { createRandom } from "@sightline/core/random.js";

/** A simulated database and its clients. */
export interface DatabaseRun {
  readonly type: "multi-register" | "multi-list";
  readonly transactions: number;
  readonly clients: number;
  readonly keys: number;
  readonly seed: number;
  /** Accesses in each transaction. Default: 4. */
  readonly accesses?: number;
  /** Whether calls and returns are told. Default: true. */
  readonly timed?: boolean;
  /** The share of transactions that never return; half of them took effect. Default: 0. */
  readonly pending?: number;
  /**
   * From which transaction on some commit on a snapshot of a moment ago, whatever others wrote since to what they
   * read: write skew. Default: never.
   */
  readonly skewFrom?: number;
}

/** After so many appends to a list, Elle's generator takes a fresh key. */
const LONGEST_LIST = 16;

/**
 * The history of clients that run transactions on a store which executes them one at a time, each at some moment
 * between its call and its return. What is written is new each time. Strictly serializable, but for what skews.
 */
export function databaseRun(run: DatabaseRun): History {
  const { type, transactions, clients, keys, seed, accesses = 4, timed = true, pending = 0 } = run;
  const random = createRandom(seed);
  const builder = createHistoryBuilder({ type });
  const registers = new Map<number, Value>();
  const lists = new Map<number, readonly Value[]>();
  const names = Array.from({ length: keys }, (_, key) => key);
  let fresh = 0;
  let [oldRegisters, oldLists] = [registers, lists];
  /** Client → how often it gave up: each time it is another session. */
  const lives = new Int32Array(clients);
  const freeFrom = new Float64Array(clients);
  for (let at = 0; builder.size < transactions; at++) {
    const client = random.int(clients);
    const moment = 10 * (at + 1);
    const call = Math.max(freeFrom[client], moment - random.int(10 * clients));
    const end = moment + 1 + random.int(10 * clients);
    // A client whose last call returns later than this takes effect cannot have called it.
    if (call >= moment) continue;
    const gaveUp = random.chance(pending);
    const happened = !gaveUp || random.chance(0.5);
    const skews = run.skewFrom !== undefined && builder.size >= run.skewFrom && at % 2 === 1;
    if (run.skewFrom !== undefined && !skews) {
      oldRegisters = new Map(registers);
      oldLists = new Map(lists);
    }
    const asked: Value[] = [];
    const told: Value[] = [];
    const own = new Map<number, Value>();
    for (let i = 0; i < accesses; i++) {
      const slot = random.int(keys);
      const key = names[slot];
      const reads = random.chance(0.5);
      const value = fresh++;
      if (type === "multi-register") {
        if (reads) {
          asked.push(["read", key, null]);
          told.push(["read", key, own.get(key) ?? (skews ? oldRegisters : registers).get(key) ?? null]);
          continue;
        }
        asked.push(["write", key, value]);
        told.push(["write", key, value]);
        own.set(key, value);
        continue;
      }
      const list = lists.get(key) ?? [];
      const seen = skews && !own.has(key) ? (oldLists.get(key) ?? []) : list;
      if (reads) {
        asked.push(["read", key, null]);
        told.push(["read", key, seen]);
        continue;
      }
      asked.push(["append", key, value]);
      told.push(["append", key, value]);
      own.set(key, value);
      if (happened) lists.set(key, [...list, value]);
      if (list.length >= LONGEST_LIST) names[slot] = keys + fresh;
    }
    if (happened && type === "multi-register") for (const [key, value] of own) registers.set(key, value);
    const session = lives[client] === 0 ? client : `${client}/${lives[client]}`;
    const times = timed ? { call, ...(!gaveUp && { return: end }) } : gaveUp ? { optional: true } : {};
    if (gaveUp) lives[client]++;
    freeFrom[client] = gaveUp ? moment : end + 1;
    builder.add({ session, method: "txn", args: [asked], ...(!gaveUp && { result: told }), ...times });
  }
  return builder.finish();
}
