import { type History, labelOf } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";

/** A sequence of operations, run from the start. */
export interface Replay {
  /** The sequence with one operation more. */
  after(id: number): Replay;
  /**
   * Whether the sequence explains the result of an operation that comes after it: some run of it, whatever the others
   * return, ends with that result. An operation that cannot happen ends a run.
   */
  explains(id: number): boolean;
}

/** The sequence of no operations; each sequence is run once, however often it is asked for. */
export function replaySequences(history: History, type: SequentialType, initial: Value | undefined): Replay {
  /** @param ends for each run of the sequence, the state of each object in its end */
  const replayOf = (ends: readonly (readonly unknown[])[]): Replay => {
    const longer: Replay[] = [];
    const explained: boolean[] = [];
    return {
      after: (id) =>
        (longer[id] ??= replayOf(
          ends.flatMap((states) => {
            const object = history.object[id];
            return outcomes(type, states[object], invocationOf(id)).map(({ state }) =>
              states.with(object, state),
            );
          }),
        )),
      explains: (id) =>
        (explained[id] ??= ends.some((states) => {
          const { result } = labelOf(history, id);
          return outcomes(type, states[history.object[id]], invocationOf(id)).some(
            (outcome) => result === undefined || equal(outcome.result, result),
          );
        })),
    };
  };
  const invocationOf = (id: number) => {
    const { method, args } = labelOf(history, id);
    return { method, args };
  };
  return replayOf([history.objects.map((): unknown => type.init(initial))]);
}
