import { expect, test } from "vitest";
import { createStepTable, UNKNOWN } from "./step-table.js";

test.each([0, 1, 3, 31, 1000, 100_000])("a table of steps for %i operations keeps every entry", (width) => {
  const table = createStepTable(width);
  const states = width < 100 ? 20_000 : 100;
  const operations = [...new Set([0, width >> 1, width - 1])].filter((one) => one >= 0 && one < width);
  const wrong: number[] = [];
  for (let state = 0; state < states; state++) {
    table.makeRoom(state);
    for (const operation of operations) {
      if (table.get(state, operation) !== UNKNOWN) wrong.push(state);
      table.set(state, operation, 7 * state + operation);
    }
  }
  for (let state = 0; state < states; state++)
    for (const operation of operations)
      if (table.get(state, operation) !== 7 * state + operation) wrong.push(state);
  expect(wrong).toEqual([]);
});
