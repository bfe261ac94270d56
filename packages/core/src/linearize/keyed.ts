import type { Budget } from "../budget.js";
import { sessionsFollowTime } from "../decompose/parts.js";
import { type History, PENDING } from "../history/history.js";
import { createNumbers } from "../history/numbers.js";
import { canonical, type Value } from "../history/value.js";
import type { SequentialType } from "../types/type.js";
import type { Decided } from "../verdict.js";
import { DISABLED } from "./automaton.js";
import { createMachine } from "./machine.js";

/** What the search over all keys at once found; ids are the history's. */
export type KeyedFound = Decided<{ readonly linearization: number[] }, { readonly stuck: number }> & {
  readonly keys: Keys;
};

/** The keys that the labels of a history touch; one group for all where some label touches more than one. */
export interface Keys {
  /** Label → its group. */
  readonly of: Int32Array;
  /** Group → its key; `undefined` where all are in one group. */
  readonly names: readonly (Value | undefined)[];
}

const SLOTS = 5;
const ALL_FREE = (1 << SLOTS) - 1;
const MOST_STATES = 8;
/** Word whose bit m is set where subset m contains slot s. */
const WITH_SLOT = Int32Array.of(0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000);

/**
 * The bit-parallel search (`bit-parallel.ts`) on all keys of a long history at once: one pass over its
 * calls and returns with the words of every key side by side, and one pass back for the
 * linearization, which comes out whole. No key is copied out, and no orders are put together.
 *
 * Applies to one object whose type has few states per key, with at most five operations open on a key
 * at a time, nothing pending, and real time the only order; else `undefined`.
 */
export function linearizeKeyed(
  history: History,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
): KeyedFound | undefined {
  if (type.bounded !== true || history.objects.length !== 1) return undefined;
  if (history.happensBefore.length > 0 || !sessionsFollowTime(history)) return undefined;
  if (history.ret.includes(PENDING)) return undefined;
  const keys = keysOf(history, type);
  const machines = createMachines(history, keys, type, initial, budget);
  if (machines === undefined || budget.exceeded(0, history.size * (16 + 4 * machines.stride)) !== undefined)
    return undefined;
  return search(history, keys, machines);
}

function keysOf({ labels }: History, type: SequentialType): Keys {
  const touched = labels.map((label) => type.partition?.(label));
  if (touched.includes(undefined)) return { of: new Int32Array(labels.length), names: [undefined] };
  const numbers = createNumbers(canonical);
  const of = Int32Array.from(touched as Value[], numbers.of);
  return { of, names: numbers.items };
}

/** The machines of all groups in flat tables. */
interface Machines {
  /** Label → its class in its group's machine. */
  readonly classOf: Int32Array;
  /** Group → where its steps begin in `steps`, and how many classes it has. */
  readonly start: Int32Array;
  readonly classCount: Int32Array;
  readonly steps: Int32Array;
  readonly initial: Int32Array;
  readonly stateCount: Int32Array;
  /** The most states of any group. */
  readonly stride: number;
}

function createMachines(
  history: History,
  keys: Keys,
  type: SequentialType,
  initial: Value | undefined,
  budget: Budget,
): Machines | undefined {
  const { labels } = history;
  const labelsOf: number[][] = keys.names.map(() => []);
  keys.of.forEach((group, l) => {
    labelsOf[group].push(l);
  });
  const classOf = new Int32Array(labels.length);
  const count = keys.names.length;
  const [start, classCount, first, stateCount] = [0, 1, 2, 3].map(() => new Int32Array(count));
  const steps: number[] = [];
  for (let group = 0; group < count; group++) {
    const own = labelsOf[group];
    const alphabet = {
      type,
      initial,
      size: own.length,
      labels: own.map((l) => labels[l]),
      label: Int32Array.from(own, (_, i) => i),
    };
    const machine = createMachine(alphabet, budget);
    if (machine.table === undefined || machine.table.length > MOST_STATES * machine.classCount)
      return undefined;
    own.forEach((l, i) => {
      classOf[l] = machine.classOf[i];
    });
    start[group] = steps.length;
    classCount[group] = machine.classCount;
    first[group] = machine.initial;
    stateCount[group] = machine.table.length / machine.classCount;
    for (const step of machine.table) steps.push(step);
  }
  const stride = stateCount.reduce((a, b) => Math.max(a, b), 1);
  return { classOf, start, classCount, steps: Int32Array.from(steps), initial: first, stateCount, stride };
}

