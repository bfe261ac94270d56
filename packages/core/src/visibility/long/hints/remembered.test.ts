import { expect, test } from "vitest";
import { remembered } from "./remembered.js";

test("a source is asked once, and only as far as somebody looks", () => {
  const asked: number[] = [];
  function* source(): Generator<number> {
    for (const one of [1, 2, 3]) {
      asked.push(one);
      yield one;
    }
  }
  const known = remembered(source(), (one) => 10 * one);
  expect(asked).toEqual([]);
  for (const one of known) if (one === 20) break;
  expect(asked).toEqual([1, 2]);
  expect([...known]).toEqual([10, 20, 30]);
  expect([...known]).toEqual([10, 20, 30]);
  expect(asked).toEqual([1, 2, 3]);
});
