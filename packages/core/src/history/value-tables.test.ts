import { describe, expect, test } from "vitest";
import { createRandom, type Random } from "../random.js";
import { createLabelTable, createValueTable } from "./value-tables.js";
import { canonical, type Value } from "./value.js";

function randomValue(random: Random, depth = 2): Value {
  switch (random.int(depth > 0 ? 8 : 6)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.int(5000) - 100;
    case 3:
      return random.int(4) / 2;
    case 4:
      return random.pick(["", "a", "1", "null", "true", "__proto__", "[]"]);
    case 5:
      return random.pick([2 ** 22, 2 ** 22 - 1, 2 ** 40, -1]);
    case 6:
      return Array.from({ length: random.int(3) }, () => randomValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.int(3) }, () => [
          random.pick(["a", "b", "c"]),
          randomValue(random, depth - 1),
        ]),
      );
  }
}

test("equal values have the same number, others different ones", () => {
  const random = createRandom(1);
  const idOf = createValueTable();
  const plain = new Map<string, number>();
  for (let i = 0; i < 20_000; i++) {
    const value = randomValue(random);
    const key = canonical(value);
    const id = idOf(value);
    if ((plain.get(key) ?? id) !== id) expect.fail(`${key} has two numbers`);
    plain.set(key, id);
  }
  expect(new Set(plain.values()).size).toBe(plain.size);
  expect(Math.max(...plain.values())).toBe(plain.size - 1);
});

describe("the table of labels", () => {
  test("numbers distinct labels in order of first appearance", () => {
    const random = createRandom(2);
    const table = createLabelTable();
    const plain = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      const method = random.pick(["get", "put", "size"]);
      const args = Array.from({ length: random.int(3) }, () => randomValue(random, 1));
      const result = random.chance(0.3) ? undefined : randomValue(random, 1);
      const key = JSON.stringify([method, canonical(args), result === undefined ? [] : canonical(result)]);
      const expected = plain.get(key) ?? plain.size;
      plain.set(key, expected);
      const id = table.add(method, args, result);
      if (id !== expected) expect.fail(`${key} is ${id}, not ${expected}`);
    }
    expect(table.labels).toHaveLength(plain.size);
    expect(plain.size).toBeGreaterThan(5000);
  });

  test("tells arguments from results, and no result from null", () => {
    const { add } = createLabelTable();
    const ids = [
      add("m", [1], 2),
      add("m", [2], 1),
      add("m", [1, 2], undefined),
      add("m", [1], null),
      add("m", [1], undefined),
    ];
    expect(ids).toEqual([0, 1, 2, 3, 4]);
  });
});
