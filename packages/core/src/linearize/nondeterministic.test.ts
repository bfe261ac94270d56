import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { equal, type Value } from "../history/value.js";
import { type Algorithm, algorithms } from "../ask/algorithms.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { type OrderCriterion, satisfies } from "@sightline/testing/order/order-oracle.js";
import { toRecord } from "@sightline/testing/history/history-record.js";
import type { SequentialType } from "../types/type.js";
import { verify } from "../witness/verify.js";
import { seeds } from "@sightline/testing/seeds.js";

const sorted = (values: readonly number[]): readonly number[] => [...values].sort((a, b) => a - b);

/** A bag: `poll` takes any element, `peek` shows any, and both give null when there is none. */
const bag: SequentialType<readonly number[]> = {
  name: "bag",
  methods: {
    add: { params: ["value"], doc: "Adds." },
    poll: { params: [], doc: "Takes any." },
    peek: { params: [], doc: "Shows any." },
    size: { params: [], doc: "Counts." },
  },
  init: (initial) => {
    if (initial !== undefined && !isNumbers(initial)) throw new TypeError("a bag starts from numbers");
    return sorted(initial ?? []);
  },
  step(state, { method, args }) {
    if (method === "add") return { state: sorted([...state, args[0] as number]), result: null };
    if (method === "size") return { state, result: state.length };
    if (state.length === 0) return { state, result: null };
    return state.map((value, i) => ({
      state: method === "poll" ? state.filter((_, at) => at !== i) : state,
      result: value,
    }));
  },
  pure: ({ method }) => method === "peek" || method === "size",
};

const isNumbers = (value: Value): value is readonly number[] =>
  Array.isArray(value) && value.every((one) => typeof one === "number");

/** A register whose writes may be lost without a word, and whose `cas` may fail for no reason. */
const lossy: SequentialType<Value> = {
  name: "lossy register",
  methods: {
    write: { params: ["value"], doc: "Writes, or not." },
    read: { params: [], doc: "Reads." },
    cas: { params: ["expected", "value"], doc: "Compares and sets." },
  },
  init: (initial) => initial ?? null,
  step(state, { method, args }) {
    if (method === "read") return { state, result: state };
    if (method === "write")
      return [
        { state: args[0], result: null },
        { state, result: null },
      ];
    const fails = { state, result: false };
    return equal(state, args[0]) ? [{ state: args[1], result: true }, fails] : fails;
  },
  pure: ({ method, result }) => method === "read" || (method === "cas" && result === false),
};

/** A lock with two seats that does not tell which: `leave` gives either back, `full` looks at the first. */
const seats: SequentialType<readonly [boolean, boolean]> = {
  name: "seats",
  methods: {
    take: { params: [], doc: "Takes a free seat; cannot happen where there is none." },
    leave: { params: [], doc: "Gives back a taken seat; cannot happen where there is none." },
    first: { params: [], doc: "Whether the first is taken." },
    swap: { params: [], doc: "Swaps the seats, or not." },
  },
  init: () => [false, false],
  step(state, { method }) {
    if (method === "first") return { state, result: state[0] };
    if (method === "swap")
      return [
        { state, result: null },
        { state: [state[1], state[0]], result: null },
      ];
    const taken = method === "take";
    return [0, 1]
      .filter((seat) => state[seat] !== taken)
      .map((seat) => ({ state: state.with(seat, taken) as [boolean, boolean], result: null }));
  },
  pure: ({ method }) => method === "first",
};

const withoutHints = (type: SequentialType): SequentialType => {
  const { pure: _pure, ...rest } = type;
  return { ...rest, name: `${type.name} without hints` };
};

const HISTORIES = seeds(200);
const all: readonly SequentialType[] = [bag, lossy, seats, withoutHints(bag), withoutHints(lossy)];

describe.each(all.map((type) => [type.name, type] as const))("on a %s", (name, type) => {
  test.each<OrderCriterion>(["linearizability", "sequential"])("every algorithm decides %s", (criterion) => {
    let held = 0;
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = generateHistory(type, seed);
      const expected = satisfies(history, type, criterion);
      if (expected) held++;
      const decide = (algorithm: Algorithm): void => {
        const result = check(history, { type, criterion, algorithm, explain: false, cacheSize: 3 });
        const where = `${name} seed ${seed}, ${algorithm}: ${JSON.stringify(toRecord(history))}`;
        expect(result.verdict, where).toBe(expected ? "satisfied" : "violated");
        if (result.verdict === "satisfied")
          expect(verify(history, { type, criterion }, result.witness), where).toEqual({ valid: true });
      };
      algorithms.forEach(decide);
    }
    expect(held).toBeGreaterThan(HISTORIES / 20);
    expect(held).toBeLessThan((HISTORIES * 19) / 20);
  });
});
