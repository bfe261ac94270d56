import { expect, test } from "vitest";
import { clipMiddle, count } from "./clip.js";
import { visible } from "./visible.js";

test("a text is cut in its middle, between characters", () => {
  expect(clipMiddle("put(1) => 2", 11)).toBe("put(1) => 2");
  expect(clipMiddle("put(12345678) => 2", 11)).toBe("put(12…=> 2");
  expect(clipMiddle("😀😀😀😀", 3)).toBe("😀😀…");
  expect(clipMiddle("x".repeat(100_000), 5)).toBe("xxx…x");
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
