import type { Limits } from "./budget.js";
import type { History } from "./history/history.js";
import type { Value } from "./history/value.js";
import type { Result } from "./result.js";
import type { SequentialType } from "./types/type.js";

/** The algorithms that `check` can be told to use. `auto` picks the fastest that is sound. */
export type Algorithm = "auto" | "frontier" | "wing-gong" | "jit" | "wgl" | "wgl-lru";

/** How to check. */
export interface CheckOptions {
  /** The sequential type: itself, or the name of a built-in one. Default: the history's. */
  readonly type?: SequentialType | string;
  /** Default: `linearizability` where the history has real time, else `sequential`. */
  readonly criterion?: string;
  /** The state to start from, over the history's own `initial`. */
  readonly initial?: Value;
  readonly algorithm?: Algorithm;
  /** Whether to decide object by object and key by key where that is sound. Default: true. */
  readonly partition?: boolean;
  /** `wgl-lru`: the most configurations that its cache holds. */
  readonly cacheSize?: number;
  /** What the search may use; beyond it the verdict is `unknown`. */
  readonly limits?: Limits;
  /** Whether to re-check each witness from the definition alone. Default: true. */
  readonly verify?: boolean;
  /** Whether to look for a small core of a violation. Default: true. */
  readonly explain?: boolean;
}

/**
 * Does the history satisfy the criterion? Throws a `HistoryError` when history, type and options
 * do not fit together.
 */
export declare function check(history: History, options?: CheckOptions): Result;
