import { type Budget, Exhausted } from "../budget.js";
import type { Writable } from "../writable.js";

/** Counts the steps of an engine and asks its budget now and then. Throws `Exhausted` when that runs out. */
export interface Meter {
  readonly steps: number;
  /** One more step; the budget is asked at every 1024th. */
  step(): void;
  /** To be called before an allocation of so many bytes. */
  reserve(bytes: number): void;
}

/** A meter at zero. */
export function createMeter(budget: Budget): Meter {
  const ask = (moreBytes: number): void => {
    const shortage = budget.exceeded(meter.steps, moreBytes);
    if (shortage !== undefined) throw new Exhausted(shortage);
  };
  const meter: Writable<Meter> = {
    steps: 0,
    step() {
      if ((++meter.steps & 1023) === 0) ask(0);
    },
    reserve: ask,
  };
  return meter;
}
