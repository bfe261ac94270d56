import type { Budget } from "../budget.js";
import type { Verdict } from "../verdict.js";
import type { Part } from "./part.js";

/** An engine's verdict on one part. */
export type Found = Verdict<
  {
    /** Rows of the part that took effect, in order. */
    readonly linearization: Int32Array | readonly number[];
  },
  {
    /** The row at whose return no linearization can go on, where the engine knows it. */
    readonly stuck?: number;
    /** A few rows that cannot be ordered, and why, where the engine found a pattern. */
    readonly pattern?: { readonly rows: readonly number[]; readonly reason: string };
  }
> & { readonly states: number };

/** Options that some engines heed. */
export interface EngineOptions {
  /** `wgl-lru`: the most configurations that the cache holds. */
  readonly cacheSize?: number;
}

/**
 * Decides whether a part is linearizable: one order of the operations that took effect (all that
 * returned, any of the pending) that extends real time and `part.order` and explains every result.
 */
export type Engine = (part: Part, budget: Budget, options?: EngineOptions) => Found;
