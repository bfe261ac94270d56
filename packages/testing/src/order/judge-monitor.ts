import { createBudget } from "@sightline/core/budget.js";
import { PENDING } from "@sightline/core/history/history.js";
import { equal } from "@sightline/core/history/value.js";
import type { Found } from "@sightline/core/linearize/engine.js";
import type { Part } from "@sightline/core/linearize/part.js";
import type { Monitor } from "@sightline/core/monitors/monitor.js";
import { outcomes, stateKey } from "@sightline/core/types/type.js";

/** Runs a monitor without bounds. */
export const run = (monitor: Monitor, part: Part) => monitor(part, createBudget());

/**
 * Is there an order of the operations that explains them? By trying every one. Operations that are
 * pending, or not among `required`, may take effect or not.
 */
function explainable(part: Part, required: (row: number) => boolean = () => true): boolean {
  const rows = Array.from({ length: part.size }, (_, row) => row);
  const bits = (holds: (row: number) => boolean): number =>
    rows.reduce((mask, row) => (holds(row) ? mask | (1 << row) : mask), 0);
  const must = bits((row) => part.ret[row] !== PENDING && required(row));
  const before = rows.map((row) => bits((other) => part.ret[other] < part.call[row]));
  const after = rows.map((row) => bits((other) => part.ret[row] < part.call[other]));
  const tried = new Set<string>();
  const extend = (state: unknown, taken: number): boolean => {
    if ((must & ~taken) === 0) return true;
    const here = `${taken} ${stateKey(part.type, state)}`;
    if (tried.has(here)) return false;
    tried.add(here);
    return rows.some((row) => {
      if ((taken & (1 << row)) !== 0) return false;
      if ((before[row] & must & ~taken) !== 0 || (after[row] & taken) !== 0) return false;
      const { result, ...invocation } = part.labels[part.label[row]];
      return outcomes(part.type, state, invocation).some(
        (outcome) =>
          (result === undefined || equal(outcome.result, result)) &&
          extend(outcome.state, taken | (1 << row)),
      );
    });
  };
  return extend(part.type.init(part.initial), 0);
}

/** What is wrong with a linearization, from the definition; `undefined` where nothing is. */
function fault(part: Part, linearization: ArrayLike<number>): string | undefined {
  const taken = new Uint8Array(part.size);
  let state: unknown = part.type.init(part.initial);
  let latestCall = -1;
  for (const row of Array.from(linearization)) {
    if (taken[row] === 1) return `row ${row} comes twice`;
    taken[row] = 1;
    if (part.ret[row] < latestCall) return `row ${row} returned before an earlier one was called`;
    latestCall = Math.max(latestCall, part.call[row]);
    const { result, ...invocation } = part.labels[part.label[row]];
    const [outcome] = outcomes(part.type, state, invocation);
    if (result !== undefined && !equal(outcome.result, result))
      return `row ${row} would return ${JSON.stringify(outcome.result)}`;
    state = outcome.state;
  }
  for (let row = 0; row < part.size; row++)
    if (taken[row] === 0 && part.ret[row] !== PENDING) return `row ${row} is missing`;
  return undefined;
}

/** What a monitor says of a part, and what is wrong with its linearization where something is. */
export function judged(monitor: Monitor, part: Part): string | undefined {
  const found = run(monitor, part);
  const wrong = found?.verdict === "satisfied" ? fault(part, found.linearization) : undefined;
  return wrong ?? found?.verdict;
}

/** Counts of what a monitor said. */
interface Tally {
  satisfied: number;
  violated: number;
  refused: number;
}

/**
 * Compares a monitor with the definition on many random histories: the verdict, the witness, and
 * that the rows of a pattern cannot be ordered whatever the others did. Throws with the part at
 * the first difference.
 */
export function fuzz(monitor: Monitor, count: number, next: () => Part): Tally {
  const tally: Tally = { satisfied: 0, violated: 0, refused: 0 };
  for (let i = 0; i < count; i++) {
    const part = next();
    const found = run(monitor, part);
    tally[found === undefined || found.verdict === "unknown" ? "refused" : found.verdict]++;
    const wrong = found === undefined ? undefined : difference(part, found);
    if (wrong !== undefined) throw new Error(`${wrong}: ${JSON.stringify({ part, found })}`);
  }
  return tally;
}

/** How a finding differs from the definition, if it does. */
function difference(part: Part, found: Found): string | undefined {
  if (found.verdict === "unknown") return "unknown without a bound";
  if (found.verdict === "satisfied") return fault(part, found.linearization);
  const { rows, reason } = found.pattern ?? { rows: [], reason: "" };
  if (explainable(part)) return "violated, but an order explains it";
  if (explainable(part, (row) => rows.includes(row))) return "the pattern is no reason";
  return /#\d/.test(reason) ? undefined : "the reason names no operation";
}
