import { type Budget, Exhausted } from "../budget.js";

/** Counts what a search does, and stops it by throwing `Exhausted` when it may do no more. */
export interface Meter {
  /** Configurations visited so far. */
  readonly states: number;
  /** Lets the search visit so many more configurations, whatever the budget has left. */
  allow(more: number): void;
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

/** A configuration that takes more steps than this counts as several. */
const STEPS_PER_STATE = 4096;

/** Thrown at the end of each round, so that no stack need be told: to put one together takes as long as a short round. */
const roundOver = new Exhausted("states");

/** A meter over the budget. */
export function createMeter(budget: Budget): Meter {
  const most = budget.limits.states ?? Infinity;
  let states = 0;
  let allowed = most;
  let steps = 0;
  let bytes = 0;
  let spent = false;
  let all = 0;
  const ask = (): void => {
    all += steps;
    const shortage = budget.exceeded(Math.max(states, all / STEPS_PER_STATE), bytes, steps);
    steps = 0;
    bytes = 0;
    if (shortage === undefined) return;
    spent = true;
    throw new Exhausted(shortage);
  };
  const work = (more: number): void => {
    steps += more;
    if (steps >= STEPS_BETWEEN) ask();
  };
  return {
    get states() {
      return states;
    },
    allow(more) {
      allowed = Math.min(most, states + more);
    },
    visit() {
      states++;
      if (states > allowed) {
        if (states > most) spent = true;
        throw roundOver;
      }
      work(32);
    },
    work,
    grow(more) {
      bytes += more;
    },
    isSpent: () => spent,
  };
}
