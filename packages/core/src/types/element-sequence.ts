import { printValue } from "../history/print.js";
import type { Value } from "../history/value.js";
import { initialElements, noSuchMethod, notNull } from "./arguments.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import * as sequences from "./persistent-sequence.js";
import type { MethodSignature, Outcome } from "./type.js";

/** What queue and deque have in common: their state is a sequence of elements, none of them null. */
export const elementSequence = (type: string) => ({
  init: (initial: Value | undefined): PersistentSequence =>
    sequences.from(initialElements(initial, type).map((element) => notNull(element, type))),
  key: sequences.text,
  show: (state: PersistentSequence): string => `[${sequences.values(state).map(printValue).join(", ")}]`,
});

/** The methods that are about all elements. */
export const wholeMethods = {
  size: { params: [], doc: "Returns the number of elements." },
  isEmpty: { params: [], doc: "Returns whether there is no element." },
  toArray: { params: [], doc: "Returns the elements, the front first." },
  clear: { params: [], doc: "Removes all elements; returns null." },
} satisfies Record<string, MethodSignature>;

/** A step of one of those methods. */
export function stepOnWhole(
  type: string,
  state: PersistentSequence,
  method: string,
): Outcome<PersistentSequence> {
  switch (method) {
    case "size":
      return { state, result: sequences.size(state) };
    case "isEmpty":
      return { state, result: state === undefined };
    case "toArray":
      return { state, result: sequences.values(state) };
    case "clear":
      return { state: undefined, result: null };
    default:
      throw noSuchMethod(type, method);
  }
}
