import type { AccessIndex } from "../../relations/access-index.js";
import { type Clocks, isBefore } from "../../relations/clocks.js";
import type { EdgeList } from "../../relations/edge-list.js";
import { INITIAL, type MemoryHistory, takesValue } from "../../memory-history.js";
import type { Meter } from "../../meter.js";
import type { ReaderChains } from "../reader-chains.js";
import type { OpenPairs } from "./open-pairs.js";

/**
 * po ∪ wr ∪ ww ∪ rw[ww] for a store order ww that changes from round to round. What follows an
 * operation o is `to[from[o]]` up to (not including) `from[o + 1]` whatever ww is; and, where
 * k = `awaits[o]` is not −1, `after[afterFrom[k]]` up to `afterFrom[k + 1]` by the present ww: o is
 * then the write k itself (ww), or the last read of a thread from k (rw).
 */
export interface StoreGraph {
  readonly size: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly awaits: Int32Array;
  readonly afterFrom: Int32Array;
  readonly after: Int32Array;
  /** The literal that `after` holds by: pair p + 1, or −(p + 1) where it is turned round. */
  readonly literal: Int32Array;
  /** Orders each open pair as the model has it. */
  orient(holds: (variable: number) => boolean): void;
}

/** The graph of a history, the edges that hold in any case, and the pairs to decide. */
export function createStoreGraph(
  memory: MemoryHistory,
  edges: EdgeList,
  pairs: OpenPairs,
  chains: ReaderChains,
  meter: Meter,
): StoreGraph {
  const { size } = memory;
  const { count, earlier, later } = pairs;
  meter.reserve(8 * count + 4 * (4 * size + edges.size));
  const { from, to } = fixedSuccessors(memory, edges);
  const awaits = new Int32Array(size).fill(-1);
  const isOpen = new Uint8Array(size);
  for (let p = 0; p < count; p++) isOpen[earlier[p]] = isOpen[later[p]] = 1;
  for (let w = 0; w < size; w++) {
    if (isOpen[w] === 0) continue;
    awaits[w] = w;
    for (let i = chains.from[w]; i < chains.from[w + 1]; i++)
      if (memory.isWrite[chains.latest[i]] === 0) awaits[chains.latest[i]] = w; // else: see `atomic-clauses.ts`
  }
  const afterFrom = new Int32Array(size + 1);
  const after = new Int32Array(count);
  const literal = new Int32Array(count);
  const next = new Int32Array(size);
  const turned = new Uint8Array(count);
  return {
    size,
    from,
    to,
    awaits,
    afterFrom,
    after,
    literal,
    orient(holds) {
      afterFrom.fill(0);
      for (let p = 0; p < count; p++) {
        turned[p] = holds(p + 1) ? 0 : 1;
        afterFrom[(turned[p] === 1 ? later[p] : earlier[p]) + 1]++;
      }
      for (let w = 0; w < size; w++) afterFrom[w + 1] += afterFrom[w];
      next.set(afterFrom.subarray(0, size));
      for (let p = 0; p < count; p++) {
        const at = next[turned[p] === 1 ? later[p] : earlier[p]]++;
        after[at] = turned[p] === 1 ? earlier[p] : later[p];
        literal[at] = turned[p] === 1 ? -(p + 1) : p + 1;
      }
    },
  };
}

/**
 * Adds the edges of rw that hold in any case and that `clock` does not have: a read of the initial value
 * is before every write to its variable, and a read is before the writes that are known to come after
 * its source. (A read-modify-write of the initial value is before them by saturation already.)
 */
export function addKnownReadWrites(
  memory: MemoryHistory,
  { writesFrom, writes }: AccessIndex,
  chains: ReaderChains,
  { clock }: Clocks,
  meter: Meter,
  edges: EdgeList,
): void {
  const { size, threads, variables, isWrite, variable, source } = memory;
  for (let o = 0; o < size; o++) {
    if (isWrite[o] === 0 ? source[o] !== INITIAL : chains.from[o] === chains.from[o + 1]) continue;
    for (let t = 0; t < threads; t++) {
      meter.step();
      const end = writesFrom[t * variables + variable[o] + 1];
      let low = writesFrom[t * variables + variable[o]];
      let high = isWrite[o] === 0 ? low : end;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(memory, clock, o, writes[middle])) high = middle;
        else low = middle + 1;
      }
      if (low === end) continue;
      if (isWrite[o] === 0) {
        if (!isBefore(memory, clock, o, writes[low])) edges.add(o, writes[low]);
      } else
        for (let i = chains.from[o]; i < chains.from[o + 1]; i++)
          if (chains.latest[i] !== writes[low] && !isBefore(memory, clock, chains.latest[i], writes[low]))
            edges.add(chains.latest[i], writes[low]);
    }
  }
}

/** po ∪ wr ∪ the given edges ∪ `edges`, by where they begin. */
function fixedSuccessors(
  memory: MemoryHistory,
  edges: EdgeList,
): { readonly from: Int32Array; readonly to: Int32Array } {
  const { size, first, thread, source, internal, given } = memory;
  const from = new Int32Array(size + 1);
  const each = (visit: (a: number, b: number) => void): void => {
    for (let o = 0; o < size; o++) {
      if (o > first[thread[o]]) visit(o - 1, o);
      if (takesValue(memory, o) && source[o] !== INITIAL && internal?.[o] !== 1) visit(source[o], o);
    }
    for (let i = 0; i < given.length; i += 2) visit(given[i], given[i + 1]);
    for (let i = 0; i < 2 * edges.size; i += 2) visit(edges.ends[i], edges.ends[i + 1]);
  };
  each((a) => from[a + 1]++);
  for (let o = 0; o < size; o++) from[o + 1] += from[o];
  const to = new Int32Array(from[size]);
  const at = from.slice(0, -1);
  each((a, b) => {
    to[at[a]++] = b;
  });
  return { from, to };
}
