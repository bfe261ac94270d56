import { expect, test } from "vitest";
import { elements, largeSets, type Sets, setOf, smallSets } from "./sets.js";

/** Sets of numbers below `most`, each put in and told again: near the end of a word, and far beyond. */
function expectElements<Bits>(sets: Sets<Bits>, most: number): void {
  for (let element = 0; element < most; element += 1 + (element >> 6)) {
    const members = [element, element + 1, element + 40, most - 1].filter((member) => member < most);
    const ascending = [...new Set(members)].sort((a, b) => a - b);
    expect(elements(sets, setOf(sets, members))).toEqual(ascending);
  }
}

test("sets tell their elements, the smallest first", () => {
  expectElements(smallSets, 31);
  expectElements(largeSets, 2200);
  expect([smallSets.first(0), largeSets.first(0n)]).toEqual([-1, -1]);
});
