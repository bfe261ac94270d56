import { createBudget } from "@sightline/core/budget.js";
import type { OperationRecord } from "@sightline/core/history/builder.js";
import { type Invocation, type Label, PENDING } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import type { Found } from "@sightline/core/linearize/engine.js";
import type { Part } from "@sightline/core/linearize/part.js";
import type { Random } from "@sightline/core/random.js";
import { outcomes, type SequentialType, stateKey } from "@sightline/core/types/type.js";
import type { Monitor } from "@sightline/core/monitors/monitor.js";

/** Runs a monitor without bounds. */
export const run = (monitor: Monitor, part: Part) => monitor(part, createBudget());

/** One operation of a history without sessions, so that real time is the only order. */
export type Operation = Omit<OperationRecord, "session" | "object">;

/** A part from operations with times: at one instant calls stand before returns. */
export function partOf(type: SequentialType, operations: readonly Operation[], initial?: Value): Part {
  const ids = operations.map((_, id) => id).sort((a, b) => at(operations[a].call) - at(operations[b].call));
  const events = ids.flatMap((id, row) => [
    { row, isReturn: false, time: at(operations[id].call) },
    { row, isReturn: true, time: at(operations[id].return) },
  ]);
  events.sort((a, b) => a.time - b.time || Number(a.isReturn) - Number(b.isReturn) || a.row - b.row);
  const call = new Int32Array(ids.length);
  const ret = new Int32Array(ids.length);
  // Holes between positions, as in a part of a larger history.
  events.forEach(({ row, isReturn, time }, i) => {
    if (isReturn) ret[row] = time === Infinity ? PENDING : 3 * i;
    else call[row] = 3 * i;
  });
  const labels = ids.map((id) => {
    const { method, args = [], result } = operations[id];
    return { method, args, result };
  });
  const label = Int32Array.from(labels.keys());
  return {
    type,
    initial,
    size: ids.length,
    ids: Int32Array.from(ids),
    labels,
    label,
    call,
    ret,
    order: undefined,
  };
}

const at = (time: OperationRecord["call"]): number => (time === undefined ? Infinity : Number(time));

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
export function fault(part: Part, linearization: ArrayLike<number>): string | undefined {
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

/** The type, state and calls of random runs. */
export interface Workload {
  readonly type: SequentialType;
  readonly initial?: Value;
  /** The next invocation of the run. */
  readonly invoke: (random: Random) => Invocation;
}

/** The shape of a random run. */
interface Shape {
  readonly operations: number;
  /** How long operations take: 1 is short. */
  readonly width: number;
  /** How far operations stray from when they took effect; 0 makes a correct run. */
  readonly jitter: number;
  readonly pending: number;
  readonly unobserved: number;
}

/**
 * The operations of a run: without jitter, each takes effect at a random moment between its call
 * and its return. Times are whole numbers with many ties.
 */
export function randomRun(random: Random, { type, initial, invoke }: Workload, shape: Shape): Operation[] {
  let state: unknown = type.init(initial);
  const run: Operation[] = [];
  // Short and long operations side by side: the patterns are in how they overlap.
  const reach = (): number => random.int(1 + shape.width * random.pick([1, 2, 6]));
  for (let i = 0; i < shape.operations; i++) {
    const { method, args } = invoke(random);
    const moment = 2 * i + random.int(2 * shape.jitter + 1) - shape.jitter;
    const operation = { method, args, call: moment - reach() };
    const pending = random.chance(shape.pending);
    if (pending && random.chance(0.5)) {
      run.push(operation); // It never took effect.
      continue;
    }
    const [outcome] = outcomes(type, state, { method, args });
    state = outcome.state;
    run.push({
      ...operation,
      ...(!random.chance(pending ? 0.9 : shape.unobserved) && { result: outcome.result }),
      ...(!pending && { return: moment + reach() }),
    });
  }
  return run;
}

/** The run with one result replaced by that of another operation of the same method, or two exchanged. */
function spoil(random: Random, run: readonly Operation[]): Operation[] {
  const index = random.int(run.length);
  const victim = run[index];
  const other = random.pick(run.filter(({ method }) => method === victim.method));
  if (victim.result === undefined || other.result === undefined) return [...run];
  const spoilt = run.with(index, { ...victim, result: other.result });
  return random.chance(0.3) ? spoilt : spoilt.with(run.indexOf(other), { ...other, result: victim.result });
}

/** Operations with the given labels at random times, the first ones rather earlier; right or wrong. */
export function scatter(random: Random, labels: readonly Label[]): Operation[] {
  return labels.map(({ method, args, result }, i) => {
    const call = i + random.int(8);
    const operation = { method, args, call, return: call + random.int(random.pick([2, 6, 14])) };
    return result === undefined ? operation : { ...operation, result };
  });
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

/** Small random runs, most of them wrong in some way. */
export function runs(random: Random, workload: () => Workload, largest = 8): () => Part {
  return () => {
    const load = workload();
    let history = randomRun(random, load, {
      operations: 2 + random.int(largest - 1),
      width: random.pick([1, 1, 2, 3]),
      jitter: random.pick([0, 3, 6]),
      pending: random.pick([0, 0, 0.2]),
      unobserved: random.pick([0, 0, 0.15]),
    });
    for (let spoils = random.int(3); spoils > 0; spoils--) history = spoil(random, history);
    return partOf(load.type, history, load.initial);
  };
}
