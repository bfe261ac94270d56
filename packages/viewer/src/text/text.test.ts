import { expect, test } from "vitest";
import { clipMiddle, count } from "./clip.js";
import { shortOperation } from "./short-operation.js";
import { visible } from "./visible.js";

test("a text is cut in its middle, between characters", () => {
  expect(clipMiddle("put(1) => 2", 11)).toBe("put(1) => 2");
  expect(clipMiddle("put(12345678) => 2", 11)).toBe("put(12…=> 2");
  expect(clipMiddle("😀😀😀😀", 3)).toBe("😀😀…");
  expect(clipMiddle("x".repeat(100_000), 5)).toBe("xxx…x");
});

test("an operation is shortened by what tells least", () => {
  const shortened = (text: string, lengths: readonly number[]): readonly string[] =>
    lengths.map((most) => shortOperation(text, most));
  expect(shortened("poll() => 12", [12, 10, 8, 6])).toEqual([
    "poll() => 12",
    "poll()=>12",
    "poll=>12",
    "pol…12",
  ]);
  expect(shortened("offer(2) => true", [16, 14, 12, 9, 8])).toEqual([
    "offer(2) => true",
    "offer(2)=>true",
    "offer(2)…",
    "offer(2)…",
    "offer…ue",
  ]);
  expect(shortOperation("write(123456789)", 8)).toBe("write…9)");
});

test("things are counted", () => {
  expect([count(1, "history"), count(1234, "history"), count(0, "operation")]).toEqual([
    "1 history",
    "1,234 histories",
    "0 operations",
  ]);
});

test("what would act is spelt out", () => {
  expect(visible("a\u202eb\u0000c\ud800\n👩‍💻")).toBe("a\\u202eb\\u0000c\\ud800\n👩‍💻");
});
