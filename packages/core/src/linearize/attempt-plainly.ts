import { PENDING } from "../history/history.js";
import type { Decided } from "../verdict.js";
import type { Part } from "./part.js";
import { createPlainSteps, STEPS_EACH, STEPS_SPARE } from "./plain-step.js";

/** What a plain attempt came to: an order, or that there is none. */
export type PlainFound = Decided<
  { readonly linearization: readonly number[] },
  {
    /** The row at whose return no order can go on. */
    readonly stuck: number;
  }
> & { readonly states: number };

/** A part, or a whole history of several objects: rows in any order, positions below twice their number. */
export type PlainQuestion = Pick<Part, "type" | "initial" | "size" | "labels" | "label" | "call" | "ret"> & {
  /** Row → number of its object, of `objectCount`. Default: one object. */
  readonly objectOf?: Int32Array;
  readonly objectCount?: number;
};

/**
 * A first attempt at a short history, before anything is split, interned or tabled: most short histories
 * need no more, and what they pay should be in proportion. Just-in-time linearization (Lowe 2017), depth
 * first: an operation takes effect when its return is due, or when that lets the one that is due take
 * effect; a pure one as soon as it can (absorption). Nothing is remembered, so a hard history is given
 * up where it takes more than `STEPS_EACH` steps of the type for each return that was passed, and `spare`
 * more: then, and for a type that may go several ways, the answer is `undefined`.
 *
 * Only where real time says all that session order and happens-before say.
 */
export function attemptPlainly(question: PlainQuestion, spare = STEPS_SPARE): PlainFound | undefined {
  const { type, size, labels, label, call, ret, objectCount = 1 } = question;
  const object = question.objectOf ?? new Int32Array(size);
  const pure = labels.map((one) => type.pure?.(one) === true);

  // The operations that have not taken effect, in the order of their calls: a list through `size`.
  const next = new Int32Array(size + 1);
  const previous = new Int32Array(size + 1);
  const eventAt = new Int32Array(2 * size).fill(-1); // 2 × row for a call, 2 × row + 1 for a return
  for (let row = 0; row < size; row++) {
    eventAt[call[row]] = 2 * row;
    if (ret[row] !== PENDING) eventAt[ret[row]] = 2 * row + 1;
  }
  const byReturn: number[] = [];
  let last = size;
  for (const event of eventAt) {
    const row = event >> 1;
    if (event < 0) continue;
    if ((event & 1) === 1) byReturn.push(row);
    else {
      next[last] = row;
      previous[row] = last;
      last = row;
    }
  }
  next[last] = size;
  previous[size] = last;

  const states: unknown[] = Array.from({ length: objectCount }, () => type.init(question.initial));
  const taken = new Uint8Array(size);
  // What took effect, in order, with what was so before: the state, whose return was due, no choice left.
  const path: number[] = [];
  const stateBefore: unknown[] = [];
  const dueBefore: number[] = [];
  const forced: boolean[] = [];
  let due = 0;
  let furthest = 0;
  const steps = createPlainSteps(type);

  /** Whether the operation may take effect now; `undefined`: with several states after it. */
  const enabled = (row: number): boolean | undefined =>
    steps.isPossible(states[object[row]], labels[label[row]]);
  const take = (row: number, isForced: boolean): void => {
    path.push(row);
    stateBefore.push(states[object[row]]);
    dueBefore.push(due);
    forced.push(isForced);
    states[object[row]] = steps.after;
    taken[row] = 1;
    next[previous[row]] = next[row];
    previous[next[row]] = previous[row];
  };
  /** Puts the last one back. */
  const putBack = (): number => {
    const row = path.pop() as number;
    states[object[row]] = stateBefore.pop();
    due = dueBefore.pop() as number;
    taken[row] = 0;
    next[previous[row]] = row;
    previous[next[row]] = row;
    return row;
  };

  for (;;) {
    // Absorb what is pure, and move on to the first return that is due.
    let first = size;
    let moved = true;
    while (moved) {
      moved = false;
      while (due < byReturn.length && taken[byReturn[due]] === 1) due++;
      if (due === byReturn.length) return { verdict: "satisfied", linearization: path, states: steps.count };
      first = byReturn[due];
      for (let row = next[size]; row !== size && call[row] < ret[first]; row = next[row]) {
        if (!pure[label[row]] || ret[row] === PENDING) continue;
        const can = enabled(row);
        if (can === undefined) return undefined;
        if (!can) continue;
        take(row, true);
        moved ||= row === first;
      }
    }
    if (due > furthest) furthest = due;
    // The one that is due, then the others; where none is left, back to the last choice.
    let candidate = first;
    for (;;) {
      if (steps.count > STEPS_EACH * furthest + spare) return undefined;
      if (candidate === size || call[candidate] > ret[first]) {
        let back = -1;
        while (path.length > 0) {
          back = putBack();
          if (forced.pop() === false) break;
          back = -1;
        }
        if (back < 0) return { verdict: "violated", stuck: byReturn[furthest], states: steps.count };
        first = byReturn[due];
        candidate = back;
      } else if (!pure[label[candidate]]) {
        const can = enabled(candidate);
        if (can === undefined) return undefined;
        if (can && !(ret[candidate] === PENDING && steps.after === states[object[candidate]])) {
          take(candidate, false);
          break;
        }
      }
      candidate = candidate === first ? next[size] : next[candidate];
      if (candidate === first) candidate = next[candidate];
    }
  }
}
