import type { AccessIndex } from "../relations/access-index.js";
import type { MemoryHistory } from "../memory-history.js";

/**
 * The readers of each write, cut down to what order needs: on each chain the first (what comes after
 * it comes after the write as well) and the last (what it comes before, all the others do).
 */
export interface ReaderChains {
  /** The chains that read from write w are entries `from[w]` up to (not including) `from[w + 1]`. */
  readonly from: Int32Array;
  /** The first reader on the chain. */
  readonly earliest: Int32Array;
  /** The last reader on the chain. */
  readonly latest: Int32Array;
}

/** Finds the first and last reader of each write on each chain. */
export function findReaderChains({ size, thread }: MemoryHistory, index: AccessIndex): ReaderChains {
  const { readersFrom, readers } = index;
  const from = new Int32Array(size + 1);
  const earliest = new Int32Array(readers.length);
  const latest = new Int32Array(readers.length);
  let used = 0;
  for (let w = 0; w < size; w++) {
    let chain = -1;
    for (let i = readersFrom[w]; i < readersFrom[w + 1]; i++) {
      const reader = readers[i]; // ascending, so that a chain's readers stand together
      if (thread[reader] !== chain) {
        chain = thread[reader];
        earliest[used++] = reader;
      }
      latest[used - 1] = reader;
    }
    from[w + 1] = used;
  }
  return { from, earliest: earliest.slice(0, used), latest: latest.slice(0, used) };
}
