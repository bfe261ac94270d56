import type { Writable } from "../../writable.js";

/** Numbers with a rank each, of which the one of least rank is taken first. */
export interface Heap {
  readonly size: number;
  add(item: number, rank: number): void;
  /** The least rank; infinite where there is nothing. */
  least(): number;
  /** Takes the one of least rank out; there must be one. */
  take(): number;
}

/** An empty heap. */
export function createHeap(): Heap {
  const items: number[] = [];
  const ranks: number[] = [];
  const put = (at: number, item: number, rank: number): void => {
    items[at] = item;
    ranks[at] = rank;
  };
  const heap: Writable<Heap> = {
    size: 0,
    least: () => (ranks.length === 0 ? Infinity : ranks[0]),
    add(item, rank) {
      let at = heap.size++;
      for (; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (ranks[parent] <= rank) break;
        put(at, items[parent], ranks[parent]);
        at = parent;
      }
      put(at, item, rank);
    },
    take() {
      const [first] = items;
      heap.size--;
      const item = items.pop() as number;
      const rank = ranks.pop() as number;
      if (items.length === 0) return first;
      let at = 0;
      for (;;) {
        let least = 2 * at + 1;
        if (least + 1 < items.length && ranks[least + 1] < ranks[least]) least++;
        if (least >= items.length || ranks[least] >= rank) break;
        put(at, items[least], ranks[least]);
        at = least;
      }
      put(at, item, rank);
      return first;
    },
  };
  return heap;
}
