import type { AccessIndex } from "../../relations/access-index.js";
import { type Clocks, isBefore } from "../../relations/clocks.js";
import type { MemoryHistory } from "../../memory-history.js";
import type { Meter } from "../../meter.js";

/**
 * The pairs of writes to one variable that a relation leaves unordered. Pair p is the SAT variable
 * p + 1; it is true where `earlier[p]` comes before `later[p]` in the store order.
 */
export interface OpenPairs {
  readonly count: number;
  readonly earlier: Int32Array;
  readonly later: Int32Array;
}

/**
 * Finds the open pairs of a closed relation. All true is the store order of one linear extension, so
 * that a solver which tries true first begins with an order that has no cycle of its own.
 * @throws Exhausted when the budget of `meter` runs out
 */
export function findOpenPairs(
  memory: MemoryHistory,
  { writes }: AccessIndex,
  { clock, order }: Clocks,
  meter: Meter,
): OpenPairs {
  const { variables, variable, isWrite } = memory;
  const ends = new Int32Array(variables + 1); // variable → its part of `sorted`
  for (const w of writes) ends[variable[w] + 1]++;
  for (let x = 0; x < variables; x++) ends[x + 1] += ends[x];
  const begins = ends.slice(0, -1);
  const used = begins.slice();
  const sorted = new Int32Array(writes.length);
  let pairs = { earlier: new Int32Array(64), later: new Int32Array(64) };
  let count = 0;
  for (const w of order) {
    if (isWrite[w] === 0) continue;
    const x = variable[w];
    for (let i = begins[x]; i < used[x]; i++) {
      meter.step();
      if (isBefore(memory, clock, sorted[i], w)) continue;
      if (count === pairs.earlier.length) {
        meter.reserve(16 * count);
        pairs = { earlier: twice(pairs.earlier), later: twice(pairs.later) };
      }
      pairs.earlier[count] = sorted[i];
      pairs.later[count++] = w;
    }
    sorted[used[x]++] = w;
  }
  return { count, earlier: pairs.earlier.slice(0, count), later: pairs.later.slice(0, count) };
}

function twice(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length);
  longer.set(list);
  return longer;
}
