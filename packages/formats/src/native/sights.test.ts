import { describe, expect, test } from "vitest";
import { type History, recordOf } from "@sightline/core";
import { readAll } from "@sightline/testing/formats/read-all.js";

const header = '{"type":"set"}';
const add = '{"session":"alice","method":"add","args":[1]}';

describe("what operations saw, in native files", () => {
  test("is read, on lines and in one object, also where operations repeat", async () => {
    const line =
      '{"session":"bob","method":"contains","args":[1],"result":true,"saw":{"alice":1},"sees":[1]}';
    const lines = [header, add, add, ...Array.from({ length: 300 }, () => line)].join("\n");
    const whole = `{"type":"set","operations":[${[add, add, line, line].join(",")}]}`;
    for (const text of [lines, whole]) {
      const [item] = await readAll(text);
      const { operations } = recordOf(item.history as History);
      expect(operations.at(-1)).toMatchObject({ saw: { alice: 1 }, sees: [1] });
      expect(operations[0]).not.toHaveProperty("saw");
    }
  });

  test("is refused with its place", async () => {
    const wrong = '{"session":"bob","method":"size","saw":{"alice":5}}';
    const [onLines] = await readAll([header, add, wrong, add].join("\n"));
    expect(String(onLines.error)).toContain("saw 5 operations of session alice, which has 2");
    expect(onLines.error).toMatchObject({ line: 3, column: 1 });
    const [inOne] = await readAll(`{"type":"set",\n"operations":[${add},\n${wrong}]}`);
    expect(inOne.error).toMatchObject({ line: 3, column: 49 });
    const [atOnce] = await readAll([header, '{"session":"bob","method":"size","sees":[-1]}'].join("\n"));
    expect(atOnce.error).toMatchObject({ line: 2, column: 42 });
  });
});
