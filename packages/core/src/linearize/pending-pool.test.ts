import { expect, test } from "vitest";
import { createRandom } from "../random.js";
import { createPendingPool } from "./pending-pool.js";

test("uses are vectors of counts, one number for each", () => {
  const pool = createPendingPool([7, 3, 5]);
  expect(pool.classOf).toEqual([7, 3, 5]);
  const random = createRandom(1);
  const known = new Map<string, number>([["0,0,0", 0]]);
  for (let walk = 0; walk < 200; walk++) {
    const counts = [0, 0, 0];
    let use = 0;
    for (let length = random.int(8); length > 0; length--) {
      const at = random.int(3);
      counts[at]++;
      use = pool.take(use, at);
      expect([0, 1, 2].map((one) => pool.taken(use, one))).toEqual(counts);
      expect(known.get(counts.join()) ?? use).toBe(use);
      known.set(counts.join(), use);
    }
  }
  expect(new Set(known.values()).size).toBe(known.size);
  const vectors = [...known].map(([text, use]) => ({ use, counts: text.split(",").map(Number) }));
  for (const a of vectors)
    for (const b of vectors)
      expect(pool.covers(a.use, b.use)).toBe(a.counts.every((count, at) => count <= b.counts[at]));
});
