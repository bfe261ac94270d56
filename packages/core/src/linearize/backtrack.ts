import type { Budget } from "../budget.js";
import { PENDING } from "../history/history.js";
import { createAutomaton, DISABLED } from "./automaton.js";
import { type Configurations, mix } from "./configurations.js";
import type { Found } from "./engine.js";
import { eventsOf } from "./events-of.js";
import { createOrderCheck } from "./order-check.js";
import type { Part } from "./part.js";

/**
 * Wing and Gong's search, as FORTE'15 Algorithm 1 has it: take the first call that the state
 * allows, lift it out of the history, go on from the start; at a return nothing before it can go
 * on, so put the last one back and try the next. `seen` decides what is remembered: nothing (Wing
 * and Gong), every configuration (Lowe's addition), or the most recent ones.
 *
 * A pending operation has a call entry and no return entry: it may be lifted and need not be.
 */
export function backtrack(part: Part, budget: Budget, seen: Configurations): Found {
  const { size, label, ret } = part;
  const wordCount = (size + 31) >>> 5;
  const shortage = budget.exceeded(0, 4 * (8 * size + wordCount));
  if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };

  const automaton = createAutomaton(part.type, part.labels, part.initial, budget);
  const entries = createEntries(part);
  const { next, head } = entries;
  const linearized = new Int32Array(wordCount);
  const allowed = createOrderCheck(part, (row) => (linearized[row >>> 5] & (1 << row)) !== 0);
  // The stack `calls` of Algorithm 1, with what was so before each push.
  const calls = new Int32Array(size);
  const stateBefore = new Int32Array(size);
  const highestBefore = new Int32Array(size);
  let depth = 0;
  let state = automaton.initial;
  let highest = -1;
  let hash = 0;
  let unreturned = 0;
  for (let row = 0; row < size; row++) if (ret[row] !== PENDING) unreturned++;

  let states = 0;
  let stuck = -1;
  let entry = next[head];
  for (let steps = 1; unreturned > 0; steps++) {
    if ((steps & 1023) === 0) {
      const reason = budget.exceeded(states);
      if (reason !== undefined) return { verdict: "unknown", reason, states };
    }
    if (entry < size) {
      const row = entry;
      const after = allowed === undefined || allowed(row) ? automaton.step(state, label[row]) : DISABLED;
      if (after === DISABLED) {
        entry = next[entry];
        continue;
      }
      linearized[row >>> 5] |= 1 << row;
      hash ^= mix(row);
      // The words before `from` are all ones, those from `to` on all zeros: they need not be kept.
      let from = next[head] >>> 5;
      while (from < wordCount && linearized[from] === -1) from++;
      const to = Math.max(from, (Math.max(highest, row) >>> 5) + 1);
      const added = seen.add(hash ^ mix(~after), from, after, linearized, from, to, states);
      if (added === "new") {
        states++;
        calls[depth] = row;
        stateBefore[depth] = state;
        highestBefore[depth++] = highest;
        state = after;
        if (row > highest) highest = row;
        if (ret[row] !== PENDING) unreturned--;
        entries.lift(row);
        entry = next[head];
        continue;
      }
      linearized[row >>> 5] &= ~(1 << row);
      hash ^= mix(row);
      if (added !== "seen") return { verdict: "unknown", reason: added, states };
      entry = next[entry];
    } else {
      const blocking = entry - size;
      if (stuck < 0 || ret[blocking] > ret[stuck]) stuck = blocking;
      if (depth === 0) return { verdict: "violated", stuck, states };
      const row = calls[--depth];
      state = stateBefore[depth];
      highest = highestBefore[depth];
      linearized[row >>> 5] &= ~(1 << row);
      hash ^= mix(row);
      if (ret[row] !== PENDING) unreturned++;
      entries.unlift(row);
      entry = next[row];
    }
  }
  return { verdict: "satisfied", linearization: calls.slice(0, depth), states };
}

/**
 * The doubly linked entries of FORTE'15 §4 in two arrays: entry `row` is a call, entry
 * `size + row` its return, and `head` stands before the first and after the last.
 */
interface Entries {
  readonly head: number;
  readonly next: Int32Array;
  /** Takes a call and its return out (Algorithm 2). */
  lift(row: number): void;
  /** Puts them back; the last lifted must be the first put back (Algorithm 2). */
  unlift(row: number): void;
}

function createEntries(part: Part): Entries {
  const { size, ret } = part;
  const head = 2 * size;
  const next = new Int32Array(head + 1);
  const prev = new Int32Array(head + 1);
  let last = head;
  for (const event of eventsOf(part)) {
    const entry = event >= 0 ? event : size + ~event;
    next[last] = entry;
    prev[entry] = last;
    last = entry;
  }
  next[last] = head;
  prev[head] = last;
  const remove = (entry: number): void => {
    next[prev[entry]] = next[entry];
    prev[next[entry]] = prev[entry];
  };
  const restore = (entry: number): void => {
    next[prev[entry]] = entry;
    prev[next[entry]] = entry;
  };
  return {
    head,
    next,
    lift(row) {
      remove(row);
      if (ret[row] !== PENDING) remove(size + row);
    },
    unlift(row) {
      if (ret[row] !== PENDING) restore(size + row);
      restore(row);
    },
  };
}
