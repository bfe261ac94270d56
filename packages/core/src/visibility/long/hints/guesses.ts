import type { Meter } from "../../meter.js";
import { type Bounds, orderOfBounds } from "../conclude/bounds.js";
import { type HintName, hintsOf, hintTimes } from "./hints.js";
import type { Choice } from "../long-task.js";
import { pseudoTimes } from "./pseudo-times.js";

/** A guess of when the operations of a choice took effect, and what is known of them. */
export interface Guess {
  readonly bounds: Bounds;
  /** Operation → its place in an order that agrees with what is known. */
  readonly moments: Float64Array;
  /** Where it comes from. */
  readonly hint: HintName;
}

/** What is known of a choice at a level, with a guess for each hint, the best first. */
export function* guesses(choice: Choice, level: number, meter: Meter): Generator<Guess> {
  const saturated = choice.at(level, meter);
  if ("contradiction" in saturated) return;
  const { problem } = choice.taskAt(level);
  const { bounds } = saturated;
  for (const hint of hintsOf(problem)) {
    const order = orderOfBounds(bounds, hint === "position" ? pseudoTimes(bounds) : hintTimes(problem, hint));
    if (order === undefined) return;
    const moments = new Float64Array(problem.size);
    order.forEach((operation, at) => {
      moments[operation] = at;
    });
    yield { bounds, moments, hint };
  }
}
