import type { LongProblem } from "../long-problem.js";
import type { ElementMachine } from "./element-machine.js";
import { ANY, type TableLayers } from "./table-layers.js";

/** A value of a table that is put at another place; where the two are one, it was not said before which is. */
export interface TableMove {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** Whether it is for one who finds the value, not for one who puts it. */
  readonly isFound: boolean;
}

/** How many beginnings are asked what they wait for. */
const ASKED = 16;
/** How many places later, and earlier, the value that is waited for may be. */
const [LATER, EARLIER] = [6, 4];
/** How many places back values are moved for no reason, and by how many at most. */
const [BACK, BY] = [8, 3];

/**
 * How a table may be changed where no beginning of a layer can go on, and what is wrong may have begun at an earlier
 * one: first by what is waited for.
 */
export function proposedMoves(
  layers: TableLayers,
  { does, valueOf, finds }: ElementMachine,
  { sessions }: LongProblem,
  ...at: readonly number[]
): readonly TableMove[] {
  const { table } = layers;
  const moves = new Map<string, TableMove>();
  const add = (move: TableMove): void => {
    const name = `${move.from} ${move.to} ${move.value}`;
    if (!moves.has(name)) moves.set(name, move);
  };
  const bring = (value: number, to: number, isFound: boolean, last: number): void => {
    const step = last > to ? 1 : -1;
    for (let from = to + step; from !== last + step && from >= 0; from += step)
      if (table[from] === value) {
        add({ from, to, value, isFound });
        return;
      }
  };
  const puts = new Set<number>();
  const ask = (placed: Int32Array, put: number, gone: number): void => {
    for (let to = put; to >= Math.max(0, put - BACK); to--) puts.add(to);
    sessions.forEach((members, s) => {
      if (placed[s] === members.length) return;
      const head = members[placed[s]];
      if (does[head] === 1) bring(valueOf[head], put, false, put + LATER);
      const value = finds[head];
      if (value <= 0) return;
      bring(value, gone, true, gone + LATER);
      bring(value, gone, true, gone - EARLIER);
      if (table[gone] === ANY) add({ from: gone, to: gone, value, isFound: true });
    });
  };
  for (const layer of new Set(at)) layers.look(layer, ASKED, ask);
  for (const to of puts)
    for (let from = to + 1; from <= to + BY; from++)
      if (table[from] !== table[to]) add({ from, to, value: table[from], isFound: false });
  return [...moves.values()];
}
