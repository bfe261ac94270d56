import type { VisibilityModel } from "./model.js";
import { extractPredicates, type Implication } from "./pruning.js";
import type { Problem } from "../problem.js";

/** What a search state looks like to a pruner. */
export interface Candidate<Bits> {
  /** Operation → its place in the linearization, or -1. */
  readonly position: Int32Array;
  readonly visible: readonly Bits[];
}

/** The pruning predicates of a history, ready to be asked (ViSearch Algorithm 1, line 13). */
export interface Pruner<Bits> {
  /** An operation whose cluster has no valid execution: then nothing is worth searching. */
  readonly impossible: number | undefined;
  /** The operations that must be linearized before each (T_ARB). */
  readonly earlier: readonly Bits[];
  /** Whether the candidate, whose last operation this is, violates no predicate (T_VIS, T_NOT-VIS). */
  admits(operation: number, candidate: Candidate<Bits>): boolean;
}

/** A pruner with the predicates of all clusters of the history. */
export function createPruner<Bits>(problem: Problem<Bits>, model: VisibilityModel<Bits>): Pruner<Bits> {
  const { sets, size } = problem;
  const { arbitrations, implications, impossible } = extractPredicates(problem, model);
  const earlier: Bits[] = Array.from({ length: size }, () => sets.empty);
  for (const { x, y } of arbitrations) earlier[y] = sets.union(earlier[y], sets.single(x));
  // A predicate can only begin to fail when one of its operations is placed.
  const about: Implication[][] = Array.from({ length: size }, () => []);
  for (const implication of implications)
    for (const operation of new Set(implication.order.flat())) about[operation].push(implication);
  return {
    impossible,
    earlier,
    admits(operation, { position, visible }) {
      const holds = ([a, b]: readonly [number, number]): boolean =>
        position[a] >= 0 && position[b] >= 0 && position[a] < position[b];
      for (const { order, x, y, sees } of about[operation])
        if (sets.has(visible[y], x) !== sees && order.every(holds)) return false;
      return true;
    },
  };
}

/** A pruner without predicates. */
export function noPruner<Bits>({ sets, size }: Problem<Bits>): Pruner<Bits> {
  const earlier = Array.from({ length: size }, () => sets.empty);
  return { impossible: undefined, earlier, admits: () => true };
}
