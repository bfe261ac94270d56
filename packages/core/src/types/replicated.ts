import type { Invocation, Label } from "../history/history.js";
import { compare, type Value } from "../history/value.js";

/**
 * What a type means where operations see only some of those before them, and concurrent updates have an
 * outcome of their own. Operations put values, and take values away: to an operation a value is there if one
 * that it sees put it, and none that it sees took it away after having seen it put. So it depends on what is
 * visible, and on what those that are visible saw (a replicated specification, Burckhardt et al., POPL 2014).
 *
 * Where every operation sees all before it, this must be what `init` and `step` of the type say.
 */
export interface Replicated {
  /** The values that are there at first: every operation sees them. */
  initial(initial: Value | undefined): readonly Value[];
  /** The value that the operation puts there; `undefined` where it puts none. */
  puts(invocation: Invocation): Value | undefined;
  /** Whether the operation takes the value away. */
  takes(invocation: Invocation, value: Value): boolean;
  /**
   * All that the operation may return, given the values that are there to it, and then with what it puts and
   * takes itself; none where it cannot happen. They stand in order, or where the type is `ordered` in the
   * order of the list.
   */
  answers(invocation: Invocation, before: readonly Value[], after: readonly Value[]): readonly Value[];
  /**
   * What must be there for the operation to happen and to return this, the order of the values apart: exactly
   * then `answers` has the result. `undefined` where nothing explains it.
   */
  demands(label: Label): Demands | undefined;
  /** Whether the value is of the object that the operation is on. Default: it is. */
  about?(invocation: Invocation, value: Value): boolean;
  /** The values stand in one order, which is the same for all operations, and each is put but once. */
  readonly ordered?: Ordered;
}

/** What must be there to an operation; what is not named may be or not. */
export interface Demands {
  /** These and no others. */
  readonly only?: readonly Value[];
  readonly there?: readonly Value[];
  readonly gone?: readonly Value[];
  /** At least so many, and at most. */
  readonly least?: number;
  readonly most?: number;
}

/** What an operation of an ordered type tells of the order. */
export interface Ordered {
  /** Values that stand in this order. */
  listed(label: Label): readonly Value[];
  /** Where the operation puts its value: right after one (null: at the front), or at an index. */
  place(invocation: Invocation): { readonly after: Value } | { readonly index: number } | undefined;
}

/** Exactly the values of a list that has them in order, each once; `undefined` where it is no such list. */
export function onlyListed(listed: Value): Demands | undefined {
  if (!Array.isArray(listed)) return undefined;
  const only = listed as readonly Value[];
  return only.every((value, at) => at === 0 || compare(only[at - 1], value) < 0) ? { only } : undefined;
}
