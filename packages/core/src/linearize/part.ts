import type { Label } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";

/**
 * What an engine is given: some operations of a history that stand on their own (all of it, one
 * object, one key), renumbered 0, 1, 2, … in the order of their calls.
 */
export interface Part {
  readonly type: SequentialType;
  /** The state to start from. */
  readonly initial: Value | undefined;
  readonly size: number;
  /** Row of this part → operation id in the history. */
  readonly ids: Int32Array;
  /** The distinct labels of this part. */
  readonly labels: readonly Label[];
  readonly label: Int32Array;
  /** Position of each call among the events of this part, 0, 1, 2, …; ascending. All positions are different. */
  readonly call: Int32Array;
  /** Position of each return, or `PENDING`: such an operation may take effect after its call, or never. */
  readonly ret: Int32Array;
  /**
   * Orders that real time does not give, as lists in one array: operation i must come after
   * `before[first[i]] … before[first[i + 1] - 1]`, those of them that take effect. The lists reach
   * through pending operations: if a precedes pending p and p precedes b, then a is in b's list
   * too. `undefined` where real time says it all.
   */
  readonly order: Order | undefined;
}

export interface Order {
  readonly first: Int32Array;
  readonly before: Int32Array;
}
