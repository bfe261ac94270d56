import type { Budget } from "../budget.js";
import { createAutomaton, DISABLED } from "./automaton.js";
import { createConfigurations, mix } from "./configurations.js";
import type { Engine, Found } from "./engine.js";
import { eventsOf } from "./events-of.js";
import { createOrderCheck } from "./order-check.js";
import type { Part } from "./part.js";

/**
 * Just-in-time linearization: G. Lowe, "Testing for linearizability", Concurrency and Computation
 * 29(4) (2017). Events are processed in order. Nothing is linearized before it must be: only at a
 * return whose operation is not linearized yet are open operations linearized, one after another,
 * the last of them the one that returns. Configurations (return event, state, open operations that
 * are linearized) are remembered, so each is searched once.
 */
export const jit: Engine = (part, budget) => search(part, budget);

function search(part: Part, budget: Budget): Found {
  const { size, label, call, ret } = part;
  const shortage = budget.exceeded(0, 4 * 8 * size);
  if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };
  const automaton = createAutomaton(part.type, part.labels, part.initial, budget);
  const walk = createWalk(part);
  const { mask, slot, slotCount } = walk;
  const seen = createConfigurations(budget, mask.length);
  const isLinearized = (row: number): boolean => (mask[slot[row] >>> 5] & (1 << slot[row])) !== 0;
  const allowed = createOrderCheck(part, (row) => {
    const now = ret[walk.blocking()];
    return ret[row] < now || (call[row] < now && isLinearized(row));
  });

  // One frame per linearized operation: where and in which state, how many candidates were tried,
  // and which was chosen.
  const at = new Int32Array(size + 1);
  const stateAt = new Int32Array(size + 1);
  const tried = new Int32Array(size + 1);
  const chosen = new Int32Array(size + 1);
  let depth = 0;
  let states = 0;
  let stuck = -1;

  walk.advance();
  at[0] = walk.position();
  stateAt[0] = automaton.initial;
  for (let steps = 1; !walk.finished(); steps++) {
    if ((steps & 1023) === 0) {
      const reason = budget.exceeded(states);
      if (reason !== undefined) return { verdict: "unknown", reason, states };
    }
    const blocking = walk.blocking();
    if (stuck < 0 || ret[blocking] > ret[stuck]) stuck = blocking;
    if (tried[depth] > slotCount) {
      if (depth === 0) return { verdict: "violated", stuck, states };
      depth--;
      walk.retreat(at[depth]);
      walk.toggle(chosen[depth]);
      continue;
    }
    // Candidates: the operation that returns, then whatever is open.
    const candidate = tried[depth]++;
    const row = candidate === 0 ? blocking : walk.occupant[candidate - 1];
    if (row < 0 || (candidate > 0 && row === blocking) || isLinearized(row)) continue;
    if (allowed !== undefined && !allowed(row)) continue;
    const after = automaton.step(stateAt[depth], label[row]);
    if (after === DISABLED) continue;
    walk.toggle(row);
    if (row === blocking) walk.advance();
    chosen[depth] = row;
    const position = walk.position();
    const hash = walk.hash() ^ mix(~after) ^ Math.imul(mix(position), 31);
    const added = seen.add(hash, position, after, mask, 0, mask.length, states);
    if (added === "new") {
      states++;
      at[++depth] = position;
      stateAt[depth] = after;
      tried[depth] = 0;
    } else if (added === "seen") {
      walk.retreat(at[depth]);
      walk.toggle(row);
    } else return { verdict: "unknown", reason: added, states };
  }
  return { verdict: "satisfied", linearization: chosen.slice(0, depth), states };
}

/**
 * A walk along the events. It always stands at a return whose operation is not linearized, or at
 * the end. Each open operation has a slot, which is free again once it returned; `mask` has the
 * bits of those that are linearized.
 */
interface Walk {
  readonly mask: Int32Array;
  readonly slot: Int32Array;
  readonly slotCount: number;
  /** Slot → the row that is open in it, or -1. */
  readonly occupant: Int32Array;
  position(): number;
  finished(): boolean;
  /** The row whose return the walk stands at. */
  blocking(): number;
  /** Goes on to the next return of an operation that is not linearized. */
  advance(): void;
  /** Goes back to an earlier position, undoing every event since. */
  retreat(position: number): void;
  /** Marks an open row as linearized, or takes the mark back. */
  toggle(row: number): void;
  hash(): number;
}

function createWalk(part: Part): Walk {
  const events = eventsOf(part);
  const { slot, slotCount } = assignSlots(part.size, events);
  const mask = new Int32Array((slotCount + 31) >>> 5);
  const occupant = new Int32Array(slotCount).fill(-1);
  let position = 0;
  let hash = 0;
  const toggle = (row: number): void => {
    mask[slot[row] >>> 5] ^= 1 << slot[row];
    hash ^= mix(slot[row]);
  };
  return {
    mask,
    slot,
    slotCount,
    occupant,
    toggle,
    position: () => position,
    finished: () => position === events.length,
    blocking: () => ~events[position],
    hash: () => hash,
    advance() {
      for (; position < events.length; position++) {
        const event = events[position];
        if (event >= 0) occupant[slot[event]] = event;
        else {
          const row = ~event;
          if ((mask[slot[row] >>> 5] & (1 << slot[row])) === 0) return;
          toggle(row);
          occupant[slot[row]] = -1;
        }
      }
    },
    retreat(target) {
      while (position > target) {
        const event = events[--position];
        if (event >= 0) occupant[slot[event]] = -1;
        else {
          toggle(~event);
          occupant[slot[~event]] = ~event;
        }
      }
    },
  };
}

/** Gives each operation a slot that no operation open at its call has. */
function assignSlots(size: number, events: Int32Array): { slot: Int32Array; slotCount: number } {
  const slot = new Int32Array(size);
  const free: number[] = [];
  let slotCount = 0;
  for (const event of events)
    if (event >= 0) slot[event] = free.pop() ?? slotCount++;
    else free.push(slot[~event]);
  return { slot, slotCount };
}
