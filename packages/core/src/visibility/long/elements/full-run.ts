import type { ElementAsk, ElementModel } from "./element-model.js";

/**
 * The updates that are placed, by their numbers in the order of the linearization, and what is there to those who see
 * the first 0, 1, 2, … of them.
 */
export interface FullRun {
  readonly model: ElementModel;
  /** Number → the update; and how many there are. */
  readonly updates: Int32Array;
  count: number;
  /** Number → how many elements there are before it. */
  readonly sizes: Int32Array;
  /** Number → how many were put there before it, and how many of these taken away. */
  readonly put: Int32Array;
  readonly gone: Int32Array;
  /** The numbers of those that put something there, in their order. */
  readonly puts: Int32Array;
  /** Of a stack, number → who put the topmost element there before it, or -1; and what lay there before. */
  readonly top: Int32Array;
  readonly below: Int32Array;
}

export function createFullRun(model: ElementModel): FullRun {
  let room = 1;
  for (const one of model.change) if (one !== 0) room++;
  const list = (): Int32Array => new Int32Array(room);
  const full: FullRun = {
    model,
    updates: list(),
    count: 0,
    sizes: list(),
    put: list(),
    gone: list(),
    puts: list(),
    top: list(),
    below: list(),
  };
  full.top[0] = -1;
  return full;
}

/** Places an update. */
export function addToRun(full: FullRun, operation: number): void {
  const { model, updates, sizes, put, gone, puts, top, below } = full;
  const at = full.count++;
  updates[at] = operation;
  const isEmpty = sizes[at] === 0;
  if (model.change[operation] > 0) {
    puts[put[at]] = at;
    below[at] = top[at];
    top[at + 1] = at;
    sizes[at + 1] = sizes[at] + 1;
    put[at + 1] = put[at] + 1;
    gone[at + 1] = gone[at];
    return;
  }
  top[at + 1] = isEmpty ? -1 : below[top[at]];
  sizes[at + 1] = isEmpty ? 0 : sizes[at] - 1;
  put[at + 1] = put[at];
  gone[at + 1] = gone[at] + (isEmpty ? 0 : 1);
}

/** How far into a queue or a stack an element is looked for. */
const DEEP = 24;

/**
 * How far what is seen is from what is asked for, 0 where it is that: by how many the size is off, or how many
 * elements are before the one that is asked for, as far as is easily told. Sights are counts, at some place of a list;
 * all updates before the number `from` are seen.
 */
export type Reader = (
  sights: Int32Array,
  base: number,
  ask: ElementAsk,
  order: Int32Array,
  from: number,
) => number;

export function createReader(full: FullRun): Reader {
  const { model, updates, sizes, put, gone, puts, top, below } = full;
  const { change, element, isQueue, problem } = model;
  const { session, position } = problem;
  /** What was put there since `from`, and is still there if it is a stack. */
  const since = new Int32Array(updates.length);
  return (sights, base, ask, order, from) => {
    const { count } = full;
    let size = sizes[from];
    let [added, taken, under] = [0, gone[from], top[from]];
    for (let at = from; at < count; at++) {
      const number = order[at];
      const operation = updates[number];
      if (position[operation] >= sights[base + session[operation]]) continue;
      if (change[operation] > 0) {
        since[added++] = number;
        size++;
      } else if (size > 0) {
        size--;
        if (isQueue) taken++;
        else if (added > 0) added--;
        else under = below[under];
      }
    }
    if (ask.of === "size") return size < ask.least ? ask.least - size : size > ask.most ? size - ask.most : 0;
    const { element: wanted } = ask;
    if (isQueue) {
      for (let deep = 0; deep < Math.min(size, DEEP); deep++) {
        const at = taken + deep;
        const number = at < put[from] ? puts[at] : since[at - put[from]];
        if (element[updates[number]] === wanted) return deep;
      }
      return 1;
    }
    let deep = 0;
    while (deep < DEEP && added > 0) {
      if (element[updates[since[--added]]] === wanted) return deep;
      deep++;
    }
    for (; deep < DEEP && under >= 0; under = below[under], deep++)
      if (element[updates[under]] === wanted) return deep;
    return 1;
  };
}
