import {
  type Chains,
  closeChains,
  createEdges,
  eachLastWrite,
  type EdgesInto,
  type WritesByChain,
  writesBelow,
} from "./memory-chains.js";
import { INITIAL_VALUE, READ, type Recording, words, WRITE } from "./memory-recording.js";

/** One of the orders of the witness. */
export interface Line {
  readonly order: readonly number[];
  /** Operation → its place there. */
  readonly place: Int32Array;
  /** What it is called in words. */
  readonly what: string;
}

/** Takes an edge between writes and the read that forces it; returns what is wrong with it, if anything. */
type AddEdge = (from: number, to: number, read: number) => string | undefined;

/** Collects edges of the partial store order: each must go forwards in all the orders, and to no initial write. */
export function mustGoForwards(
  { history }: Recording,
  lines: readonly Line[],
): { readonly edges: EdgesInto; readonly add: AddEdge } {
  const edges = createEdges();
  return {
    edges,
    add(from, to, read) {
      if (to === INITIAL_VALUE)
        return `${words(history, read)} reads the initial value, but ${words(history, from)} must be before it`;
      for (const { place, what } of lines)
        if (place[from] > place[to])
          return `${words(history, from)} must be stored before ${words(history, to)} because of ${words(history, read)} but stands after it in ${what}`;
      edges.add(from, to);
      return undefined;
    },
  };
}

/** What hb_o of one operation is computed from. */
export interface RuleTwo {
  readonly chains: Chains;
  readonly writes: WritesByChain;
  /** Causality, as `closeChains` gives it. */
  readonly co: Int32Array;
  /** The operation o. */
  readonly last: number;
  /** The reads r with (r, o) ∈ po*. */
  readonly reads: Int32Array;
}

/**
 * hb_o of operation o, CAV'19 Definition 3, repaired: beginning with causality among what is before o,
 * adds w → w' where w hb_o r, w' wr r and w ≠ w', for all on one variable, until nothing is new.
 */
export function addRuleTwo(
  { variable, source }: Recording,
  { chains, writes, co, last, reads }: RuleTwo,
  add: AddEdge,
): string | undefined {
  if (reads.length === 0) return undefined;
  const { count, chain, index, row } = chains;
  const isMember = (id: number): boolean => id === last || co[row[last] * count + chain[id]] > index[id];
  const edges = createEdges();
  const known = new Set<number>();
  let reason: string | undefined;
  for (let grown = true; grown && reason === undefined; ) {
    grown = false;
    const hb = closeChains(chains, edges, isMember);
    for (const r of reads)
      eachLastWrite(writes, chains, hb, row[r], variable[r], (w) => {
        const to = source[r];
        const isKnown = to !== INITIAL_VALUE && hb[row[to] * count + chain[w]] > index[w];
        if (w === to || isKnown || known.has(w * chain.length + to) || reason !== undefined) return;
        reason = add(w, to, r);
        known.add(w * chain.length + to);
        edges.add(w, to);
        grown = true;
      });
  }
  return reason;
}

/** A closed relation. */
export interface Closed {
  readonly chains: Chains;
  readonly writes: WritesByChain;
  /** What is before each operation, as `closeChains` gives it. */
  readonly past: Int32Array;
}

/** cf[R], CAV'19, repaired (w1 ≠ w2): a write that R puts before a read is before the write that the read takes. */
export function addConflicts(
  { access, variable, source }: Recording,
  { chains, writes, past }: Closed,
  counts: (read: number) => boolean,
  add: AddEdge,
): string | undefined {
  let reason: string | undefined;
  for (let place = 0; place < chains.order.length && reason === undefined; place++) {
    const r = chains.order[place];
    if (access[r] !== READ || !counts(r)) continue;
    eachLastWrite(writes, chains, past, place, variable[r], (w) => {
      if (w !== source[r]) reason ??= add(w, source[r], r);
    });
  }
  return reason;
}

/**
 * With pww = (hb_WW ∪ conflicts)+: the orders extend hb_WW, and rw[pww] (a read stands before the writes
 * that pww puts after its source). It is enough to look at single steps of pww: a read that stands before
 * the first step of a path stands before all of it. The conflicts are known to go forwards.
 */
export function wrongStores(
  recording: Recording,
  { chains, writes: grouped, past }: Closed,
  conflicts: EdgesInto,
  lines: readonly Line[],
): string | undefined {
  const { history, access, variable } = recording;
  const { runsFrom, runStart, chainOfRun, writes } = grouped;
  const readers = lines.map((line) => lastReaders(recording, grouped, line));
  for (let row = 0; row < chains.order.length; row++) {
    const w = chains.order[row];
    if (access[w] !== WRITE) continue;
    const last = readers.map(({ initial }) => initial[variable[w]]); // line → the last read of what w overwrites
    for (let run = runsFrom[variable[w]]; run < runsFrom[variable[w] + 1]; run++) {
      const below = writesBelow(grouped, chains.index, run, past[row * chains.count + chainOfRun[run]]);
      if (below === 0) continue;
      const at = runStart[run] + below - 1;
      for (const [i, { place, what }] of lines.entries()) {
        if (place[writes[at]] > place[w])
          return `${words(history, writes[at])} must be stored before ${words(history, w)} but stands after it in ${what}`;
        last[i] = Math.max(last[i], readers[i].upTo[at]);
      }
    }
    conflicts.each(w, (earlier) => {
      for (const i of lines.keys()) last[i] = Math.max(last[i], readers[i].ofWrite[earlier]);
    });
    for (const [i, { order, place, what }] of lines.entries())
      if (last[i] > place[w])
        return `${words(history, order[last[i]])} reads what ${words(history, w)} overwrites, but stands after it in ${what}`;
  }
  return undefined;
}

interface LastReaders {
  /** Variable → the last place of a read of its initial value, or −1. */
  readonly initial: Int32Array;
  /** Write → the last place of a read of it, or −1. */
  readonly ofWrite: Int32Array;
  /** By place in `writes`: the same for it and the writes before it in its run. */
  readonly upTo: Int32Array;
}

function lastReaders(
  { access, variable, names, source }: Recording,
  { runStart, writes }: WritesByChain,
  { order, place }: Line,
): LastReaders {
  const initial = new Int32Array(names.length).fill(-1);
  const ofWrite = new Int32Array(access.length).fill(-1);
  for (const r of order) {
    if (access[r] !== READ) continue;
    if (source[r] === INITIAL_VALUE) initial[variable[r]] = place[r];
    else ofWrite[source[r]] = place[r];
  }
  const upTo = Int32Array.from(writes, (w) => ofWrite[w]);
  for (let run = 0; run + 1 < runStart.length; run++)
    for (let i = runStart[run] + 1; i < runStart[run + 1]; i++) upTo[i] = Math.max(upTo[i], upTo[i - 1]);
  return { initial, ofWrite, upTo };
}
