import { createHistoryBuilder, type History, type HistoryBuilder } from "@sightline/core";
import type { Integer } from "./integer.js";
import { failAtPlace } from "./scanner.js";
import {
  type Access,
  type Constraint,
  evaluate,
  type LitmusTest,
  type Outcome,
  type Thread,
} from "./litmus-test.js";
import { loadResults, type Results } from "./load-results.js";
import { isLocation, subjectName } from "./subjects.js";

/**
 * The history of a run of a test with this outcome. A load whose value is in a register that the outcome
 * gives is a read with that result; any other load is a read whose result is not known.
 *
 * The final value of a location is the result of a read after all writes of it. This needs no order that a
 * memory model might lack: each thread that writes the location ends with a write of a flag of its own, and
 * a further session, `final`, reads all flags as set before it reads the location. Where writes of a thread
 * reach memory in program order and reads happen in program order, as in TSO and SC, that last read comes
 * after every write of the location; and any run can be followed by these operations.
 *
 * Throws a `PlacedError` where the outcome does not fit the test.
 */
export function historyOf(
  test: LitmusTest,
  outcome: Outcome,
  times: number | undefined,
  type: string | undefined,
): History {
  const results = loadResults(test, outcome);
  const finals = finalValues(test, outcome, results);
  const initial = [...test.initial].filter(([, value]) => value !== 0);
  const builder = createHistoryBuilder({
    type: type ?? "memory",
    name: nameOf(test, outcome, times),
    ...(initial.length !== 0 && { initial }),
  });
  const flags: string[] = [];
  for (const thread of test.threads) {
    for (const access of thread.accesses) addAccess(builder, thread.id, access, results);
    if (!storesTo(thread).some(({ location }) => finals.has(location))) continue;
    const flag = `P${thread.id}-done`;
    flags.push(flag);
    builder.add({ session: thread.id, method: "write", args: [flag, 1] });
  }
  for (const flag of flags) builder.add({ session: "final", method: "read", args: [flag], result: 1 });
  for (const [location, { value, place }] of finals)
    builder.add({ session: "final", method: "read", args: [location], result: value }, place.line);
  return builder.finish();
}

/** `SB: 0:EAX=0; 1:EAX=0 (40 times)`. */
function nameOf({ name }: LitmusTest, outcome: Outcome, times: number | undefined): string {
  const values = outcome.map((constraint) => `${subjectName(constraint)}=${constraint.value}`).join("; ");
  return `${name}${values === "" ? "" : `: ${values}`}${times === undefined ? "" : ` (${times} times)`}`;
}

function addAccess(builder: HistoryBuilder, session: number, access: Access, results: Results): void {
  const { kind, location, stored, place } = access;
  const seen = results.get(access);
  const result = seen === undefined ? {} : { result: seen };
  const value = stored === undefined ? undefined : evaluate(stored, (load) => results.get(load));
  switch (kind) {
    case "fence":
      builder.add({ session, method: "fence" }, place.line);
      break;
    case "load":
      builder.add({ session, method: "read", args: [location], ...result }, place.line);
      break;
    case "store":
    case "update":
      if (value === undefined)
        return failAtPlace(
          place,
          "what is stored here was read before, and the outcome does not tell its value: add the register to the condition",
        );
      if (kind === "store") builder.add({ session, method: "write", args: [location, value] }, place.line);
      else builder.add({ session, method: "exchange", args: [location, value], ...result }, place.line);
  }
}

const storesTo = ({ accesses }: Thread): Access[] => accesses.filter(({ stored }) => stored !== undefined);

/** The final values of locations that the outcome gives, less those that every run has. */
function finalValues(test: LitmusTest, outcome: Outcome, results: Results): Map<string, Constraint> {
  const finals = new Map<string, Constraint>();
  for (const constraint of outcome) {
    const { thread, name, value, place } = constraint;
    if (thread !== undefined) continue;
    if (!isLocation(test, name)) failAtPlace(place, `the test ${test.name} has no location ${name}`);
    const other = finals.get(name);
    if (other !== undefined && other.value !== value)
      failAtPlace(place, `${name} cannot be ${value} and ${other.value} in one outcome`);
    finals.set(name, constraint);
  }
  for (const [name, { value }] of finals)
    if (certainValue(test, name, results) === value) finals.delete(name);
  return finals;
}

/** The final value that a location has in every run, because at most one thread writes it. */
function certainValue(test: LitmusTest, name: string, results: Results): Integer | undefined {
  const writers = test.threads
    .map((thread) => storesTo(thread).filter(({ location }) => location === name))
    .filter((stores) => stores.length > 0);
  if (writers.length > 1) return undefined;
  const last = writers.at(0)?.at(-1)?.stored;
  return last === undefined ? (test.initial.get(name) ?? 0) : evaluate(last, (load) => results.get(load));
}
