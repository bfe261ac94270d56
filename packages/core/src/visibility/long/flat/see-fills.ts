import { LEVEL } from "../../../criteria/levels.js";
import { lowerBound } from "../conclude/answer-ask.js";
import { type FlatViews, seeExtra, seeUpTo } from "./flat-views.js";

/**
 * Lets the session see all updates that are placed and fill the key which its next operation empties; below `monotonic`
 * who tells nothing sees all in any case. In an observed-remove set what is there is then what the last update says that
 * is seen: if it fills the key, none that is seen can have seen it; if it empties the key, it saw all that fill it.
 */
export function seeFills(views: FlatViews, operation: number, s: number): void {
  const { model, level, placed, sees, saw } = views;
  const { key, fills, keys, problem } = model;
  const { sessions, crosses, before } = problem;
  if (key[operation] < 0 || fills[operation] === 1 || keys === undefined || level < LEVEL.monotonic) return;
  const filling = keys.filling[key[operation]];
  const width = sessions.length;
  const closure = level === LEVEL.causal ? saw : crosses ? before : undefined;
  let counts: Int32Array | undefined;
  for (let t = 0; t < width; t++) {
    const end = lowerBound(filling[t], placed[t]);
    if (t === s || end === 0) continue;
    if (level === LEVEL.monotonic) {
      for (let at = 0; at < end; at++) seeExtra(views, s, sessions[t][filling[t][at]]);
      continue;
    }
    const last = filling[t][end - 1];
    if (last < sees[s * width + t]) continue;
    counts ??= sees.slice(s * width, (s + 1) * width);
    if (last >= counts[t]) counts[t] = last + 1;
    if (closure === undefined) continue;
    for (let r = 0, at = sessions[t][last] * width; r < width; r++, at++)
      if (closure[at] > counts[r]) counts[r] = closure[at];
  }
  if (counts !== undefined) seeUpTo(views, s, counts);
}
