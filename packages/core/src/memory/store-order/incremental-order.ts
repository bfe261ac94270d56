import type { AccessIndex } from "../relations/access-index.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { createOrderRules } from "./order-rules.js";
import type { ReaderChains } from "./reader-chains.js";
import { createUndoableEdges, createUndoLog, type UndoableEdges, type UndoLog } from "./undo-log.js";
import type { Writable } from "../../writable.js";

/** A moment to which an order can be taken back. */
export interface OrderMark {
  readonly clocks: number;
  readonly edges: number;
}

/**
 * A transitive order R of the operations that grows edge by edge and stays closed under the two rules
 * that every store order obeys (see `saturation.ts`), or reports that it cannot.
 */
export interface IncrementalOrder {
  /** R as clocks, as in `clocks.ts`: always up to date. */
  readonly clock: Int32Array;
  /** What was added, by hand or by a rule: edges of R beyond po, wr and given ones. */
  readonly edges: UndoableEdges;
  /** Every entry of `clock` that grew since `startUndo`, oldest first. */
  readonly grown: UndoLog;
  /** Whether a is before b. */
  isBefore(a: number, b: number): boolean;
  /** Puts a before b with all that follows. False: that is a contradiction, and R is of no use until taken back. */
  add(a: number, b: number): boolean;
  /**
   * Takes an operation in, after all that is before it by po, wr and given edges. False: a contradiction.
   * To be called once for each operation; `clock` holds all of R when all were taken in.
   */
  settle(operation: number): boolean;
  /** From now on changes are remembered, so that they can be taken back. */
  startUndo(): void;
  mark(): OrderMark;
  undo(to: OrderMark): void;
  /** The ends of the edge at which the last contradiction showed. */
  readonly clash: readonly [number, number];
}

/**
 * An order that no operation was taken into yet.
 *
 * What grows is passed on at once, and only what grew: an operation that waits has a bit for each chain. It
 * goes only as far as operations were taken in: those to come take their whole past together, which
 * saves passing on what would grow again.
 * @throws Exhausted from `add` and `settle` when the budget of `meter` runs out
 */
