import type { Shortage } from "./budget.js";

/** An order that explains the history, for anyone to check (`verify`). */
export interface Witness {
  /** The ids of all operations that took effect, in order. */
  readonly linearization: readonly number[];
  /** For each operation that does not see all before it: the ids that it sees. */
  readonly visibility?: Readonly<Record<string, readonly number[]>>;
}

/** Why no order explains the history. */
export interface Violation {
  /**
   * `cycle`: orders that contradict each other. `core`: a few operations that cannot be ordered,
   * whatever the others did. `exhausted`: the search tried everything; no small reason was found.
   */
  readonly kind: "cycle" | "core" | "exhausted";
  /** The operations that the reason is about. */
  readonly operations: readonly number[];
  /** The reason in words. */
  readonly reason: string;
  /** The part that fails, where the history falls into parts. */
  readonly part?: { readonly object?: string | number; readonly key?: unknown };
  /** The operation at which no linearization can go on. */
  readonly stuck?: number;
  /** A longest prefix of the history (operations that took effect, in order) that does have a linearization. */
  readonly prefix?: readonly number[];
  /** The core in the notation. */
  readonly notation?: string;
}

export interface Stats {
  /** The algorithms that decided, such as `frontier` or `register-monitor`. */
  readonly algorithm: string;
  /** Configurations visited. */
  readonly states: number;
  readonly milliseconds: number;
  /** The number of parts that the history was split into, where more than one. */
  readonly parts?: number;
}

/** The answer to "does this history satisfy this criterion?". */
export type Result =
  | {
      readonly criterion: string;
      readonly verdict: "satisfied";
      readonly witness: Witness;
      readonly stats: Stats;
    }
  | {
      readonly criterion: string;
      readonly verdict: "violated";
      readonly violation: Violation;
      readonly stats: Stats;
    }
  | {
      readonly criterion: string;
      readonly verdict: "unknown";
      /** What ran out. */
      readonly reason: Shortage;
      /** What was established all the same, in words. */
      readonly established: string;
      readonly stats: Stats;
    };
