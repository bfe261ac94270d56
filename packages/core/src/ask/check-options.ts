import type { Bounds } from "../budget.js";
import type { CriterionOptions } from "../criteria/criterion.js";
import type { Value } from "../history/value.js";
import type { Limits } from "../limits.js";
import type { SatSolverFactory } from "../memory/store-order/sat/sat-solver.js";
import type { SequentialType } from "../types/type.js";
import type { Algorithm } from "./algorithms.js";

/** Options of `check`. */
export interface CheckOptions extends CriterionOptions {
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value;
  readonly algorithm?: Algorithm;
  /** Whether to decide object by object and key by key where that is sound. Default: true. */
  readonly partition?: boolean;
  /** `wgl-lru`: the most configurations that its cache holds. */
  readonly cacheSize?: number;
  /** `visearch`: whether to prune as the paper does. Default: true. */
  readonly pruning?: boolean;
  /** `sc`, `tso`: a SAT solver for what branching leaves open. Without one, a hard history may stay unknown. */
  readonly sat?: SatSolverFactory;
  /** Models of shared memory: whether to count the pairs of writes that the model leaves unordered. Default: false. */
  readonly countPairs?: boolean;
  /** What the search may use; beyond it the verdict is `unknown`. */
  readonly limits?: Limits;
  /** Whether to re-check each witness from the definition alone. Default: true. */
  readonly verify?: boolean;
  /** Whether to look for a small core of a violation. Default: true. */
  readonly explain?: boolean;
}

/** The options that there are: others are refused. */
export const checkOptionNames: readonly string[] = Object.keys({
  type: true,
  criterion: true,
  levels: true,
  axioms: true,
  order: true,
  initial: true,
  algorithm: true,
  partition: true,
  cacheSize: true,
  pruning: true,
  sat: true,
  countPairs: true,
  limits: true,
  verify: true,
  explain: true,
} satisfies Record<keyof CheckOptions, true>);

/** How to check within bounds that somebody else keeps an eye on too. */
export interface BoundedCheck extends Omit<CheckOptions, "limits"> {
  readonly bounds?: Bounds;
}