function search(history: History, keys: Keys, machines: Machines): KeyedFound | undefined {
  const { size, call, ret, label } = history;
  const { classOf, start, classCount, steps, initial, stateCount, stride } = machines;
  const groupOf = keys.of;
  const groupCount = keys.names.length;
  const eventAt = new Int32Array(2 * size); // 2 × id for a call, 2 × id + 1 for a return
  for (let id = 0; id < size; id++) {
    eventAt[call[id]] = 2 * id;
    eventAt[ret[id]] = 2 * id + 1;
  }
  const words = new Int32Array(groupCount * stride);
  for (let group = 0; group < groupCount; group++) words[group * stride + initial[group]] = 1;
  const free = new Int32Array(groupCount).fill(ALL_FREE);
  const open = new Int32Array(groupCount * SLOTS).fill(-1); // slot → class
  const slotOf = new Uint8Array(size);
  const layers = new Int32Array(size * stride); // front → the words of its group, before its return
  const before = new Int32Array(size); // front → the front before it in its group
  const slotAt = new Uint8Array(size); // front → the slot of what returns there
  const lastFront = new Int32Array(groupCount).fill(-1);

  for (let position = 0, front = 0; position < eventAt.length; position++) {
    const event = eventAt[position];
    const id = event >> 1;
    const group = groupOf[label[id]];
    if ((event & 1) === 0) {
      const left = free[group];
      if (left === 0) return undefined; // too many open at once
      const slot = 31 - Math.clz32(left & -left);
      free[group] = left & (left - 1);
      slotOf[id] = slot;
      open[group * SLOTS + slot] = classOf[label[id]];
      continue;
    }
    const slot = slotOf[id];
    const base = group * stride;
    const end = base + stateCount[group];
    const table = start[group] - base * classCount[group];
    const classes = classCount[group];
    const layer = front * stride - base;
    let any = 0;
    if ((free[group] | (1 << slot)) === ALL_FREE) {
      // Nothing else is open, as most of the time: it has taken effect already, or does so now.
      const labelClass = open[group * SLOTS + slot];
      for (let at = base; at < end; at++) {
        any |= ((words[at] >>> (1 << slot)) & 1) << (at - base);
        const next = (words[at] & 1) === 0 ? DISABLED : steps[table + at * classes + labelClass];
        if (next !== DISABLED) any |= 1 << next;
      }
      for (let at = base; at < end; at++) {
        const reached = (any >>> (at - base)) & 1;
        layers[layer + at] = words[at] | (reached << (1 << slot));
        words[at] = reached;
      }
    } else {
      // Close under the open operations: each round adds one operation to the subsets.
      for (let changed = true; changed; ) {
        changed = false;
        for (let taken = ~free[group] & ALL_FREE; taken !== 0; taken &= taken - 1) {
          const by = 31 - Math.clz32(taken & -taken);
          const labelClass = open[group * SLOTS + by];
          const without = ~WITH_SLOT[by];
          for (let at = base; at < end; at++) {
            const sources = words[at] & without;
            if (sources === 0) continue;
            const next = steps[table + at * classes + labelClass];
            if (next === DISABLED) continue;
            const fresh = (sources << (1 << by)) & ~words[base + next];
            if (fresh !== 0) {
              words[base + next] |= fresh;
              changed = true;
            }
          }
        }
      }
      const withSlot = WITH_SLOT[slot];
      for (let at = base; at < end; at++) {
        layers[layer + at] = words[at];
        const passed = (words[at] & withSlot) >>> (1 << slot);
        words[at] = passed;
        any |= passed;
      }
    }
    if (any === 0) return { verdict: "violated", stuck: id, keys };
    open[group * SLOTS + slot] = -1;
    free[group] |= 1 << slot;
    slotAt[front] = slot;
    before[front] = lastFront[group];
    lastFront[group] = front++;
  }
  const passed = { eventAt, words, slotOf, layers, before, slotAt };
  return { verdict: "satisfied", linearization: walkBack(history, keys, machines, passed), keys };
}

/** The result of the pass forward, from which the pass back reads the order. */
interface Passed {
  readonly eventAt: Int32Array;
  readonly words: Int32Array;
  readonly slotOf: Uint8Array;
  readonly layers: Int32Array;
  readonly before: Int32Array;
  readonly slotAt: Uint8Array;
}

/** From the last event to the first: each operation is undone at the front that took it. */
function walkBack(history: History, keys: Keys, machines: Machines, passedOn: Passed): number[] {
  const { size, label } = history;
  const { classOf, start, classCount, steps, stateCount, stride } = machines;
  const { eventAt, words, slotOf, layers, before, slotAt } = passedOn;
  const groupOf = keys.of;
  const groupCount = keys.names.length;
  const state = new Int32Array(groupCount);
  const subset = new Int32Array(groupCount);
  for (let group = 0; group < groupCount; group++)
    while ((words[group * stride + state[group]] & 1) === 0) state[group]++;
  const opened = new Int32Array(groupCount * SLOTS).fill(-1); // slot → id
  const linearization = new Array<number>(size);
  let end = size;
  for (let position = eventAt.length - 1, front = size - 1; position >= 0; position--) {
    const event = eventAt[position];
    if ((event & 1) === 0) continue;
    const id = event >> 1;
    const group = groupOf[label[id]];
    const table = start[group];
    const classes = classCount[group];
    let at = state[group];
    let taken = subset[group] | (1 << slotOf[id]);
    opened[group * SLOTS + slotOf[id]] = id;
    const previous = before[front];
    const passed = previous < 0 ? 0 : 1 << slotAt[previous];
    // Until the configuration is one that the front before passed on: what has taken no open operation is.
    while (taken !== 0) {
      if (
        previous >= 0 &&
        (taken & passed) === 0 &&
        ((layers[previous * stride + at] >>> (taken | passed)) & 1) === 1
      )
        break;
      let undone = false;
      for (let left = taken; left !== 0 && !undone; left &= left - 1) {
        const by = 31 - Math.clz32(left & -left);
        const rest = taken & ~(1 << by);
        const labelClass = classOf[label[opened[group * SLOTS + by]]];
        for (let source = 0; source < stateCount[group] && !undone; source++)
          if (
            ((layers[front * stride + source] >>> rest) & 1) === 1 &&
            steps[table + source * classes + labelClass] === at
          ) {
            linearization[--end] = opened[group * SLOTS + by];
            at = source;
            taken = rest;
            undone = true;
          }
      }
      if (!undone) throw new Error("a reached configuration has no predecessor");
    }
    state[group] = at;
    subset[group] = taken;
    front--;
  }
  return linearization;
}
