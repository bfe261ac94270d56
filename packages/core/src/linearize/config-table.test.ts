import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { createRandom } from "../random.js";
import { createConfigTable } from "./config-table.js";

describe("the table of configurations", () => {
  test.each([1, 3, 6])("is a map from rows of %d integers", (width) => {
    const random = createRandom(width);
    const table = createConfigTable(width, createBudget());
    const plain = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      // Few enough different rows to meet some again, and with negative words as masks have them.
      const key = Int32Array.from({ length: width }, (_, at) =>
        at === 0 ? random.int(width === 1 ? 6000 : 8) : random.int(9) * 0x1fffffff,
      );
      const name = key.join();
      const place = table.find(key);
      const expected = [!plain.has(name), plain.get(name) ?? -1];
      if (table.added !== expected[0] || table.valueAt(place) !== expected[1]) expect.fail(`row ${name}`);
      plain.set(name, i);
      table.setValueAt(place, i);
      if (table.size !== plain.size) expect.fail(`${table.size} rows for ${plain.size}`);
    }
    expect(plain.size).toBeGreaterThan(width === 1 ? 5000 : 600);
    expect(plain.size).toBeLessThan(20_000);
    expect(table.shortage).toBeUndefined();
  });

  test("says what it lacks when it may not grow", () => {
    const table = createConfigTable(2, createBudget({ memory: 1000 }));
    let found = 0;
    for (let i = 0; found >= 0 && i < 5000; i++) found = table.find(Int32Array.of(i, i));
    expect(found).toBe(-1);
    expect(table.shortage).toBe("memory");
  });
});
