import type { Witness } from "../../../result.js";
import type { Decided } from "../../../verdict.js";
import type { Meter } from "../../meter.js";
import { decideWeak } from "../decide-weak.js";
import type { ElementModel } from "./element-model.js";

/**
 * Decides `weak` (`decideWeak`). Nobody has to see anything, so an element is found in front or on top as soon as
 * somebody who puts it there stands before, whom it sees alone; and a size is told as soon as so many who put something
 * there do. (No other sights do with less: what is there was put there by somebody who is seen.)
 */
export function weakElements(
  { problem, change, element, elements, asks }: ElementModel,
  meter: Meter,
): Decided<{ readonly witness: Witness }, { readonly stuck: number }> | undefined {
  const { label } = problem;
  /** Those placed that put something there; of each element the first of them, or -1. */
  const puts: number[] = [];
  const putBy = new Int32Array(elements).fill(-1);
  /** What the operation has to see, of what is placed; `undefined` where that is not enough. */
  const explain = (operation: number): readonly number[] | undefined => {
    const ask = asks[label[operation]];
    if (ask === undefined) return [];
    if (ask.of === "element") return putBy[ask.element] < 0 ? undefined : [putBy[ask.element]];
    return ask.least > ask.most || !(ask.least <= puts.length) ? undefined : puts.slice(0, ask.least);
  };
  const note = (operation: number, seen: readonly number[]): boolean => {
    meter.work(seen.length);
    if (change[operation] > 0) {
      puts.push(operation);
      if (putBy[element[operation]] < 0) putBy[element[operation]] = operation;
    }
    return true;
  };
  return decideWeak(problem, { explain, note }, meter);
}
