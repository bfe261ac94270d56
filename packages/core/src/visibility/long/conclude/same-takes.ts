import { type Bounds, raise } from "./bounds.js";
import { firstAfter } from "./first-after.js";
import type { ToldElement } from "./element-order.js";

/** Of each session where those stand that take elements away and took effect in any case, ascending. */
export type Takes = readonly Int32Array[];

/**
 * All who find one element in front of a queue have the same takes before them: one between two of them would have
 * taken it away, and it comes back no more. So who takes before one of them does before all, and who takes after one
 * does after all.
 */
export function haveSameTakes(bounds: Bounds, takes: Takes, { tellers }: ToldElement): void {
  if (tellers.length < 2) return;
  const { before, width, problem } = bounds;
  const { sessions } = problem;
  const after = tellers.map((one) => firstAfter(bounds, one));
  for (let s = 0; s < width; s++) {
    let [known, first] = [0, Infinity];
    tellers.forEach((one, at) => {
      known = Math.max(known, before[one * width + s]);
      first = Math.min(first, after[at][s]);
    });
    const last = takes[s].findLast((at) => at < known);
    const next = takes[s].find((at) => at >= first);
    for (const one of tellers) {
      if (last !== undefined) raise(bounds, sessions[s][last], one);
      if (next !== undefined && sessions[s][next] !== one) raise(bounds, one, sessions[s][next]);
    }
  }
}
