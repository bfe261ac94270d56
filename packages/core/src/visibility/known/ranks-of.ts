import type { KnownProblem } from "./known-problem.js";

/** When operations took effect, as far as one can tell: by their calls, or by their places in the file. */
export function ranksOf({ history, size }: KnownProblem): Float64Array {
  const ranks = new Float64Array(2 * size);
  for (let id = 0; id < size; id++) ranks[id] = ranks[size + id] = history.timed ? history.call[id] : id;
  return ranks;
}
