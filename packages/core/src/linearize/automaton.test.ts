import { describe, expect, test } from "vitest";
import { createBudget, Exhausted } from "../budget.js";
import type { Label } from "../history/history.js";
import { equal } from "../history/value.js";
import { createRandom } from "../random.js";
import { plausibleResult, randomInvocation } from "@sightline/testing/history/workload.js";
import { findType, types, typeNames } from "../types/index.js";
import { outcomes, type SequentialType } from "../types/type.js";
import { createAutomaton, DISABLED } from "./automaton.js";

/** Some distinct labels of the type: what its methods may return, and at times anything. */
function randomLabels(type: SequentialType, seed: number, count: number): Label[] {
  const random = createRandom(seed);
  const labels = new Map<string, Label>();
  for (let tries = 0; labels.size < count && tries < 20 * count; tries++) {
    const invocation = randomInvocation(type, random, count > 64 ? 40 : 2);
    const result = random.chance(0.2) ? undefined : plausibleResult(type, invocation, random, 2);
    const label = { ...invocation, result };
    labels.set(JSON.stringify(label), label);
  }
  return [...labels.values()];
}

/** The states that the object may be in after the labels, by plain replay of all outcomes. */
function replay(type: SequentialType, word: readonly Label[]): readonly unknown[] {
  let states: readonly unknown[] = [type.init(undefined)];
  for (const { method, args, result } of word)
    states = states.flatMap((state) =>
      outcomes(type, state, { method, args })
        .filter((outcome) => result === undefined || equal(outcome.result, result))
        .map((outcome) => outcome.state as unknown),
    );
  return states;
}

/** A bit that `flip` may or may not turn. */
const coin: SequentialType<boolean> = {
  name: "coin",
  methods: {
    flip: { params: [], doc: "Turns it, or not." },
    look: { params: [], doc: "Shows it." },
  },
  init: () => false,
  step: (state, { method }) =>
    method === "flip"
      ? [false, true].map((next) => ({ state: next, result: null }))
      : { state, result: state },
  pure: ({ method }) => method === "look",
};

describe.each([...typeNames.map(findType), coin].map((type) => [type.name, type] as const))(
  "the automaton of %s",
  (_, type) => {
    test.each([8, 90])("walks as plain replay does, over %d labels", (count) => {
      for (let seed = 1; seed <= 12; seed++) {
        const labels = randomLabels(type, seed, count);
        const automaton = createAutomaton(type, labels, undefined, createBudget());
        const random = createRandom(-seed);
        for (let words = 0; words < 20; words++) {
          let state = automaton.initial;
          const word: Label[] = [];
          for (let length = 0; length < 8 && state !== DISABLED; length++) {
            const label = random.int(labels.length);
            word.push(labels[label]);
            state = automaton.step(state, label);
            const possible = replay(type, word).length > 0;
            if ((state !== DISABLED) !== possible || state >= automaton.stateCount())
              expect.fail(`state ${state} after ${JSON.stringify(word)}`);
          }
        }
      }
    });
  },
);

describe("sets of states", () => {
  const labels: Label[] = [
    { method: "flip", args: [], result: null },
    { method: "look", args: [], result: true },
    { method: "look", args: [], result: false },
  ];
  const { initial, step, pure } = createAutomaton(coin, labels, undefined, createBudget());

  test("a label that changes no state may narrow the set", () => {
    const either = step(initial, 0);
    expect(either).not.toBe(initial);
    expect(step(either, 0)).toBe(either);
    expect([...pure]).toEqual([0, 1, 1]);
    expect(step(either, 2)).toBe(initial);
    expect(step(either, 1)).not.toBe(either);
    expect(step(step(either, 1), 2)).toBe(DISABLED);
  });

  test("a state takes each step once, in however many sets it is", () => {
    const taken: string[] = [];
    const adder: SequentialType<number> = {
      name: "adder",
      init: () => 0,
      step(state, { args }) {
        const amount = Number(args[0]);
        taken.push(`${state} ${amount}`);
        return [state, state + amount].map((next) => ({ state: next, result: null }));
      },
    };
    const adds = [1, 2, 4].map((amount) => ({ method: "maybeAdd", args: [amount], result: null }));
    const automaton = createAutomaton(adder, adds, undefined, createBudget());
    const walk = (state: number, left: readonly number[]): void => {
      for (const label of left)
        walk(
          automaton.step(state, label),
          left.filter((other) => other !== label),
        );
    };
    walk(automaton.initial, [0, 1, 2]);
    // A set of one asks the type first whether it has one outcome.
    const ofSets = taken.filter((step) => !step.startsWith("0 "));
    expect(ofSets.length).toBe(new Set(ofSets).size);
    expect(automaton.stateCount()).toBe(8);
  });

  test("the same set has the same number, however it was reached", () => {
    expect(step(step(step(initial, 0), 1), 0)).toBe(step(initial, 0));
  });
});

test("runs out of budget in the middle of a step", () => {
  const labels: Label[] = [{ method: "inc", args: [], result: undefined }];
  const { initial, step } = createAutomaton(
    types.counter,
    labels,
    undefined,
    createBudget({ cancelled: () => true }),
  );
  const walk = (): void => {
    for (let i = 0, state = initial; i < 10_000; i++) state = step(state, 0);
  };
  expect(walk).toThrow(Exhausted);
  expect(walk).toThrow(/cancelled/);
});
