import {
  createHistoryBuilder,
  type History,
  type HistoryHeader,
  HistoryError,
  labelOf,
  type OperationRecord,
} from "@sightline/core";

/** The name of a shared variable. */
export type Variable = string | number;

/** One access to shared memory: a write of a value to a variable, or a read of a variable. */
export type MemoryStep =
  | readonly [kind: "w", variable: Variable, value: number]
  | readonly [kind: "r", variable: Variable];

/** What each thread does, in its order. All variables are 0 at first. */
export interface MemoryProgram {
  readonly threads: readonly (readonly MemoryStep[])[];
}

/** The variables of a program, in order of first appearance, thread by thread. */
export function variablesOf({ threads }: MemoryProgram): readonly Variable[] {
  return [...new Set(threads.flatMap((steps) => steps.map(([, variable]) => variable)))];
}

/**
 * The program that a history of type `memory` was a run of; its results are ignored, so a program in the
 * notation will do: `parseHistory("{ write(x,1); read(y) } || { write(y,1); read(x) }")`.
 *
 * Throws a `HistoryError` for what cannot be run on real memory: other methods, values that are not
 * 32-bit integers, several objects, an order declared between threads.
 */
export function programOf(history: History): MemoryProgram {
  if (history.type !== undefined && history.type.toLowerCase() !== "memory")
    throw new HistoryError(
      "SL1010",
      `a program of type ${history.type}: only memory programs run on shared memory`,
    );
  if (history.happensBefore.length > 0)
    throw new HistoryError("SL1010", "happensBefore cannot be kept when a program runs: leave it out");
  if (history.initial !== undefined)
    throw new HistoryError(
      "SL1010",
      "initial: shared variables are 0 at first when a program runs: leave it out",
    );
  const threads = history.sessions.map((): MemoryStep[] => []);
  for (let id = 0; id < history.size; id++) threads[history.session[id]].push(stepOf(history, id));
  return { threads };
}

function stepOf(history: History, id: number): MemoryStep {
  const { method, args } = labelOf(history, id);
  const [variable, value] = args;
  const fail = (message: string): never => {
    throw new HistoryError("SL1010", `${method}: ${message}`, ["operations", id]);
  };
  if (method === "fence" || method === "exchange")
    return fail("fences and exchanges cannot be run here: only read(variable) and write(variable,value) can");
  if (history.objects[history.object[id]] !== undefined)
    return fail("name variables, as in read(x), and no objects");
  if (typeof variable !== "string" && typeof variable !== "number")
    return fail("the first argument names the variable: a word or a number");
  if (method === "read" && args.length === 1) return ["r", variable];
  if (method !== "write" || args.length !== 2)
    return fail("a program of type memory is made of read(variable) and write(variable,value)");
  if (typeof value !== "number" || (value | 0) !== value)
    return fail("a value must be a 32-bit integer to be written to shared memory");
  return ["w", variable, value];
}

/** What each step of a memory history read or wrote, thread by thread. Throws where a read has no result. */
export function historyValues(history: History): readonly number[] {
  const values = history.sessions.map((): number[] => []);
  for (let id = 0; id < history.size; id++) {
    const { method, args, result } = labelOf(history, id);
    const value = method === "write" ? args[1] : result;
    if (typeof value !== "number")
      throw new HistoryError("SL1010", `${method}: its value must be given as a number`, ["operations", id]);
    values[history.session[id]].push(value);
  }
  return values.flat();
}

/**
 * The operations of a run, thread by thread. `values` has one entry per step, in the same order: what a read
 * returned; the entries of writes are ignored.
 */
export function* operationsOf(
  { threads }: MemoryProgram,
  values: ArrayLike<number>,
): Generator<OperationRecord, void> {
  let next = 0;
  for (const [session, steps] of threads.entries())
    for (const [kind, variable, written] of steps) {
      const value = values[next++];
      yield kind === "w"
        ? { session, method: "write", args: [variable, written] }
        : { session, method: "read", args: [variable], result: value };
    }
}

/** A run of a program, with `values` as in `operationsOf`, as a history of type `memory`. */
export function historyOf(
  program: MemoryProgram,
  values: ArrayLike<number>,
  header: Pick<HistoryHeader, "name" | "seen"> = {},
): History {
  const builder = createHistoryBuilder({ type: "memory", ...header });
  for (const operation of operationsOf(program, values)) builder.add(operation);
  return builder.finish();
}

/** Whether some read of the run returned what another thread wrote: whether the threads met at all. */
export function showsExchange({ threads }: MemoryProgram, values: ArrayLike<number>): boolean {
  let next = 0;
  return threads.some((steps) => {
    const own = new Map<Variable, Set<number>>();
    let exchange = false;
    for (const [kind, variable, written] of steps) {
      const value = values[next++];
      if (kind === "w") {
        const mine = own.get(variable);
        if (mine === undefined) own.set(variable, new Set([written]));
        else mine.add(written);
      } else if (value !== 0 && own.get(variable)?.has(value) !== true) exchange = true;
    }
    return exchange;
  });
}
