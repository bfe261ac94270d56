import type { Program } from "../object/program.js";
import type { CallOrder } from "../object/target.js";

/** When each call of a run began and returned, in program order, by a clock that all threads share. */
export interface Instants {
  readonly called: readonly number[];
  readonly returned: readonly number[];
}

/**
 * The instants of each call and its return numbered anew, with as few numbers as tell which call had returned
 * before which began: runs in which the calls overlap in the same way have the same numbers. A call that
 * begins at the instant at which another returns overlaps it.
 */
export function numberInstants({ called, returned }: Instants): readonly (readonly number[])[] {
  const ends = returned.toSorted((a, b) => a - b);
  const starts: number[] = []; // number → the first instant that has it
  let returns = 0; // how many there are before the call that is looked at
  for (const begin of called.toSorted((a, b) => a - b)) {
    const before = returns;
    while (returns < ends.length && ends[returns] < begin) returns++;
    if (starts.length === 0 || returns > before) starts.push(begin);
  }
  const numberAt = (instant: number): number => starts.findLastIndex((start) => start <= instant);
  return called.map((begin, call) => [numberAt(begin), numberAt(returned[call])]);
}

/** The order of calls as it is recorded. */
export function orderIn(
  program: Program,
  instants: Instants,
  record: CallOrder,
): readonly (readonly number[])[] {
  return record === "clocks" ? numberInstants(instants) : countReturned(program, instants);
}

/** What counters would have shown: how many calls of each other thread had returned before a call began. */
function countReturned({ threads }: Program, { called, returned }: Instants): readonly number[][] {
  const threadOf = threads.flatMap((steps, t) => steps.flatMap(({ on }) => (on === undefined ? [t] : [])));
  return called.map((begin, call) =>
    [...threads.keys()]
      .filter((other) => other !== threadOf[call])
      .map((other) => returned.filter((end, c) => threadOf[c] === other && end < begin).length),
  );
}
