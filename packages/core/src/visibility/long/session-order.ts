import type { OrderName } from "../../criteria/order-name.js";
import { type History, PENDING } from "../../history/history.js";

/** Sessions as chains: an operation is a session and a position in it. */
export interface Chains {
  /** The number of operations. */
  readonly size: number;
  /** The operations of each session, in order. */
  readonly sessions: readonly Int32Array[];
  /** Operation → its session, and its position there. */
  readonly session: Int32Array;
  readonly position: Int32Array;
}

/** The chains of operations whose sessions are given; session order is the order of their numbers. */
export function chainsOf(session: Int32Array, count: number): Chains {
  const lengths = new Int32Array(count);
  const position = session.map((own) => lengths[own]++);
  const sessions = Array.from(lengths, (length) => new Int32Array(length));
  session.forEach((own, operation) => {
    sessions[own][position[operation]] = operation;
  });
  return { size: session.length, sessions, session, position };
}

/**
 * Happens-before as vectors: `[operation * sessions + s]` is how many operations of session s, its first ones,
 * happen before the operation. It includes session order, so a count says it all. `undefined` where it goes round
 * in a circle.
 */
export function happensBeforeVectors(
  history: History,
  { size, sessions, session, position }: Chains,
  order: OrderName,
): { readonly before: Int32Array; readonly crosses: boolean } | undefined {
  const width = sessions.length;
  const before = new Int32Array(size * width);
  const edges = history.happensBefore;
  const timed = order === "realtime" && history.timed;
  const crosses = edges.length > 0 || timed;
  for (let operation = 0; operation < size; operation++)
    before[operation * width + session[operation]] = position[operation];
  if (!crosses) return { before, crosses };
  if (timed) raiseByTime(history, { session, position }, before, width);
  const declared = new Map<number, number[]>();
  for (let at = 0; at < edges.length; at += 2) {
    const known = declared.get(edges[at + 1]);
    if (known === undefined) declared.set(edges[at + 1], [edges[at]]);
    else known.push(edges[at]);
  }
  const directly = (operation: number): number[] => {
    const found = declared.get(operation)?.slice() ?? [];
    for (let s = 0; s < width; s++) {
      const count = before[operation * width + s];
      if (count > 0) found.push(sessions[s][count - 1]);
    }
    return found;
  };
  const line = topologicalOrder(
    size,
    Array.from({ length: size }, (_, operation) => directly(operation)),
  );
  if (line === undefined) return undefined;
  for (const operation of line) {
    for (const earlier of directly(operation)) {
      joinAt(before, operation, before, earlier, width);
      const own = operation * width + session[earlier];
      before[own] = Math.max(before[own], position[earlier] + 1);
    }
  }
  return { before, crosses };
}

/** Raises each vector by what had returned before the operation was called. */
function raiseByTime(
  { size, call, ret }: History,
  { session, position }: Pick<Chains, "session" | "position">,
  before: Int32Array,
  width: number,
): void {
  const byCall = Uint32Array.from({ length: size }, (_, operation) => operation);
  const byReturn = byCall.filter((operation) => ret[operation] !== PENDING);
  byCall.sort((a, b) => call[a] - call[b]);
  byReturn.sort((a, b) => ret[a] - ret[b]);
  const returned = new Int32Array(width);
  let next = 0;
  for (const operation of byCall) {
    for (; next < byReturn.length && ret[byReturn[next]] < call[operation]; next++) {
      const own = session[byReturn[next]];
      returned[own] = Math.max(returned[own], position[byReturn[next]] + 1);
    }
    for (let s = 0, at = operation * width; s < width; s++, at++)
      before[at] = Math.max(before[at], returned[s]);
  }
}

/** Raises the vector at `to` to the one at `from`, entry by entry; whether that changed it. */
export function joinAt(
  target: Int32Array,
  to: number,
  source: Int32Array,
  from: number,
  width: number,
): boolean {
  let changed = false;
  for (let s = 0, a = to * width, b = from * width; s < width; s++, a++, b++)
    if (source[b] > target[a]) {
      target[a] = source[b];
      changed = true;
    }
  return changed;
}

/**
 * The numbers 0, 1, … size - 1 in an order in which each stands after those that are before it; `undefined` where
 * there is none. Of several that may stand next, the one of the smallest rank does.
 */
export function topologicalOrder(
  size: number,
  before: readonly (readonly number[])[],
  rank?: ArrayLike<number>,
): Int32Array | undefined {
  const waits = new Int32Array(size);
  const first = new Int32Array(size + 1);
  for (let one = 0; one < size; one++) {
    waits[one] = before[one].length;
    for (const earlier of before[one]) first[earlier + 1]++;
  }
  for (let one = 0; one < size; one++) first[one + 1] += first[one];
  const next = new Int32Array(first[size]);
  const filled = first.slice();
  for (let one = 0; one < size; one++) for (const earlier of before[one]) next[filled[earlier]++] = one;
  const order = new Int32Array(size);
  const ready = rank === undefined ? createStack() : createHeap(rank);
  for (let one = 0; one < size; one++) if (waits[one] === 0) ready.push(one);
  let done = 0;
  for (let one = ready.pop(); one !== undefined; one = ready.pop()) {
    order[done++] = one;
    for (let at = first[one]; at < first[one + 1]; at++) if (--waits[next[at]] === 0) ready.push(next[at]);
  }
  return done === size ? order : undefined;
}

interface Ready {
  push(one: number): void;
  pop(): number | undefined;
}

function createStack(): Ready {
  const stack: number[] = [];
  return { push: (one) => void stack.push(one), pop: () => stack.pop() };
}

/** A binary heap: the one of the smallest rank first. */
function createHeap(rank: ArrayLike<number>): Ready {
  const heap: number[] = [];
  return {
    push(one) {
      let at = heap.push(one) - 1;
      for (; at > 0; at = (at - 1) >> 1) {
        const parent = heap[(at - 1) >> 1];
        if (rank[parent] <= rank[one]) break;
        heap[at] = parent;
      }
      heap[at] = one;
    },
    pop() {
      const top = heap[0];
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return top;
      let at = 0;
      for (let child = 1; child < heap.length; child = 2 * at + 1) {
        if (child + 1 < heap.length && rank[heap[child + 1]] < rank[heap[child]]) child++;
        if (rank[heap[child]] >= rank[last]) break;
        heap[at] = heap[child];
        at = child;
      }
      heap[at] = last;
      return top;
    },
  };
}
