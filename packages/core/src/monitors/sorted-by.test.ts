import { expect, test } from "vitest";
import { createRandom } from "../random.js";
import { sortedBy } from "./sorted-by.js";

test("sorting is stable, for keys close together and far apart", () => {
  const random = createRandom(1);
  for (const spread of [1, 10, 1_000, 1_000_000_000]) {
    const keys = Array.from({ length: 50 }, () => random.int(spread) - (spread >> 1));
    const expected = [...keys.keys()].sort((a, b) => keys[a] - keys[b] || a - b);
    expect([...sortedBy(keys)]).toEqual(expected);
  }
  expect([...sortedBy([])]).toEqual([]);
});
