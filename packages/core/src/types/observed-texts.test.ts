import { seeds } from "@sightline/testing/seeds.js";
import { expect, test } from "vitest";
import { createRandom } from "../random.js";
import { observedTexts } from "./observed-texts.js";

const random = createRandom(5);
const draw = (longest: number): string =>
  Array.from({ length: random.int(longest + 1) }, () => random.pick(["a", "b", "\ue000"])).join("");

test("a text that begins one that was read has a number of its own, all others have the same", () => {
  for (let round = 0; round < seeds(300); round++) {
    const read = Array.from({ length: random.int(5) }, () => draw(5));
    const texts = observedTexts(read);
    const matters = (text: string): boolean => read.some((one) => one.startsWith(text));
    for (let i = 0; i < 20; i++) {
      const [a, b] = [draw(4), draw(4)];
      expect(texts.numberOf(a) === texts.other).toBe(!matters(a));
      expect(texts.numberOf(a) === texts.numberOf(b)).toBe(a === b || (!matters(a) && !matters(b)));
      expect(texts.append(texts.numberOf(a), b)).toBe(texts.numberOf(matters(a) ? a + b : a));
      if (matters(a)) expect(texts.textOf(texts.numberOf(a))).toBe(a);
    }
    expect(matters(texts.textOf(texts.other))).toBe(false);
  }
});
