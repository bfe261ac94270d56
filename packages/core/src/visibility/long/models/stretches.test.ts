import { expect, test } from "vitest";
import { createRandom } from "../../../random.js";
import { bestOfStretches } from "./stretches.js";

test("the least and the greatest of every stretch, asked for in any order", () => {
  const random = createRandom(7);
  for (let length = 1; length <= 40; length++) {
    const list = Float64Array.from({ length }, () => random.int(20) - 10);
    const least = bestOfStretches(list, Math.min);
    const greatest = bestOfStretches(list, Math.max);
    for (let tries = 0; tries < 200; tries++) {
      const from = random.int(length);
      const to = from + random.int(length - from);
      const stretch = list.subarray(from, to + 1);
      expect(least(from, to)).toBe(Math.min(...stretch));
      expect(greatest(from, to)).toBe(Math.max(...stretch));
    }
  }
});
