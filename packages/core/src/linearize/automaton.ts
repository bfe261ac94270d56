import { type Budget, Exhausted } from "../budget.js";
import type { Label } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { type Outcome, outcomes, type SequentialType, stateKey } from "../types/type.js";

/** What `step` answers when the label is not possible in the state. */
export const DISABLED = -1;

/**
 * A sequential type seen through the labels of one part: states are small numbers, steps are
 * table look-ups. Types with several outcomes are made deterministic by the subset construction:
 * a state number then stands for the set of states the object may be in.
 */
export interface Automaton {
  readonly initial: number;
  readonly labels: readonly Label[];
  /**
   * Label → 1 where it never changes a state of the type (the `pure` hint). It may still narrow a
   * set of states down to those in which its result was possible.
   */
  readonly pure: Uint8Array;
  /** The state after the label, or `DISABLED`. */
  step(state: number, label: number): number;
  /** How many states have been met so far. */
  readonly stateCount: number;
}

/** How many steps of the type may pass before the budget is asked again. */
const STEPS_BETWEEN = 2048;
/** The most states that one set of the subset construction may hold. */
const MOST_MEMBERS = 4096;

/**
 * An automaton over the given labels, filled in as it is walked. Throws `Exhausted` from `step`
 * when the budget runs out there: a step of the type can be slow, and sets of states large.
 */
export function createAutomaton(
  type: SequentialType,
  labels: readonly Label[],
  initial: Value | undefined,
  budget: Budget,
): Automaton {
  /** Asks for memory that a table is about to take. */
  const reserve = (bytes: number): void => {
    const shortage = budget.exceeded(0, bytes);
    if (shortage !== undefined) throw new Exhausted(shortage);
  };
  const states = createStateTable(type, labels, reserve);
  const invocations = labels.map(({ method, args }) => ({ method, args })); // a type must not see the result
  let untilAsked = STEPS_BETWEEN;
  const successor = (state: number, label: number): number => {
    const { result } = labels[label];
    const members = states.members(state);
    untilAsked -= members.length;
    if (untilAsked <= 0) {
      untilAsked = STEPS_BETWEEN;
      const shortage = members.length > MOST_MEMBERS ? "states" : budget.exceeded(0);
      if (shortage !== undefined) throw new Exhausted(shortage);
    }
    if (members.length === 1) {
      const stepped = type.step(members[0], invocations[label]);
      if (!Array.isArray(stepped)) {
        const only = stepped as Outcome<unknown>;
        const fits = result === undefined || equal(only.result, result);
        return fits ? states.internOne(only.state) : DISABLED;
      }
    }
    const next: unknown[] = [];
    for (const possible of members)
      for (const outcome of outcomes(type, possible, invocations[label]))
        if (result === undefined || equal(outcome.result, result)) next.push(outcome.state);
    return next.length === 0 ? DISABLED : states.intern(next);
  };
  const first = states.intern([type.init(initial)]);
  const step =
    labels.length <= 64
      ? denseMemo(labels.length, successor, reserve)
      : sparseMemo(labels.length, successor, reserve);
  const pure = Uint8Array.from(labels, (label) => (type.pure?.(label) ? 1 : 0));
  return {
    initial: first,
    labels,
    pure,
    step,
    get stateCount() {
      return states.count();
    },
  };
}

type Reserve = (bytes: number) => void;

/** From so many states on, the growth of the table is worth asking for; what it takes for each state. */
const [MANY, BYTES_PER_STATE] = [1 << 14, 72];

interface StateTable {
  /** The number of the set of one state. */
  internOne(state: unknown): number;
  intern(states: readonly unknown[]): number;
  members(state: number): readonly unknown[];
  count(): number;
}

/** Numbers sets of states; a deterministic type has only sets of one. */
function createStateTable(type: SequentialType, labels: readonly Label[], reserve: Reserve): StateTable {
  const merge = type.quotient?.(labels) ?? ((state: unknown) => state);
  const numbers = new Map<string | number, number>();
  const members: (readonly unknown[])[] = [];
  const add = (key: string | number, states: readonly unknown[]): number => {
    const number = members.length;
    // A Map doubles when its size is a power of 2.
    if (number >= MANY && (number & (number - 1)) === 0) reserve(BYTES_PER_STATE * number);
    numbers.set(key, number);
    members.push(states);
    return number;
  };
  const internOne = (state: unknown): number => {
    const merged: unknown = merge(state);
    const key = stateKey(type, merged);
    return numbers.get(key) ?? add(key, [merged]);
  };
  return {
    internOne,
    intern(given) {
      if (given.length === 1) return internOne(given[0]);
      const byKey = new Map<string | number, unknown>();
      for (const state of given) {
        const merged: unknown = merge(state);
        byKey.set(stateKey(type, merged), merged);
      }
      const keys = [...byKey.keys()];
      const key = keys.length === 1 ? keys[0] : JSON.stringify(keys.map((k) => String(k)).sort());
      return numbers.get(key) ?? add(key, [...byKey.values()]);
    },
    members: (state) => members[state],
    count: () => members.length,
  };
}

type Step = (state: number, label: number) => number;
const UNKNOWN = -2;

/** Memoises in one row of labels per state: fastest, for small alphabets. */
function denseMemo(labelCount: number, successor: Step, reserve: Reserve): Step {
  let table = new Int32Array(16 * labelCount).fill(UNKNOWN);
  return (state, label) => {
    const at = state * labelCount + label;
    const known = at < table.length ? table[at] : UNKNOWN;
    if (known !== UNKNOWN) return known;
    const next = successor(state, label);
    if (at >= table.length) {
      const length = Math.max(2 * table.length, (state + 1) * labelCount);
      reserve(4 * length);
      const wider = new Int32Array(length).fill(UNKNOWN);
      wider.set(table);
      table = wider;
    }
    return (table[at] = next);
  };
}

/** Memoises in a hash table on (state, label), for large alphabets. */
function sparseMemo(labelCount: number, successor: Step, reserve: Reserve): Step {
  let capacity = 1 << (32 - Math.clz32(8 * labelCount));
  let entries = new Int32Array(3 * capacity).fill(-1); // state, label, next
  let used = 0;
  const slotOf = (state: number, label: number): number => {
    let hash = Math.imul(state, 0x9e3779b1) ^ Math.imul(label, 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & (capacity - 1);
    while (entries[3 * slot] !== -1 && (entries[3 * slot] !== state || entries[3 * slot + 1] !== label))
      slot = (slot + 1) & (capacity - 1);
    return 3 * slot;
  };
  const put = (state: number, label: number, next: number): void => {
    const at = slotOf(state, label);
    entries[at] = state;
    entries[at + 1] = label;
    entries[at + 2] = next;
  };
  return (state, label) => {
    const at = slotOf(state, label);
    if (entries[at] !== -1) return entries[at + 2];
    const next = successor(state, label);
    if (2 * ++used > capacity) {
      const old = entries;
      reserve(2 * old.byteLength);
      capacity *= 2;
      entries = new Int32Array(3 * capacity).fill(-1);
      for (let i = 0; i < old.length; i += 3) if (old[i] !== -1) put(old[i], old[i + 1], old[i + 2]);
    }
    put(state, label, next);
    return next;
  };
}
