import type { BaseOrder } from "./base-order.js";
import { createHeap } from "./heap.js";
import type { KeyChains } from "./key-chains.js";
import { NONE } from "./order-graph.js";
import { AT_FIRST, type RegisterAccesses } from "./register-accesses.js";

/** Two writes of a key in an order that nothing tells: `placed` was put first, and `blocked` waits for its readers. */
export interface OpenPair {
  readonly placed: number;
  readonly blocked: number;
}

/** Nodes one after another, as one store would execute them. */
export interface LineUp {
  /** The nodes so far, in order; no moments. */
  order(): readonly number[];
  /** Goes on until all are lined up, or all wait for each other: then a pair whose order has to be decided. */
  run(): OpenPair | undefined;
  /** Takes note of the edges from this one on, and takes back what no longer fits. */
  grow(edge: number): void;
}

/**
 * Lines the nodes up along the edges: a node may come when all before it came and nobody has still to read what it
 * overwrites. Those whose values nobody reads come at once: that never harms. Of the others, the first by rank.
 *
 * @param sorted all nodes along the edges: their ranks
 */
export function createLineUp(
  { graph }: BaseOrder,
  { keys, reads, writes }: RegisterAccesses,
  { readers, firstReaders }: KeyChains,
  sorted: Int32Array,
): LineUp {
  const count = writes.length; // the others are moments
  const rank = new Int32Array(graph.nodes);
  sorted.forEach((node, at) => (rank[node] = at));
  const waits = new Int32Array(graph.nodes);
  /** Node → its place, or `NONE`. Moments have one too. */
  const placeOf = new Int32Array(graph.nodes).fill(NONE);
  const all: number[] = [];
  const { readCounts, unread } = countReads(keys.length, reads, writes.length);
  /** Key → who wrote what it holds. */
  const holder = new Int32Array(keys.length).fill(AT_FIRST);
  /** What keys held, and how many had to read it, before each write so far: a stack. */
  const overwritten: number[] = [];
  const ready = createHeap();
  /** Who could come but for a key, and which. */
  const blockedOn = new Map<number, number>();
  const waiting = new Map<number, number[]>();

  const release = (node: number): void => {
    const isFree = node >= count || readCounts[node].size === 0;
    ready.add(node, isFree ? rank[node] - graph.nodes : rank[node]);
  };
  const releaseWaiting = (key: number): void => {
    const nodes = waiting.get(key);
    if (nodes === undefined) return;
    waiting.delete(key);
    for (const node of nodes) {
      blockedOn.delete(node);
      release(node);
    }
  };
  const readsFromHolder = (node: number, key: number): boolean =>
    reads[node].some((read) => read.key === key && read.writer === holder[key]);
  /** A key that the node must not overwrite yet. */
  const blockedBy = (node: number): number | undefined =>
    writes[node].find((key) => unread[key] > 0 && unread[key] > (readsFromHolder(node, key) ? 1 : 0));

  const place = (node: number): void => {
    placeOf[node] = all.push(node) - 1;
    for (let edge = graph.lastOut(node); edge !== NONE; edge = graph.previousOut(edge))
      if (--waits[graph.to(edge)] === 0) release(graph.to(edge));
    if (node >= count) return;
    for (const { key } of reads[node]) if (--unread[key] <= 1) releaseWaiting(key);
    for (const key of writes[node]) {
      overwritten.push(holder[key], unread[key]);
      holder[key] = node;
      unread[key] = readCounts[node].get(key) ?? 0;
      if (unread[key] <= 1) releaseWaiting(key);
    }
  };

  const takeBack = (): void => {
    const node = all.pop() as number;
    placeOf[node] = NONE;
    for (let edge = graph.lastOut(node); edge !== NONE; edge = graph.previousOut(edge))
      waits[graph.to(edge)]++;
    if (node < count) {
      for (let i = writes[node].length - 1; i >= 0; i--) {
        const key = writes[node][i];
        unread[key] = overwritten.pop() as number;
        holder[key] = overwritten.pop() as number;
      }
      for (const { key } of reads[node]) unread[key]++;
    }
    if (waits[node] === 0) release(node);
  };

  /** From a node that was not placed back to one that only waits for a reader. */
  const rootOf = (node: number): number => {
    let at = node;
    while (!blockedOn.has(at)) {
      let edge = graph.lastIn(at);
      while (placeOf[graph.from(edge)] !== NONE) edge = graph.previousIn(edge);
      at = graph.from(edge);
    }
    return at;
  };
  /** For whom the one waits who waits for a reader of what the key holds. */
  const next = (node: number): number => {
    const key = blockedOn.get(node) as number;
    const last = holder[key] === AT_FIRST ? firstReaders.get(key) : readers[holder[key]].get(key);
    // On each chain the last reader comes last.
    return rootOf(last?.find((reader) => placeOf[reader] === NONE && reader !== node) as number);
  };

  /**
   * Who waits, waits for a reader, and that for another who waits: at last in a circle. One of the pairs of writes on
   * it has to be the other way round; the one whose first was placed last changes least.
   */
  const newestPair = (): OpenPair => {
    const seen = new Set<number>();
    let [at] = blockedOn.keys();
    for (; !seen.has(at); at = next(at)) seen.add(at);
    let best: OpenPair | undefined;
    const begin = at;
    do {
      const placed = holder[blockedOn.get(at) as number];
      if (placed !== AT_FIRST && (best === undefined || placeOf[placed] > placeOf[best.placed]))
        best = { placed, blocked: at };
      at = next(at);
    } while (at !== begin);
    if (best === undefined) throw new Error("transactions wait for each other, and not for a write");
    return best;
  };

  for (let edge = 0; edge < graph.size; edge++) waits[graph.to(edge)]++;
  for (let node = 0; node < graph.nodes; node++) if (waits[node] === 0) release(node);
  return {
    order: () => all.filter((node) => node < count),
    run() {
      while (ready.size > 0) {
        const node = ready.take();
        // What was ready may be placed by now, or wait again.
        if (placeOf[node] !== NONE || waits[node] > 0 || blockedOn.has(node)) continue;
        const key = node < count ? blockedBy(node) : undefined;
        if (key === undefined) {
          place(node);
          continue;
        }
        blockedOn.set(node, key);
        const others = waiting.get(key);
        if (others === undefined) waiting.set(key, [node]);
        else others.push(node);
      }
      return all.length === graph.nodes ? undefined : newestPair();
    },
    grow(first) {
      let keep = all.length;
      for (let edge = first; edge < graph.size; edge++) {
        const [from, to] = [graph.from(edge), graph.to(edge)];
        if (placeOf[from] === NONE) waits[to]++;
        const fits = placeOf[to] === NONE || (placeOf[from] !== NONE && placeOf[from] < placeOf[to]);
        if (!fits) keep = Math.min(keep, placeOf[to]);
      }
      while (all.length > keep) takeBack();
      for (const key of waiting.keys()) releaseWaiting(key);
    },
  };
}

/** How many reads of what each node wrote there are, by key; and of what each key held at first. */
function countReads(
  keys: number,
  reads: RegisterAccesses["reads"],
  nodes: number,
): { readonly readCounts: readonly Map<number, number>[]; readonly unread: Int32Array } {
  const readCounts = Array.from({ length: nodes }, () => new Map<number, number>());
  const unread = new Int32Array(keys);
  for (const own of reads)
    for (const { key, writer } of own)
      if (writer === AT_FIRST) unread[key]++;
      else readCounts[writer].set(key, (readCounts[writer].get(key) ?? 0) + 1);
  return { readCounts, unread };
}
