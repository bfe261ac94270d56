import type { Budget } from "../../budget.js";
import { indexAccesses } from "../relations/access-index.js";
import { closeRelation } from "../relations/close-relation.js";
import { decideOnClocks } from "../relations/run-on-clocks.js";
import type { MemoryFound } from "../memory-found.js";
import { createHappensBefore } from "./happens-before.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { createPastWalk } from "../relations/past-walk.js";

/**
 * Causal memory (CM): CC, and hb_o has no cycle for any operation o. hb_o grows along the thread of o, so
 * that the last operation of each thread decides. It implies CC: w co w′ co r with r reading from w
 * makes w′ hb_r w, a cycle.
 *
 * `orders`: one per thread, in the order of threads: the causal past of its last operation, in an order
 * that extends co and in which every read of that thread returns the last write before it. `clue`:
 * the operations of a cycle in co; or the [w1, w2, r] of the rule of hb_o that closed a cycle; or
 * [w1, r] where w1 hb_o r and r takes the initial value.
 */
export function checkCm(memory: MemoryHistory, budget: Budget): MemoryFound {
  const { size, threads, first } = memory;
  let done = 0;
  return decideOnClocks(
    budget,
    (meter) => {
      const co = closeRelation(memory, meter);
      if ("clue" in co) return co;
      meter.reserve(4 * size * (threads + 6));
      const hb = createHappensBefore(memory, indexAccesses(memory), co.clock, meter);
      const orders: Int32Array[] = [];
      for (; done < threads; done++) {
        hb.begin(done);
        for (let o = first[done]; o < first[done + 1]; o++) if (!hb.include(o)) return { clue: hb.clue };
        orders.push(orderForThread(memory, hb.clock, done, meter));
      }
      return orders;
    },
    () => `${done} of ${threads} threads can explain what they read`,
  );
}

/**
 * Each operation of the thread in turn, after what hb_o has before it and was not placed yet. The writes
 * before a read are then just those that hb_o puts before it, and by rule 2 its source is the last.
 */
function orderForThread(memory: MemoryHistory, hb: Int32Array, thread: number, meter: Meter): Int32Array {
  const { first, size, threads } = memory;
  const end = first[thread + 1];
  if (end === first[thread]) return new Int32Array(0);
  let length = 0;
  for (let t = 0; t < threads; t++) length += hb[(end - 1) * threads + t] - first[t];
  meter.reserve(4 * (size + length));
  const order = new Int32Array(length + 1);
  const walk = createPastWalk(memory, hb);
  let placed = 0;
  for (let o = first[thread]; o < end; o++) {
    walk.aim(o);
    for (let next = walk.next(); next >= 0; next = walk.next()) {
      meter.step();
      order[placed++] = next;
    }
  }
  return order;
}
