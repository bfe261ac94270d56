import { LEVEL } from "../../../criteria/levels.js";
import type { LongProblem } from "../long-problem.js";
import { joinAt, topologicalOrder } from "../session-order.js";

/**
 * What is known of every solution, in vectors of one count for each session (`[operation * width + session]`).
 * All of it only grows: `before` and `sees` upwards, `most` downwards.
 */
export interface Bounds {
  readonly problem: LongProblem;
  readonly levels: Uint8Array;
  /** Whether all operations have one level. */
  readonly isUniform: boolean;
  readonly width: number;
  /** The first so many of a session stand before the operation in the linearization. */
  readonly before: Int32Array;
  /** The first so many of a session are seen by the operation. */
  readonly sees: Int32Array;
  /** Only of the first so many of a session can any be seen by it. */
  readonly most: Int32Array;
  /** Edges of the linearization that results have shown: operation → what stands before it. */
  readonly edges: Map<number, number[]>;
  /** The updates that an operation is known to see, because nothing else explains its result. */
  readonly winners: Map<number, number[]>;
  /**
   * Where a session sees ever more, but not whole sessions (`monotonic`): update → by how many of a session, its first
   * ones, it is not seen.
   */
  readonly unseen: Map<number, Int32Array>;
  /** Operation that found an element of a queue or a stack → who put it, where that is known. */
  readonly putBy: Map<number, number>;
  /** Whether anything is known now that was not before. */
  changed: boolean;
}

/** The bounds that the orders alone give. */
export function createBounds(problem: LongProblem, levels: Uint8Array): Bounds {
  const { size, sessions, session, position, before } = problem;
  const width = sessions.length;
  const most = new Int32Array(size * width);
  for (let operation = 0; operation < size; operation++)
    for (let s = 0; s < width; s++)
      most[operation * width + s] = s === session[operation] ? position[operation] : sessions[s].length;
  return {
    problem,
    levels,
    isUniform: levels.every((level) => level === levels[0]),
    width,
    before: before.slice(),
    sees: new Int32Array(size * width),
    most,
    edges: new Map(),
    winners: new Map(),
    unseen: new Map(),
    putBy: new Map(),
    changed: false,
  };
}

/** Whether a stands before b, as far as is known. */
export const isBefore = ({ problem, before, width }: Bounds, a: number, b: number): boolean =>
  before[b * width + problem.session[a]] > problem.position[a];

/** Notes that a stands before b. */
export function addEdge(bounds: Bounds, a: number, b: number): void {
  if (isBefore(bounds, a, b)) return;
  const known = bounds.edges.get(b);
  if (known === undefined) bounds.edges.set(b, [a]);
  else if (known.includes(a)) return;
  else known.push(a);
  bounds.changed = true;
}

/** Raises the vector of b by a and all that is known of a. */
export function raiseBy({ problem, width }: Bounds, vectors: Int32Array, a: number, b: number): boolean {
  const joined = joinAt(vectors, b, vectors, a, width);
  const at = b * width + problem.session[a];
  if (vectors[at] > problem.position[a]) return joined;
  vectors[at] = problem.position[a] + 1;
  return true;
}

/** Notes that a stands before b, at once. */
export function raise(bounds: Bounds, a: number, b: number): void {
  if (isBefore(bounds, a, b)) return;
  raiseBy(bounds, bounds.before, a, b);
  bounds.changed = true;
}

/** Whether who sees this operation sees all before it in its session, and so a vector says it. */
export const isSeenWhole = ({ levels }: Bounds, reader: number, seen: number): boolean =>
  levels[reader] === LEVEL.peer ||
  levels[reader] === LEVEL.complete ||
  (levels[reader] === LEVEL.causal && levels[seen] >= LEVEL.basic);

/**
 * Notes that `reader` sees the operation, where a vector can say so: `peer` sees with it what happens before it,
 * `causal` what it sees, `complete` all before it.
 */
export function noteSeen(bounds: Bounds, reader: number, seen: number): void {
  const { problem, before, sees, levels, width } = bounds;
  if (raiseBy(bounds, before, seen, reader)) bounds.changed = true;
  if (!isSeenWhole(bounds, reader, seen)) return;
  const at = reader * width + problem.session[seen];
  if (sees[at] <= problem.position[seen]) {
    sees[at] = problem.position[seen] + 1;
    bounds.changed = true;
  }
  const closure = levels[reader] === LEVEL.causal ? sees : problem.before;
  if (joinAt(sees, reader, closure, seen, width)) bounds.changed = true;
}

