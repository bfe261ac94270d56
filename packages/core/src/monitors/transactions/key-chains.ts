import type { BaseOrder } from "./base-order.js";
import { NONE } from "./order-graph.js";
import { AT_FIRST, type RegisterAccesses } from "./register-accesses.js";

/** The writers of a key on one chain, in order. */
export interface WriterChain {
  readonly chain: number;
  readonly nodes: readonly number[];
}

/** Who wrote each key and who read from each write, chain by chain: of a chain, only one end tells. */
export interface KeyChains {
  /** Key → its writers on each chain that has some. */
  readonly writers: readonly (readonly WriterChain[])[];
  /** Node → key → who read there what it had written: the last on each chain. */
  readonly readers: readonly ReadonlyMap<number, readonly number[]>[];
  /** Key → who read what it held at first: the last on each chain. */
  readonly firstReaders: ReadonlyMap<number, readonly number[]>;
}

/** Indexes the accesses of transactions by chains. */
export function keyChains({ chain }: BaseOrder, accesses: RegisterAccesses): KeyChains {
  const { keys, reads, writes } = accesses;
  const writersOf: Map<number, number[]>[] = keys.map(() => new Map());
  const readers: Map<number, number[]>[] = writes.map(() => new Map());
  const firstReaders: Map<number, number[]> = new Map();
  // Nodes are numbered so that those of a chain come in its order.
  const takeLast = (lists: Map<number, number[]>, key: number, node: number): void => {
    const known = lists.get(key);
    const same = known?.findIndex((other) => chain[other] === chain[node]) ?? NONE;
    if (known === undefined) lists.set(key, [node]);
    else if (same === NONE) known.push(node);
    else known[same] = node;
  };
  for (let node = 0; node < writes.length; node++) {
    for (const key of writes[node]) {
      const known = writersOf[key].get(chain[node]);
      if (known === undefined) writersOf[key].set(chain[node], [node]);
      else known.push(node);
    }
    for (const { key, writer } of reads[node])
      takeLast(writer === AT_FIRST ? firstReaders : readers[writer], key, node);
  }
  return {
    writers: writersOf.map((chains) => Array.from(chains, ([which, nodes]) => ({ chain: which, nodes }))),
    readers,
    firstReaders,
  };
}
