import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../../random.js";
import { type Choices, choicesFor, largestChoice, minimalChoices, nextChoice } from "./choices.js";
import type { VisibilityModel } from "./model.js";
import { smallSets as sets } from "../sets.js";
import { nextSubset } from "./next-subset.js";

const PLACED = 6;
const all = (1 << PLACED) - 1;
const placed = { order: [0, 1, 2, 3, 4, 5], set: all };

/** A model at random: operation 6 must see some, and with some it must see others; some need what is not there. */
function randomModel(random: Random): VisibilityModel<number> {
  const least = random.chance(0.5) ? 0 : 1 << random.int(PLACED);
  const needs = Array.from({ length: PLACED }, () => (random.chance(0.5) ? 1 << random.int(PLACED + 1) : 0));
  const close = (_: number, candidate: number): number => {
    let closed = candidate | least;
    for (let before = -1; before !== closed; ) {
      before = closed;
      for (let x = 0; x < PLACED; x++) if (sets.has(closed, x)) closed |= needs[x];
    }
    return closed;
  };
  return {
    predecessors: [],
    close,
    required: () => close(6, 0),
    allowed: (_, candidate) => close(6, candidate) === candidate && sets.within(candidate, all),
  };
}

/** All allowed sets, largest as a number first. */
const literally = (model: VisibilityModel<number>): number[] =>
  Array.from({ length: all + 1 }, (_, index) => all - index).filter((set) =>
    model.allowed(6, set, placed, []),
  );

describe("what an operation may see", () => {
  test("is enumerated from the largest set down, each once, from wherever one stands", () => {
    let impossible = 0;
    for (let seed = 0; seed < 300; seed++) {
      const model = randomModel(createRandom(seed));
      const choices = choicesFor(sets, model, 6, placed, []);
      const expected = literally(model);
      if (choices === undefined) {
        impossible++;
        expect(expected, `seed ${seed}`).toEqual([]);
        continue;
      }
      const found: number[] = [];
      let current: number | undefined = largestChoice(sets, choices);
      for (; current !== undefined; current = nextChoice(sets, choices, current)) found.push(current);
      expect(found, `seed ${seed}`).toEqual(expected);
    }
    expect(impossible).toBeGreaterThan(0);
    expect(impossible).toBeLessThan(100);
  });

  test("has the minimal sets that explain", () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed);
      const model = randomModel(random);
      const choices = choicesFor(sets, model, 6, placed, []);
      if (choices === undefined) continue;
      const accepted = new Set(literally(model).filter(() => random.chance(0.3)));
      const found = [...minimalChoices(sets, choices, (set) => accepted.has(set))];
      const expected = [...accepted].filter(
        (set) => ![...accepted].some((other) => other !== set && sets.within(other, set)),
      );
      expect(new Set(found), `seed ${seed}`).toEqual(new Set(expected));
      expect(found.length, `seed ${seed}`).toBe(expected.length);
    }
  });

  test("is a single set where all is required", () => {
    const choices: Choices<number> = { least: all, free: 0, needs: new Map() };
    expect(largestChoice(sets, choices)).toBe(all);
    expect(nextChoice(sets, choices, all)).toBeUndefined();
  });
});

test("subsets come from the whole down to the empty one", () => {
  const found: number[] = [];
  const whole = 0b10110;
  for (let set: number | undefined = whole; set !== undefined; set = nextSubset(sets, whole, set))
    found.push(set);
  expect(found).toEqual([0b10110, 0b10100, 0b10010, 0b10000, 0b00110, 0b00100, 0b00010, 0]);
});
