import { type Integer, toInteger } from "./integer.js";
import { failAtPlace } from "./scanner.js";
import {
  type Access,
  type Constraint,
  evaluate,
  holdsAddress,
  type LitmusTest,
  loadsIn,
  type Operand,
  type Outcome,
  registerValue,
} from "./litmus-test.js";
import { type FinalState, finalStates } from "./machine.js";

/** The loads whose results an outcome gives. */
export type Results = Map<Access, Integer>;

/**
 * What the loads of a test returned in a run with this outcome, as far as it tells. Where a value is stored
 * that the outcome does not tell, it is that of a run with this outcome: with one memory if there is such a
 * run, else with store buffers; if there is none at all any value will do, for the outcome is then
 * impossible whatever it was.
 *
 * Throws a `PlacedError` where the outcome does not fit the test.
 */
export function loadResults(test: LitmusTest, outcome: Outcome): Results {
  const results: Results = new Map();
  const valueOf = (access: Access): Integer | undefined => results.get(access);
  const left = outcome.filter((constraint) => !observe(test, constraint, results));
  const needed = test.threads.flatMap(({ accesses }) =>
    accesses.flatMap(({ stored }) =>
      stored === undefined || evaluate(stored, valueOf) !== undefined ? [] : loadsIn(stored),
    ),
  );
  if (needed.length === 0 && left.length === 0) return results;
  const run = runWith(test, outcome);
  if (run === undefined && left.length > 0)
    failAtPlace(
      left[0].place,
      "what this register is the sum of cannot be told from it: name the registers that were loaded",
    );
  for (const access of [...needed, ...left.flatMap((constraint) => loadsIn(heldBy(test, constraint)))])
    if (!results.has(access)) results.set(access, run?.readValue(access) ?? 0);
  return results;
}

/** How a run with this outcome ends, if there is one. */
function runWith(test: LitmusTest, outcome: Outcome): FinalState | undefined {
  for (const machine of ["sc", "tso"] as const) {
    const ends = finalStates({ ...test, shown: [...test.shown, ...outcome] }, machine);
    if (ends === undefined) {
      const { place } = outcome.at(0) ?? { place: test.conditionPlace };
      return failAtPlace(
        place,
        "this outcome does not tell all values that are stored, and the test has too many runs to find them: add registers to the condition",
      );
    }
    const end = ends.find(({ valueOf }) =>
      outcome.every((constraint) => valueOf(constraint) === constraint.value),
    );
    if (end !== undefined) return end;
  }
  return undefined;
}

/** What a register of the outcome holds; for a location nothing is known. */
function heldBy(test: LitmusTest, { thread: id, name, place }: Constraint): Operand {
  const thread = test.threads.find((one) => one.id === id);
  if (thread === undefined) return failAtPlace(place, `the test ${test.name} has no thread P${id}`);
  return registerValue(thread, test.registerKey(name));
}

/** Takes the final value of a register as the result of the load that it came from; false where it came from several. */
function observe(test: LitmusTest, constraint: Constraint, results: Results): boolean {
  const { thread: id, name, value, place } = constraint;
  if (id === undefined) return true;
  const held = heldBy(test, constraint);
  if (holdsAddress(held)) return failAtPlace(place, `${id}:${name} holds an address, not an integer`);
  const known = evaluate(held, (access) => results.get(access));
  if (known !== undefined && known !== value)
    failAtPlace(place, `${id}:${name} cannot be ${value}: the test or this outcome makes it ${known}`);
  if (known !== undefined) return true;
  const [only, ...others] = loadsIn(held);
  if (held.kind === "load") results.set(only, value);
  else {
    const factor = held.kind === "sum" && others.length === 0 ? held.factors.get(only) : undefined;
    if (held.kind !== "sum" || (factor !== 1n && factor !== -1n)) return false;
    results.set(only, toInteger(factor * (BigInt(value) - held.constant)));
  }
  return true;
}
