import { expect, test } from "vitest";
import { duration } from "./duration.js";

test("times as people do", () => {
  expect(["0.4 ms", "12 ms", "1.0 s", "59.9 s", "1 min 0 s", "2 min 5 s"]).toEqual(
    [0.4, 12, 999.7, 59_900, 59_990, 125_000].map(duration),
  );
});
