import { checkValue } from "./check-value.js";
import type { Label } from "./history.js";
import { canonical, type Value } from "./value.js";
import type { Writable } from "../writable.js";

/** Integers below this are numbered through an array. */
const MOST_INTEGERS = 1 << 22;

/** Gives equal values the same small number. */
export function createValueTable(): (value: Value) => number {
  const primitives = new Map<Value, number>();
  const structures = new Map<string, number>();
  let integers = new Int32Array(1 << 4).fill(-1); // small integers are looked up without hashing
  let count = 0;
  return (value) => {
    if (typeof value === "number" && value >= 0 && value < MOST_INTEGERS && Number.isInteger(value)) {
      if (value >= integers.length) {
        const wider = new Int32Array(1 << (32 - Math.clz32(value))).fill(-1);
        wider.set(integers);
        integers = wider;
      }
      if (integers[value] < 0) integers[value] = count++;
      return integers[value];
    }
    if (value === null || typeof value !== "object") {
      let id = primitives.get(value);
      if (id === undefined) {
        checkValue(value);
        id = count++;
        primitives.set(value, id);
      }
      return id;
    }
    checkValue(value);
    const key = canonical(value);
    let id = structures.get(key);
    if (id === undefined) structures.set(key, (id = count++));
    return id;
  };
}

/** Distinct labels, numbered in order of first appearance. */
export interface LabelTable {
  readonly labels: Label[];
  add(method: string, args: readonly Value[], result: Value | undefined): number;
  /** Begins anew, with a list of labels of its own. */
  clear(): void;
}

/**
 * How many labels there is room for at first, few, for most tables stay small; and for how many it is kept when a table
 * begins anew.
 */
const [FIRST_CAPACITY, MOST_KEPT] = [1 << 4, 1 << 12];

/** An open-addressing hash table over tuples (method, result, arguments) of interned numbers. */
export function createLabelTable(): LabelTable {
  let valueId = createValueTable();
  let methods = new Map<string, number>();
  let capacity = FIRST_CAPACITY;
  let slots = new Int32Array(capacity).fill(-1);
  let hashes = new Int32Array(capacity);
  let tuples = new Int32Array(FIRST_CAPACITY);
  let used = 0;
  /** How many labels there were before the table began anew. */
  let former = 0;
  let starts = new Int32Array(capacity);

  const grow = (): void => {
    capacity *= 2;
    slots = new Int32Array(capacity).fill(-1);
    const wider = new Int32Array(capacity);
    wider.set(hashes);
    hashes = wider;
    const longer = new Int32Array(capacity);
    longer.set(starts);
    starts = longer;
    for (let id = 0; id < table.labels.length; id++) {
      let slot = hashes[id] & (capacity - 1);
      while (slots[slot] >= 0) slot = (slot + 1) & (capacity - 1);
      slots[slot] = id;
    }
  };

  const table: Writable<LabelTable> = {
    labels: [],
    add(method, args, result) {
      let methodId = methods.get(method);
      if (methodId === undefined) methods.set(method, (methodId = methods.size));
      const length = 2 + args.length;
      if (used + length > tuples.length) {
        const longer = new Int32Array(2 * (used + length));
        longer.set(tuples);
        tuples = longer;
      }
      tuples[used] = methodId;
      tuples[used + 1] = result === undefined ? -1 : valueId(result);
      for (let i = 0; i < args.length; i++) tuples[used + 2 + i] = valueId(args[i]);
      let hash = length;
      for (let i = used; i < used + length; i++)
        hash = Math.imul(hash ^ tuples[i], 0x9e3779b1) + (hash >>> 15);
      hash ^= hash >>> 13;
      let slot = hash & (capacity - 1);
      for (; slots[slot] >= 0; slot = (slot + 1) & (capacity - 1)) {
        const id = slots[slot];
        if (hashes[id] !== hash || table.labels[id].args.length !== args.length) continue;
        let same = true;
        for (let i = 0; i < length && same; i++) same = tuples[starts[id] + i] === tuples[used + i];
        if (same) return id;
      }
      const id = table.labels.length;
      table.labels.push({ method, args, result });
      slots[slot] = id;
      hashes[id] = hash;
      starts[id] = used;
      used += length;
      if (2 * table.labels.length > capacity) grow();
      return id;
    },
    clear() {
      former += table.labels.length;
      table.labels = [];
      used = 0;
      // The numbers of values and methods hold for any history: it is only that they must not become too many.
      if (former > MOST_KEPT) {
        former = 0;
        valueId = createValueTable();
        methods = new Map();
      }
      if (capacity > MOST_KEPT) {
        capacity = FIRST_CAPACITY;
        slots = new Int32Array(capacity);
        hashes = new Int32Array(capacity);
        starts = new Int32Array(capacity);
        tuples = new Int32Array(FIRST_CAPACITY);
      }
      slots.fill(-1);
    },
  };
  return table;
}
