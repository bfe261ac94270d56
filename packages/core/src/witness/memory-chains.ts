import { type Recording, WRITE } from "./memory-recording.js";

/**
 * Operations in chains. Those of one chain are ordered one after another, so that everything before an
 * operation is, in each chain, a beginning of it: one number per chain.
 */
export interface Chains {
  /** The operations, in an order that extends the relation. */
  readonly order: Int32Array | readonly number[];
  readonly count: number;
  /** Operation → its chain. */
  readonly chain: Int32Array;
  /** Operation → how many stand before it in its chain. */
  readonly index: Int32Array;
  /** Operation → its row: its place in `order`. */
  readonly row: Int32Array;
  /** Read → the write that must stand before it, or −1. */
  readonly source: Int32Array;
  readonly edges: EdgesInto;
}

/** Edges between operations, by where they end. */
export interface EdgesInto {
  add(from: number, to: number): void;
  /** Calls `visit` with where each edge into `to` begins. */
  each(to: number, visit: (from: number) => void): void;
}

/** No edges yet. */
export function createEdges(): EdgesInto {
  const into = new Map<number, number[]>();
  return {
    add(from, to) {
      const edges = into.get(to);
      if (edges === undefined) into.set(to, [from]);
      else edges.push(from);
    },
    each(to, visit) {
      if (into.size > 0) into.get(to)?.forEach((from) => visit(from));
    },
  };
}

/**
 * What is before each operation by chains, sources and edges: at row × chains + chain, how many of that
 * chain. Only operations that `isMember` says are looked at; all before a member must be members.
 */
export function closeChains(
  { order, count, chain, index, row, source, edges }: Chains,
  more: EdgesInto = edges,
  isMember: (id: number) => boolean = () => true,
): Int32Array {
  const past = new Int32Array(order.length * count);
  const previous = new Int32Array(count).fill(-1); // chain → its last member so far
  let at = 0;
  const join = (from: number): void => {
    const other = row[from] * count;
    for (let c = 0; c < count; c++) if (past[other + c] > past[at + c]) past[at + c] = past[other + c];
    if (past[at + chain[from]] <= index[from]) past[at + chain[from]] = index[from] + 1;
  };
  for (let place = 0; place < order.length; place++) {
    const id = order[place];
    if (!isMember(id)) continue;
    at = place * count;
    if (previous[chain[id]] >= 0) join(previous[chain[id]]);
    previous[chain[id]] = id;
    if (source[id] >= 0) join(source[id]);
    edges.each(id, join);
    if (more !== edges) more.each(id, join);
  }
  return past;
}

/** The writes of each variable, chain by chain. */
export interface WritesByChain {
  /** The runs of variable x are `runsFrom[x]` up to (not including) `runsFrom[x + 1]`. */
  readonly runsFrom: Int32Array;
  /** Run → its chain. */
  readonly chainOfRun: Int32Array;
  /** Run → its writes are `writes[runStart[run]]` up to (not including) `runStart[run + 1]`, in chain order. */
  readonly runStart: Int32Array;
  readonly writes: Int32Array;
}

/** Sorts the writes by variable, then session, then session order. Those of a session are in one chain. */
export function groupWrites(
  { sessions, access, variable, names }: Recording,
  { chain }: Pick<Chains, "chain">,
): WritesByChain {
  const next = new Int32Array(names.length + 1); // variable → where its next write goes
  for (const ids of sessions) for (const id of ids) if (access[id] === WRITE) next[variable[id] + 1]++;
  for (let x = 0; x < names.length; x++) next[x + 1] += next[x];
  const writes = new Int32Array(next[names.length]);
  for (const ids of sessions)
    for (const id of ids) if (access[id] === WRITE) writes[next[variable[id]]++] = id;
  const runsFrom = new Int32Array(names.length + 1);
  const chainOfRun: number[] = [];
  const runStart: number[] = [];
  writes.forEach((w, i) => {
    if (i > 0 && variable[w] === variable[writes[i - 1]] && chain[w] === chain[writes[i - 1]]) return;
    runsFrom[variable[w] + 1]++;
    chainOfRun.push(chain[w]);
    runStart.push(i);
  });
  runStart.push(writes.length);
  for (let x = 0; x < names.length; x++) runsFrom[x + 1] += runsFrom[x];
  return { runsFrom, chainOfRun: Int32Array.from(chainOfRun), runStart: Int32Array.from(runStart), writes };
}

/** How many writes of a run have an index below `bound`. */
export function writesBelow(
  { runStart, writes }: WritesByChain,
  index: Int32Array,
  run: number,
  bound: number,
): number {
  let low = runStart[run];
  let high = runStart[run + 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (index[writes[middle]] < bound) low = middle + 1;
    else high = middle;
  }
  return low - runStart[run];
}

/** Visits, in each chain, the last write to variable x that stands before the operation in that row. */
export function eachLastWrite(
  grouped: WritesByChain,
  { count, index }: Chains,
  past: Int32Array,
  row: number,
  x: number,
  visit: (w: number) => void,
): void {
  for (let run = grouped.runsFrom[x]; run < grouped.runsFrom[x + 1]; run++) {
    const below = writesBelow(grouped, index, run, past[row * count + grouped.chainOfRun[run]]);
    if (below > 0) visit(grouped.writes[grouped.runStart[run] + below - 1]);
  }
}

/** Sessions as chains: program order, reads-from and declared happens-before, as causality has them. */
export function causalChains(recording: Recording, order: readonly number[]): Chains {
  const { history, sessions, source, declared } = recording;
  const index = new Int32Array(history.size);
  for (const ids of sessions)
    ids.forEach((id, i) => {
      index[id] = i;
    });
  const edges = createEdges();
  for (let i = 0; i < declared.length; i += 2) edges.add(declared[i], declared[i + 1]);
  const row = placesOf(history.size, order);
  return { order, count: sessions.length, chain: history.session, index, row, source, edges };
}

/** Operation → its place in the order, or −1. */
export function placesOf(size: number, order: Int32Array | readonly number[]): Int32Array {
  const place = new Int32Array(size).fill(-1);
  for (let i = 0; i < order.length; i++) place[order[i]] = i;
  return place;
}
