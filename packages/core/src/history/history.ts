import type { KnownSights } from "./sights.js";
import type { Value } from "./value.js";

/** A method and its arguments. */
export interface Invocation {
  readonly method: string;
  readonly args: readonly Value[];
}

/** An invocation with the result that was observed; `undefined` means none was, so any will do. */
export interface Label extends Invocation {
  readonly result: Value | undefined;
}

/** The return position of an operation that never returned. Later than every other position. */
export const PENDING = 0x7fffffff;

/** The moments of calls and returns by their recorder's clock, to the precision of a number, from any zero. */
export interface Clock {
  readonly call: Float64Array;
  /** `NaN` where an operation never returned. */
  readonly ret: Float64Array;
  /** Whether they count from another zero than the history writes. */
  readonly relative?: true;
  /** The moments of the annotations, where there are any. */
  readonly annotations?: readonly { readonly at: number; readonly until?: number }[];
  /** What they count, where that is known. `order`: no time, only which came first. */
  readonly unit?: "ms" | "ns" | "order";
}

/** Something that happened while a history was recorded, and is no operation: a fault, a delivery. No criterion looks at it. */
export interface Annotation {
  readonly text: string;
  /** When it happened or began: so many calls and returns came before it. */
  readonly at: number;
  /** When it ended, told in the same way; absent where it took no time. */
  readonly until?: number;
  /** Whom it is about, where it is about one session. */
  readonly session?: string | number;
}

/** How often a history was seen. */
export interface Seen {
  /** In so many runs, at least 1. */
  readonly count: number;
  /** Of so many, where that is known. */
  readonly of?: number;
}

/**
 * A recorded history in compact form: one typed-array column per field, one row per operation.
 * An operation's id is its row. Histories are built and validated by `createHistoryBuilder`
 * and never change.
 */
export interface History {
  /** The name of the sequential type, where the history tells it. */
  readonly type: string | undefined;
  readonly name: string | undefined;
  /** How often it was seen, where the history tells it. */
  readonly seen: Seen | undefined;
  /** The state to start from, where the history tells it. */
  readonly initial: Value | undefined;
  /** The number of operations. */
  readonly size: number;
  /** The distinct labels of this history. */
  readonly labels: readonly Label[];
  /** Operation → index into `labels`. */
  readonly label: Int32Array;
  /** The sessions as the history names them, in order of first appearance. */
  readonly sessions: readonly (string | number)[];
  /** Operation → index into `sessions`. Session order is id order within one session. */
  readonly session: Int32Array;
  /** The objects as the history names them; `undefined` is the object of operations that name none. */
  readonly objects: readonly (string | number | undefined)[];
  /** Operation → index into `objects`. */
  readonly object: Int32Array;
  /** Whether the history has real time. If not, `call` and `ret` are empty. */
  readonly timed: boolean;
  /**
   * Operation → position of its call among all events (calls and returns), 0, 1, 2, …
   * Positions are all different; at one instant calls stand before returns, so operation
   * a precedes b in real time exactly when `ret[a] < call[b]`: intervals are closed.
   */
  readonly call: Int32Array;
  /** Operation → position of its return, or `PENDING`. */
  readonly ret: Int32Array;
  /** The moments as they were recorded, where there are any: for drawings. What precedes what is told by positions alone. */
  readonly clock?: Clock | undefined;
  /** Operation → 1 where it may or may not have taken effect, though it returned; `undefined` where there is none. */
  readonly optional: Uint8Array | undefined;
  /** Operation → 1 where it is marked as a read after all updates have been delivered; `undefined` where none is. */
  readonly final?: Uint8Array | undefined;
  /** The declared happens-before edges, flattened: from, to, from, to, … */
  readonly happensBefore: Int32Array;
  /** What operations are known to have seen, where the history tells it of some. */
  readonly sights?: KnownSights | undefined;
  /** What else happened, where the history tells: for drawings. */
  readonly annotations?: readonly Annotation[] | undefined;
  /** Operation → line of its source (1, 2, …), where it came from a file; 0 where unknown. */
  readonly lines: Int32Array | undefined;
}

/** Whether operation `id` was called and never returned. */
export function isPending(history: History, id: number): boolean {
  return history.timed && history.ret[id] === PENDING;
}

/** Whether operation `id` may never have taken effect: it is pending, or said to be optional. */
export function mayBeAbsent(history: History, id: number): boolean {
  return history.optional?.[id] === 1 || isPending(history, id);
}

/** The label of operation `id`. */
export function labelOf(history: History, id: number): Label {
  return history.labels[history.label[id]];
}
