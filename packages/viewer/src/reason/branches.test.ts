import { expect, test } from "vitest";
import { firstOf, walkBranches } from "./branches.js";
import { stepsOf } from "./steps.js";

/** Step 1 has two cases; in the second, step 4 has two. */
const within = [[], ["1.1"], ["1.1"], ["1.2"], ["1.2", "4.1"], ["1.2", "4.2"]].map((names) =>
  names.map((name) => ({ name, text: "so" })),
);
const steps = stepsOf(
  {
    steps: within.map(
      (cases, at) => `${at + 1}. ${cases.map(({ name }) => `[case ${name}: so] `).join("")}step`,
    ),
    outline: within.map((cases) => ({ within: cases, edges: [] })),
  },
  0,
);
const walked = (at: number) => walkBranches(steps, at).map(({ step }) => step.number);

test("one case of each distinction is walked: that of the step which is read", () => {
  expect(walked(0)).toEqual([1, 2, 3]);
  expect(walked(3)).toEqual([1, 4, 5]);
  expect(walked(5)).toEqual([1, 4, 6]);
  expect(walkBranches(steps, 5)[1].branching).toMatchObject({ open: "4.2", cases: [{ name: "4.1" }, {}] });
  expect(firstOf(steps, "4.2")).toBe(5);
});
