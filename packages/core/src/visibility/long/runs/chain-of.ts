import type { LongProblem } from "../long-problem.js";
import type { Placed } from "./configuration.js";

/** What is seen is all in the counts. */
const nothingBeyond = (): readonly number[] => [];

/**
 * The last operation of a linearization that a run over flat lists has found, linked to those before it as
 * `longWitness` takes them.
 *
 * @param line the operations in their order, as many as there are
 * @param saw `[operation * sessions + session]`: how many of a session each sees, itself included
 * @param extraOf what an operation sees beyond these counts. Default: nothing
 */
export function chainOf(
  { session, sessions, size }: LongProblem,
  line: Int32Array,
  saw: Int32Array,
  extraOf: (operation: number) => readonly number[] = nothingBeyond,
): Placed {
  const width = sessions.length;
  const latest: (Placed | undefined)[] = sessions.map(() => undefined);
  let last: Placed | undefined;
  for (let place = 0; place < size; place++) {
    const operation = line[place];
    const s = session[operation];
    last = {
      operation,
      place,
      sees: saw.slice(operation * width, (operation + 1) * width),
      extra: extraOf(operation),
      effect: undefined,
      previous: latest[s],
      earlier: last,
    };
    latest[s] = last;
  }
  return last as Placed;
}
