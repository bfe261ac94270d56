import { LEVEL } from "../../../criteria/levels.js";
import { type FlatViews, seeExtra, seeUpTo } from "./flat-views.js";

/**
 * Lets the session see what its next operation must see, all of which is placed: what happens before it and what is
 * known of it; at `monotonic` and `peer` what those saw that happen before it, at `peer` what happens before what it
 * sees, and at `causal` what those saw that it sees.
 */
export function seeOwed(views: FlatViews, operation: number, s: number): void {
  const { bounds, level, saw, sees, model } = views;
  const { sessions, before, crosses } = model.problem;
  const width = sessions.length;
  const closure = level === LEVEL.causal ? saw : level === LEVEL.peer && crosses ? before : undefined;
  let counts: Int32Array | undefined;
  for (let t = 0; t < width; t++) {
    const owed = bounds.sees[operation * width + t];
    if (owed <= sees[s * width + t] || t === s) continue;
    counts ??= sees.slice(s * width, (s + 1) * width);
    if (owed > counts[t]) counts[t] = owed;
    if (closure !== undefined) join(counts, closure, sessions[t][owed - 1]);
  }
  if (crosses && (level === LEVEL.monotonic || level === LEVEL.peer))
    counts = hear(views, operation, s, counts);
  if (counts !== undefined) seeUpTo(views, s, counts);
}

/** Adds what those saw that happen before the operation; what was heard of once goes on being seen. */
function hear(
  views: FlatViews,
  operation: number,
  s: number,
  owed: Int32Array | undefined,
): Int32Array | undefined {
  const { saw, sees, heard, heardExtra, extra, extraCount, model } = views;
  const { sessions, before } = model.problem;
  const width = sessions.length;
  let counts = owed;
  for (let t = 0; t < width; t++) {
    const count = before[operation * width + t];
    const at = s * width + t;
    if (t === s || count <= heard[at]) continue;
    heard[at] = count;
    const earlier = sessions[t][count - 1];
    counts ??= sees.slice(s * width, (s + 1) * width);
    join(counts, saw, earlier);
    for (; heardExtra[at] < extraCount[earlier]; heardExtra[at]++)
      seeExtra(views, s, extra[t][heardExtra[at]]);
  }
  return counts;
}

function join(counts: Int32Array, vectors: Int32Array, operation: number): void {
  for (let t = 0, at = operation * counts.length; t < counts.length; t++, at++)
    if (vectors[at] > counts[t]) counts[t] = vectors[at];
}
