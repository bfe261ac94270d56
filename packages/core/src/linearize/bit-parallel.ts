import type { Budget } from "../budget.js";
import { PENDING } from "../history/history.js";
import { DISABLED } from "./automaton.js";
import type { Found } from "./engine.js";
import type { Fronts } from "./fronts.js";
import type { Machine } from "./machine.js";
import type { Part } from "./part.js";

/** The most operations open at once: their 2^5 subsets are the bits of one word. */
const MOST_SLOTS = 5;
/** The slot of a row that has none: pending, and of no effect. */
const NO_SLOT = 255;
/** The most states: each has a word at every front. */
const MOST_STATES = 64;

/** Word whose bit m is set where subset m contains slot s. */
const WITH_SLOT = Int32Array.of(0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000);

/**
 * The frontier search with all subsets of the open operations at once: for each state one word
 * whose bit m says that the state can be reached with exactly the open operations of subset m
 * linearized. Every front costs a few word operations; no search, no memo. Applies where at
 * most five operations are open at a time, the machine's states are few and listed, nothing is
 * pending (but for what changes nothing) and real time is the only order; else `undefined`.
 */
export function bitParallel(part: Part, machine: Machine, at: Fronts, budget: Budget): Found | undefined {
  const { size, ret, order } = part;
  const { table, classOf, classCount, pure } = machine;
  if (table === undefined || order !== undefined || table.length > MOST_STATES * classCount) return undefined;
  for (let row = 0; row < size; row++) if (ret[row] === PENDING && pure[classOf[row]] === 0) return undefined;
  const stateCount = table.length / classCount;
  const shortage = budget.exceeded(0, 4 * at.count * stateCount);
  if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };

  const { returning, called } = at;
  const slotOf = new Uint8Array(size).fill(NO_SLOT);
  const open = new Int32Array(MOST_SLOTS).fill(-1); // slot → class
  let free = (1 << MOST_SLOTS) - 1;
  let openCount = 0;
  const words = new Int32Array(stateCount);
  words[machine.initial] = 1;
  const layers = new Int32Array(at.count * stateCount); // the words at each front, before its return
  let row = 0;
  for (let front = 0; front < returning.length; front++) {
    if ((front & 0xfff) === 0xfff) {
      const late = budget.exceeded(0); // linear: no bound on states applies
      if (late !== undefined) return { verdict: "unknown", reason: late, states: front };
    }
    for (const end = called[front]; row < end; row++) {
      if (ret[row] === PENDING) continue;
      if (free === 0) return undefined; // too many open at once
      const slot = 31 - Math.clz32(free & -free);
      free &= free - 1;
      slotOf[row] = slot;
      open[slot] = classOf[row];
      openCount++;
    }
    const slot = slotOf[returning[front]];
    if (openCount === 1) closeOne(words, slot, open[slot], table, classCount);
    else close(words, open, openCount, table, classCount);
    const layer = front * stateCount;
    const withSlot = WITH_SLOT[slot];
    let any = 0;
    for (let state = 0; state < stateCount; state++) {
      const word = words[state];
      layers[layer + state] = word;
      const passed = (word & withSlot) >>> (1 << slot);
      words[state] = passed;
      any |= passed;
    }
    if (any === 0) return { verdict: "violated", stuck: returning[front], states: (front + 1) * stateCount };
    open[slot] = -1;
    free |= 1 << slot;
    openCount--;
  }
  return {
    verdict: "satisfied",
    linearization: walkBack(machine, at, slotOf, words, layers, stateCount),
    states: at.count * stateCount,
  };
}

/** Adds what the open operations lead to. Each round adds one operation to the subsets, so there are at most `openCount`. */
function close(
  words: Int32Array,
  open: Int32Array,
  openCount: number,
  table: Int32Array,
  classCount: number,
): void {
  for (let round = 0, changed = true; changed && round < openCount; round++) {
    changed = false;
    for (let slot = 0; slot < MOST_SLOTS; slot++) {
      const labelClass = open[slot];
      if (labelClass < 0) continue;
      const without = ~WITH_SLOT[slot];
      for (let state = 0; state < words.length; state++) {
        const sources = words[state] & without;
        if (sources === 0) continue;
        const next = table[state * classCount + labelClass];
        if (next === DISABLED) continue;
        const fresh = (sources << (1 << slot)) & ~words[next];
        if (fresh !== 0) {
          words[next] |= fresh;
          changed = true;
        }
      }
    }
  }
}

/** The same where only the operation in `slot` is open, which is most of the time. */
function closeOne(
  words: Int32Array,
  slot: number,
  labelClass: number,
  table: Int32Array,
  classCount: number,
): void {
  const without = ~WITH_SLOT[slot];
  for (let state = 0; state < words.length; state++) {
    const sources = words[state] & without;
    const next = sources === 0 ? DISABLED : table[state * classCount + labelClass];
    if (next !== DISABLED) words[next] |= sources << (1 << slot);
  }
}

/** A linearization, found from the last front back to the first through the layers that were kept. */
function walkBack(
  machine: Machine,
  at: Fronts,
  slotOf: Uint8Array,
  last: Int32Array,
  layers: Int32Array,
  stateCount: number,
): Int32Array {
  const { classOf, classCount, initial } = machine;
  const { returning, called } = at;
  const table = machine.table as Int32Array;
  const linearization = new Int32Array(at.count);
  let end = at.count;
  let state = last.findIndex((word) => (word & 1) !== 0); // nothing is open after the last return
  let subset = 0;
  // The operations open at the current front: restored as the walk goes back.
  const open = new Int32Array(MOST_SLOTS).fill(-1);
  for (let front = at.count - 1; front >= 0; front--) {
    const returned = returning[front];
    subset |= 1 << slotOf[returned];
    open[slotOf[returned]] = returned;
    const layer = front * stateCount;
    for (;;) {
      // Was the configuration passed on by the front before?
      if (front === 0) {
        if (state === initial && subset === 0) break;
      } else {
        const passed = 1 << slotOf[returning[front - 1]];
        if ((subset & passed) === 0 && ((layers[layer - stateCount + state] >>> (subset | passed)) & 1) === 1)
          break;
      }
      // Else undo one operation that can have come last.
      let undone = false;
      for (let slot = 0; slot < MOST_SLOTS && !undone; slot++) {
        if ((subset & (1 << slot)) === 0) continue;
        const rest = subset & ~(1 << slot);
        const labelClass = classOf[open[slot]];
        for (let source = 0; source < stateCount && !undone; source++)
          if (
            ((layers[layer + source] >>> rest) & 1) === 1 &&
            table[source * classCount + labelClass] === state
          ) {
            linearization[--end] = open[slot];
            state = source;
            subset = rest;
            undone = true;
          }
      }
      if (!undone) throw new Error("a reached configuration has no predecessor");
    }
    for (let row = front === 0 ? 0 : called[front - 1]; row < called[front]; row++)
      if (slotOf[row] !== NO_SLOT) open[slotOf[row]] = -1;
  }
  return linearization.subarray(end);
}
