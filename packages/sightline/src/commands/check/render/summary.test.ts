import { expect, test } from "vitest";
import { createTally } from "../../../process/exit-code.js";
import { styleFor } from "../../../render/style.js";
import { renderSummary } from "./summary.js";

const style = styleFor({}, {});

test("sums up several histories, and keeps quiet about one", () => {
  expect(renderSummary({ ...createTally(), histories: 1, satisfied: 1 }, style)).toBe("");
  expect(renderSummary({ ...createTally(), invalid: 1 }, style)).toBe("");
  const tally = { ...createTally(), histories: 4, satisfied: 2, violated: 1, unknown: 1, invalid: 1 };
  expect(renderSummary(tally, style)).toBe("5 histories: 2 satisfied, 1 violated, 1 unknown, 1 not valid\n");
});

test("tells histories from checks", () => {
  const tally = { ...createTally(), histories: 1, satisfied: 1, violated: 1 };
  expect(renderSummary(tally, style)).toBe("1 history (2 checks): 1 satisfied, 1 violated\n");
});
