import { list, violation, words } from "./monitor.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";
import type { Moments } from "./moments.js";

/**
 * The operations on one element, told apart by what they do to its presence. The element starts
 * outside or inside the set; `out` is where it starts, `in` the other side: for an element that is
 * there from the start, "in" means absent.
 */
export interface Element {
  /** Operations that certainly took it from where it starts to the other side, and those that took it back. */
  readonly there: number[];
  readonly back: number[];
  /** Pending operations that took it there, or back, if they took effect. */
  readonly maybeThere: number[];
  readonly maybeBack: number[];
  /** Observations that it was on the other side, and that it was where it started. */
  readonly seenThere: number[];
  readonly seenHome: number[];
  readonly startsPresent: boolean;
}

/**
 * Decides one element that changes sides at most once in each direction; answers an order of its
 * rows, a violation, or `undefined` where it may change sides more often.
 *
 * If it goes there at gap p and comes back at gap q ≥ p, an observation "there" needs a gap within
 * p … q of its own, and "home" one ≤ p or ≥ q. The later p and the earlier q, the better for "home";
 * observations "there" and the two returns bound both.
 */
export function decideElement(
  part: Part,
  moments: Moments,
  element: Element,
): readonly number[] | Found | undefined {
  const { there, back, maybeThere, maybeBack, seenThere } = element;
  let unused = maybeThere.length + maybeBack.length;
  let going = there;
  // Nobody else took it there, so the one pending operation that may have done so did.
  if (there.length === 0 && maybeThere.length === 1 && back.length + seenThere.length > 0) {
    going = maybeThere;
    unused--;
  }
  const verdict = decideMoves(part, moments, element, going, back);
  if (Array.isArray(verdict) || unused === 0) return verdict;
  // Refuted without a pending operation: with it, where it is the only one.
  if (unused === 1 && maybeBack.length === 1 && going.length === 1 && back.length === 0)
    return decideMoves(part, moments, element, going, maybeBack);
  return undefined;
}

function decideMoves(
  part: Part,
  moments: Moments,
  element: Element,
  there: readonly number[],
  back: readonly number[],
): readonly number[] | Found | undefined {
  const { call, ret, count } = moments;
  const { seenThere, seenHome } = element;
  const say = (row: number): string => words(part, row);
  if (there.length > back.length + 1 || back.length > there.length) return miscounted(part, there, back);
  if (there.length > 1) return undefined;
  const byCall = (rows: readonly number[]): number[] => [...rows].sort((a, b) => a - b);
  if (there.length === 0) {
    if (seenThere.length === 0) return byCall(seenHome);
    const change = element.startsPresent ? "removes it" : "adds it";
    return violation(part, [seenThere[0]], `${say(seenThere[0])}, but no operation ${change}`);
  }

  const [go] = there;
  const come = back.length === 1 ? back[0] : -1;
  // The last gap at which it may go, and the first at which it may come back.
  const mostUrgent = seenThere.reduce((best, row) => (ret[row] < ret[best] ? row : best), go);
  const latest = ret[mostUrgent] - 1;
  const longest = seenThere.reduce((best, row) => (best < 0 || call[row] > call[best] ? row : best), come);
  const earliest = come < 0 ? count : call[longest];
  if (latest < call[go])
    return violation(part, [mostUrgent, go], `${say(mostUrgent)} returned before ${say(go)} was called`);
  if (come >= 0 && earliest >= ret[come])
    return violation(part, [go, longest, come], `${say(longest)} was called after ${say(come)} returned`);
  if (come >= 0 && ret[come] <= call[go])
    return violation(part, [go, come], `${say(come)} returned before ${say(go)} was called`);

  let p = latest;
  let q = earliest;
  if (p > q) p = q = Math.max(call[go], earliest);
  const before: number[] = [];
  const after: number[] = [];
  for (const row of byCall(seenHome))
    if (call[row] <= p) before.push(row);
    else if (come >= 0 && ret[row] - 1 >= q) after.push(row);
    else {
      const never = `no operation ${element.startsPresent ? "adds it again" : "removes it"}`;
      return violation(
        part,
        come < 0 ? [go, mostUrgent, row] : [go, mostUrgent, row, longest, come],
        `${say(row)} was called after ${say(mostUrgent)} returned, and ${come < 0 ? never : `${say(longest)} was called after it returned`}`,
      );
    }
  return [...before, go, ...byCall(seenThere), ...(come < 0 ? [] : [come]), ...after];
}

/** More changes in one direction than the other allows. */
function miscounted(part: Part, there: readonly number[], back: readonly number[]): Found {
  const rows = [...there, ...back].sort((a, b) => a - b);
  return violation(
    part,
    rows,
    `${list(rows.map((row) => words(part, row)))} cannot all have changed the set: an element is added and removed in turn`,
  );
}
