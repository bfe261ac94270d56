import type { Value } from "../../history/value.js";
import type { Witness } from "../../result.js";
import type { Replicated } from "../../types/replicated.js";
import type { Decided } from "../../verdict.js";
import type { Meter } from "../meter.js";
import type { LongProblem } from "./long-problem.js";
import { replicatedValues, type WantedValues } from "./replicated-values.js";

/**
 * Decides `weak` of a replicated type without an order, where nothing is there at first and those who put something and
 * take away need see nothing. Nobody has to see anything, so a value is there as soon as somebody who puts it stands
 * before; no other sights do with less. So what is placed never hinders: everything is placed as soon as it can be, and
 * whatever is left then can stand nowhere. For the first of these in some solution would have had only placed ones
 * before it, and be explained by some of them.
 */
export function weakReplicated(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  meter: Meter,
): Decided<{ readonly witness: Witness }, { readonly stuck: number }> | undefined {
  const { size, sessions, session, label, labels, before, ids } = problem;
  const values = replicatedValues(problem, type, initial, meter);
  const { puts, isTaker, wanted, on, objectOf } = values;
  if (type.ordered !== undefined || values.atFirst.length > 0) return undefined;
  for (let own = 0; own < labels.length; own++)
    if (puts[own] >= 0 && isTaker[own] === 1 && !asksNothing(wanted[own])) return undefined;
  const width = sessions.length;
  /** Value → the first placed one that puts it, or -1; object → those of its values, in turn. */
  const putBy = new Int32Array(values.values.length).fill(-1);
  const putOn = problem.history.objects.map((): number[] => []);
  /** What the operation has to see, of what is placed; `undefined` where that is not enough. */
  const explanation = (operation: number): readonly number[] | undefined => {
    const own = label[operation];
    const asked = wanted[own];
    if (asked === undefined) return undefined;
    const { there, gone, only, least, most } = asked;
    if (there.some((value) => putBy[value] < 0 || gone.includes(value))) return undefined;
    const count = Math.max(there.length, least);
    if (count > most || (only && count > there.length)) return undefined;
    const seen = there.map((value) => putBy[value]);
    if (seen.length === count) return seen;
    meter.work(count);
    const named = new Set([...there, ...gone]);
    for (const value of putOn[on[own]]) {
      if (named.has(value)) continue;
      seen.push(putBy[value]);
      if (seen.length === count) return seen;
    }
    return undefined;
  };
  const counts = new Int32Array(width);
  const line: number[] = [];
  const visibility: Record<string, readonly number[]> = {};
  const isReady = (operation: number): boolean => {
    for (let s = 0; s < width; s++)
      if (s !== session[operation] && before[operation * width + s] > counts[s]) return false;
    return true;
  };
  const place = (operation: number, seen: readonly number[]): void => {
    const value = puts[label[operation]];
    if (value >= 0 && putBy[value] < 0) {
      putBy[value] = operation;
      putOn[objectOf[value]].push(value);
    }
    visibility[ids[operation]] = seen.map((one) => ids[one]).sort((a, b) => a - b);
    line.push(ids[operation]);
  };
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (let s = 0; s < width; s++)
      for (; counts[s] < sessions[s].length; counts[s]++) {
        const head = sessions[s][counts[s]];
        meter.work(width);
        const seen = isReady(head) ? explanation(head) : undefined;
        if (seen === undefined) break;
        place(head, seen);
        isMoving = true;
      }
  }
  if (line.length === size) return { verdict: "satisfied", witness: { linearization: line, visibility } };
  const waiting = sessions.flatMap((members, s) => (counts[s] < members.length ? [members[counts[s]]] : []));
  return { verdict: "violated", stuck: ids[waiting.find((one) => isReady(one)) ?? waiting[0]] };
}

/** Whether it can happen whatever is there. */
const asksNothing = (wanted: WantedValues | undefined): boolean =>
  wanted !== undefined &&
  wanted.there.length === 0 &&
  wanted.gone.length === 0 &&
  !wanted.only &&
  wanted.least === 0 &&
  wanted.most === Infinity;
