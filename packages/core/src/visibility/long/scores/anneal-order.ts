import type { Random } from "../../../random.js";
import type { Meter } from "../../meter.js";
import type { Unexplained } from "./unexplained.js";
import { gather, type UpdateLine } from "./update-line.js";

/** Tells which queries an order of updates leaves unexplained, however they stand between those. */
export interface Judge {
  readonly updates: UpdateLine;
  readonly unexplained: Unexplained;
  /**
   * Looks again where the updates of a session, or any (-1), at these places stand otherwise among the others there; by
   * how many more queries are unexplained, for what they count.
   */
  change(from: number, to: number, s: number): number;
  /** Takes the last change back, where updates stand again as they did. */
  undo(): void;
  /** What it takes to look at a place again, in elementary steps. */
  readonly work: number;
}

/** A move: the updates of a session at these places stand before, or after, the others there. */
export interface Gathering {
  readonly s: number;
  readonly from: number;
  readonly to: number;
  readonly isLater: boolean;
}

/** What may help a query that is not explained; `undefined` where nothing came to mind. */
export type Propose = (query: number) => Gathering | readonly Gathering[] | undefined;

/** About how many places after those of a move are looked at again. */
const BEHIND = 40;

/** What it takes to think of a move, in elementary steps. */
const PROPOSING = 100;

/** How moves are chosen. */
export interface Temper {
  /** How many more unexplained queries are kept by a fair chance, at first. */
  readonly heat: number;
  /** How much more a query counts each time that something was tried for it. */
  readonly blame: number;
}

/**
 * Changes the order of updates step by step, each for a query that it leaves unexplained: what leaves fewer so is
 * kept, and what leaves more is, too, by a chance that falls to none (simulated annealing). Whether all are explained.
 */
export function* annealOrder(
  judge: Judge,
  propose: Propose,
  steps: number,
  { heat, blame }: Temper,
  random: Random,
  meter: Meter,
): Generator<void, boolean> {
  const { updates, unexplained } = judge;
  const { line, place } = updates;
  for (let step = 0; step < steps && unexplained.count > 0; step++) {
    if (meter.isTurnOver()) yield;
    const query = unexplained.list[random.int(unexplained.count)];
    unexplained.blame(query, blame);
    const move = propose(query);
    meter.work(PROPOSING);
    if (move === undefined) continue;
    const moves = "s" in move ? [move] : move;
    let [from, to] = [line.length, -1];
    for (const one of moves) [from, to] = [Math.min(from, one.from), Math.max(to, one.to)];
    if (from >= to) continue;
    const old = line.slice(from, to + 1);
    for (const one of moves) gather(updates, one.s, one.from, one.to, one.isLater);
    const more = judge.change(from, to, moves.length === 1 ? moves[0].s : -1);
    meter.work(judge.work * (to - from + BEHIND));
    const temperature = heat * (1 - step / steps);
    if (more <= 0 || random.int(1 << 20) < (1 << 20) * Math.exp(-more / temperature)) continue;
    line.set(old, from);
    for (let at = from; at <= to; at++) place[line[at]] = at;
    judge.undo();
  }
  return unexplained.count === 0;
}
