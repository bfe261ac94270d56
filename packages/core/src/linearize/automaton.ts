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
  /** Whether the type says of the state that others are to be tried first; `undefined` where it says nothing of any. */
  readonly isUnlikely: ((state: number) => boolean) | undefined;
  /** How many states have been met so far. */
  stateCount(): number;
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
  const relative = type.relativeTo?.(labels);
  const seen: Seen = relative ?? type;
  const isUnlikely = relative?.isUnlikely; // such a type has no sets of states
  const states = createStateTable(seen, labels, reserve);
  const invocations = labels.map(({ method, args }) => ({ method, args })); // a type must not see the result
  let untilAsked = STEPS_BETWEEN;
  const noteSteps = (count: number): void => {
    untilAsked -= count;
    if (untilAsked > 0) return;
    untilAsked = STEPS_BETWEEN;
    const shortage = count > MOST_MEMBERS ? "states" : budget.exceeded(0);
    if (shortage !== undefined) throw new Exhausted(shortage);
  };
  /** (member, label) → the members that it may lead to: a member of many sets is stepped once. */
  const ways = new Map<number, readonly number[]>();
  const waysOf = (member: number, label: number): readonly number[] => {
    const at = member * labels.length + label;
    const known = ways.get(at);
    if (known !== undefined) return known;
    const { result } = labels[label];
    const next = new Set<number>();
    for (const outcome of outcomes(seen, states.stateOf(member), invocations[label]))
      if (result === undefined || equal(outcome.result, result)) next.add(states.member(outcome.state));
    const found = [...next];
    ways.set(at, found);
    return found;
  };
  const successor = (state: number, label: number): number => {
    const { result } = labels[label];
    const members = states.members(state);
    if (typeof members === "number") {
      noteSteps(1);
      const stepped = seen.step(states.stateOf(members), invocations[label]);
      if (!Array.isArray(stepped)) {
        const only = stepped as Outcome<unknown>;
        const fits = result === undefined || equal(only.result, result);
        return fits ? states.one(states.member(only.state)) : DISABLED;
      }
      return states.set(waysOf(members, label));
    }
    noteSteps(members.length);
    const next = new Set<number>();
    for (const member of members) for (const after of waysOf(member, label)) next.add(after);
    return states.set([...next]);
  };
  const start: unknown = type.init(initial);
  const first = states.one(states.member(relative === undefined ? start : relative.of(start)));
  const step =
    labels.length <= 64
      ? denseMemo(labels.length, successor, reserve)
      : sparseMemo(labels.length, successor, reserve);
  const pure = new Uint8Array(labels.length);
  if (type.pure !== undefined) for (let i = 0; i < pure.length; i++) pure[i] = type.pure(labels[i]) ? 1 : 0;
  return {
    initial: first,
    labels,
    pure,
    step,
    isUnlikely: isUnlikely && ((state) => isUnlikely(states.stateOf(states.members(state) as number))),
    stateCount: () => states.count(),
  };
}

/** What is asked of a type as it is, or as these labels tell it. */
type Seen = Pick<SequentialType, "step" | "key" | "quotient">;

type Reserve = (bytes: number) => void;

/** From so many states on, the growth of the table is worth asking for; what it takes for each state. */
const [MANY, BYTES_PER_STATE] = [1 << 14, 72];

/** Numbers states, which are members of sets, and sets of them; a deterministic type has only sets of one. */
interface StateTable {
  /** The number of a state. */
  member(state: unknown): number;
  /** The state with this number. */
  stateOf(member: number): unknown;
  /** The number of the set of one. */
  one(member: number): number;
  /** The number of a set of different members, `DISABLED` where there is none. */
  set(members: readonly number[]): number;
  /** The members of a set, in ascending order; of a set of one, that one. */
  members(set: number): number | readonly number[];
  /** How many sets there are. */
  count(): number;
}

function createStateTable(type: Seen, labels: readonly Label[], reserve: Reserve): StateTable {
  const merge = type.quotient?.(labels) ?? ((state: unknown) => state);
  const numbers = new Map<string | number, number>();
  const states: unknown[] = [];
  /** Member → the set of it alone, -1 for none. */
  const ones: number[] = [];
  const several = new Map<string, number>();
  const sets: (number | readonly number[])[] = [];
  // A Map doubles when its size is a power of 2.
  const reserveFor = (count: number): void => {
    if (count >= MANY && (count & (count - 1)) === 0) reserve(BYTES_PER_STATE * count);
  };
  const one = (member: number): number => {
    if (ones[member] < 0) ones[member] = sets.push(member) - 1;
    return ones[member];
  };
  return {
    member(state) {
      const merged: unknown = merge(state);
      const key = stateKey(type, merged);
      let number = numbers.get(key);
      if (number === undefined) {
        number = states.length;
        reserveFor(number);
        numbers.set(key, number);
        states.push(merged);
        ones.push(-1);
      }
      return number;
    },
    stateOf: (member) => states[member],
    one,
    set(members) {
      if (members.length === 0) return DISABLED;
      if (members.length === 1) return one(members[0]);
      const sorted = members.toSorted((a, b) => a - b);
      const key = sorted.join();
      let number = several.get(key);
      if (number === undefined) {
        number = sets.length;
        reserveFor(several.size);
        several.set(key, number);
        sets.push(sorted);
      }
      return number;
    },
    members: (set) => sets[set],
    count: () => sets.length,
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
  let capacity = 1 << (32 - Math.clz32(4 * labelCount));
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
