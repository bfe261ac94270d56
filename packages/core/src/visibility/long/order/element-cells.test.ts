import { expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import { createBudget } from "../../../budget.js";
import { createRandom } from "../../../random.js";
import { createMeter } from "../../meter.js";
import { createElementCells } from "./element-cells.js";

test("lists are as far apart as what they do not begin with alike is long", () => {
  const distances = new Set<number>();
  for (let seed = 1; seed <= seeds(20); seed++) {
    const random = createRandom(seed);
    const cells = createElementCells(3, createMeter(createBudget()));
    const known: { readonly list: number; readonly values: readonly number[] }[] = [{ list: 0, values: [] }];
    for (let count = 0; count < 200; count++) {
      const { list, values } = random.chance(0.8) ? known[known.length - 1] : random.pick(known);
      const value = random.int(3);
      known.push({ list: cells.add(list, value), values: [...values, value] });
    }
    for (let pairs = 0; pairs < 300; pairs++) {
      const [one, other] = [random.pick(known), random.pick(known)];
      const first = one.values.findIndex((value, at) => value !== other.values[at]);
      const alike = first < 0 ? one.values.length : first;
      const apart = one.values.length + other.values.length - 2 * alike;
      expect(cells.apart(one.list, other.list), `seed ${seed}`).toBe(apart);
      distances.add(apart);
    }
  }
  expect(distances.size).toBeGreaterThan(40);
});
