import type { Witness } from "../../result.js";
import type { Decided } from "../../verdict.js";
import type { Meter } from "../meter.js";
import { isReady } from "./is-ready.js";
import type { LongProblem } from "./long-problem.js";

/** What a type tells of `weak`, where what is placed never hinders. */
export interface WeakRule {
  /** Of what is placed, what the operation has to see to be explained; `undefined` where nothing there explains it. */
  explain(operation: number): readonly number[] | undefined;
  /** Notes that it is placed, and sees these; `false` where that makes too much to look at. */
  note(operation: number, seen: readonly number[]): boolean;
}

/**
 * Decides `weak`, where nobody has to see anything, of a type whose operations are explained by some of what stands
 * before them, whatever else does. So what is placed never hinders: everything is placed as soon as it can be, and
 * whatever is left then can stand nowhere. For the first of these in some solution would have had only placed ones
 * before it, and be explained by some of them. `undefined` where the rule has given up.
 */
export function decideWeak(
  { size, sessions, before, ids }: LongProblem,
  { explain, note }: WeakRule,
  meter: Meter,
): Decided<{ readonly witness: Witness }, { readonly stuck: number }> | undefined {
  const width = sessions.length;
  const placed = new Int32Array(width);
  const line: number[] = [];
  const visibility: Record<string, readonly number[]> = {};
  for (let isMoving = true; isMoving; ) {
    isMoving = false;
    for (let s = 0; s < width; s++)
      for (; placed[s] < sessions[s].length; placed[s]++) {
        const head = sessions[s][placed[s]];
        meter.work(width);
        const seen = isReady(before, placed, head, s) ? explain(head) : undefined;
        if (seen === undefined) break;
        if (!note(head, seen)) return undefined;
        visibility[ids[head]] = seen.map((one) => ids[one]).sort((a, b) => a - b);
        line.push(ids[head]);
        isMoving = true;
      }
  }
  if (line.length === size) return { verdict: "satisfied", witness: { linearization: line, visibility } };
  const waiting = sessions.flatMap((members, s) => (placed[s] < members.length ? [s] : []));
  const heads = waiting.map((s) => sessions[s][placed[s]]);
  const unexplained = heads.find((head, at) => isReady(before, placed, head, waiting[at]));
  return { verdict: "violated", stuck: ids[unexplained ?? heads[0]] };
}
