import type { Integer } from "./integer.js";
import {
  type Access,
  evaluate,
  type LitmusTest,
  loadsIn,
  registerValue,
  type Subject,
} from "./litmus-test.js";
import { subjectsOf } from "./subjects.js";

/** One memory, or one with a first-in first-out store buffer for each thread. */
export type Machine = "sc" | "tso";

/** The final state of a run. */
export interface FinalState {
  /** What a location or a register holds; undefined for an address. */
  valueOf(subject: Subject): Integer | undefined;
  /** What an access read, where that matters to some store or to a register in the end. */
  readValue(access: Access): Integer | undefined;
}

/** The most accesses that a test may have to be run, and the most states of the machine that are looked at. */
const MOST_ACCESSES = 100;
const MOST_STATES = 100_000;

interface State {
  /** Thread → how many of its accesses are done. */
  readonly at: readonly number[];
  /** Thread → stores on their way to memory, each the number of a location and a value. */
  readonly buffers: readonly (readonly (readonly [number, Integer])[])[];
  readonly memory: readonly Integer[];
  /** What each access that matters has read. */
  readonly read: readonly (Integer | null)[];
}

/**
 * Every way in which the runs of a test can end on a machine, by trying all steps: each thread's next
 * access, and the oldest store of each buffer. `undefined` where there are too many.
 */
export function finalStates(test: LitmusTest, machine: Machine): readonly FinalState[] | undefined {
  const { threads } = test;
  if (threads.reduce((total, { accesses }) => total + accesses.length, 0) > MOST_ACCESSES) return undefined;
  const locations = locationsOf(test);
  const numberOf = new Map(locations.map((location, number) => [location, number]));
  const mattering = loadsThatMatter(test);
  const slot = new Map(mattering.map((access, place) => [access, place]));
  const place = (access: Access): number => numberOf.get(access.location) ?? -1;
  const valueIn =
    ({ read }: State) =>
    (access: Access): Integer | undefined =>
      read[slot.get(access) ?? -1] ?? undefined;

  /** The states that one step of thread t leads to. */
  const stepsOf = (state: State, t: number): State[] => {
    const { at, buffers, memory, read } = state;
    const [head, ...rest] = buffers[t];
    const committed: State[] =
      head === undefined
        ? []
        : [{ at, buffers: buffers.with(t, rest), memory: memory.with(head[0], head[1]), read }];
    if (at[t] === threads[t].accesses.length) return committed;
    const access = threads[t].accesses[at[t]];
    const next = at.with(t, at[t] + 1);
    const waits = buffers[t].length > 0 && (access.kind === "fence" || access.kind === "update");
    if (waits) return committed;
    if (access.kind === "fence") return [{ at: next, buffers, memory, read }];
    const x = place(access);
    const seen = buffers[t].findLast(([location]) => location === x)?.[1] ?? memory[x];
    const knows = access.kind !== "store" && slot.has(access);
    const after: State = {
      at: next,
      buffers,
      memory,
      read: knows ? read.with(slot.get(access) ?? 0, seen) : read,
    };
    if (access.stored === undefined) return [...committed, after];
    const value = evaluate(access.stored, valueIn(after)) ?? 0;
    if (access.kind === "store" && machine === "tso")
      // To enter the own buffer takes nothing away from anybody: no other step need be tried first.
      return [{ ...after, buffers: buffers.with(t, [...buffers[t], [x, value]]) }];
    return [...committed, { ...after, memory: memory.with(x, value) }];
  };
  const isEager = ({ at }: State, t: number): boolean => {
    const access = threads[t].accesses.at(at[t]);
    return machine === "tso" && at[t] < threads[t].accesses.length && access?.kind === "store";
  };

  const start: State = {
    at: threads.map(() => 0),
    buffers: threads.map(() => []),
    memory: locations.map((location) => test.initial.get(location) ?? 0),
    read: mattering.map(() => null),
  };
  const seen = new Set<string>([keyOf(start)]);
  const open = [start];
  const ended: State[] = [];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    const current = state;
    const eager = threads.findIndex((_, t) => isEager(current, t));
    const nexts = eager >= 0 ? stepsOf(current, eager) : threads.flatMap((_, t) => stepsOf(current, t));
    if (nexts.length === 0) ended.push(current);
    for (const next of nexts) {
      const key = keyOf(next);
      if (seen.has(key)) continue;
      if (seen.size === MOST_STATES) return undefined;
      seen.add(key);
      open.push(next);
    }
  }
  return ended.map((state) => ({
    readValue: valueIn(state),
    valueOf({ thread: id, name }) {
      if (id === undefined) return state.memory[numberOf.get(name) ?? -1] ?? test.initial.get(name) ?? 0;
      const thread = threads.find((one) => one.id === id);
      if (thread === undefined) return undefined;
      return evaluate(registerValue(thread, test.registerKey(name)), valueIn(state));
    },
  }));
}

/** A text for each state. (Values are integers, or their digits: no separator is in them.) */
const keyOf = ({ at, buffers, memory, read }: State): string =>
  `${at.join()} ${buffers.map((buffer) => buffer.join()).join("|")} ${memory.join()} ${read.join()}`;

/** The accesses whose values are stored, or end in a register that the test asks about. */
function loadsThatMatter(test: LitmusTest): readonly Access[] {
  const stored = test.threads.flatMap(({ accesses }) =>
    accesses.flatMap((access) => (access.stored === undefined ? [] : loadsIn(access.stored))),
  );
  const asked = subjectsOf(test).flatMap(({ thread: id, name }) => {
    const thread = test.threads.find((one) => one.id === id);
    return thread === undefined ? [] : loadsIn(registerValue(thread, test.registerKey(name)));
  });
  return [...new Set([...stored, ...asked])];
}

/** All locations that the test names or accesses. */
function locationsOf({ initial, threads }: LitmusTest): readonly string[] {
  const accessed = threads.flatMap(({ accesses }) => accesses.map(({ location }) => location));
  return [...new Set([...initial.keys(), ...accessed])].filter((location) => location !== "");
}
