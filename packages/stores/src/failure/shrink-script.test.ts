import { expect, test } from "vitest";
import type { Script, Step } from "../workload/script.js";
import { shrinkScript, tidy } from "./shrink-script.js";

const call = (id: number, replica: number, method = "write"): Step => ({
  kind: "call",
  id,
  session: replica,
  replica,
  method,
  args: [id],
});

const script: Script = {
  replicas: 4,
  steps: [
    call(0, 0),
    call(1, 3),
    { kind: "deliver", to: 1, of: [0, 1] },
    call(2, 1),
    { kind: "restart", replica: 2 },
    { kind: "deliver", to: 3, of: [2] },
    call(3, 3, "read"),
  ],
};

test("nothing can be left out of what is left", async () => {
  // Fails where call 1 reaches another replica, and something is read.
  const fails = async ({ steps }: Script): Promise<boolean> =>
    steps.some((step) => step.kind === "deliver" && step.of.includes(1)) &&
    steps.some((step) => step.kind === "call" && step.method === "read");
  expect(await shrinkScript(script, fails)).toEqual({
    replicas: 2,
    steps: [
      { ...call(1, 1), session: 3 },
      { kind: "deliver", to: 0, of: [1] },
      { ...call(3, 1, "read"), session: 3 },
    ],
  });
});

test("deliveries of calls that are gone go with them, and replicas that do nothing", () => {
  const rest = tidy({
    ...script,
    steps: script.steps.filter((step) => step.kind !== "call" || step.id === 2),
  });
  expect(rest).toEqual({
    replicas: 3,
    steps: [
      { ...call(2, 0), session: 1 },
      { kind: "restart", replica: 1 },
      { kind: "deliver", to: 2, of: [2] },
    ],
  });
});
