import { type AccessIndex, lastWriteBefore } from "../relations/access-index.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";
import type { Meter } from "../meter.js";
import type { ReaderChains } from "./reader-chains.js";
import { createUndoableEdges, createUndoLog, type UndoableEdges, type UndoLog } from "./undo-log.js";

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
 * What grows is passed on at once, but only as far as operations were taken in: those to come get
 * their whole past together, which saves passing on what would grow again.
 * @throws Exhausted from `add` and `settle` when the budget of `meter` runs out
 */
export function createIncrementalOrder(
  memory: MemoryHistory,
  index: AccessIndex,
  chains: ReaderChains,
  meter: Meter,
): IncrementalOrder {
  const { size, threads, variables, first, thread, isWrite, rmw, variable, source, internal, given } = memory;
  const edges = createUndoableEdges(size);
  for (let i = 0; i < given.length; i += 2) edges.add(given[i], given[i + 1]);
  edges.setFloor();
  const grown = createUndoLog();
  const clock = new Int32Array(size * threads);
  for (let o = 0, at = 0; o < size; o++)
    for (let t = 0; t < threads; t++) clock[at++] = t === thread[o] ? o : first[t];
  const settled = new Uint8Array(size);
  // Operations whose past grew and was not passed on yet: a ring in which each stands at most once.
  const ring = new Int32Array(size);
  const queued = new Uint8Array(size);
  let head = 0;
  let waiting = 0;
  // Edges that the rules ask for, not yet added.
  const asked = createUndoLog();
  let remembers = false;
  let clash: [number, number] = [0, 0];

  const isBefore = (a: number, b: number): boolean => clock[b * threads + thread[a]] > a;

  /** The rule for reads, where more came before `o` on `chain` since its bound was `old`. */
  const applyReadRule = (o: number, chain: number, old: number): boolean => {
    const bound = clock[o * threads + chain];
    const own = source[o];
    if (own !== INITIAL && bound <= clock[own * threads + chain]) return true;
    const other = lastWriteBefore(index, chain * variables + variable[o], bound);
    if (other < old || other === own) return true;
    // A write before a read of the initial value: the initial write would have to come after it.
    if (own === INITIAL) {
      clash = [other, o];
      return false;
    }
    // cf[R] (CAV'19 Definition 3, repaired: w1 ≠ w2): w1 R r and w2 wr r on one variable give w1 R w2.
    if (!isBefore(other, own)) asked.push(other, own);
    return true;
  };

  /** The rules for what came before `o` on `chain` since its bound was `old`; only the last write there tells. */
  const applyRules = (o: number, chain: number, old: number): boolean => {
    if (isWrite[o] === 0) return applyReadRule(o, chain, old);
    if (rmw !== undefined && rmw[o] === 1 && !applyReadRule(o, chain, old)) return false;
    const other = lastWriteBefore(index, chain * variables + variable[o], clock[o * threads + chain]);
    if (other < old || other < 0) return true;
    // rw[R] = wr⁻¹ ; R_WW: who reads from a write comes before all later writes of the variable, but for itself.
    for (let i = chains.from[other]; i < chains.from[other + 1]; i++)
      if (chains.latest[i] !== o && !isBefore(chains.latest[i], o)) asked.push(chains.latest[i], o);
    return true;
  };

  const enqueue = (o: number): void => {
    queued[o] = 1;
    const slot = head + waiting++;
    ring[slot < size ? slot : slot - size] = o;
  };

  /** Passes the past of a, and a itself, on to b. */
  const join = (a: number, b: number): boolean => {
    const fromRow = a * threads;
    const toRow = b * threads;
    const chainOfA = thread[a];
    const chainOfB = thread[b];
    const ruled = settled[b] === 1;
    let grew = false;
    for (let chain = 0; chain < threads; chain++) {
      const bound = chain === chainOfA ? a + 1 : clock[fromRow + chain];
      const old = clock[toRow + chain];
      if (bound <= old) continue;
      if (chain === chainOfB) {
        clash = [a, b]; // b, or what follows it in its thread, is before a
        return false;
      }
      if (remembers) grown.push(toRow + chain, old);
      clock[toRow + chain] = bound;
      grew = true;
      if (ruled && !applyRules(b, chain, old)) return false;
    }
    if (grew && ruled && queued[b] === 0) enqueue(b);
    return true;
  };

  /** Passes the past of o on to what directly follows it: by po, by wr and by edges. */
  const passOn = (o: number): boolean => {
    if (o + 1 < first[thread[o] + 1] && !join(o, o + 1)) return false;
    for (let i = chains.from[o]; i < chains.from[o + 1]; i++) {
      const reader = chains.earliest[i];
      if (internal !== undefined && internal[reader] === 1) continue;
      if (!join(o, reader)) return false;
    }
    for (let edge = edges.head[o]; edge >= 0; edge = edges.next[edge])
      if (!join(o, edges.to[edge])) return false;
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
          clash = [a, b];
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
      head = head + 1 < size ? head + 1 : 0;
    }
    asked.cut(0);
    return false;
  };

  return {
    clock,
    edges,
    grown,
    isBefore,
    add(a, b) {
      asked.push(a, b);
      return close() || dropWork();
    },
    settle(o) {
      settled[o] = 1;
      queued[o] = 1; // passed on once, when all that the rules say at once is in its past
      for (let chain = 0; chain < threads; chain++) {
        const slot = chain * variables + variable[o];
        if ((isWrite[o] === 1 || source[o] !== INITIAL) && !applyRules(o, chain, 0)) return dropWork();
        if (source[o] !== INITIAL || !takesValue(memory, o)) continue;
        // rw[R] for the initial write, which is before all others: its reader comes before every first write.
        const firstWrite =
          index.writesFrom[slot] < index.writesFrom[slot + 1] ? index.writes[index.writesFrom[slot]] : o;
        if (firstWrite !== o) asked.push(o, firstWrite);
      }
      if (!close()) return dropWork();
      enqueue(o);
      return close() || dropWork();
    },
    startUndo() {
      remembers = true;
    },
    mark: () => ({ clocks: grown.size, edges: edges.size }),
    undo(to) {
      for (let i = grown.size - 1; i >= to.clocks; i--) clock[grown.place[i]] = grown.value[i];
      grown.cut(to.clocks);
      edges.cut(to.edges);
    },
    get clash() {
      return clash;
    },
  };
}
