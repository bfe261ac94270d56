import type { Budget } from "../budget.js";
import { printOperation } from "../history/print.js";
import type { Found } from "../linearize/engine.js";
import type { Part } from "../linearize/part.js";

/**
 * Decides a part in polynomial time, or answers `undefined` where its precondition does not hold
 * and only a search can tell. What it does decide it decides exactly: `satisfied` carries a whole
 * linearization, `violated` the few rows that contradict each other and why.
 */
export type Monitor = (part: Part, budget: Budget) => Found | undefined;

/** Bytes of working arrays per row, roughly: asked of the budget before a monitor starts. */
const BYTES_PER_ROW = 200;

/**
 * A monitor from its decision procedure. Orders beyond real time are refused here for all: the
 * theory behind each monitor is about real time alone.
 */
export function defineMonitor(decide: (part: Part, budget: Budget) => Found | undefined): Monitor {
  return (part, budget) => {
    if (part.order !== undefined) return undefined;
    const shortage = budget.exceeded(0, BYTES_PER_ROW * part.size);
    if (shortage !== undefined) return { verdict: "unknown", reason: shortage, states: 0 };
    return decide(part, budget);
  };
}

/** A verdict with the rows that contradict each other; rows below 0 stand for "no such operation". */
export function violation(part: Part, rows: readonly number[], reason: string): Found {
  const distinct = [...new Set(rows)].filter((row) => row >= 0).sort((a, b) => a - b);
  return { verdict: "violated", pattern: { rows: distinct, reason }, states: part.size };
}

/** A verdict with its witness. */
export const satisfied = (part: Part, linearization: Int32Array): Found => ({
  verdict: "satisfied",
  linearization,
  states: part.size,
});

/** An operation in the words of a reason: `#7 read() => 2`. */
export function words(part: Part, row: number): string {
  return `#${part.ids[row]} ${printOperation(part.labels[part.label[row]])}`;
}

/** Several things in a sentence: "1, 2 and 3". */
export function list(items: readonly string[]): string {
  return items.length < 2
    ? items.join("")
    : `${items.slice(0, -1).join(", ")} and ${items[items.length - 1]}`;
}
