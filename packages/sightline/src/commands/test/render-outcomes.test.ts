import type { JudgedOutcome, ProgramResult } from "@sightline/lab";
import { expect, test } from "vitest";
import { styleFor } from "../../render/style.js";
import { renderOutcomes } from "./render-outcomes.js";

const style = styleFor({}, {});

const atomic = { admitted: true, strongest: "complete", violated: "-" } as const;

function result(outcomes: readonly JudgedOutcome[]): ProgramResult {
  const executions = outcomes.reduce((sum, { count }) => sum + count, 0);
  return { program: { threads: [] }, index: 0, executions, seconds: 1, outcomes };
}

// POPL'19 Fig. 3, with its own frequencies.
const figure3 = result([
  { results: [null, 0, 1, null], count: 2_614_780, ...atomic },
  { results: [null, 0, 1, 1], count: 746_263, ...atomic },
  { results: [null, null, 1, 0], count: 14_833, ...atomic },
  { results: [null, 0, 0, 1], count: 949, ...atomic },
  { results: [null, null, 2, 0], count: 35, admitted: false, strongest: "none", violated: "weak" },
]);

test("a table as in the paper", () => {
  expect(renderOutcomes(figure3, style)).toBe(
    [
      "    outcome                seen      share   admitted  violates",
      "    null, 0, 1, null  2,614,780     77.4 %   ✔",
      "    null, 0, 1, 1       746,263     22.1 %   ✔",
      "    null, null, 1, 0     14,833    0.439 %   ✔",
      "    null, 0, 0, 1           949   0.0281 %   ✔",
      "    null, null, 2, 0         35  0.00104 %   ✘         weak",
      "    3,376,860 executions in 1.0 s",
      "",
    ].join("\n"),
  );
});

test("where there is little room, what is wrong is seen first", () => {
  const text = renderOutcomes(figure3, style, { columns: 80, rows: 2 });
  expect(text).toMatch(/null, null, 2, 0 .*✘ +weak\n {4}null, 0, 1, null .*\n {4}… and 3 more outcomes\n/);
});

test("an outcome that does not fit is cut in its middle; an exception is told by its name", () => {
  const long = { results: ["x".repeat(200), { throws: "E" }], count: 1, ...atomic };
  const [, line] = renderOutcomes(result([long]), style, { columns: 80, rows: 9 }).split("\n");
  expect(line.length).toBeLessThan(80);
  expect(line).toContain("…");
  expect(line).toContain("throws E ");
});
