import type { Cube } from "../../cubes/cube.js";
import { sortOperations } from "../relations/clocks.js";
import type { EdgeList } from "../relations/edge-list.js";
import type { IncrementalOrder, OrderMark } from "./incremental-order.js";
import type { MemoryHistory } from "../memory-history.js";
import type { Meter } from "../meter.js";
import { furtherEdges, type Saturation } from "./saturation.js";
import { createSchedule, type Schedule, type WritePair } from "./schedule.js";
import type { Writable } from "../../writable.js";

/** A search for a schedule that can be interrupted and taken up again. */
export interface BranchSearch {
  /**
   * Goes on until it knows, or until `failures` more choices have turned out wrong, or there were `more` of them.
   * @throws Exhausted when the budget runs out; the search cannot go on after that
   */
  run(failures: number, more?: number): "satisfied" | "violated" | "paused";
  /** Leaves what it has begun, and takes up a cube: `violated` then says that nothing in that cube is left. */
  take(cube: Cube): void;
  /** What is left to be searched, also after the budget has run out. */
  rest(): Cube;
  /** After `satisfied`: all operations, in an order in which each read returns the last write before it. */
  readonly order: Int32Array;
  /** How often all threads waited for each other. */
  readonly deadlocks: number;
  /** Choices that turned out wrong so far. */
  readonly failures: number;
  /** What is known to hold beyond po, wr and the given edges, whatever is chosen. */
  knownEdges(): EdgeList;
}

/** A choice between two orders of a pair of writes. */
interface Choice {
  readonly pair: WritePair;
  readonly mark: OrderMark;
  /** How many of the two orders were tried, and how many are to be: another may try the second. */
  tried: number;
  readonly most: number;
}

/**
 * Branch and saturate. The greedy schedule runs until the threads wait for each other in a cycle.
 * Had all pairs of writes on that cycle the order in which the schedule took them, the cycle would be
 * one of R; so one of the pairs is turned round, R is saturated again from there, and the schedule is
 * taken back to where it no longer fits. Only pairs that ever stood in the way are decided.
 */
export function createBranchSearch(
  memory: MemoryHistory,
  { order, index, chains }: Extract<Saturation, { consistent: true }>,
  meter: Meter,
): BranchSearch {
  const priority = rankBySort(memory, furtherEdges(order));
  const schedule = createSchedule(memory, index, chains, order.clock, priority, meter);
  const choices: Choice[] = [];
  const root = order.mark();
  let over = false;

  /** Tries the next order of the newest choice that has one left. False: no choice has. */
  const turn = (): boolean => {
    for (let choice = choices.at(-1); choice !== undefined; choice = choices.at(-1)) {
      order.undo(choice.mark);
      if (choice.tried >= choice.most) {
        choices.pop();
        continue;
      }
      const { done, blocked } = choice.pair;
      choice.tried++;
      if (choice.tried === 1 ? order.add(blocked, done) : order.add(done, blocked)) {
        cutWhereOutgrown(schedule, order, choice.mark, memory.threads);
        return true;
      }
      search.failures++;
    }
    return false;
  };

  const search: Writable<BranchSearch> = {
    run(more, forks = Infinity) {
      const enough = search.failures + more;
      for (let opened = 0; !over && !schedule.run(); opened++) {
        if (search.failures >= enough || opened >= forks) return "paused";
        search.deadlocks++;
        choices.push({ pair: newestPair(schedule), mark: order.mark(), tried: 0, most: 2 });
        over = !turn();
      }
      return over ? "violated" : "satisfied";
    },
    take({ ways, ends, pairs = [] }) {
      order.undo(root);
      choices.length = 0;
      over = false;
      for (let fork = 0; fork < ways.length; fork++) {
        const [done, blocked] = pairs[fork];
        choices.push({ pair: { done, blocked }, mark: order.mark(), tried: ways[fork], most: ends[fork] });
        over = !turn();
        // Where the first way of a fork has failed already, nothing below it is left.
        if (choices.length <= fork || choices[fork].tried > ways[fork] + 1) return;
      }
    },
    rest: () => ({
      ways: choices.map(({ tried }) => Math.max(0, tried - 1)),
      ends: choices.map(({ most }) => most),
      pairs: choices.map(({ pair }) => [pair.done, pair.blocked] as const),
    }),
    order: schedule.order,
    deadlocks: 0,
    failures: 0,
    knownEdges() {
      // A choice that has its second order, with only such ones below it, was none.
      const open = choices.find(({ tried }) => tried < 2);
      return furtherEdges(order, open?.mark.edges);
    },
  };
  return search;
}

/** The pair of the wait cycle whose placed write was placed last: turning it round undoes least. */
function newestPair(schedule: Schedule): WritePair {
  const [first, ...others] = schedule.waitCycle();
  return others.reduce(
    (best, pair) => (schedule.placeOf[pair.done] > schedule.placeOf[best.done] ? pair : best),
    first,
  );
}

/** Cuts the schedule before the first operation that now has one before it which was not placed earlier. */
function cutWhereOutgrown(
  schedule: Schedule,
  { grown, clock }: IncrementalOrder,
  since: OrderMark,
  threads: number,
): void {
  const { placeOf } = schedule;
  let keep = schedule.length;
  for (let i = since.clocks; i < grown.size; i++) {
    const place = placeOf[Math.trunc(grown.place[i] / threads)];
    if (place < 0 || place >= keep) continue;
    const before = placeOf[clock[grown.place[i]] - 1];
    if (before < 0 || before > place) keep = place;
  }
  schedule.cut(keep);
}

/** Operation → its rank in an order that extends po ∪ wr ∪ given ∪ `edges`, which must have no cycle. */
function rankBySort(memory: MemoryHistory, edges: EdgeList): Int32Array {
  const sorted = sortOperations(memory, edges);
  if (!sorted.acyclic) throw new Error("the saturated order has a cycle that saturation did not see");
  const rank = new Int32Array(memory.size);
  for (let i = 0; i < memory.size; i++) rank[sorted.order[i]] = i;
  return rank;
}
