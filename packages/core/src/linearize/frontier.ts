import { type Budget, orExhausted } from "../budget.js";
import { createTrail, type Trail } from "../cubes/trail.js";
import { PENDING } from "../history/history.js";
import { bitParallel } from "./bit-parallel.js";
import { createConfigTable } from "./config-table.js";
import { DISABLED } from "./automaton.js";
import type { Engine, Found } from "./engine.js";
import { assignSlots, type Fronts, fronts } from "./fronts.js";
import { atLeast } from "./at-least.js";
import { createMachine, type Machine } from "./machine.js";
import { invert, markOrdered, mayPassPending } from "./order-lists.js";
import type { Part } from "./part.js";
import { poolByClass } from "./pending-pool.js";

/**
 * The default search. A configuration is (front, open operations already linearized, state, pending
 * operations used): a linearized set of Wing & Gong's search is all that returned before the
 * front plus a subset of what is open there, so no set over the whole history is ever kept.
 *
 * On top of the depth-first search with memo (Lowe), each exact by an exchange argument:
 * - *pure absorption*: an open operation that leaves every state as it is, and is enabled, is
 *   linearized at once: that can block nothing (but a pending operation ordered before it: then it
 *   is a choice like any other);
 * - *earliest deadline first*: of open operations that act alike, only the first to return is tried;
 * - *pending operations* are counted by label, and fewer used dominates (`pending-pool.ts`);
 * - *quotient*: states and labels that this history cannot tell apart are one (`machine.ts`);
 * - *bit-parallel* sets of subsets where few operations are open at once (`bit-parallel.ts`).
 */
export const frontier: Engine = (part, budget) => {
  const machine = createMachine(part, budget);
  const at = fronts(part);
  return bitParallel(part, machine, at, budget) ?? openFrontier(part, machine, at, budget)(createTrail());
};

/**
 * The depth-first search with memo, for any part: to be run on one trail after another. What it remembers of one run
 * it knows in the next, so every part of the tree that is left open by a run has to be searched by someone.
 */
