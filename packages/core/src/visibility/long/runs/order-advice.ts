import { equal } from "../../../history/value.js";
import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import { withoutObject } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";
import { moveOne } from "./move-one.js";
import type { View } from "./views.js";

/** Two updates of which the first should stand before the second. */
export type Advice = readonly [first: number, second: number];

/** What would have to stand otherwise for a result to be explained, as a guess; of what it may see, the least first. */
export type Advise = (views: readonly View[], operation: number) => readonly Advice[];

/** A misplaced update is looked for among so many around the one that the result names. */
const FAR = 12;

/** How an order is put right where a result contradicts it. */
export function adviceFor(problem: LongProblem): Advise {
  const known = adviceOfType(problem);
  return (views, operation) => {
    const advice = known?.(views, operation) ?? [];
    if (advice.length > 0) return advice;
    for (const view of views) {
      const tried = moveOne(problem, view, operation);
      if (tried.length > 0) return tried;
    }
    return [];
  };
}

/** The same by what is known of the type: it finds what was misplaced long ago. */
function adviceOfType(problem: LongProblem): Advise | undefined {
  const { single, labels, label } = problem;
  const isQueue = single.step === queue.step;
  if (!isQueue && single.step !== stack.step) return undefined;
  const alone = labels.map((one) => withoutObject(problem, one));
  const methodOf = (update: number): string => alone[label[update]].label.method;
  return (views, operation) => {
    const [least, most] = [views[0], views.at(-1) ?? views[0]];
    const { object, label: asked } = alone[label[operation]];
    const { result } = asked;
    if (!["poll", "pop", "peek"].includes(asked.method) || result === undefined || result === null) return [];
    const updatesOf = (view: View): number[] => {
      const updates: number[] = [];
      for (let at: View | undefined = view; at !== undefined && at.update >= 0; at = at.previous)
        if (alone[label[at.update]].object === object) updates.push(at.update);
      return updates.reverse();
    };
    const isValue = (update: number): boolean => equal(alone[label[update]].label.args[0], result);
    if (!isQueue) return adviseStack(updatesOf(least), methodOf, isValue);
    return adviseQueue(queueOf(updatesOf(least), methodOf), queueOf(updatesOf(most), methodOf), isValue);
  };
}

type MethodOf = (update: number) => string;
type IsValue = (update: number) => boolean;

interface Queued {
  /** The offers in their order, and how many of them were polled. */
  readonly offers: readonly number[];
  readonly polled: number;
}

function queueOf(updates: readonly number[], methodOf: MethodOf): Queued {
  const offers: number[] = [];
  let polled = 0;
  for (const update of updates)
    if (methodOf(update) === "offer") offers.push(update);
    else if (methodOf(update) === "clear") polled = offers.length;
    else if (polled < offers.length) polled++;
  return { offers, polled };
}

/** An element that was polled already should stand further back; one that is not in front yet, further in front. */
function adviseQueue(least: Queued, most: Queued, isValue: IsValue): readonly Advice[] {
  for (let far = 0; far <= FAR; far++) {
    const [ahead, behind] = [most.polled + far, least.polled - far];
    if (ahead < most.offers.length && isValue(most.offers[ahead]))
      return most.offers.slice(most.polled, ahead).map((other) => [most.offers[ahead], other]);
    if (behind >= 0 && behind < least.offers.length && isValue(least.offers[behind]))
      return least.offers.slice(behind + 1, least.polled + 1).map((other) => [other, least.offers[behind]]);
  }
  return [];
}

/** What lies above the element was pushed before it; or who popped it came before it. */
function adviseStack(updates: readonly number[], methodOf: MethodOf, isValue: IsValue): readonly Advice[] {
  const pushed: number[] = [];
  let lastTaken: Advice | undefined;
  let lastTakenAt = -1;
  updates.forEach((update, at) => {
    if (methodOf(update) === "push") pushed.push(update);
    else {
      const top = pushed.pop();
      if (top === undefined || !isValue(top)) return;
      lastTaken = [update, top];
      lastTakenAt = at;
    }
  });
  const below = pushed.findLastIndex(isValue);
  const above = pushed.length - 1 - below;
  const isRecent = lastTaken !== undefined && updates.length - lastTakenAt <= FAR;
  if (below >= 0 && above <= (isRecent ? FAR / 4 : FAR))
    return pushed.slice(below + 1).map((other) => [other, pushed[below]]);
  return lastTaken === undefined ? [] : [lastTaken];
}
