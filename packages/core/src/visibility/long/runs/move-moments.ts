import type { Random } from "../../../random.js";
import type { LongProblem } from "../long-problem.js";

/** A distance between moments that is next to nothing. */
const STEP = 1e-6;
/** By how much a session is moved, and from how far back, at least and at most. */
const [NEAR, FAR] = [4, 64];

/**
 * Moves an update to later or to earlier than another, and with it what has to stand after or before it in its session.
 *
 * @param when the moment at which the other was placed
 */
export function pass(
  { session, sessions, position }: LongProblem,
  moments: Float64Array,
  update: number,
  other: number,
  isLater: boolean,
  when: number,
): void {
  const members = sessions[session[update]];
  if (isLater) {
    let after = Math.max(when, moments[other]) + STEP;
    for (let at = position[update]; at < members.length && moments[members[at]] < after; at++, after += STEP)
      moments[members[at]] = after;
    return;
  }
  let until = Math.min(when, moments[other]) - STEP;
  for (let at = position[update]; at >= 0 && moments[members[at]] > until; at--, until -= STEP)
    moments[members[at]] = until;
}

/** Lets the session of an operation that waits in vain go earlier; from which of its operations on. */
export function hasten(
  { session, sessions, position }: LongProblem,
  moments: Float64Array,
  late: number,
  random: Random,
): number {
  const members = sessions[session[late]];
  const by = NEAR + random.int(FAR - NEAR);
  const first = Math.max(0, position[late] - NEAR - random.int(FAR - NEAR));
  for (let at = first; at < members.length; at++) {
    const least = at === 0 ? -Infinity : moments[members[at - 1]];
    moments[members[at]] = Math.max(least, moments[members[at]] - by);
  }
  return first;
}
