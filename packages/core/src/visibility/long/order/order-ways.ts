import type { LongProblem } from "../long-problem.js";
import type { LayeredMachine } from "./layered-order.js";
import { extended, mix, type OrderRows } from "./order-rows.js";

/** What may come next after the beginnings of a layer, each configuration once: by the row and the session it is from. */
export interface OrderWays {
  count: number;
  row: Int32Array;
  session: Int32Array;
  cost: Float64Array;
  mark: Int32Array;
  placed: Int32Array;
  /** Forgets all. */
  clear(): void;
  /** Notes the way on by the next update of a session, unless another leads to the same; whether it did. */
  add(row: number, session: number, mark: number, placed: Int32Array): boolean;
}

/**
 * Ways from rows. Two are the same if sessions have come as far and all keys have the same.
 *
 * @param isExact whether that is looked at in full; else equal marks are taken for equal contents
 */
export function createOrderWays(
  { sessions }: LongProblem,
  machine: Pick<LayeredMachine, "isSame">,
  rows: OrderRows,
  isExact: boolean,
): OrderWays {
  const width = sessions.length;
  let capacity = 1 << 8;
  let table = new Int32Array(4 * capacity);
  const ways: OrderWays = {
    count: 0,
    row: new Int32Array(capacity),
    session: new Int32Array(capacity),
    cost: new Float64Array(capacity),
    mark: new Int32Array(capacity),
    placed: new Int32Array(capacity * width),
    clear() {
      ways.count = 0;
      table.fill(0);
    },
    add(row, session, mark, placed) {
      const mask = table.length - 1;
      let at = hashOf(mark, placed, 0) & mask;
      for (; table[at] !== 0; at = (at + 1) & mask)
        if (isSame(table[at] - 1, row, session, mark, placed)) return false;
      const way = ways.count++;
      table[at] = way + 1;
      ways.row[way] = row;
      ways.session[way] = session;
      ways.mark[way] = mark;
      for (let s = 0; s < width; s++) ways.placed[way * width + s] = placed[s];
      if (ways.count === capacity) grow();
      return true;
    },
  };
  return ways;

  function hashOf(mark: number, placed: Int32Array, from: number): number {
    let hash = mark;
    for (let s = 0; s < width; s++) hash = mix(hash, placed[from + s]);
    return hash;
  }

  function grow(): void {
    capacity *= 2;
    ways.row = extended(ways.row, capacity);
    ways.session = extended(ways.session, capacity);
    ways.cost = extended(ways.cost, capacity);
    ways.mark = extended(ways.mark, capacity);
    ways.placed = extended(ways.placed, capacity * width);
    table = new Int32Array(4 * capacity);
    const mask = table.length - 1;
    for (let way = 0; way < ways.count; way++) {
      let at = hashOf(ways.mark[way], ways.placed, way * width) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = way + 1;
    }
  }

  function isSame(way: number, row: number, session: number, mark: number, placed: Int32Array): boolean {
    if (ways.mark[way] !== mark) return false;
    for (let s = 0; s < width; s++) if (ways.placed[way * width + s] !== placed[s]) return false;
    if (!isExact || machine.isSame === undefined) return true;
    const other = ways.row[way];
    return machine.isSame(rows, row, updateOf(row, session), other, updateOf(other, ways.session[way]));
  }

  function updateOf(row: number, session: number): number {
    return sessions[session][rows.placed[row * width + session]];
  }
}
