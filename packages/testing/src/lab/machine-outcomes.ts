import { type MemoryProgram, type Variable, variablesOf } from "@sightline/lab/memory/program.js";

/** How a program can end: what its steps read or wrote, thread by thread, and the values left behind. */
export interface MachineOutcome {
  readonly values: readonly number[];
  readonly final: readonly number[];
}

interface State {
  /** Thread → its next step. */
  readonly next: readonly number[];
  /** Thread → the writes in its store buffer, oldest first. */
  readonly buffers: readonly (readonly (readonly [Variable, number])[])[];
  readonly memory: ReadonlyMap<Variable, number>;
  readonly values: readonly (readonly number[])[];
}

/**
 * Every outcome of a program, by running an abstract machine through all its states: with store buffers it
 * is that of x86-TSO (Owens, Sarkar, Sewell 2009) without fences and locks; without, each write reaches
 * memory at once, and the machine is sequentially consistent. For small programs only.
 */
export function machineOutcomes(program: MemoryProgram, storeBuffers: boolean): MachineOutcome[] {
  const variables = variablesOf(program);
  const outcomes = new Map<string, MachineOutcome>();
  const seen = new Set<string>();
  const explore = (state: State): void => {
    const key = JSON.stringify([state.next, state.buffers, [...state.memory], state.values]);
    if (seen.has(key)) return;
    seen.add(key);
    const after = [...moves(program, state, storeBuffers)];
    if (after.length > 0) {
      after.forEach(explore);
      return;
    }
    const values = state.values.flat();
    const final = variables.map((variable) => state.memory.get(variable) ?? 0);
    outcomes.set(JSON.stringify([values, final]), { values, final });
  };
  const each = program.threads.map(() => []);
  explore({ next: program.threads.map(() => 0), buffers: each, memory: new Map(), values: each });
  return [...outcomes.values()];
}

/** The states that one step of one thread, or one write that leaves its buffer, leads to. */
function* moves({ threads }: MemoryProgram, state: State, storeBuffers: boolean): Generator<State> {
  for (const [thread, steps] of threads.entries()) {
    const buffer = state.buffers[thread];
    if (buffer.length > 0) {
      const [[variable, value], ...younger] = buffer;
      yield {
        ...state,
        buffers: state.buffers.with(thread, younger),
        memory: new Map([...state.memory, [variable, value]]),
      };
    }
    if (state.next[thread] === steps.length) continue;
    const [kind, variable, written] = steps[state.next[thread]];
    const value =
      kind === "w"
        ? written
        : (buffer.findLast(([buffered]) => buffered === variable)?.[1] ?? state.memory.get(variable) ?? 0);
    const after = {
      ...state,
      next: state.next.with(thread, state.next[thread] + 1),
      values: state.values.with(thread, [...state.values[thread], value]),
    };
    if (kind === "r") yield after;
    else if (storeBuffers)
      yield { ...after, buffers: state.buffers.with(thread, [...buffer, [variable, value]]) };
    else yield { ...after, memory: new Map([...state.memory, [variable, value]]) };
  }
}
