import type { Invocation, Label } from "@sightline/core/history/history.js";
import type { Value } from "@sightline/core/history/value.js";
import type { Part } from "@sightline/core/linearize/part.js";
import type { Random } from "@sightline/core/random.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { type Operation, partOf } from "./part-of.js";

/** The type, state and calls of random runs. */
export interface Workload {
  readonly type: SequentialType;
  readonly initial?: Value;
  /** The next invocation of the run. */
  readonly invoke: (random: Random) => Invocation;
}

/** Runs of a container: fresh values by the method `adds`, and the given methods as often as they are listed. */
export const ofFreshValues =
  (type: SequentialType, adds: string, methods: readonly string[]) => (): Workload => {
    let fresh = 0;
    return {
      type,
      invoke: (random) => {
        const method = random.pick(methods);
        return { method, args: method === adds ? [++fresh] : [] };
      },
    };
  };

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
