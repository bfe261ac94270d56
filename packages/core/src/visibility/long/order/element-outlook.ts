import { type Tree, insertAt, itemAt, removeAt, sizeOf } from "../../../types/balanced-tree.js";
import { queue } from "../../../types/queue.js";
import { stack } from "../../../types/stack.js";
import type { Bounds } from "../conclude/bounds.js";
import type { KeyModel } from "../models/key-model.js";
import { mix } from "./order-rows.js";

/**
 * What a beginning of one order leaves to come, of a queue or a stack: some lead nowhere, and this tells it long
 * before an operation is stuck.
 */
export interface Outlook {
  readonly start: ElementsLeft;
  /** What is left after one more update, which is placed; `undefined` where it leads nowhere. */
  after(left: ElementsLeft, update: number, placed: Int32Array): ElementsLeft | undefined;
}

/** The elements that are there after a beginning. */
export interface ElementsLeft {
  /** From the front of a queue, or from the top of a stack. */
  readonly elements: Tree<Element>;
  /** How many were put, and taken; and how many that wanted to take one found none. */
  readonly put: number;
  readonly taken: number;
  readonly wasted: number;
  /** Of each session how many polls stand before the last operation that finds one of the elements put so far. */
  readonly owed: Int32Array;
  /** A number that few other states have. */
  readonly mark: number;
}

interface Element {
  readonly put: number;
  readonly mark: number;
  /** `owed` when it was put. */
  readonly owed: Int32Array;
}

/** The outlook on a problem of one queue or stack that is empty at first, with nothing but to put and to take. */
export function createOutlook(bounds: Bounds, keys: KeyModel | undefined): Outlook | undefined {
  const { problem, width } = bounds;
  const { single, labels, label, sessions, session, position, history } = problem;
  const isQueue = single.step === queue.step;
  if (keys === undefined || (!isQueue && single.step !== stack.step) || history.objects.length > 1)
    return undefined;
  const [puts, takes] = isQueue ? ["offer", "poll"] : ["push", "pop"];
  const { result: atStart } = single.step(problem.initial, { method: "size", args: [] }) as {
    result: number;
  };
  if (atStart > 0 || labels.some(({ method }) => method === "clear")) return undefined;
  const told = new Map<number, number[]>();
  for (const [teller, put] of bounds.putBy) {
    const known = told.get(put);
    if (known === undefined) told.set(put, [teller]);
    else known.push(teller);
  }
  const polls = sessions.map((members) => {
    const counts = new Int32Array(members.length + 1);
    members.forEach((one, at) => {
      counts[at + 1] = counts[at] + (labels[label[one]].method === takes ? 1 : 0);
    });
    return counts;
  });
  /** Somebody still has to find the element. */
  const isAwaited = (put: number, placed: Int32Array): boolean =>
    told.get(put)?.some((one) => placed[session[one]] <= position[one]) === true;
  /** Whether polls that others need first, to find what is in front of it, leave room for those that were placed. */
  const hasRoom = (elements: Tree<Element>, taken: number, placed: Int32Array): boolean => {
    for (let at = 0; at < sizeOf(elements); at++) {
      const { owed } = itemAt(elements as NonNullable<typeof elements>, at);
      let needed = 0;
      let isWhole = true;
      for (let s = 0; s < width; s++) {
        const done = polls[s][placed[s]];
        if (owed[s] < done) isWhole = false;
        needed += Math.max(owed[s], done);
      }
      if (needed > taken + at) return false;
      if (isWhole) return true;
    }
    return true;
  };
  return {
    start: { elements: undefined, put: 0, taken: 0, wasted: 0, owed: new Int32Array(width), mark: 0 },
    after(left, update, placed) {
      const { elements } = left;
      if (labels[label[update]].method === puts) {
        let { owed } = left;
        if (isQueue && told.has(update)) {
          owed = owed.slice();
          for (const one of told.get(update) ?? [])
            owed[session[one]] = Math.max(owed[session[one]], polls[session[one]][position[one]]);
          let needed = -left.wasted;
          for (const count of owed) needed += count;
          // As many are taken before it is in front as were put before it.
          if (needed > left.put) return undefined;
        }
        const rank = isQueue ? left.put : sizeOf(elements);
        const mark = mix(rank, keys.keyOf[label[update]]);
        const put: Element = { put: update, mark, owed };
        return {
          ...left,
          elements: insertAt(elements, isQueue ? sizeOf(elements) : 0, put),
          put: left.put + 1,
          owed,
          mark: left.mark ^ mark,
        };
      }
      if (labels[label[update]].method !== takes) return left;
      if (elements === undefined)
        return { ...left, wasted: left.wasted + 1, mark: mix(left.mark, left.wasted) };
      const first = itemAt(elements, 0);
      if (isAwaited(first.put, placed)) return undefined;
      const rest = removeAt(elements, 0);
      if (isQueue && !hasRoom(rest, left.taken + 1 + left.wasted, placed)) return undefined;
      return { ...left, elements: rest, taken: left.taken + 1, mark: left.mark ^ first.mark };
    },
  };
}
