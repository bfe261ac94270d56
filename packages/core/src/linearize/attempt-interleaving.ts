import type { History } from "../history/history.js";
import type { Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import type { Decided } from "../verdict.js";
import { createPlainSteps, STEPS_EACH, STEPS_SPARE } from "./plain-step.js";

/** What a plain attempt at an interleaving came to: an order, or that there is none. */
export type PlainInterleaving = Decided<{ readonly linearization: readonly number[] }, unknown> & {
  readonly states: number;
};

/**
 * A first attempt to interleave the sessions of a short history, before anything is interned or tabled
 * (see `attemptPlainly`, which does the same where real time counts): depth first, in the order of the
 * ids; what comes next in its session and is pure happens as soon as it can. Given up where it
 * takes more than `STEPS_EACH` steps of the type for each operation that was placed, and `spare` more: then,
 * and for a type that may go several ways, the answer is `undefined`.
 *
 * Only for histories without declared happens-before and without pending and optional operations.
 */
export function attemptInterleaving(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  spare = STEPS_SPARE,
): PlainInterleaving | undefined {
  const { size, labels, label, object, session, sessions } = history;
  const pure = labels.map((one) => type.pure?.(one) === true);
  const steps = createPlainSteps(type);
  const states: unknown[] = history.objects.map(() => type.init(initial));

  // The next operation of each session, and of each operation the one that follows it; `size` at the end.
  const head = new Int32Array(sessions.length).fill(size);
  const follower = new Int32Array(size + 1);
  for (let id = size - 1; id >= 0; id--) {
    follower[id] = head[session[id]];
    head[session[id]] = id;
  }

  // What took effect, in order, with the state before it, and whether there was no choice.
  const path: number[] = [];
  const stateBefore: unknown[] = [];
  const forced: boolean[] = [];
  const take = (id: number, isForced: boolean): void => {
    path.push(id);
    stateBefore.push(states[object[id]]);
    forced.push(isForced);
    states[object[id]] = steps.after;
    head[session[id]] = follower[id];
  };
  /** Puts the last one back. */
  const putBack = (): number => {
    const id = path.pop() as number;
    states[object[id]] = stateBefore.pop();
    head[session[id]] = id;
    return id;
  };

  let furthest = 0;
  for (;;) {
    for (let s = 0, still = 0; still < sessions.length; s = (s + 1) % sessions.length) {
      still++;
      for (let id = head[s]; id !== size && pure[label[id]]; id = head[s]) {
        const can = steps.isPossible(states[object[id]], labels[label[id]]);
        if (can === undefined) return undefined;
        if (!can) break;
        take(id, true);
        still = 0;
      }
    }
    if (path.length === size) return { verdict: "satisfied", linearization: path, states: steps.count };
    if (path.length > furthest) furthest = path.length;
    for (let tried = -1; ; ) {
      if (steps.count > STEPS_EACH * furthest + spare) return undefined;
      let candidate = size;
      for (let s = 0; s < sessions.length; s++)
        if (head[s] > tried && head[s] < candidate && !pure[label[head[s]]]) candidate = head[s];
      if (candidate === size) {
        tried = -1;
        while (path.length > 0 && tried < 0) {
          const id = putBack();
          if (forced.pop() === false) tried = id;
        }
        if (tried < 0) return { verdict: "violated", states: steps.count };
        continue;
      }
      tried = candidate;
      const can = steps.isPossible(states[object[candidate]], labels[label[candidate]]);
      if (can === undefined) return undefined;
      if (can) {
        take(candidate, false);
        break;
      }
    }
  }
}
