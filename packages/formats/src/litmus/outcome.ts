import { createHistoryBuilder, type History, type HistoryBuilder } from "@sightline/core";
import type { Integer } from "./number.js";
import { failAtPlace } from "./scanner.js";
import {
  type Access,
  type Constraint,
  type LitmusTest,
  type Operand,
  type Outcome,
  registerValue,
  type Thread,
} from "./litmus-test.js";

/** The loads whose results the outcome gives. */
type Results = Map<Access, Integer>;

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
  const results: Results = new Map();
  for (const constraint of outcome) if (constraint.thread !== undefined) observe(test, constraint, results);
  const finals = finalValues(test, outcome, results);
  const initial = [...test.initial].filter(([, value]) => value !== 0);
  const builder = createHistoryBuilder({
    type: type ?? "memory",
    name: nameOf(test, outcome, times),
    ...(initial.length === 0 ? {} : { initial }),
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
  const values = outcome
    .map(({ thread, name: of, value }) => `${thread === undefined ? `[${of}]` : `${thread}:${of}`}=${value}`)
    .join("; ");
  return `${name}${values === "" ? "" : `: ${values}`}${times === undefined ? "" : ` (${times} times)`}`;
}

/** Takes the final value of a register as the result of the load that it came from. */
function observe(test: LitmusTest, { thread: id, name, value, place }: Constraint, results: Results): void {
  const thread = test.threads.find((one) => one.id === id);
  if (thread === undefined) return failAtPlace(place, `the test ${test.name} has no thread P${id}`);
  const held = registerValue(thread, test.registerKey(name));
  if (held.kind === "address") return failAtPlace(place, `${id}:${name} holds an address, not an integer`);
  const known = valueOf(held, results);
  if (known !== undefined && known !== value)
    failAtPlace(place, `${id}:${name} cannot be ${value}: the test or this outcome makes it ${known}`);
  if (held.kind === "load") results.set(held.access, value);
}

/** The value of an operand, where it is known. */
function valueOf(operand: Operand, results: Results): Integer | undefined {
  if (operand.kind === "constant") return operand.value;
  return operand.kind === "load" ? results.get(operand.access) : undefined;
}

function addAccess(builder: HistoryBuilder, session: number, access: Access, results: Results): void {
  const { location, stored, place } = access;
  if (stored === undefined) {
    const result = results.get(access);
    builder.add(
      { session, method: "read", args: [location], ...(result === undefined ? {} : { result }) },
      place.line,
    );
    return;
  }
  const value = valueOf(stored, results);
  if (value === undefined)
    return failAtPlace(
      place,
      "what is stored here was read before, and the outcome does not tell its value: add the register to the condition",
    );
  builder.add({ session, method: "write", args: [location, value] }, place.line);
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

function isLocation({ initial, threads }: LitmusTest, name: string): boolean {
  return (
    initial.has(name) ||
    threads.some(
      ({ accesses, registers }) =>
        accesses.some(({ location }) => location === name) ||
        [...registers.values()].some((held) => held.kind === "address" && held.location === name),
    )
  );
}

/** The final value that a location has in every run, because at most one thread writes it. */
function certainValue(test: LitmusTest, name: string, results: Results): Integer | undefined {
  const writers = test.threads
    .map((thread) => storesTo(thread).filter(({ location }) => location === name))
    .filter((stores) => stores.length > 0);
  if (writers.length > 1) return undefined;
  const last = writers.at(0)?.at(-1)?.stored;
  return last === undefined ? (test.initial.get(name) ?? 0) : valueOf(last, results);
}
