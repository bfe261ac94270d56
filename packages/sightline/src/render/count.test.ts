import { expect, test } from "vitest";
import { count } from "./count.js";

test("counts as people do", () => {
  expect(count(1, "history")).toBe("1 history");
  expect(count(2000, "history")).toBe("2,000 histories");
});
