import { type Clocks, isBefore } from "../../relations/clocks.js";
import { INITIAL, type MemoryHistory } from "../../memory-history.js";
import type { Meter } from "../../meter.js";
import type { OpenPairs } from "./open-pairs.js";

/**
 * What read-modify-writes ask of the open pairs, as clauses: no write comes between a read-modify-write u
 * and its source w, so that any other write to the variable comes after w exactly when it comes after u.
 * (One that reads the initial value is before all others, as saturation knows already.)
 * @throws Exhausted when the budget of `meter` runs out
 */
export function atomicClauses(
  memory: MemoryHistory,
  { clock }: Clocks,
  pairs: OpenPairs,
  meter: Meter,
): readonly (readonly number[])[] {
  const { size, isWrite, rmw, variable, variables, source } = memory;
  if (rmw === undefined) return [];
  const variableOfPair = new Map<number, number>();
  for (let p = 0; p < pairs.count; p++) variableOfPair.set(pairs.earlier[p] * size + pairs.later[p], p + 1);
  const writes = Array.from({ length: variables }, (): number[] => []);
  for (let o = 0; o < size; o++) if (isWrite[o] === 1) writes[variable[o]].push(o);

  /** The literal of "a is before b", or what is known of it. */
  const before = (a: number, b: number): number | boolean => {
    const forwards = variableOfPair.get(a * size + b);
    if (forwards !== undefined) return forwards;
    const backwards = variableOfPair.get(b * size + a);
    return backwards === undefined ? isBefore(memory, clock, a, b) : -backwards;
  };
  const clauses: number[][] = [];
  const addImplication = (a: number | boolean, b: number | boolean): void => {
    if (a === false || b === true) return;
    clauses.push([...(a === true ? [] : [-a]), ...(b === false ? [] : [b])]);
  };
  for (let u = 0; u < size; u++) {
    if (rmw[u] === 0 || source[u] === INITIAL) continue;
    for (const other of writes[variable[u]]) {
      meter.step();
      if (other === u || other === source[u]) continue;
      addImplication(before(source[u], other), before(u, other));
      addImplication(before(u, other), before(source[u], other));
    }
  }
  return clauses;
}
