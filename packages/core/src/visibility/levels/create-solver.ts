import { createTrail, type Trail } from "../../cubes/trail.js";
import { IMPOSSIBLE } from "../execution.js";
import { createFailedPrefixes } from "./failed-prefixes.js";
import { LEVEL } from "../../criteria/levels.js";
import type { Meter } from "../meter.js";
import type { SearchTask } from "./search-task.js";
import { closureOf, isExplained, leastVisible, minimalVisibleSets, type Prefix } from "./visible-sets.js";

/** A linearization with what each operation sees, itself not included. */
export interface Solution<Bits> {
  readonly linearization: readonly number[];
  readonly visible: readonly Bits[];
}

/** The position of a search. */
interface Position<Bits> {
  placed: Bits;
  /** How many operations are placed, and how many of them as updates that may still matter. */
  count: number;
  updates: number;
  /** The state after all those updates. */
  state: number;
  /** The operations that can change no result that is still to be explained, other than their own. */
  inert: Bits;
  /** Inert operations to look at again, since something was placed that they wait for. */
  awake: Bits;
  /** The operation to place next, after those before it; or -1. */
  target: number;
}

/** A position with the ways on from it: the sets that one operation may see, or the targets. The trail knows which is next. */
interface Fork<Bits> extends Position<Bits> {
  operation: number;
  sights: readonly Bits[];
  targets: readonly number[];
}

/** How many sets to try for an operation that might as well wait. */
const PATIENCE = 64;

/** A solution, or that there is none; "paused": the turn is over, and to be asked again goes on from there. */
export type Solved<Bits> = Solution<Bits> | undefined | "paused";

/**
 * Solves a task: a linearization that includes happens-before and visible sets that satisfy each
 * operation's level and explain each obligation's result (POPL'19 Fig. 6), or `undefined` where there
 * are none. Throws `Exhausted` when the meter says so, and if asked again goes on from there, too.
 *
 * The search places operations from first to last, and branches on as little as possible:
 *
 * - Only the order of updates that can still change a result is tried out. All other operations are
 *   *inert*: queries, and updates that no result still to be explained depends on. Where an inert one
 *   stands changes nothing for others, except through what it sees.
 * - An inert operation that can be explained now by the least that it must see is placed at once: in any
 *   solution it can be moved here. It sees no more here than there, and all later conditions are monotone.
 *   The same holds for a complete one when the present state explains it, and for one whose sight binds
 *   nobody as soon as any set explains it.
 * - Other inert operations wait: in any solution, one that is not complete can be moved, with what it
 *   sees, to just before the first operation that happens after it. So it is placed when a *target*, an
 *   update to place next, needs it, or when no update can come any more that changes its result.
 * - The place of a complete operation does matter, for it sees all before it. So one that only waits for
 *   inert operations is a target, too.
 * - What an operation sees is one of few smallest sets (`minimalVisibleSets`).
 * - A prefix like one that failed before fails (`createFailedPrefixes`).
 */
export function createSolver<Bits>(task: SearchTask<Bits>, meter: Meter): () => Solved<Bits> {
  return openSolver(task, meter).begin(createTrail());
}

/** A search that can begin anywhere in its tree. */
export interface Solver<Bits> {
  /**
   * Begins a trail. It remembers prefixes that failed on others, so every part of the tree that is left open there has
   * to be searched by someone.
   */
  begin(trail: Trail): () => Solved<Bits>;
}

