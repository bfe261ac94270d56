import { canonical, type Value } from "../../../history/value.js";
import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import type { LongProblem } from "../long-problem.js";

/**
 * What a result tells of the elements that are there: which one is in front of the queue or on top of the stack, or
 * how many there are, at least and at most (where `least` is more than `most`, nothing explains it).
 */
export type ElementAsk =
  | { readonly of: "element"; readonly element: number }
  | { readonly of: "size"; readonly least: number; readonly most: number };

/** A queue or a stack, empty at first, by numbers. */
export interface ElementModel {
  readonly problem: LongProblem;
  readonly isQueue: boolean;
  /** Operation → 1 where it puts an element there, -1 where it takes one away, else 0. */
  readonly change: Int8Array;
  /** Operation → the number of the element that it puts there, or -1. */
  readonly element: Int32Array;
  /** How many different elements there are, with those that nobody puts there. */
  readonly elements: number;
  /** Label → what its result asks. */
  readonly asks: readonly (ElementAsk | undefined)[];
}

const methods: ReadonlySet<string> = new Set(["offer", "push", "poll", "pop", "peek", "size", "isEmpty"]);
const changes: Readonly<Record<string, number>> = { offer: 1, push: 1, poll: -1, pop: -1 };
const NEVER: ElementAsk = { of: "size", least: 1, most: 0 };
const sizeOf = (size: number): ElementAsk => ({ of: "size", least: size, most: size });

/** The model, where the type is a queue or a stack of one object, and all operations took effect; or `undefined`. */
export function createElementModel(problem: LongProblem): ElementModel | undefined {
  const { labels, label, single, absentable, history, initial } = problem;
  const isQueue = single.step === queue.step;
  if (!isQueue && single.step !== stack.step) return undefined;
  if (history.objects.length > 1 || absentable.includes(1)) return undefined;
  if (!labels.every(({ method }) => methods.has(method))) return undefined;
  const told = single.step(initial, { method: "size", args: [] }) as { readonly result: Value };
  if (told.result !== 0) return undefined;
  const numbers = new Map<string, number>();
  const numberOf = (value: Value): number => {
    const name = canonical(value);
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  };
  const askOf = (method: string, result: Value): ElementAsk | undefined => {
    switch (method) {
      case "offer":
        return result === true ? undefined : NEVER;
      case "push":
        return result === null ? undefined : NEVER;
      case "size":
        return Number.isSafeInteger(result) && Number(result) >= 0 ? sizeOf(Number(result)) : NEVER;
      case "isEmpty":
        if (result === true) return sizeOf(0);
        return result === false ? { of: "size", least: 1, most: Infinity } : NEVER;
      default:
        return result === null ? sizeOf(0) : { of: "element", element: numberOf(result) };
    }
  };
  const asks = labels.map(({ method, result }) => (result === undefined ? undefined : askOf(method, result)));
  const changeOf = labels.map(({ method }) => changes[method] ?? 0);
  const elementOf = labels.map(({ args }, one) => (changeOf[one] > 0 ? numberOf(args[0]) : -1));
  return {
    problem,
    isQueue,
    change: Int8Array.from(label, (one) => changeOf[one]),
    element: Int32Array.from(label, (one) => elementOf[one]),
    elements: numbers.size,
    asks,
  };
}
