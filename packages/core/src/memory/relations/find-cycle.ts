import type { EdgeList } from "./edge-list.js";
import { INITIAL, type MemoryHistory, takesValue } from "../memory-history.js";

/**
 * A cycle of po ∪ wr ∪ the given edges ∪ `edges`, among the operations that a sort left over: each of
 * them has one of them before it, so that walking back must come round. Where the cycle follows a
 * thread, only the two ends are named. In the order of the relation, from the least number on.
 */
export function findCycle(memory: MemoryHistory, left: Int32Array, edges?: EdgeList): number[] {
  const before = predecessorsAmong(memory, left, edges);
  const seen = new Uint8Array(memory.size);
  let o = left[0];
  while (seen[o] === 0) {
    seen[o] = 1;
    o = before[o];
  }
  const backwards = [o];
  for (let p = before[o]; p !== o; p = before[p]) backwards.push(p);
  const round = backwards.toReversed();
  const least = round.indexOf(round.reduce((a, b) => Math.min(a, b)));
  const cycle = [...round.slice(least), ...round.slice(0, least)];
  const { thread } = memory;
  return cycle.filter((operation, i) => {
    const previous = cycle.at(i - 1) ?? operation;
    const next = cycle[(i + 1) % cycle.length];
    const isInside = thread[previous] === thread[operation] && thread[next] === thread[operation];
    return !(isInside && previous === operation - 1 && next === operation + 1);
  });
}

/** For each of the operations left over, one of them that is before it. */
function predecessorsAmong(memory: MemoryHistory, left: Int32Array, edges: EdgeList | undefined): Int32Array {
  const { size, first, thread, source, internal, given } = memory;
  const isLeft = new Uint8Array(size);
  for (const o of left) isLeft[o] = 1;
  const before = new Int32Array(size).fill(-1);
  const note = (ends: Int32Array, used: number): void => {
    for (let i = 0; i < used; i += 2)
      if (isLeft[ends[i]] === 1 && isLeft[ends[i + 1]] === 1) before[ends[i + 1]] = ends[i];
  };
  for (const o of left) if (o > first[thread[o]] && isLeft[o - 1] === 1) before[o] = o - 1;
  note(given, given.length);
  if (edges !== undefined) note(edges.ends, 2 * edges.size);
  for (const o of left) {
    const ordersRead =
      takesValue(memory, o) && source[o] !== INITIAL && (internal === undefined || internal[o] === 0);
    if (ordersRead && isLeft[source[o]] === 1) before[o] = source[o];
  }
  return before;
}
