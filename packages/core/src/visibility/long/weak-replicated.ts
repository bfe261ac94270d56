import type { Value } from "../../history/value.js";
import type { Witness } from "../../result.js";
import type { Replicated } from "../../types/replicated.js";
import type { Decided } from "../../verdict.js";
import type { Meter } from "../meter.js";
import { decideWeak } from "./decide-weak.js";
import type { LongProblem } from "./long-problem.js";
import { replicatedValues, type WantedValues } from "./models/replicated-values.js";

/**
 * Decides `weak` (`decideWeak`) of a replicated type without an order, where nothing is there at first and those who put
 * something and take away need see nothing. Nobody has to see anything, so a value is there as soon as somebody who puts
 * it stands before; no other sights do with less.
 */
export function weakReplicated(
  problem: LongProblem,
  type: Replicated,
  initial: Value | undefined,
  meter: Meter,
): Decided<{ readonly witness: Witness }, { readonly stuck: number }> | undefined {
  const { label, labels } = problem;
  const values = replicatedValues(problem, type, initial, meter);
  const { puts, isTaker, wanted, on, objectOf } = values;
  if (type.ordered !== undefined || values.atFirst.length > 0) return undefined;
  for (let own = 0; own < labels.length; own++)
    if (puts[own] >= 0 && isTaker[own] === 1 && !asksNothing(wanted[own])) return undefined;
  /** Value → the first placed one that puts it, or -1; object → those of its values, in turn. */
  const putBy = new Int32Array(values.values.length).fill(-1);
  const putOn = problem.history.objects.map((): number[] => []);
  /** What the operation has to see, of what is placed; `undefined` where that is not enough. */
  const explain = (operation: number): readonly number[] | undefined => {
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
  const note = (operation: number): boolean => {
    const value = puts[label[operation]];
    if (value >= 0 && putBy[value] < 0) {
      putBy[value] = operation;
      putOn[objectOf[value]].push(value);
    }
    return true;
  };
  return decideWeak(problem, { explain, note }, meter);
}

/** Whether it can happen whatever is there. */
const asksNothing = (wanted: WantedValues | undefined): boolean =>
  wanted !== undefined &&
  wanted.there.length === 0 &&
  wanted.gone.length === 0 &&
  !wanted.only &&
  wanted.least === 0 &&
  wanted.most === Infinity;
