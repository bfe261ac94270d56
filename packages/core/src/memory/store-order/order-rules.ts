import { type AccessIndex, lastWriteBefore } from "../relations/access-index.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";
import type { ReaderChains } from "./reader-chains.js";
import { createRecentWrites } from "./recent-writes.js";
import type { UndoLog } from "./undo-log.js";
import type { Writable } from "../../writable.js";

/** The two rules that every store order obeys (see `saturation.ts`). False: what is before o is a contradiction. */
export interface OrderRules {
  /** What follows from all that is before o when it is taken in. */
  applyToAll(o: number): boolean;
  /** What follows where more came before `o` on `chain` since its bound was `old`: only the last write there tells. */
  apply(o: number, chain: number, old: number): boolean;
  /** The two operations of the last contradiction. */
  readonly clash: readonly [number, number];
}

/** What the rules are about. */
interface Subject {
  readonly memory: MemoryHistory;
  readonly index: AccessIndex;
  readonly chains: ReaderChains;
  /** The order so far. */
  readonly clock: Int32Array;
  /** Chain → its first operation that was not taken in. */
  readonly settled: Int32Array;
  /** The edges that the rules ask for go here. */
  readonly asked: UndoLog;
}

/** Among so few operations a write is looked for one by one; among more it is searched. */
const FEW = 16;

/** The rules for an order that grows. */
export function createOrderRules({ memory, index, chains, clock, settled, asked }: Subject): OrderRules {
  const { threads, variables, first, thread, isWrite, variable, source } = memory;
  const isBefore = (a: number, b: number): boolean => clock[b * threads + thread[a]] > a;
  const recent = createRecentWrites(memory, isBefore);

  const ask = (a: number, b: number): void => {
    if (!isBefore(a, b)) asked.push(a, b);
  };

  /** The last write to variable x on a chain from operation `from` on, below `to`; or −1. */
  const lastWriteIn = (chain: number, x: number, from: number, to: number): number => {
    if (to - from > FEW) {
      const last = lastWriteBefore(index, chain * variables + x, to);
      return last >= from ? last : -1;
    }
    for (let o = to - 1; o >= from; o--) if (variable[o] === x && isWrite[o] === 1) return o;
    return -1;
  };

  /** cf[R] (CAV'19 Definition 3, repaired: w1 ≠ w2): w1 R r and w2 wr r on one variable give w1 R w2. */
  const applyReadRule = (r: number, chain: number, old: number): boolean => {
    const bound = clock[r * threads + chain];
    const w2 = source[r];
    if (w2 !== INITIAL && bound <= clock[w2 * threads + chain]) return true;
    const w1 = lastWriteIn(chain, variable[r], old, bound);
    if (w1 < 0 || w1 === w2) return true;
    // A write before a read of the initial value: the initial write would have to come after it.
    if (w2 === INITIAL) {
      rules.clash = [w1, r];
      return false;
    }
    ask(w1, w2);
    return true;
  };

  /** rw[R] = wr⁻¹ ; R_WW: who reads from w1 comes before all later writes of the variable, but for itself. */
  const askForReaders = (w1: number, w2: number): void => {
    for (let i = chains.from[w1]; i < chains.from[w1 + 1]; i++)
      if (chains.latest[i] !== w2) ask(chains.latest[i], w2);
  };

  /** The rules for what came before `o` on `chain` since its bound was `old`; only the last write there tells. */
  const apply = (o: number, chain: number, old: number): boolean => {
    if (takesValue(memory, o) && !applyReadRule(o, chain, old)) return false;
    if (isWrite[o] === 0) return true;
    const w1 = lastWriteIn(chain, variable[o], old, clock[o * threads + chain]);
    if (w1 >= 0) askForReaders(w1, o);
    return true;
  };

  /** The rule for reads, for all that is before r when it is taken in. */
  const applyReadRuleToAll = (r: number): boolean => {
    const w2 = source[r];
    const end = recent.end[variable[r]];
    const isSettled = w2 < settled[thread[w2]]; // an internal read may be taken in before its source
    const open = isSettled ? recent.openFrom(w2) : 0;
    if (end - open > threads || !isSettled) {
      for (let chain = 0; chain < threads; chain++) if (!applyReadRule(r, chain, first[chain])) return false;
      return true;
    }
    for (let i = open; i < end; i++) {
      const w1 = recent.writes[i];
      if (w1 !== w2 && isBefore(w1, r)) ask(w1, w2);
    }
    return true;
  };

  /**
   * The rule for writes, for all that is before w2 when it is taken in: newest first, until all that is left is
   * known to be before one that was met, which is enough. Answers below which place all are before w2.
   */
  const applyWriteRuleToAll = (w2: number): number => {
    const x = variable[w2];
    const newest = recent.end[x] - 1;
    let open = recent.from[x];
    for (let i = newest; i >= open; i--) {
      const w1 = recent.writes[i];
      if (newest - i === threads) {
        for (let chain = 0; chain < threads; chain++) {
          const last = lastWriteIn(chain, x, first[chain], clock[w2 * threads + chain]);
          if (last >= 0) askForReaders(last, w2);
        }
        return open;
      }
      if (!isBefore(w1, w2)) continue;
      askForReaders(w1, w2);
      open = Math.max(open, recent.openFrom(w1));
    }
    return open;
  };

  /** The rules for all that is before o when it is taken in. */
  const applyToAll = (o: number): boolean => {
    const takes = takesValue(memory, o);
    if (takes && source[o] !== INITIAL && !applyReadRuleToAll(o)) return false;
    if (isWrite[o] === 1) recent.add(o, applyWriteRuleToAll(o));
    for (let chain = 0; chain < threads; chain++) {
      // What a rule put before o may be more than was taken in.
      if (clock[o * threads + chain] > settled[chain] && !apply(o, chain, settled[chain])) return false;
      if (!takes || source[o] !== INITIAL) continue;
      // rw[R] for the initial write, which is before all others: its reader comes before every first write.
      const slot = chain * variables + variable[o];
      const begin = index.writesFrom[slot];
      if (begin < index.writesFrom[slot + 1] && index.writes[begin] !== o) asked.push(o, index.writes[begin]);
    }
    return true;
  };

  const rules: Writable<OrderRules> = { apply, applyToAll, clash: [0, 0] };
  return rules;
}
