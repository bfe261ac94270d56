import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import type { Label } from "../history/history.js";
import { equal, type Value } from "../history/value.js";
import { createAutomaton, DISABLED } from "../linearize/automaton.js";
import { createRandom, type Random } from "../random.js";
import { plausibleResult, randomInvocation } from "@sightline/testing/history/workload.js";
import { findType, typeNames } from "./index.js";
import { outcomes, type SequentialType } from "./type.js";
import { maybeLabel, maybeType, otherLabel } from "./maybe-type.js";

/** A label of the relaxed type, and what it means: the states of the type after it. */
interface Meaning {
  readonly label: Label;
  after(states: readonly unknown[]): readonly unknown[];
}

function randomMeaning(type: SequentialType, random: Random): Meaning {
  const invocation = randomInvocation(type, random, 2);
  const result = random.chance(0.2) ? undefined : plausibleResult(type, invocation, random, 2);
  const plain: Label = { ...invocation, result };
  const stepped = (states: readonly unknown[], fits: (result: Value) => boolean): readonly unknown[] =>
    states.flatMap((state) =>
      outcomes(type, state, invocation)
        .filter((outcome) => fits(outcome.result))
        .map((outcome) => outcome.state as unknown),
    );
  const happens = (states: readonly unknown[]) =>
    stepped(states, (given) => result === undefined || equal(given, result));
  switch (random.int(3)) {
    case 0:
      return { label: plain, after: happens };
    case 1:
      return { label: maybeLabel(plain), after: (states) => [...states, ...happens(states)] };
    default: {
      const ruledOut = [0, 1].flatMap(() => plausibleResult(type, invocation, random, 2) ?? []);
      return {
        label: otherLabel(plain, ruledOut),
        after: (states) => stepped(states, (given) => !ruledOut.some((one) => equal(one, given))),
      };
    }
  }
}

describe("the relaxed type means what its labels say, hints included", () => {
  test.each(typeNames)("of %s", (name) => {
    const type = findType(name);
    for (let seed = 1; seed <= 110; seed++) {
      const random = createRandom(seed);
      const meanings = Array.from({ length: 6 }, () => randomMeaning(type, random));
      const labels = meanings.map(({ label }) => label);
      const automaton = createAutomaton(maybeType(type), labels, undefined, createBudget());
      for (let walk = 0; walk < 10; walk++) {
        let state = automaton.initial;
        let states: readonly unknown[] = [type.init(undefined)];
        const word: number[] = [];
        for (let length = 0; length < 6 && state !== DISABLED; length++) {
          const at = random.int(labels.length);
          word.push(at);
          state = automaton.step(state, at);
          states = meanings[at].after(states);
          if ((state === DISABLED) !== (states.length === 0))
            expect.fail(`seed ${seed}: ${JSON.stringify(word.map((one) => labels[one]))}`);
        }
      }
    }
  });
});

test("parts and purity of a relaxed label are those of the operation it stands for", () => {
  const relaxed = maybeType(findType("map"));
  const get: Label = { method: "get", args: [3], result: 1 };
  const put: Label = { method: "put", args: [3, 1], result: null };
  const size: Label = { method: "size", args: [], result: 1 };
  for (const label of [get, put, maybeLabel(get), maybeLabel(put), otherLabel(put, [1])])
    expect(relaxed.partition?.(label)).toBe(3);
  for (const label of [size, maybeLabel(size)]) expect(relaxed.partition?.(label)).toBeUndefined();
  expect([get, otherLabel(get, [1]), put, otherLabel(put, [1])].map((one) => relaxed.pure?.(one))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
