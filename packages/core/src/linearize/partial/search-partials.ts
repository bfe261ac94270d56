import { type Budget, Exhausted } from "../../budget.js";
import type { History } from "../../history/history.js";
import type { Value } from "../../history/value.js";
import type { SequentialType } from "../../types/type.js";
import { atLeast } from "../at-least.js";
import { DISABLED } from "../automaton.js";
import { createConfigTable } from "../config-table.js";
import { automatonOf } from "../sessions.js";
import { createReach, type Reach } from "./reach.js";
import { type Turns, turnsOf } from "./turns.js";

/** What is searched for partial orders. */
export interface PartialQuestion {
  readonly history: History;
  readonly type: SequentialType;
  readonly initial: Value | undefined;
  /** Whether real time binds. */
  readonly useTime: boolean;
  /** An order to try first. */
  readonly hint: readonly number[];
}

/** What was reached. */
export interface PartialsFound {
  readonly reach: Reach;
  /** Whether all was tried. */
  readonly complete: boolean;
  /** The operations whose turn it is after an order, and that its last state refuses. */
  refusedAfter(order: readonly number[]): readonly number[];
}

/** The most operations that the ways of one search may have: about 100 MB. */
const MOST_WEIGHT = 4_000_000;

/**
 * Walks all orders of operations that begin a linearization: each operation after all that must come before it, each
 * explained by the state that it finds. Depth first, with a memo on (position in each session, who was passed over,
 * state). What is next, enabled and changes nothing is taken at once: any order has room for it there, so the longest
 * orders are still among those that are walked.
 */
export function searchPartials(question: PartialQuestion, budget: Budget): PartialsFound {
  const { history, type, initial, useTime } = question;
  const { machine, label } = automatonOf(history, type, initial, budget);
  const turns = turnsOf(history, useTime);
  const { chains, chainOf } = turns;
  const { ranked, rankOf } = rank(question);
  const reach = createReach(history.size);

  const at = new Int32Array(chains.length);
  let state = machine.initial;
  let skipped = 0;
  const skips = createSkips();

  const absorb = (taken: number[]): void => {
    for (let again = true; again; ) {
      again = false;
      const first = turns.firstReturn(at);
      for (let c = 0; c < chains.length; c++)
        for (; at[c] < chains[c].length; at[c]++, again = true) {
          const id = chains[c][at[c]];
          if (machine.pure[label[id]] === 0 || !turns.isNext(id, at, first)) break;
          if (machine.step(state, label[id]) !== state) break;
          taken.push(id);
        }
    }
  };

  // Stack frames: configuration, way to it, state, passed over, last move, then the positions. A move is the rank of an
  // operation to take it, the number of operations more to pass over it.
  const frame = 5 + chains.length;
  let stack = new Int32Array(64 * frame);
  let height = 0;
  const table = createConfigTable(2 + chains.length, budget);
  const key = new Int32Array(2 + chains.length);

  /** Goes on to where the search stands now, from a configuration by some operations; `false` for want of room. */
  const arrive = (from: number, taken: number[]): boolean => {
    absorb(taken);
    key[0] = state;
    key[1] = skipped;
    key.set(at, 2);
    const place = table.find(key);
    if (place < 0) return false;
    const isNew = table.added;
    if (isNew) table.setValueAt(place, table.size - 1);
    const to = table.valueAt(place);
    const way = reach.addWay(from, to, taken);
    if (!isNew) {
      reach.closeWay(way);
      return true;
    }
    stack = atLeast(stack, (height + 1) * frame);
    const top = height++ * frame;
    stack.set([to, way, state, skipped, -1], top);
    stack.set(at, top + 5);
    return (table.size & 255) !== 0 || budget.exceeded(table.size) === undefined;
  };

  /** Goes back to the last configuration that has a move left, and makes it. */
  const move = (): boolean => {
    const top = (height - 1) * frame;
    const last = stack[top + 4];
    [state, skipped] = [stack[top + 2], stack[top + 3]];
    at.set(stack.subarray(top + 5, top + frame));
    const next = nextMove(turns, at, rankOf, last);
    if (next === Infinity) {
      reach.closeWay(stack[top + 1]);
      height--;
      return true;
    }
    stack[top + 4] = next;
    const isPass = next >= history.size;
    const id = ranked[isPass ? next - history.size : next];
    if (isPass) skipped = skips.with(skipped, id);
    else {
      const after = machine.step(state, label[id]);
      if (after === DISABLED) return true;
      state = after;
    }
    at[chainOf[id]]++;
    return arrive(stack[top], isPass ? [] : [id]);
  };

  let goesOn = true;
  try {
    goesOn = arrive(-1, []);
    while (goesOn && height > 0) goesOn = move() && reach.weight < MOST_WEIGHT;
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
    goesOn = false;
  }
  // Where it ended early, what was reached counts nevertheless.
  while (height > 0) reach.closeWay(stack[--height * frame + 1]);

  return {
    reach,
    complete: goesOn,
    refusedAfter(order) {
      at.fill(0);
      state = machine.initial;
      for (const id of order) {
        state = machine.step(state, label[id]);
        at[chainOf[id]] = turns.placeOf[id] + 1;
      }
      const first = turns.firstReturn(at);
      return chains.flatMap((chain, c) => {
        const id = chain[at[c]];
        if (id === undefined || !turns.isNext(id, at, first)) return [];
        return machine.step(state, label[id]) === DISABLED ? [id] : [];
      });
    },
  };
}

/** The next move after `last`: what may be taken comes before what may be passed over. */
function nextMove(turns: Turns, at: Int32Array, rankOf: Int32Array, last: number): number {
  const first = turns.firstReturn(at);
  let next = Infinity;
  for (let c = 0; c < turns.chains.length; c++) {
    const id = turns.chains[c][at[c]];
    if (id === undefined) continue;
    const [take, pass] = [rankOf[id], rankOf[id] + rankOf.length];
    if ((take <= last || take >= next) && (pass <= last || pass >= next)) continue;
    if (!turns.isNext(id, at, first)) continue;
    if (take > last) next = Math.min(next, take);
    else if (turns.mayBePassed(id)) next = Math.min(next, pass);
  }
  return next;
}

/** In which order operations are tried: the hint's, then that of their calls. */
function rank({ history, useTime, hint }: PartialQuestion): {
  ranked: readonly number[];
  rankOf: Int32Array;
} {
  const hinted = new Set(hint);
  const rest = Array.from({ length: history.size }, (_, id) => id).filter((id) => !hinted.has(id));
  if (useTime) rest.sort((a, b) => history.call[a] - history.call[b]);
  const ranked = [...hinted, ...rest];
  const rankOf = new Int32Array(history.size);
  ranked.forEach((id, place) => (rankOf[id] = place));
  return { ranked, rankOf };
}

/** Numbers sets of operations that were passed over; 0 is the empty one. */
function createSkips(): { with(set: number, id: number): number } {
  const sets: (readonly number[])[] = [[]];
  const numbers = new Map<string, number>();
  return {
    with(set, id) {
      const wider = [...sets[set], id].sort((a, b) => a - b);
      const text = wider.join(" ");
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, sets.length);
      return sets.push(wider) - 1;
    },
  };
}
