import { type History, labelOf } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import type { Replicated } from "@sightline/core/types/replicated.js";
import { has } from "./bits.js";
import { listOrders, replicatedAnswers } from "./replicated-answers.js";

/** Whether what operations see, as bits, gives them their results. */
export interface ReplicatedReplay {
  /** Whether it does so for one: what it sees, and what those see, is given. Nothing is told of one on a list. */
  explains(id: number, vis: ArrayLike<number>): boolean;
  /** Where objects are lists: whether it does so for all, each list with its elements in some order. */
  explainsLists(vis: ArrayLike<number>): boolean;
}

/** @param present the operations that took effect */
export function replayReplicated(
  history: History,
  type: Replicated,
  initial: Value | undefined,
  present: readonly number[],
): ReplicatedReplay {
  const objects = history.objects.map((_, object) => {
    const own = present.filter((id) => history.object[id] === object);
    const labels = own.map((id) => labelOf(history, id));
    const invocations = labels.map(({ method, args }) => ({ method, args }));
    let orders: Value[][] | undefined;
    return {
      own,
      listOrders: () =>
        (orders ??= listOrders(
          type.initial(initial),
          labels.flatMap((label) => type.puts(label) ?? []),
        )),
      explains(at: number, vis: ArrayLike<number>, list: readonly Value[]): boolean {
        const sees = (a: number, b: number): boolean => a !== b && has(vis[own[a]], own[b]);
        const answers = replicatedAnswers({ type, initial, invocations, sees, list }, at);
        const { result } = labels[at];
        return result === undefined ? answers.length > 0 : answers.some((answer) => equal(answer, result));
      },
    };
  });
  const isList = type.ordered !== undefined;
  return {
    explains(id, vis) {
      const { own, explains } = objects[history.object[id]];
      return isList || explains(own.indexOf(id), vis, []);
    },
    explainsLists: (vis) =>
      !isList ||
      objects.every(({ own, explains, listOrders: orders }) =>
        orders().some((list) => own.every((_, at) => explains(at, vis, list))),
      ),
  };
}