export function createIncrementalOrder(
  memory: MemoryHistory,
  index: AccessIndex,
  chains: ReaderChains,
  meter: Meter,
): IncrementalOrder {
  const { size, threads, first, thread, source, internal, given } = memory;
  const edges = createUndoableEdges(size);
  for (let i = 0; i < given.length; i += 2) edges.add(given[i], given[i + 1]);
  edges.setFloor();
  const grown = createUndoLog();
  const clock = new Int32Array(size * threads);
  const nothing = first.slice(0, threads);
  for (let o = 0; o < size; o++) {
    clock.set(nothing, o * threads);
    clock[o * threads + thread[o]] = o;
  }
  const settled = first.slice(0, threads); // chain → its first operation that was not taken in
  const isSettled = (o: number): boolean => o < settled[thread[o]];
  const isBefore = (a: number, b: number): boolean => clock[b * threads + thread[a]] > a;
  // Operations whose past grew and was not passed on yet: a ring in which each stands at most once.
  const ring = new Int32Array(size);
  const queued = new Uint8Array(size);
  let head = 0;
  let waiting = 0;
  const words = (threads + 31) >>> 5;
  const changed = new Int32Array(size * words); // for each of them, a bit for each chain on which it grew
  const passing = new Int32Array(words);
  // Edges that the rules ask for, not yet added.
  const asked = createUndoLog();
  const rules = createOrderRules({ memory, index, chains, clock, settled, asked });
  let remembers = false;

  const rulesClash = (): false => {
    closed.clash = rules.clash;
    return false;
  };

  const enqueue = (o: number): void => {
    queued[o] = 1;
    const slot = head + waiting++;
    ring[slot < size ? slot : slot - size] = o;
  };

  /** What is below `bound` on `chain` is before b, because it is before a or is a. It was not before. */
  const grow = (a: number, b: number, chain: number, bound: number): boolean => {
    if (chain === thread[b]) {
      closed.clash = [a, b]; // b, or what follows it in its thread, is before a
      return false;
    }
    const at = b * threads + chain;
    const old = clock[at];
    if (remembers) grown.push(at, old);
    clock[at] = bound;
    if (!isSettled(b)) return true;
    changed[b * words + (chain >>> 5)] |= 1 << (chain & 31);
    if (queued[b] === 0) enqueue(b);
    return rules.apply(b, chain, old) || rulesClash();
  };

  /** Passes the past of a, and a itself, on to b. */
  const join = (a: number, b: number): boolean => {
    const chainOfA = thread[a];
    for (let chain = 0; chain < threads; chain++) {
      const bound = chain === chainOfA ? a + 1 : clock[a * threads + chain];
      if (bound > clock[b * threads + chain] && !grow(a, b, chain, bound)) return false;
    }
    return true;
  };

  /** Passes on to b what is new before o: the chains in `passing`. */
  const joinNews = (o: number, b: number): boolean => {
    for (let word = 0; word < words; word++)
      for (let bits = passing[word]; bits !== 0; bits &= bits - 1) {
        const chain = (word << 5) + 31 - Math.clz32(bits & -bits);
        const bound = clock[o * threads + chain];
        if (bound > clock[b * threads + chain] && !grow(o, b, chain, bound)) return false;
      }
    return true;
  };

  /** Passes on what is new before o to what directly follows it: by po, by wr and by edges. */
  const passOn = (o: number): boolean => {
    for (let word = 0; word < words; word++) {
      passing[word] = changed[o * words + word];
      changed[o * words + word] = 0;
    }
    if (o + 1 < settled[thread[o]] && !joinNews(o, o + 1)) return false;
    for (let i = chains.from[o]; i < chains.from[o + 1]; i++) {
      const reader = chains.earliest[i];
      if (!isSettled(reader) || (internal !== undefined && internal[reader] === 1)) continue;
      if (!joinNews(o, reader)) return false;
    }
    for (let edge = edges.head[o]; edge >= 0; edge = edges.next[edge])
      if (!joinNews(o, edges.to[edge])) return false;
    return true;
  };

  /** Passes on what grew and adds what the rules ask for, until nothing changes. */
  const close = (): boolean => {
    let done = 0;
    for (;;) {
      if (waiting > 0) {
        const o = ring[head];
        head = head + 1 < size ? head + 1 : 0;
        waiting--;
        queued[o] = 0;
        meter.step();
        if (!passOn(o)) return false;
      } else if (done < asked.size) {
        const a = asked.place[done];
        const b = asked.value[done++];
        if (isBefore(a, b)) continue;
        if (isBefore(b, a)) {
          closed.clash = [a, b];
          return false;
        }
        edges.add(a, b);
        if (!join(a, b)) return false;
      } else {
        asked.cut(0);
        return true;
      }
    }
  };

  /** Forgets what was still to do, after a contradiction. */
  const dropWork = (): false => {
    for (; waiting > 0; waiting--) {
      queued[ring[head]] = 0;
      changed.fill(0, ring[head] * words, (ring[head] + 1) * words);
      head = head + 1 < size ? head + 1 : 0;
    }
    asked.cut(0);
    return false;
  };

  /** Takes over the past of a, and a itself. False: o, or what follows it in its thread, is before a. */
  const takePast = (a: number, o: number): boolean => {
    const from = a * threads;
    const to = o * threads;
    for (let chain = 0; chain < threads; chain++)
      if (clock[from + chain] > clock[to + chain]) clock[to + chain] = clock[from + chain];
    if (clock[to + thread[a]] <= a) clock[to + thread[a]] = a + 1;
    if (clock[to + thread[o]] <= o) return true;
    closed.clash = [a, o];
    return false;
  };

  const settle = (o: number): boolean => {
    if (o > first[thread[o]] && !takePast(o - 1, o)) return false;
    const takes = takesValue(memory, o) && source[o] !== INITIAL;
    if (takes && (internal === undefined || internal[o] === 0) && !takePast(source[o], o)) return false;
    queued[o] = 1; // passed on once, when all that the rules say at once is in its past
    settled[thread[o]] = o + 1;
    if (!rules.applyToAll(o)) return rulesClash();
    if (!close()) return false;
    queued[o] = 0;
    changed.fill(0, o * words, (o + 1) * words);
    for (let edge = edges.head[o]; edge >= 0; edge = edges.next[edge])
      if (!join(o, edges.to[edge])) return false;
    return close();
  };

  const closed: Writable<IncrementalOrder> = {
    clock,
    edges,
    grown,
    isBefore,
    add(a, b) {
      asked.push(a, b);
      return close() || dropWork();
    },
    settle: (o) => settle(o) || dropWork(),
    startUndo() {
      remembers = true;
    },
    mark: () => ({ clocks: grown.size, edges: edges.size }),
    undo(to) {
      for (let i = grown.size - 1; i >= to.clocks; i--) clock[grown.place[i]] = grown.value[i];
      grown.cut(to.clocks);
      edges.cut(to.edges);
    },
    clash: [0, 0],
  };
  return closed;
}
