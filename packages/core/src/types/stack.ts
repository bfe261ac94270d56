import { printValue } from "../history/print.js";
import { canonical, type Value } from "../history/value.js";
import { initialElements, noSuchMethod, notNull, sameInvocation } from "./arguments.js";
import { elementCounts } from "./counts.js";
import type { SequentialType } from "./type.js";
import { containerViews } from "./views.js";

/** A linked list, the top first; `undefined` is the empty stack. */
interface Cell {
  readonly top: Value;
  readonly below: Stack;
  readonly size: number;
}
type Stack = Cell | undefined;

const push = (below: Stack, top: Value): Stack => ({
  top: notNull(top, "stack"),
  below,
  size: (below?.size ?? 0) + 1,
});

const queries = new Set(["peek", "size", "isEmpty"]);

/** The elements, the top first. */
function elements(stack: Stack): Value[] {
  const found: Value[] = [];
  for (let cell = stack; cell !== undefined; cell = cell.below) found.push(cell.top);
  return found;
}

/** The elements that are kept, in order. */
const part = (stack: Stack, kept: (element: Value) => boolean): Stack =>
  elements(stack).filter(kept).reduceRight<Stack>(push, undefined);

/**
 * Last in, first out. `initial` is an array, the bottom first: as if pushed in that order.
 *
 * `push` returns null. `pop` and `peek` return null exactly when the stack is empty, so it holds no
 * null.
 */
export const stack: SequentialType<Stack> = {
  name: "stack",
  doc: "Last in, first out.",
  methods: {
    push: { params: ["element"], doc: "Puts it on top; returns null." },
    pop: { params: [], doc: "Takes the top element and returns it, or null." },
    peek: { params: [], doc: "Returns the top element or null." },
    size: { params: [], doc: "Returns the number of elements." },
    isEmpty: { params: [], doc: "Returns whether there is no element." },
  },
  init: (initial) => initialElements(initial, "stack").reduce<Stack>(push, undefined),
  step(state, { method, args }) {
    switch (method) {
      case "push":
        return { state: push(state, args[0]), result: null };
      case "pop":
        return { state: state?.below, result: state?.top ?? null };
      case "peek":
        return { state, result: state?.top ?? null };
      case "size":
        return { state, result: state?.size ?? 0 };
      case "isEmpty":
        return { state, result: state === undefined };
      default:
        throw noSuchMethod("stack", method);
    }
  },
  key(state) {
    let text = "";
    for (let cell = state; cell !== undefined; cell = cell.below)
      text += text === "" ? canonical(cell.top) : `,${canonical(cell.top)}`;
    return text;
  },
  show: (state) => `[${elements(state).map(printValue).join(", ")}] (the top first)`,
  pure: ({ method, result }) => queries.has(method) || (method === "pop" && result === null),
  commute: (a, b) => queries.has(a.method) || queries.has(b.method) || sameInvocation(a, b),
  relevant: (query, update) => query.method !== "push" && !queries.has(update.method),
  views: containerViews({ adds: ["push"], takes: ["pop"], peeks: ["peek"] }, part, elements, "stack"),
  counts: elementCounts((state: Stack) => state?.size ?? 0, { adds: "push", takes: "pop", peeks: "peek" }),
};