/** Prepares a search that is begun at one trail after another. */
export function openSolver<Bits>(task: SearchTask<Bits>, meter: Meter): Solver<Bits> {
  const { sets, size, execution, levels, active, obligations, before, after, relevant, conflicts } = task;
  const someCausal = levels.some((level, operation) => level === LEVEL.causal && sets.has(active, operation));
  const prefix: Prefix<Bits> = {
    task,
    meter,
    order: new Int32Array(size),
    updates: 0,
    visible: new Array<Bits>(size).fill(sets.empty),
    closures: new Array<Bits>(size).fill(sets.empty),
  };
  const sequence = new Int32Array(size);
  /** The conflicting updates placed before each placed update. */
  const earlier = new Array<Bits>(size).fill(sets.empty);
  const failed = createFailedPrefixes(prefix, earlier);
  const start: Position<Bits> = {
    placed: sets.empty,
    count: 0,
    updates: 0,
    state: execution.initial,
    inert: sets.empty,
    awake: sets.empty,
    target: -1,
  };
  const here = { ...start };
  /** Those below `depth` are open. */
  const forks: Fork<Bits>[] = [];
  let depth = 0;
  let trail = createTrail();

  return {
    begin(given) {
      trail = given;
      depth = 0;
      moveTo(start);
      updateInert();
      return goOn;
    },
  };

  function goOn(): Solved<Bits> {
    let isSolved = advance();
    while (isSolved === false) {
      if (depth === 0) return undefined;
      const fork = forks[depth - 1];
      const way = trail.next();
      if (way < 0) {
        depth--;
        continue;
      }
      moveTo(fork);
      if (fork.operation < 0) here.target = fork.targets[way];
      else place(fork.operation, fork.sights[way]);
      isSolved = advance();
    }
    return isSolved === "paused" ? "paused" : solution();
  }

  /**
   * Goes on while there is only one way. True: all is explained. False: it failed, or opened a fork. It can be
   * interrupted at each visit, and be called again.
   */
  function advance(): boolean | "paused" {
    for (;;) {
      if (meter.isTurnOver()) return "paused";
      meter.visit();
      if (here.target < 0) {
        placeInert();
        if (sets.within(obligations, here.placed)) return true;
      }
      const operation = here.target < 0 ? nextRipe() : nextFor(here.target);
      if (operation >= 0) {
        const sights = sightsOf(operation);
        if (sights.length === 0) return false;
        if (sights.length > 1) {
          if (here.target < 0 && isHopeless()) return false;
          open(operation, sights, []);
          return false;
        }
        place(operation, sights[0]);
        continue;
      }
      const targets = targetsNow();
      if (targets.length === 0) return false;
      if (targets.length > 1) {
        if (!isHopeless()) open(-1, [], targets);
        return false;
      }
      here.target = targets[0];
    }
  }

  /** Places the operation with what it sees. */
  function place(operation: number, seen: Bits): void {
    const itself = sets.single(operation);
    prefix.visible[operation] = seen;
    if (someCausal) prefix.closures[operation] = closureOf(prefix, operation, seen);
    sequence[here.count++] = operation;
    if (!sets.has(here.inert, operation)) {
      earlier[operation] = sets.intersection(conflicts[operation], here.placed);
      prefix.order[here.updates++] = operation;
      prefix.updates = here.updates;
      here.state = execution.next(here.state, operation);
    }
    here.placed = sets.union(here.placed, itself);
    here.awake = sets.union(here.awake, task.wakes[operation]);
    if (here.target === operation) here.target = -1;
    if (sets.has(obligations, operation)) updateInert();
  }

  /** Fewer results to explain: more operations may be inert. */
  function updateInert(): void {
    const inert = sets.difference(active, neededUpdates());
    here.awake = sets.union(here.awake, sets.difference(inert, here.inert));
    here.inert = inert;
  }

  function neededUpdates(): Bits {
    let needed = sets.empty;
    for (let left = sets.difference(obligations, here.placed); !sets.isEmpty(left); left = sets.rest(left))
      needed = sets.union(needed, relevant[sets.first(left)]);
    return needed;
  }

  /** Whether all that happens before the operation is placed. */
  function isFree(operation: number): boolean {
    return sets.within(before[operation], here.placed);
  }

  /** Places every inert operation that gains nothing by waiting. */
  function placeInert(): void {
    while (!sets.isEmpty(here.awake)) {
      const operation = sets.first(here.awake);
      meter.work(1);
      const seen = sightNow(operation);
      here.awake = sets.rest(here.awake);
      if (seen !== undefined) place(operation, seen);
    }
  }

  /** What an inert operation sees if it gains nothing by waiting. */
  function sightNow(operation: number): Bits | undefined {
    if (!sets.has(here.inert, operation) || sets.has(here.placed, operation) || !isFree(operation))
      return undefined;
    const least = leastVisible(prefix, operation, here.placed);
    if (explains(operation, least)) return least;
    return task.matters[operation] === 0
      ? minimalVisibleSets(prefix, operation, least, true, PATIENCE)[0]
      : undefined;
  }

  /** Whether the operation, coming next, is explained by the least it must see. */
  function explains(operation: number, least: Bits): boolean {
    if (!sets.has(obligations, operation)) return true;
    // A complete operation sees the present state. (Where that cannot be, irrelevant updates may be why.)
    if (levels[operation] === LEVEL.complete && here.state !== IMPOSSIBLE)
      return execution.explains(here.state, operation);
    return isExplained(prefix, operation, least);
  }

  /** The sets to try for an operation that comes next. */
  function sightsOf(operation: number): readonly Bits[] {
    const least = leastVisible(prefix, operation, here.placed);
    if (explains(operation, least)) return [least];
    return minimalVisibleSets(prefix, operation, least, task.matters[operation] === 0);
  }

  /** A waiting operation whose result no update can change any more that may still come before it; or -1. */
  function nextRipe(): number {
    const rest = sets.difference(active, here.placed);
    for (let left = sets.intersection(rest, here.inert); !sets.isEmpty(left); left = sets.rest(left)) {
      const operation = sets.first(left);
      meter.work(1);
      if (!isFree(operation)) continue;
      const changing = sets.intersection(relevant[operation], rest);
      if (sets.within(changing, after[operation])) return operation;
    }
    return -1;
  }

  /** The first operation to place on the way to the target: one before it, or itself. */
  function nextFor(target: number): number {
    for (
      let left = sets.difference(before[target], here.placed);
      !sets.isEmpty(left);
      left = sets.rest(left)
    ) {
      meter.work(1);
      if (isFree(sets.first(left))) return sets.first(left);
    }
    return target;
  }

  /** The updates that may come next, and the complete operations whose turn may be now. */
  function targetsNow(): number[] {
    const targets: number[] = [];
    for (let left = sets.difference(active, here.placed); !sets.isEmpty(left); left = sets.rest(left)) {
      const operation = sets.first(left);
      meter.work(1);
      const missing = sets.difference(before[operation], here.placed);
      if (!sets.within(missing, here.inert)) continue;
      if (!sets.has(here.inert, operation) || isTimely(operation, missing)) targets.push(operation);
    }
    return targets;
  }

  /** Whether an inert operation is complete, waits only for others to be placed, and could come then. */
  function isTimely(operation: number, missing: Bits): boolean {
    if (levels[operation] !== LEVEL.complete || sets.isEmpty(missing)) return false;
    return sets.has(obligations, operation)
      ? explains(operation, here.placed)
      : task.matters[operation] === 1;
  }

  function isHopeless(): boolean {
    return failed.isHopeless(here.placed, neededUpdates(), here.state) && !trail.resuming;
  }

  function open(operation: number, sights: readonly Bits[], targets: readonly number[]): void {
    trail.open(operation < 0 ? targets.length : sights.length);
    forks[depth++] = { ...here, operation, sights, targets };
  }

  function moveTo(fork: Position<Bits>): void {
    here.placed = fork.placed;
    here.count = fork.count;
    here.updates = fork.updates;
    prefix.updates = fork.updates;
    here.state = fork.state;
    here.inert = fork.inert;
    here.awake = fork.awake;
    here.target = fork.target;
  }

  /** All that is left are operations with nothing to explain: each sees the least it must. */
  function solution(): Solution<Bits> {
    for (let left = sets.difference(active, here.placed); !sets.isEmpty(left); ) {
      const operation = nextFor(sets.first(left));
      place(operation, leastVisible(prefix, operation, here.placed));
      left = sets.difference(active, here.placed);
    }
    return { linearization: Array.from(sequence.subarray(0, here.count)), visible: prefix.visible };
  }
}
