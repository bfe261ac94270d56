import type { Random } from "../../../random.js";
import { createRandom } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { Guess } from "../hints/guesses.js";
import type { ElementMachine } from "./element-machine.js";
import type { TableAttempt } from "./element-attempts.js";
import { proposedMoves, type TableMove } from "./table-moves.js";
import { createTableLayers } from "./table-layers.js";

/** How many layers further a move has to bring the run to be taken at once. */
const FURTHER = 12;
/** How often it goes back for a query that was missed, before the table is changed; and how many layers at first. */
const [RETRIES, BACK] = [3, 8];
/** What part of the beginnings is followed where a move is tried. */
const A_TRIAL = 1 / 3;
/** How often in a row it may come no further than it has been. */
const MOST_IN_VAIN = 100;

/**
 * Looks for one order of a queue's operations along a table of which value is put there when: at first as was guessed.
 * What is in front is then told by how many are gone, so that beginnings are small, and many can be followed: an
 * element is found in front long after it was put there, and where elements may be put in any order it is found out
 * far too late which was wrong. Where no beginning can go on, the table is changed: a value goes some places
 * earlier, by which the run comes furthest.
 */
export function* tableOrder(
  { bounds, moments }: Guess,
  machine: ElementMachine,
  { width, around, weights }: TableAttempt,
  seed: number,
  meter: Meter,
): Generator<void, readonly number[] | "stuck"> {
  const layers = createTableLayers(bounds, machine, moments, weights, meter);
  const { table, whole } = layers;
  const random: Random = createRandom(seed);
  fillTable(table, machine, moments, around);
  let reached = yield* layers.run(0, whole, width);
  /** Up to which layer beginnings are those of the table. */
  let valid = reached;
  const tries = new Map<number, number>();
  for (let [inVain, record] = [0, reached]; reached < whole; inVain++) {
    const { missed } = layers;
    if (reached > record) [inVain, record] = [0, reached];
    if (inVain > MOST_IN_VAIN || reached < 0) return "stuck";
    const again = tries.get(missed) ?? 0;
    if (missed >= 0 && again < RETRIES) {
      tries.set(missed, again + 1);
      layers.blame[missed]++;
      const past = Math.min(whole, reached + FURTHER);
      const back = Math.max(0, Math.min(reached, layers.layerOf(missed)) - (BACK << again));
      reached = yield* layers.run(back, past, width << (again + 1));
      if (reached === past) reached = yield* layers.run(past, whole, width);
      valid = reached;
      continue;
    }
    const moves = proposedMoves(
      layers,
      machine,
      bounds.problem,
      reached,
      missed < 0 ? reached : Math.min(reached, layers.layerOf(missed)),
    );
    const goal = Math.min(whole, reached + FURTHER);
    let best: TableMove | undefined;
    let furthest = reached;
    for (const move of moves) {
      meter.visit();
      const end = yield* tryMove(move, goal);
      if (end <= furthest) continue;
      [best, furthest] = [move, end];
      if (end === goal) break;
    }
    if (moves.length === 0) return "stuck";
    best ??= moves[random.int(moves.length)];
    makeMove(table, best);
    const from = Math.min(valid, layers.lastBeforePut(Math.min(best.from, best.to)));
    reached = yield* layers.run(from, whole, width);
    valid = reached;
  }
  return layers.order();

  /** How far a run comes with the move, at most to the goal. */
  function* tryMove(move: TableMove, goal: number): Generator<void, number> {
    const place = Math.min(move.from, move.to);
    const old = table.slice(place, Math.max(move.from, move.to) + 1);
    makeMove(table, move);
    const atPut = layers.lastBeforePut(place);
    let end = goal;
    // Whether it helps those who find the values is seen soon; whether these can be put so takes a longer run.
    if (move.isFound) end = yield* from(layers.lastBeforeFront(place));
    if (end > reached) end = yield* from(atPut);
    table.set(old, place);
    return end;

    function* from(layer: number): Generator<void, number> {
      valid = Math.min(valid, layer);
      return yield* layers.run(valid, goal, Math.ceil(A_TRIAL * width));
    }
  }
}

/** Moves a value to another place, and those between by one. */
function makeMove(table: Int32Array, { from, to, value }: TableMove): void {
  if (from > to) table.copyWithin(to + 1, to, from);
  else table.copyWithin(from, from + 1, to + 1);
  table[to] = value;
}

/** The values in the order that was guessed; of those that somebody finds within so many places, as was guessed, or of all. */
function fillTable(
  table: Int32Array,
  { does, valueOf, finds }: ElementMachine,
  moments: Float64Array,
  around: number,
): void {
  const byMoment = Array.from(moments.keys()).sort((a, b) => moments[a] - moments[b]);
  const values = byMoment.flatMap((operation) => (does[operation] === 1 ? [valueOf[operation]] : []));
  if (around === Infinity) {
    table.set(values);
    return;
  }
  let [size, gone] = [0, 0];
  for (const operation of byMoment) {
    if (does[operation] === 1) size++;
    else if (does[operation] === 2 && size > 0) {
      size--;
      gone++;
    }
    if (finds[operation] <= 0) continue;
    for (let at = Math.max(0, gone - around); at <= gone + around; at++)
      if (values[at] === finds[operation]) table[at] = values[at];
  }
}
