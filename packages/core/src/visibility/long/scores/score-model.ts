import { canonical, type Value } from "../../../history/value.js";
import { rpq } from "../../../types/rpq.js";
import { withoutObject } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";

/** What a query tells: of one element its score, or that it is absent; a maximum also that nothing else is larger. */
export interface ScoreAsk {
  /** The element, or -1: none is there. */
  readonly element: number;
  readonly score: number | null;
  readonly isMaximum: boolean;
}

/** An update of one element. */
export interface ScoreUpdate {
  readonly element: number;
  readonly kind: "add" | "incrby" | "rem";
  readonly amount: number;
}

/** A history of `rpq`, empty at first, by numbers. */
export interface ScoreModel {
  readonly problem: LongProblem;
  /** Elements, each of one object, by their numbers. */
  readonly names: readonly { readonly object: number; readonly id: Value }[];
  /** Label → what it does; and what it asks, "nothing explains it" where it is no such result. */
  readonly updates: readonly (ScoreUpdate | undefined)[];
  readonly asks: readonly (ScoreAsk | "nothing explains it" | undefined)[];
  /** Label → the object that it is on. */
  readonly on: Int32Array;
}

/** Larger amounts are left alone, so that sums are exact. */
const LARGEST = 2 ** 36;

/** The model, where the type is `rpq`, nothing is there at first, all operations took effect, and no size is asked for. */
export function createScoreModel(problem: LongProblem): ScoreModel | undefined {
  const { labels, single, absentable } = problem;
  if (single.step !== rpq.step || absentable.includes(1) || !isEmptyAtFirst(problem)) return undefined;
  const alone = labels.map((one) => withoutObject(problem, one));
  const isCovered = alone.every(({ label: { method, args, result } }) => {
    if (method === "score" || method === "max") return true;
    if (method === "size" || (result !== undefined && result !== null)) return false;
    const [, amount] = args;
    return method === "rem" || (Number.isSafeInteger(amount) && Math.abs(amount as number) <= LARGEST);
  });
  if (!isCovered) return undefined;
  const numbers = new Map<string, number>();
  const names: { readonly object: number; readonly id: Value }[] = [];
  const numberOf = (object: number, id: Value): number => {
    const name = `${object} ${canonical(id)}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, names.length);
    return names.push({ object, id }) - 1;
  };
  return {
    problem,
    names,
    on: Int32Array.from(alone, ({ object }) => object),
    updates: alone.map(({ object, label: { method, args } }): ScoreUpdate | undefined => {
      if (method !== "add" && method !== "incrby" && method !== "rem") return undefined;
      const amount = method === "rem" ? 0 : (args[1] as number);
      return { element: numberOf(object, args[0]), kind: method, amount };
    }),
    asks: alone.map(({ object, label: { method, args, result } }) => {
      if (result === undefined || (method !== "score" && method !== "max")) return undefined;
      const isMaximum = method === "max";
      if (result === null)
        return { element: isMaximum ? -1 : numberOf(object, args[0]), score: null, isMaximum };
      const pair = isMaximum ? result : [args[0], result];
      if (!Array.isArray(pair) || pair.length !== 2) return "nothing explains it";
      const [id, score] = pair as readonly Value[];
      if (typeof score !== "number") return "nothing explains it";
      return { element: numberOf(object, id), score, isMaximum };
    }),
  };
}

/** Whether no object has an element at first. */
function isEmptyAtFirst({ initial, history }: LongProblem): boolean {
  const states = history.objects.length > 1 ? (initial as readonly unknown[]) : [initial];
  return states.every((state) => {
    const told = rpq.step(state as never, { method: "size", args: [] }) as { readonly result: Value };
    return told.result === 0;
  });
}
