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
    readonly pattern?: Pattern;
  }
> & { readonly states: number };

/** A few rows that cannot be ordered. */
export interface Pattern {
  readonly rows: readonly number[];
  readonly reason: string;
  /** Orders that lead in a circle, where that is what it is: each begins where the one before it ends. */
  readonly circle?: readonly CircleEdge[];
  /** Whom the rows read from: together with these, whether they took effect or not, they fail by themselves. */
  readonly besides?: readonly number[];
}

/** One step of a circle: row `from` has to come before row `to`. */
export interface CircleEdge {
  readonly from: number;
  readonly to: number;
  /** `order`: session order or declared happens-before. The others are those of `CycleEdge`. */
  readonly kind: "order" | "rt" | "wr" | "ww" | "rw";
  readonly because: string;
}

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
