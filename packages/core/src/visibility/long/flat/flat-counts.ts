import { LEVEL } from "../../../criteria/levels.js";
import type { FlatViews } from "./flat-views.js";

/** What the session would see with the operation of another; `undefined` where it is more than the one that asks can. */
export function countsWith(
  views: FlatViews,
  asking: number,
  s: number,
  seen: number,
): Int32Array | undefined {
  const width = views.placed.length;
  return countsFrom(views, asking, views.sees.slice(s * width, (s + 1) * width), seen);
}

/** The same from some counts, which it changes. */
export function countsFrom(
  views: FlatViews,
  asking: number,
  counts: Int32Array,
  seen: number,
): Int32Array | undefined {
  const { sees, saw, bounds, level, model } = views;
  const { session, position, crosses, before } = model.problem;
  const width = counts.length;
  const s = session[asking];
  if (level === LEVEL.causal || crosses) {
    const closure = level === LEVEL.causal ? saw : before;
    for (let t = 0, at = seen * width; t < width; t++, at++)
      if (closure[at] > counts[t]) counts[t] = closure[at];
  }
  counts[session[seen]] = Math.max(counts[session[seen]], position[seen] + 1);
  for (let t = 0; t < width; t++)
    if (counts[t] > sees[s * width + t] && counts[t] > bounds.most[asking * width + t] && t !== s)
      return undefined;
  return counts;
}
