import { type Budget, Exhausted } from "../budget.js";
import type { Writable } from "../writable.js";

/** Counts what a search does, and stops it by throwing `Exhausted` when it may do no more. */
export interface Meter {
  /** Configurations visited so far; much work counts as some, so that none is worth more than so much time. */
  readonly states: number;
  /** Elementary steps so far, of which a visit is a few: about the same time each, whatever the search. */
  readonly steps: number;
  /** Lets the search visit so many more configurations, whatever the budget has left. */
  allow(more: number): void;
  /** Lets the turn of the search last so many more steps; visits no more configurations than these in any case. */
  takeTurn(steps: number, states: number): void;
  /** Whether the turn is over: a search that can go on later stops where it is. */
  isTurnOver(): boolean;
  /** Notes that a configuration is visited. */
  visit(): void;
  /** Notes some elementary steps: a search with large configurations asks for the time as often. */
  work(steps: number): void;
  /** Notes that a table grows by about so many bytes. */
  grow(bytes: number): void;
  /** Whether the budget itself has run out, not only what `allow` gave. */
  isSpent(): boolean;
}

/** About a quarter of a millisecond. */
const STEPS_BETWEEN = 8192;
/** The steps that a visit stands for. */
const A_VISIT = 32;

/** Thrown at the end of each round, so that no stack need be told: to put one together takes as long as a short round. */
const roundOver = new Exhausted("states");

/**
 * A meter over the budget.
 *
 * @param weight what an elementary step takes, in those of a search with the smallest sets
 */
export function createMeter(budget: Budget, weight = 1): Meter {
  let most = budget.limits.states ?? Infinity;
  let allowed = most;
  let asked = 0;
  let heavy = 0;
  let turn = Infinity;
  let bytes = 0;
  let spent = false;
  const ask = (): void => {
    const shortage = budget.exceeded(meter.states, bytes, meter.steps - asked);
    asked = meter.steps;
    bytes = 0;
    if (shortage === undefined) return;
    spent = true;
    throw new Exhausted(shortage);
  };
  /** What goes beyond the visits counts as states, too. */
  const count = (more: number): void => {
    heavy += more;
    if (heavy < STEPS_BETWEEN) return;
    const whole = Math.floor(heavy / STEPS_BETWEEN);
    meter.states += whole;
    heavy -= whole * STEPS_BETWEEN;
  };
  const work = (more: number): void => {
    const taken = weight * more;
    meter.steps += taken;
    count(taken);
    if (meter.steps - asked >= STEPS_BETWEEN) ask();
  };
  const meter: Writable<Meter> = {
    states: 0,
    steps: 0,
    allow(more) {
      allowed = Math.min(most, meter.states + more);
    },
    takeTurn(more, moreStates) {
      turn = meter.steps + more;
      most = Math.min(budget.limits.states ?? Infinity, meter.states + moreStates);
    },
    isTurnOver: () => meter.steps >= turn,
    visit() {
      meter.states++;
      if (meter.states > allowed) {
        if (meter.states > most) spent = true;
        throw roundOver;
      }
      meter.steps += weight * A_VISIT;
      if (weight > 1) count((weight - 1) * A_VISIT);
      if (meter.steps - asked >= STEPS_BETWEEN) ask();
    },
    work,
    grow(more) {
      bytes += more;
    },
    isSpent: () => spent,
  };
  return meter;
}

/** What a search in turns comes to if there are none. */
export function withoutTurns<Answer>(search: Generator<void, Answer>): Answer {
  for (;;) {
    const step = search.next();
    if (step.done === true) return step.value;
  }
}
