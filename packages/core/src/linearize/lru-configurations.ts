import type { Budget, Shortage } from "../budget.js";
import { allocate, type Configurations } from "./configurations.js";

const NONE = -1;

/**
 * Remembers the `capacity` configurations that were offered most recently and forgets the others.
 * What is forgotten may be searched again, which costs time and never changes a verdict.
 *
 * Entries are numbered. Those of one bucket are chained by `chain`; `newer` and `older` link all
 * of them by the time of their last use.
 */
export function createLruConfigurations(budget: Budget, capacity: number): Configurations {
  let hashes = new Int32Array(0);
  let firsts = new Int32Array(0);
  let seconds = new Int32Array(0);
  let chain = new Int32Array(0);
  let newer = new Int32Array(0);
  let older = new Int32Array(0);
  let buckets = new Int32Array(0);
  const bits: Int32Array[] = [];
  let newest = NONE;
  let oldest = NONE;
  let unpaid = 0;

  const find = (hash: number, a: number, b: number, words: Int32Array, from: number, to: number): number => {
    let entry = buckets[hash & (buckets.length - 1)];
    for (; entry !== NONE; entry = chain[entry]) {
      if (hashes[entry] !== hash || firsts[entry] !== a || seconds[entry] !== b) continue;
      const own = bits[entry];
      let same = own.length === to - from;
      for (let i = from; i < to && same; i++) same = own[i - from] === words[i];
      if (same) break;
    }
    return entry;
  };

  const unlinkUse = (entry: number): void => {
    if (newer[entry] === NONE) newest = older[entry];
    else older[newer[entry]] = older[entry];
    if (older[entry] === NONE) oldest = newer[entry];
    else newer[older[entry]] = newer[entry];
  };

  const makeNewest = (entry: number): void => {
    newer[entry] = NONE;
    older[entry] = newest;
    if (newest === NONE) oldest = entry;
    else newer[newest] = entry;
    newest = entry;
  };

  const evictOldest = (): number => {
    const entry = oldest;
    unlinkUse(entry);
    const bucket = hashes[entry] & (buckets.length - 1);
    if (buckets[bucket] === entry) buckets[bucket] = chain[entry];
    else {
      let before = buckets[bucket];
      while (chain[before] !== entry) before = chain[before];
      chain[before] = chain[entry];
    }
    return entry;
  };

  /** Doubles the number of entries, up to the capacity, and puts them in buckets anew. */
  const grow = (states: number): Shortage | undefined => {
    const length = Math.min(capacity, Math.max(64, 2 * hashes.length));
    const bucketCount = 2 ** Math.ceil(Math.log2(length));
    const shortage = budget.exceeded(states, 4 * (6 * length + bucketCount));
    if (shortage !== undefined) return shortage;
    const columns = [hashes, firsts, seconds, chain, newer, older].map((column) => {
      const wider = allocate(length);
      wider?.set(column);
      return wider;
    });
    const emptied = allocate(bucketCount);
    if (emptied === undefined || columns.includes(undefined)) return "memory";
    [hashes, firsts, seconds, chain, newer, older] = columns as Int32Array<ArrayBuffer>[];
    buckets = emptied.fill(NONE);
    for (let entry = 0; entry < bits.length; entry++) chainUp(entry);
    return undefined;
  };

  const chainUp = (entry: number): void => {
    const bucket = hashes[entry] & (buckets.length - 1);
    chain[entry] = buckets[bucket];
    buckets[bucket] = entry;
  };

  return {
    add(hash, a, b, words, from, to, states) {
      const known = buckets.length === 0 ? NONE : find(hash, a, b, words, from, to);
      if (known !== NONE) {
        unlinkUse(known);
        makeNewest(known);
        return "seen";
      }
      if (bits.length === hashes.length && bits.length < capacity) {
        const shortage = grow(states);
        if (shortage !== undefined) return shortage;
      }
      const entry = bits.length < capacity ? bits.length : evictOldest();
      if (entry === bits.length) unpaid += 4 * (to - from);
      if (unpaid > 1 << 20) {
        const shortage = budget.exceeded(states, unpaid);
        if (shortage !== undefined) return shortage;
        unpaid = 0;
      }
      hashes[entry] = hash;
      firsts[entry] = a;
      seconds[entry] = b;
      bits[entry] = words.slice(from, to);
      chainUp(entry);
      makeNewest(entry);
      return "new";
    },
  };
}