/** Notes that the operation sees an update, because nothing else explains a result; at any level. */
export function noteWinner(bounds: Bounds, operation: number, winner: number): void {
  const known = bounds.winners.get(operation) ?? [];
  if (!known.includes(winner)) {
    bounds.winners.set(operation, [...known, winner]);
    bounds.changed = true;
  }
  noteSeen(bounds, operation, winner);
}

/** Raises what the operation stands after and what it sees by what follows from the orders and its level. */
export function propagate(bounds: Bounds, operation: number): void {
  const { problem, before, sees, levels, width, edges, winners } = bounds;
  const { sessions, session, position } = problem;
  const level = levels[operation];
  const at = operation * width;
  const own = session[operation];
  const inherits = level === LEVEL.monotonic || level === LEVEL.peer;
  if (position[operation] > 0) {
    const previous = sessions[own][position[operation] - 1];
    raiseBy(bounds, before, previous, operation);
    if (inherits) joinAt(sees, operation, sees, previous, width);
  }
  if (problem.crosses)
    for (let s = 0; s < width; s++) {
      const count = problem.before[at + s];
      if (count === 0 || s === own) continue;
      raiseBy(bounds, before, sessions[s][count - 1], operation);
      if (inherits) joinAt(sees, operation, sees, sessions[s][count - 1], width);
    }
  for (const earlier of edges.get(operation) ?? []) raiseBy(bounds, before, earlier, operation);
  for (const seen of winners.get(operation) ?? []) noteSeen(bounds, operation, seen);
  if (level === LEVEL.weak) return;
  if (level === LEVEL.complete) {
    sees.set(before.subarray(at, at + width), at);
    return;
  }
  joinAt(sees, operation, problem.before, operation, width);
  if (level >= LEVEL.peer) closeSight(bounds, operation);
}

/** Adds to what the operation sees what follows by its level, and to what it stands after what it sees. */
function closeSight(bounds: Bounds, operation: number): void {
  const { problem, before, sees, levels, width } = bounds;
  const { sessions } = problem;
  const closure = levels[operation] === LEVEL.causal ? sees : problem.before;
  for (let again = true; again; ) {
    again = false;
    for (let s = 0; s < width; s++) {
      const count = sees[operation * width + s];
      if (count === 0) continue;
      const seen = sessions[s][count - 1];
      if (joinAt(sees, operation, closure, seen, width)) again = true;
      raiseBy(bounds, before, seen, operation);
    }
  }
}

/** Lowers what earlier operations can see by what those can that see as much. */
export function propagateBack(bounds: Bounds, operation: number): void {
  const { problem, most, sees, levels, width } = bounds;
  const { sessions, session, position } = problem;
  const level = levels[operation];
  if (level < LEVEL.monotonic) return;
  const lower = (earlier: number): void => {
    for (let s = 0, to = earlier * width, from = operation * width; s < width; s++, to++, from++)
      if (most[from] < most[to] && s !== session[earlier]) {
        most[to] = most[from];
        bounds.changed = true;
      }
  };
  if (position[operation] > 0) lower(sessions[session[operation]][position[operation] - 1]);
  if (problem.crosses)
    for (let s = 0; s < width; s++) {
      const count = problem.before[operation * width + s];
      if (count > 0) lower(sessions[s][count - 1]);
    }
  if (level < LEVEL.causal) return;
  for (let s = 0; s < width; s++) {
    const count = sees[operation * width + s];
    if (count > 0) lower(sessions[s][count - 1]);
  }
}

/** An order of all operations that agrees with all that is known; `undefined` where there is none. */
export function orderOfBounds(bounds: Bounds, rank?: ArrayLike<number>): Int32Array | undefined {
  const { problem, before, edges, winners, width } = bounds;
  const { size, sessions } = problem;
  const direct = Array.from({ length: size }, (_, operation) => {
    const found: number[] = [...(edges.get(operation) ?? []), ...(winners.get(operation) ?? [])];
    for (let s = 0; s < width; s++) {
      const count = before[operation * width + s];
      if (count > 0) found.push(sessions[s][count - 1]);
    }
    return found;
  });
  return topologicalOrder(size, direct, rank);
}
