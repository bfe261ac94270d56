import type { Witness } from "../../../result.js";
import type { Decided } from "../../../verdict.js";
import type { Meter } from "../../meter.js";
import type { ElementModel } from "./element-model.js";

/**
 * Decides `weak`. Nobody has to see anything, so an element is found in front or on top as soon as somebody who puts it
 * there stands before, whom it sees alone; and a size is told as soon as so many who put something there do. (No other
 * sights do with less: what is there was put there by somebody who is seen.) So what is placed never hinders:
 * everything is placed as soon as it can be, and whatever is left then can stand nowhere. For the first of these in
 * some solution would have had only placed ones before it, and be explained by some of them.
 */
export function weakElements(
  { problem, change, element, elements, asks }: ElementModel,
  meter: Meter,
): Decided<{ readonly witness: Witness }, { readonly stuck: number }> {
  const { size, sessions, session, label, before, ids } = problem;
  const width = sessions.length;
  /** Those placed that put something there; of each element the first of them, or -1. */
  const puts: number[] = [];
  const putBy = new Int32Array(elements).fill(-1);
  /** What the operation has to see, of what is placed; `undefined` where that is not enough. */
  const explanation = (operation: number): readonly number[] | undefined => {
    const ask = asks[label[operation]];
    if (ask === undefined) return [];
    if (ask.of === "element") return putBy[ask.element] < 0 ? undefined : [putBy[ask.element]];
    return ask.least > ask.most || !(ask.least <= puts.length) ? undefined : puts.slice(0, ask.least);
  };
  const counts = new Int32Array(width);
  const line: number[] = [];
  const visibility: Record<string, readonly number[]> = {};
  const isReady = (operation: number): boolean => {
    for (let s = 0; s < width; s++)
      if (s !== session[operation] && before[operation * width + s] > counts[s]) return false;
    return true;
  };
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (let s = 0; s < width; s++)
      while (counts[s] < sessions[s].length) {
        const head = sessions[s][counts[s]];
        meter.work(width);
        const seen = isReady(head) ? explanation(head) : undefined;
        if (seen === undefined) break;
        meter.work(seen.length);
        if (change[head] > 0) {
          puts.push(head);
          if (putBy[element[head]] < 0) putBy[element[head]] = head;
        }
        visibility[ids[head]] = seen.map((one) => ids[one]).sort((a, b) => a - b);
        line.push(ids[head]);
        counts[s]++;
        isMoving = true;
      }
  }
  if (line.length === size) return { verdict: "satisfied", witness: { linearization: line, visibility } };
  const waiting = sessions.flatMap((members, s) => (counts[s] < members.length ? [members[counts[s]]] : []));
  return { verdict: "violated", stuck: ids[waiting.find((one) => isReady(one)) ?? waiting[0]] };
}