export function openFrontier(
  part: Part,
  machine: Machine,
  at: Fronts,
  budget: Budget,
): (trail: Trail) => Found {
  const { size, ret, order } = part;
  const { classOf, pure, step, isUnlikely } = machine;
  const { count, returning, frontOf, called } = at;

  // Who needs a slot: all that returned, and pending operations under an order of their own.
  // Pending operations that change nothing need not take effect at all.
  const ordered = order === undefined ? undefined : markOrdered(size, order);
  const after = order === undefined ? undefined : invert(size, order);
  const slots = assignSlots(
    size,
    at,
    (row) => ret[row] !== PENDING || (ordered?.[row] === 1 && pure[classOf[row]] === 0),
  );
  const slotOf = slots.of;
  const absorbable = new Uint8Array(size);
  for (let row = 0; row < size; row++)
    absorbable[row] = pure[classOf[row]] === 1 && !mayPassPending(part, slotOf, row) ? 1 : 0;
  const words = Math.max(1, (slots.count + 31) >> 5);

  // The rest of the pending operations go into pools by class.
  // Those under an order that have no slot were called after the last return: of no use to anyone.
  const { poolOf, poolRows, pools } = poolByClass(
    classOf,
    (row) => ret[row] === PENDING && slotOf[row] < 0 && pure[classOf[row]] === 0 && ordered?.[row] !== 1,
  );
  const available = new Int32Array(poolRows.length);

  // The current configuration.
  const occupant = new Int32Array(slots.count).fill(-1);
  const mask = new Int32Array(words);
  let front = 0;
  let state = machine.initial;
  let use = 0;
  let path = new Int32Array(64);
  let pathLength = 0;

  const linearized = (row: number): boolean =>
    frontOf[row] < front ||
    (slotOf[row] >= 0 &&
      ((mask[slotOf[row] >> 5] >>> (slotOf[row] & 31)) & 1) === 1 &&
      occupant[slotOf[row]] === row);
  /** Whether `part.order` lets the row be next. */
  const inTurn = (row: number): boolean => {
    if (order === undefined || after === undefined) return true;
    for (let i = order.first[row]; i < order.first[row + 1]; i++)
      if (ret[order.before[i]] !== PENDING && !linearized(order.before[i])) return false;
    // A pending operation that has been passed by a successor can no longer take effect.
    if (ret[row] === PENDING)
      for (let i = after.first[row]; i < after.first[row + 1]; i++)
        if (linearized(after.before[i])) return false;
    return true;
  };
  const arrive = (from: number, to: number): void => {
    for (let row = from; row < to; row++)
      if (slotOf[row] >= 0) occupant[slotOf[row]] = row;
      else if (poolOf[row] >= 0) available[poolOf[row]]++;
  };
  const advance = (): void => {
    const slot = slotOf[returning[front]];
    mask[slot >> 5] &= ~(1 << (slot & 31));
    occupant[slot] = -1;
    front++;
    if (front < count) arrive(called[front - 1], called[front]);
  };
  const retreat = (to: number): void => {
    while (front > to) {
      front--;
      if (front + 1 < count)
        for (let row = called[front]; row < called[front + 1]; row++)
          if (slotOf[row] >= 0) occupant[slotOf[row]] = -1;
          else if (poolOf[row] >= 0) available[poolOf[row]]--;
      occupant[slotOf[returning[front]]] = returning[front];
    }
  };
  const linearize = (row: number): void => {
    path = atLeast(path, pathLength + 1);
    path[pathLength++] = row;
    if (slotOf[row] >= 0) mask[slotOf[row] >> 5] |= 1 << (slotOf[row] & 31);
  };
  const passReturns = (): boolean => {
    const before = front;
    while (front < count) {
      const slot = slotOf[returning[front]];
      if (((mask[slot >> 5] >>> (slot & 31)) & 1) === 0) break;
      advance();
    }
    return front > before;
  };
  /** Linearizes every open operation that is enabled and changes nothing, as long as there are any. */
  const absorb = (): void => {
    let again = true;
    while (again && front < count) {
      again = false;
      for (let slot = 0; slot < occupant.length; slot++) {
        const row = occupant[slot];
        if (row < 0 || absorbable[row] === 0 || ((mask[slot >> 5] >>> (slot & 31)) & 1) === 1) continue;
        if (step(state, classOf[row]) !== state || !inTurn(row)) continue;
        linearize(row);
        again = order !== undefined;
      }
      if (passReturns()) again = true;
    }
  };

  // Moves that the configurations on the stack have yet to try: a row, or -1 - pool.
  let moves = new Int32Array(64);
  let moveCount = 0;
  const tried = new Int32Array(machine.classCount).fill(-1);
  let stamp = 0;
  const later = new Int32Array(isUnlikely === undefined ? 0 : slots.count + poolRows.length);
  /** A good guess saves a search: moves away from what results tell of come after the others. */
  const putUnlikelyLast = (start: number, unlikely: (state: number) => boolean): void => {
    let kept = start;
    let late = 0;
    for (let i = start; i < moveCount; i++) {
      const move = moves[i];
      const next = step(state, move >= 0 ? classOf[move] : pools.classOf[-1 - move]);
      if (next !== DISABLED && unlikely(next)) later[late++] = move;
      else moves[kept++] = move;
    }
    for (let i = 0; i < late; i++) moves[kept++] = later[i];
  };
  const collectMoves = (): void => {
    const start = moveCount;
    moves = atLeast(moves, moveCount + occupant.length + poolRows.length);
    for (let slot = 0; slot < occupant.length; slot++) {
      const row = occupant[slot];
      if (row < 0 || ((mask[slot >> 5] >>> (slot & 31)) & 1) === 1) continue;
      // What could be absorbed has been, unless it narrows a set of possible states: then it is a choice.
      if (absorbable[row] === 1 && step(state, classOf[row]) === DISABLED) continue;
      if (!inTurn(row)) continue;
      // In the order of their returns, so that the first of a class is the one to try.
      let place = moveCount++;
      for (; place > start && frontOf[moves[place - 1]] > frontOf[row]; place--)
        moves[place] = moves[place - 1];
      moves[place] = row;
    }
    stamp++;
    let kept = start;
    for (let i = start; i < moveCount; i++) {
      const row = moves[i];
      if (ordered?.[row] !== 1) {
        if (tried[classOf[row]] === stamp) continue;
        tried[classOf[row]] = stamp;
      }
      moves[kept++] = row;
    }
    moveCount = kept;
    for (let pool = 0; pool < poolRows.length; pool++)
      if (available[pool] > pools.taken(use, pool) && tried[pools.classOf[pool]] !== stamp)
        moves[moveCount++] = -1 - pool;
    if (isUnlikely?.(state) === false) putUnlikelyLast(start, isUnlikely);
    // Taken from the end.
    for (let low = start, high = moveCount - 1; low < high; low++, high--) {
      const move = moves[low];
      moves[low] = moves[high];
      moves[high] = move;
    }
  };

  // The stack: front, state, use, path length, start and end of moves, then the mask. The trail knows which move is next.
  const frame = 6 + words;
  let stack = new Int32Array(64 * frame);
  let depth = 0;
  const key = new Int32Array(2 + words);
  const table = createConfigTable(2 + words, budget);
  const uses: number[] = []; // linked lists of (use, next), one per configuration of the table
  let furthest = 0;
  let states = 0;

  /** Whether the current configuration is new and none known covers it; -1 for want of memory. */
  const enter = (): number => {
    key[0] = front;
    key[1] = state;
    for (let word = 0; word < words; word++) key[2 + word] = mask[word];
    const place = table.find(key);
    if (place < 0) return -1;
    if (poolRows.length === 0) return table.added ? 1 : 0;
    for (let link = table.valueAt(place); link >= 0; link = uses[link + 1])
      if (pools.covers(uses[link], use)) return 0;
    uses.push(use, table.valueAt(place));
    table.setValueAt(place, uses.length - 2);
    return 1;
  };

  const begin = (): void => {
    occupant.fill(-1);
    mask.fill(0);
    available.fill(0);
    front = use = pathLength = moveCount = depth = furthest = states = 0;
    state = machine.initial;
    if (count > 0) arrive(0, called[0]);
  };

  const run = (trail: Trail): Found => {
    begin();
    for (;;) {
      absorb();
      if (front > furthest) furthest = front;
      if (front === count)
        return { verdict: "satisfied", linearization: path.slice(0, pathLength), states: states + 1 };
      if ((++states & 1023) === 0) {
        const shortage = budget.exceeded(states);
        if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states };
      }
      const fresh = enter();
      if (fresh < 0) return { verdict: "unknown", reason: table.shortage ?? "memory", states };
      if (fresh === 1 || trail.resuming) {
        stack = atLeast(stack, (depth + 1) * frame);
        const top = depth++ * frame;
        stack[top] = front;
        stack[top + 1] = state;
        stack[top + 2] = use;
        stack[top + 3] = pathLength;
        stack[top + 4] = moveCount;
        for (let word = 0; word < words; word++) stack[top + 6 + word] = mask[word];
        collectMoves();
        trail.open(moveCount - stack[top + 4]);
        stack[top + 5] = moveCount;
      }
      // The next move of the innermost configuration that has one left and whose move is enabled.
      let moved = false;
      while (!moved) {
        if (depth === 0) return { verdict: "violated", stuck: returning[furthest], states };
        const top = (depth - 1) * frame;
        if (front !== stack[top] || pathLength !== stack[top + 3]) {
          retreat(stack[top]);
          state = stack[top + 1];
          use = stack[top + 2];
          pathLength = stack[top + 3];
          for (let word = 0; word < words; word++) mask[word] = stack[top + 6 + word];
        }
        moveCount = stack[top + 5];
        for (let way = trail.next(); ; way = trail.next()) {
          if (way < 0) {
            moveCount = stack[top + 4];
            depth--;
            break;
          }
          const move = moves[moveCount - 1 - way];
          const pool = -1 - move;
          const labelClass = move >= 0 ? classOf[move] : pools.classOf[pool];
          const next = step(state, labelClass);
          if (next === DISABLED) continue;
          if (next === state && (move < 0 || ret[move] === PENDING)) continue; // of no use
          state = next;
          if (move >= 0) linearize(move);
          else {
            linearize(poolRows[pool][pools.taken(use, pool)]);
            use = pools.take(use, pool);
          }
          passReturns();
          moved = true;
          break;
        }
      }
    }
  };
  return (trail) =>
    orExhausted<Found>(
      () => run(trail),
      (reason) => ({ verdict: "unknown", reason, states }),
    );
}
