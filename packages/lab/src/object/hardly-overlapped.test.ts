import { expect, test } from "vitest";
import { hardlyOverlapped } from "./hardly-overlapped.js";

test("threads that took turns have hardly overlapped", () => {
  expect(hardlyOverlapped({ executions: 832_008, overlapped: 250 })).toBe(true); // too few to show anything
  expect(hardlyOverlapped({ executions: 10_000_000, overlapped: 2500 })).toBe(true); // too small a share
  expect(hardlyOverlapped({ executions: 832_008, overlapped: 500_000 })).toBe(false);
  expect(hardlyOverlapped({ executions: 1_000_000, overlapped: 1000 })).toBe(false);
  expect(hardlyOverlapped({ executions: 1_000_000, overlapped: 999 })).toBe(true);
});

test("a short run is judged by its share", () => {
  expect(hardlyOverlapped({ executions: 40, overlapped: 20 })).toBe(false);
  expect(hardlyOverlapped({ executions: 40, overlapped: 19 })).toBe(true);
  expect(hardlyOverlapped({ executions: 0, overlapped: 0 })).toBe(false);
});

test("what was not measured is not held against it", () => {
  expect(hardlyOverlapped({ executions: 832_008 })).toBe(false);
});
