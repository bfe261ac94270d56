import type { LongProblem } from "../long-problem.js";
import type { Advice } from "./order-advice.js";
import type { View } from "./views.js";

/** How many of the latest updates are moved, and how far at most. */
const [LATEST, FARTHEST] = [48, 6];

/**
 * Moves one of the latest updates of a view past some others, so that the operation is explained: the shortest way
 * first. What has to stand before what for that; nothing where no single move does.
 */
export function moveOne(problem: LongProblem, view: View, operation: number): readonly Advice[] {
  const nodes: View[] = [];
  for (
    let at: View | undefined = view;
    at !== undefined && at.update >= 0 && at.previous !== undefined && nodes.length < LATEST;
    at = at.previous
  )
    if (problem.isRelevant(operation, at.update)) nodes.push(at);
  nodes.reverse();
  const updates = nodes.map(({ update }) => update);
  const run = (state: unknown, some: readonly number[]): unknown => some.reduce(problem.next, state);
  /** What comes of the updates from `from` on, with these before the others. */
  const explains = (from: number, moved: readonly number[], rest: number): boolean => {
    const before = nodes[from].previous as View;
    return problem.explains(run(run(before.state, moved), updates.slice(rest)), operation);
  };
  for (let far = 1; far <= FARTHEST; far++)
    for (let at = updates.length - 1 - far; at >= 0; at--) {
      const [one, ...others] = updates.slice(at, at + far + 1);
      if (explains(at, [...others, one], at + far + 1)) return others.map((other) => [other, one]);
      const last = others.pop() as number;
      if (explains(at, [last, one, ...others], at + far + 1))
        return [one, ...others].map((other) => [last, other]);
    }
  return [];
}
