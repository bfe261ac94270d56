import { describe, expect, test } from "vitest";
import { createTally, exitCode, type OnUnknown, type Tally } from "./exit-code.js";

const code = (seen: Partial<Tally>, onUnknown: OnUnknown = "report"): number =>
  exitCode({ ...createTally(), ...seen }, onUnknown);

describe("the exit status", () => {
  test("follows the verdicts", () => {
    expect(code({})).toBe(0);
    expect(code({ satisfied: 3 })).toBe(0);
    expect(code({ satisfied: 3, unknown: 1 })).toBe(2);
    expect(code({ satisfied: 3, unknown: 1, violated: 1 })).toBe(1);
    expect(code({ satisfied: 1, unreached: 1 })).toBe(2);
  });

  test("lets --on-unknown decide what unknown means, and only that", () => {
    expect(code({ unknown: 1 }, "pass")).toBe(0);
    expect(code({ unknown: 1 }, "fail")).toBe(1);
    expect(code({ violated: 1 }, "pass")).toBe(1);
    expect(code({ satisfied: 1 }, "fail")).toBe(0);
  });

  test("puts first what makes the other answers incomplete", () => {
    expect(code({ violated: 1, invalid: 1 })).toBe(65);
    expect(code({ violated: 1, invalid: 1, interrupted: true })).toBe(130);
    expect(code({ violated: 1, invalid: 1, interrupted: true, bugs: 1 })).toBe(70);
  });
});
