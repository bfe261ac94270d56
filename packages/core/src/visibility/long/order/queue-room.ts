import type { Bounds } from "../conclude/bounds.js";
import type { ElementMachine } from "./element-machine.js";

/** Whether elements of a queue come to the front when they are found there. */
export interface QueueRoom {
  /** Value → who alone puts it there; or -1. */
  readonly putOf: Int32Array;
  /**
   * Whether an element that somebody puts, or has put, can be found in front by all who did, if so many are before it
   * now. As long as it is there, nobody who takes finds the queue empty: so as many take from now on, before it is
   * in front, as are before it now. And all of them stand before who finds it there, and nobody else who takes.
   */
  isThere(put: number, placed: Int32Array, before: number): boolean;
}

/** The room in a queue, by what is known of who put what was found. */
export function createQueueRoom(bounds: Bounds, { does, values, valueOf }: ElementMachine): QueueRoom {
  const { problem, before, most, width } = bounds;
  const { sessions, session, position, size } = problem;
  const taken = sessions.map((members) => {
    const counts = new Int32Array(members.length + 1);
    members.forEach((operation, at) => {
      counts[at + 1] = counts[at] + (does[operation] === 2 ? 1 : 0);
    });
    return counts;
  });
  const tellers: (number[] | undefined)[] = Array.from({ length: size });
  for (const [teller, put] of bounds.putBy) (tellers[put] ??= []).push(teller);
  const putOf = new Int32Array(values).fill(-1);
  const times = new Int32Array(values);
  for (let operation = 0; operation < size; operation++)
    if (does[operation] === 1 && times[valueOf[operation]]++ === 0) putOf[valueOf[operation]] = operation;
  times.forEach((count, value) => {
    if (count !== 1) putOf[value] = -1;
  });
  return {
    putOf,
    isThere(put, placed, ahead) {
      const all = tellers[put];
      if (all === undefined) return true;
      for (const teller of all) {
        // One that was placed has found it.
        if (placed[session[teller]] > position[teller]) continue;
        let [least, greatest] = [-ahead, -ahead];
        for (let s = 0, at = teller * width; s < width; s++, at++) {
          const now = taken[s][placed[s]];
          least += taken[s][Math.max(placed[s], before[at])] - now;
          greatest +=
            taken[s][s === session[teller] ? position[teller] : Math.max(placed[s], most[at])] - now;
        }
        if (least > 0 || greatest < 0) return false;
      }
      return true;
    },
  };
}
