import type { EdgeList } from "../relations/edge-list.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import {
  createStoreOrderCheck,
  listWrites,
  sortByAll,
  type StoreOrder,
} from "../store-order/store-order-check.js";

/** Whether the first of two writes to one variable must come before the second. */
export type WritesOrdered = (first: number, second: number) => boolean;

/**
 * CAV'19 Algorithm 1 (SC) and Algorithm 2 (TSO), lines 4–9: tries every store order ww that extends a
 * partial one (⊇, not ⊃ as printed: the partial order may be total already) until each of the relations
 * is acyclic together with ww ∪ rw[ww]. Each ww is complete before it is looked at, as in the paper:
 * their number is the product, over the variables, of the linear extensions.
 *
 * Answers a linear extension per relation, or `undefined` where no ww will do.
 * @throws Exhausted when the budget of `meter` runs out
 */
export function enumerateStoreOrders(
  memory: MemoryHistory,
  relations: readonly EdgeList[],
  isOrdered: WritesOrdered,
  meter: Meter,
): readonly Int32Array[] | undefined {
  const checks = relations.map((relation) => createStoreOrderCheck(memory, relation));
  const ww = listWrites(memory);
  const extensions = createExtensions(memory, ww, isOrdered, meter);
  while (extensions.next()) {
    for (let o = 0; o < memory.size; o += 64) meter.step(); // a check takes time with the size of the history
    const orders = sortByAll(checks, ww);
    if (orders !== undefined) return orders;
  }
  return undefined;
}

/**
 * Writes the linear extensions of a partial order into `ww`, one after another. `next` answers whether
 * there was one more. Plain backtracking over the places of `ww`, without recursion: there may be as
 * many as there are writes.
 */
function createExtensions(
  memory: MemoryHistory,
  ww: StoreOrder,
  isOrdered: WritesOrdered,
  meter: Meter,
): { next(): boolean } {
  const { variable } = memory;
  const { from, line } = ww;
  const places = line.length;
  meter.reserve(8 * memory.size + 16 * places);
  const writes = line.slice();
  const blocked = new Int32Array(places); // how many writes, not yet placed, must come before this one
  const isPlaced = new Uint8Array(places);
  for (let i = 0; i < places; i++)
    for (let j = from[variable[writes[i]]]; j < from[variable[writes[i]] + 1]; j++) {
      meter.step();
      if (j !== i && isOrdered(writes[j], writes[i])) blocked[i]++;
    }
  const choice = new Int32Array(places).fill(-1); // place → which of `writes` stands there
  let hasBegun = false;

  const count = (chosen: number, change: 1 | -1): void => {
    const x = variable[writes[chosen]];
    for (let i = from[x]; i < from[x + 1]; i++)
      if (i !== chosen && isOrdered(writes[chosen], writes[i])) blocked[i] += change;
  };
  /** Puts the next possible write at a place; false: there is none. */
  const advance = (place: number): boolean => {
    const x = variable[writes[place]]; // the writes to a variable take the places that they began at
    let chosen = choice[place];
    if (chosen >= 0) {
      isPlaced[chosen] = 0;
      count(chosen, 1);
    } else chosen = from[x] - 1;
    for (chosen++; chosen < from[x + 1]; chosen++) {
      meter.step();
      if (isPlaced[chosen] === 1 || blocked[chosen] > 0) continue;
      isPlaced[chosen] = 1;
      count(chosen, -1);
      choice[place] = chosen;
      line[place] = writes[chosen];
      return true;
    }
    choice[place] = -1;
    return false;
  };
  return {
    next() {
      let place = hasBegun ? places - 1 : 0;
      const isFirst = !hasBegun;
      hasBegun = true;
      if (places === 0) return isFirst; // the one store order of no writes
      while (place >= 0)
        if (!advance(place)) place--;
        else if (++place === places) return true;
      return false;
    },
  };
}
