import { expect, test } from "vitest";
import { createRandom } from "../../../random.js";
import { createStackCells } from "./stack-cells.js";

test("equal stacks have one number, others have others", () => {
  const cells = createStackCells(12);
  const random = createRandom(1);
  for (let round = 0; round < 3; round++) {
    const numbers = new Map<string, number>([["", 0]]);
    const names = new Map<number, string>([[0, ""]]);
    let [elements, stack] = [[] as number[], 0];
    while (cells.room() > 1 && numbers.size < 1000) {
      if (random.chance(0.5)) {
        const element = 1 + random.int(3);
        elements = elements.concat(element);
        stack = cells.push(stack, element);
      } else {
        elements = elements.slice(0, -1);
        stack = cells.below[stack];
      }
      const name = elements.join();
      expect(numbers.get(name) ?? stack).toBe(stack);
      expect(names.get(stack) ?? name).toBe(name);
      expect([cells.top[stack], cells.size[stack]]).toEqual([elements.at(-1) ?? 0, elements.length]);
      numbers.set(name, stack);
      names.set(stack, name);
    }
    cells.forget();
  }
});
