import type { Invocation } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import type { Random } from "@sightline/core/random.js";

/** An operation of a simulated store, in the order of effects. */
export interface RecordedOperation {
  readonly session: number;
  readonly invocation: Invocation;
  result: Value | undefined;
}

/** Gives an operation the result of another with the same method, if one with a different result is found. */
export function corruptOne(recorded: readonly RecordedOperation[], random: Random): void {
  for (let attempt = 0; attempt < 100; attempt++) {
    const [victim, other] = [random.pick(recorded), random.pick(recorded)];
    if (victim.result === undefined || other.result === undefined) continue;
    if (victim.invocation.method !== other.invocation.method || equal(victim.result, other.result)) continue;
    victim.result = other.result;
    return;
  }
}

/** The time between two effects, in the integers that calls and returns are. */
const MOMENT = 100;

/** Calls and returns around the moments of effect; the operations of one session follow each other. */
export function drawTimes(
  recorded: readonly RecordedOperation[],
  spread: number,
  random: Random,
): { call: number; return: number }[] {
  const previous = new Map<number, number>();
  const times = recorded.map((_, at) => ({ call: MOMENT * at, return: MOMENT * at }));
  const longest = Math.round(spread * MOMENT) + 1;
  recorded.forEach(({ session }, at) => {
    times[at].call -= random.int(longest);
    times[at].return += random.int(longest);
    const before = previous.get(session);
    if (before !== undefined) {
      const middle = (MOMENT * (before + at)) / 2;
      times[before].return = Math.min(times[before].return, middle - 1);
      times[at].call = Math.max(times[at].call, middle + 1);
    }
    previous.set(session, at);
  });
  return times;
}
