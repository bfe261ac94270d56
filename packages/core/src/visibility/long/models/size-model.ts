import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import { withoutObject } from "./key-model.js";
import type { LongProblem } from "../long-problem.js";
import { type SumModel, withStretches } from "./sum-model.js";

/** What each method does to the size of a queue or a stack. */
const effects: Readonly<Record<string, number>> = {
  offer: 1,
  push: 1,
  poll: -1,
  pop: -1,
  peek: 0,
  size: 0,
  isEmpty: 0,
  toArray: 0,
};

/**
 * The sizes of queues and stacks, as sums over sessions. Who takes where nothing is there takes nothing, so that the
 * size is what was put less what was taken (`low`), and as many more as took nothing. These are as many as the most by
 * which, after some beginning of what is seen, more were taken than put; and since a beginning of that is a beginning
 * of each session, no more than these together are if each session is run by itself. So the size is at most the sum of
 * the sizes that the sessions would have alone (`high`). What is there at the start was put there before all else.
 */
export function createSizeModel(problem: LongProblem): SumModel | undefined {
  const { single, history, labels, label, sessions, initial, absentable } = problem;
  if (single.step !== queue.step && single.step !== stack.step) return undefined;
  const alone = labels.map((one) => withoutObject(problem, one));
  if (!alone.every(({ label: { method } }) => method in effects)) return undefined;
  const several = history.objects.length > 1;
  const starts = history.objects.map((_, object) => {
    const state = several ? (initial as readonly unknown[])[object] : initial;
    return (single.step(state, { method: "size", args: [] }) as { result: number }).result;
  });
  /** Object → session → the numbers after the first 0, 1, 2, … operations, each from the one before. */
  const along = (next: (number: number, effect: number, isSure: boolean) => number): Float64Array[][] =>
    history.objects.map((_, object) =>
      sessions.map((members) => {
        const list = new Float64Array(members.length + 1);
        members.forEach((operation, at) => {
          const { object: of, label: one } = alone[label[operation]];
          const effect = of === object ? effects[one.method] : 0;
          list[at + 1] = next(list[at], effect, absentable[operation] === 0);
        });
        return list;
      }),
    );
  return {
    asks: alone.map(({ object, label: { method, result } }) =>
      method === "size" && Number.isSafeInteger(result)
        ? { object, amount: (result as number) - starts[object] }
        : undefined,
    ),
    isFloored: true,
    ...withStretches(
      along((number, effect, isSure) => (isSure || effect < 0 ? number + effect : number)),
      along((number, effect, isSure) => (isSure || effect > 0 ? Math.max(0, number + effect) : number)),
    ),
    gains: along((number, effect) => number + Math.max(0, effect)),
    losses: along((number, effect) => number + Math.min(0, effect)),
  };
}
