import * as maps from "../../../types/persistent-map.js";
import type { PersistentMap } from "../../../types/persistent-map.js";
import type { KeyModel } from "../models/key-model.js";
import type { LongProblem } from "../long-problem.js";

/**
 * The updates that somebody sees, run in the order of the linearization. Views are never changed: to see one more
 * update is a new view that shares the rest.
 */
export interface View {
  readonly state: unknown;
  /** The last update, and its place in the linearization; of the empty view, and where order is of no account, -1. */
  readonly update: number;
  readonly place: number;
  readonly previous: View | undefined;
  /** How many updates there are. */
  readonly length: number;
  /** Where only the last update of a key counts: key → place of the last one. */
  readonly lastAt?: PersistentMap<number>;
}

/** An update in its place. */
export interface PlacedUpdate {
  readonly operation: number;
  readonly place: number;
  /** What it does, where that depends on what it saw. */
  readonly effect?: Effect | undefined;
}

/** What an update of a replicated type does, which it is once it is known what the update saw. */
export interface Effect {
  /** The value that it puts there, by its number, or -1. */
  readonly puts: number;
  /** What it takes away: who had put it. */
  readonly takes: readonly number[];
  /** The state that it saw. */
  readonly saw: unknown;
}

/** How views of one problem are made. */
export interface Views {
  readonly empty: View;
  /** Whether states can be run by any updates in the order of their places, with `next`. */
  readonly inOrder: boolean;
  /** What the update does if it sees the view, where that depends on it. */
  effectOf?(view: View, operation: number): Effect;
  /** The view with one more update, at any place. */
  insert(view: View, update: PlacedUpdate): View;
  /** The view with more updates, given in the order of their places. */
  insertAll(view: View, updates: readonly PlacedUpdate[]): View;
}

/**
 * Views of a problem. Where the last update of a key is all that counts, an older one is ignored; where all updates
 * commute, order is of no account; else the younger ones are run again.
 */
export function createViews(problem: LongProblem, keys: KeyModel | undefined): Views {
  const empty: View = { state: problem.initial, update: -1, place: -1, previous: undefined, length: 0 };
  const one = pushOf(problem, keys);
  if (one !== undefined)
    return {
      empty,
      inOrder: true,
      insert: one,
      insertAll: (view, updates) => updates.reduce(one, view),
    };
  const push = (view: View, { operation, place }: PlacedUpdate): View => ({
    state: problem.next(view.state, operation),
    update: operation,
    place,
    previous: view,
    length: view.length + 1,
  });
  const insertAll = (view: View, updates: readonly PlacedUpdate[]): View => {
    if (updates.length === 0) return view;
    const younger: View[] = [];
    let under = view;
    while (under.place > updates[0].place) {
      younger.push(under);
      under = under.previous as View;
    }
    for (const update of updates) {
      for (
        let next = younger.at(-1);
        next !== undefined && next.place < update.place;
        next = younger.at(-1)
      ) {
        under = push(under, { operation: next.update, place: next.place });
        younger.pop();
      }
      under = push(under, update);
    }
    for (let next = younger.pop(); next !== undefined; next = younger.pop())
      under = push(under, { operation: next.update, place: next.place });
    return under;
  };
  return { empty, inOrder: true, insert: (view, update) => insertAll(view, [update]), insertAll };
}

/** Adding one update without a look at the others, where the type allows that. */
function pushOf(
  problem: LongProblem,
  keys: KeyModel | undefined,
): ((view: View, update: PlacedUpdate) => View) | undefined {
  const { label, labels, type, next } = problem;
  const after = (view: View, operation: number, lastAt?: PersistentMap<number>): View => ({
    state: next(view.state, operation),
    update: operation,
    place: -1,
    previous: undefined,
    length: view.length + 1,
    ...(lastAt !== undefined && { lastAt }),
  });
  if (keys?.lastWins === true)
    return (view, { operation, place }) => {
      const key = keys.keyOf[label[operation]];
      const last = maps.get(view.lastAt, key);
      return last !== undefined && last > place
        ? view
        : after(view, operation, maps.set(view.lastAt, key, place));
    };
  const changing = labels.filter((one) => type.pure?.({ ...one, result: undefined }) !== true);
  const { commute } = type;
  if (commute === undefined || changing.length > MOST_LABELS) return undefined;
  const allCommute = changing.every((a) => changing.every((b) => commute(a, b)));
  return allCommute ? (view, { operation }) => after(view, operation) : undefined;
}

/** With more labels than this, nobody looks whether all commute. */
const MOST_LABELS = 200;
