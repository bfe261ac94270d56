import { createEdgeList, type EdgeList } from "../relations/edge-list.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import type { SatRun } from "../store-order/sat/sat-run.js";
import { createStoreOrderCheck } from "../store-order/store-order-check.js";

/** The literal that is true; −TRUE is false. Neither is ever given to a solver. */
export const TRUE = 0x7fffffff;

/** A total order of the operations of each of some groups, as literals. */
export interface OrderLiterals {
  /** At a × size + b: the literal of "a is before b" (that at b × size + a is its negation), or 0: left open. */
  readonly literal: Int32Array;
}

/** Total orders that agree on the writes to each variable. */
export interface SharedOrder {
  /** The literals of the store order, as in `OrderLiterals`; 0 for other pairs. */
  readonly ww: Int32Array;
  /**
   * Literals for a total order, of each group of operations, that extends a relation and further edges;
   * `undefined` where these have a cycle. No edge leads from one group to another.
   */
  forRelation(relation: EdgeList, more: EdgeList, groups: readonly Int32Array[]): OrderLiterals | undefined;
}

/** Literals for the store order of a history; what a relation settles of it becomes a clause of `run`. */
export function createOrderLiterals(memory: MemoryHistory, meter: Meter, run: SatRun): SharedOrder {
  const { size, isWrite, variable } = memory;
  meter.reserve(4 * size * size);
  const ww = new Int32Array(size * size);
  let variables = 0;
  const setFresh = (literal: Int32Array, a: number, b: number): void => {
    literal[a * size + b] = ++variables;
    literal[b * size + a] = -variables;
  };
  for (let a = 0; a < size; a++)
    for (let b = a + 1; b < size; b++)
      if (isWrite[a] === 1 && isWrite[b] === 1 && variable[a] === variable[b]) setFresh(ww, a, b);
  return {
    ww,
    forRelation(relation, more, groups) {
      meter.reserve(4 * size * size);
      const literal = ww.slice();
      const isBefore = closeRelation(memory, relation, more, meter);
      if (isBefore === undefined) return undefined;
      const settle = (a: number, b: number): void => {
        const settled = isBefore(a, b) ? TRUE : isBefore(b, a) ? -TRUE : 0;
        const shared = literal[a * size + b];
        if (settled === 0) {
          if (shared === 0) setFresh(literal, a, b);
          return;
        }
        if (shared !== 0) run.addClause([settled === TRUE ? shared : -shared]);
        literal[a * size + b] = settled;
        literal[b * size + a] = -settled;
      };
      for (const group of groups)
        for (let i = 0; i < group.length; i++)
          for (let j = i + 1; j < group.length; j++) {
            meter.step();
            settle(group[i], group[j]);
          }
      return { literal };
    },
  };
}

/** The transitive closure of two lists of edges, by bits; `undefined` where there is a cycle. */
function closeRelation(
  memory: MemoryHistory,
  relation: EdgeList,
  more: EdgeList,
  meter: Meter,
): ((a: number, b: number) => boolean) | undefined {
  const { size, variables } = memory;
  const all = createEdgeList(relation.ends.subarray(0, 2 * relation.size));
  for (let i = 0; i < 2 * more.size; i += 2) all.add(more.ends[i], more.ends[i + 1]);
  const noStores = { from: new Int32Array(variables + 1), line: new Int32Array(0) };
  const order = createStoreOrderCheck(memory, all)(noStores);
  if (order === undefined) return undefined;
  const words = (size + 31) >> 5;
  meter.reserve(4 * size * words);
  const place = new Int32Array(size);
  order.forEach((o, i) => {
    place[o] = i;
  });
  const byPlace = Array.from({ length: size }, (): number[] => []);
  for (let i = 0; i < 2 * all.size; i += 2) byPlace[place[all.ends[i]]].push(all.ends[i + 1]);
  const after = new Int32Array(size * words); // at a × words: the bits of all that a is before
  for (let i = size - 1; i >= 0; i--) {
    const row = order[i] * words;
    for (const next of byPlace[i]) {
      meter.step();
      after[row + (next >> 5)] |= 1 << (next & 31);
      for (let word = 0; word < words; word++) after[row + word] |= after[next * words + word];
    }
  }
  return (a, b) => ((after[a * words + (b >> 5)] >> (b & 31)) & 1) === 1;
}
