import { createHistoryBuilder } from "@sightline/core/history/builder.js";
import type { History, Invocation } from "@sightline/core/history/history.js";
import { equal, type Value } from "@sightline/core/history/value.js";
import { outcomes, type SequentialType } from "@sightline/core/types/type.js";
import { createRandom, type Random } from "@sightline/core/random.js";
import { createFreshness, randomInvocation } from "./workload.js";

/** Options of `simulate`. */
export interface Simulation {
  readonly type: SequentialType;
  readonly threads: number;
  /** Operations of each thread. */
  readonly operations: number;
  /** How many different keys and elements there are. */
  readonly values: number;
  readonly seed: number;
  /** The methods to call; default: all. */
  readonly methods?: readonly string[];
  /** How likely an operation never returns; its thread goes on as a new session. Default: 0. */
  readonly pending?: number;
  /** How many results to change to those of other operations of the same method. Default: 0. */
  readonly corrupt?: number;
}

interface Recorded {
  session: number;
  call: number;
  end: number | undefined;
  invocation: Invocation;
  result: Value | undefined;
}

/**
 * A history of threads that use one object at random: each operation is called, takes effect at
 * one moment, and returns, and between any two of these any other thread may go on. So the history
 * is linearizable, unless results are corrupted.
 */
export function simulate(simulation: Simulation): History {
  const { type, threads, operations, seed, corrupt = 0 } = simulation;
  const random = createRandom(seed);
  const recorded = record(simulation, random);
  for (let i = 0; i < corrupt; i++) corruptOne(recorded, random);
  const builder = createHistoryBuilder({ type: type.name, name: `${threads} × ${operations}, seed ${seed}` });
  for (const { session, call, end, invocation, result } of recorded)
    builder.add({
      session,
      ...invocation,
      call,
      ...(end !== undefined && { return: end }),
      ...(result !== undefined && { result }),
    });
  return builder.finish();
}

/** Runs the threads: each in turn calls, takes effect or returns. Operations come in the order of their calls. */
function record(simulation: Simulation, random: Random): Recorded[] {
  const { type, threads, operations, pending = 0 } = simulation;
  const recorded: Recorded[] = [];
  const fresh = createFreshness(type);
  const open: (Recorded | undefined)[] = Array.from({ length: threads });
  const tookEffect = new Uint8Array(threads);
  const session = Int32Array.from({ length: threads }, (_, thread) => thread);
  const left = new Int32Array(threads).fill(operations);
  const running = Array.from({ length: threads }, (_, thread) => thread);
  let sessions = threads;
  let state: unknown = type.init(undefined);

  const takeEffect = (operation: Recorded): void => {
    for (let attempt = 0; attempt < 8; attempt++) {
      operation.invocation = fresh(randomInvocation(type, random, simulation.values, simulation.methods));
      const possible = outcomes(type, state, operation.invocation);
      if (possible.length === 0) continue;
      const outcome = random.pick(possible);
      operation.result = outcome.result;
      state = outcome.state;
      return;
    }
    throw new Error(`no invocation of type ${type.name} is possible after ${recorded.length} operations`);
  };

  for (let time = 0; running.length > 0; time++) {
    const turn = random.int(running.length);
    const thread = running[turn];
    const operation = open[thread];
    if (operation === undefined) {
      const called: Recorded = {
        session: session[thread],
        call: time,
        end: undefined,
        invocation: { method: "", args: [] },
        result: undefined,
      };
      recorded.push(called);
      open[thread] = called;
      tookEffect[thread] = 0;
      left[thread]--;
    } else if (tookEffect[thread] === 0) {
      const before = state;
      takeEffect(operation);
      tookEffect[thread] = 1;
      if (random.chance(pending)) {
        // It crashed, half the time before it took effect.
        if (random.chance(0.5)) state = before;
        operation.result = undefined;
        session[thread] = sessions++;
        open[thread] = undefined;
      }
    } else {
      operation.end = time;
      open[thread] = undefined;
    }
    if (open[thread] === undefined && left[thread] === 0) running.splice(turn, 1);
  }
  return recorded;
}

/** Gives an operation the result of another with the same method, if one with a different result is found. */
function corruptOne(recorded: readonly Recorded[], random: Random): void {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const [victim, other] = [random.pick(recorded), random.pick(recorded)];
    if (victim.result === undefined || other.result === undefined) continue;
    if (victim.invocation.method !== other.invocation.method || equal(victim.result, other.result)) continue;
    victim.result = other.result;
    return;
  }
}
