import { lines, sightline } from "@sightline/testing/sightline/run-command.js";
import { describe, expect, test } from "vitest";

describe("check of a litmus test", () => {
  test("says what herd would, below the verdict", async () => {
    const tso = await sightline(["check", "sb.litmus", "-c", "tso"]);
    expect(tso).toMatchObject({ code: 0, err: "" });
    expect(tso.out).toMatch(
      /^✔ sb\.litmus "SB: 0:EAX=0; 1:EAX=0": tso satisfied .*\nTest SB Allowed\nStates 4\n/u,
    );
    expect(tso.out).toMatch(
      /\nOk\nWitnesses\nPositive: 1 Negative: 3\nCondition exists .*\nObservation SB Sometimes 1 3\n\n$/u,
    );
    for (const criterion of ["sc", "sequential"]) {
      const { code, out } = await sightline(["check", "sb.litmus", "-c", criterion]);
      expect(code).toBe(1);
      expect(out).toContain("\nNo\nWitnesses\nPositive: 0 Negative: 3\n");
      expect(out).toContain("\nObservation SB Never 0 3\n");
    }
    expect((await sightline(["check", "sb.litmus", "-c", "ccv"])).out).not.toContain("Observation");
  });

  test("--json has it as litmus", async () => {
    const run = await sightline(["check", "sb.litmus", "-c", "sc", "-c", "tso", "--json"]);
    expect(lines(run)).toMatchObject([
      {
        criterion: "sc",
        verdict: "violated",
        litmus: { test: "SB", model: "sc", ok: false, observation: "Never" },
      },
      {
        criterion: "tso",
        verdict: "satisfied",
        litmus: { model: "tso", ok: true, observation: "Sometimes" },
      },
    ]);
  });

  test("what a model has no meaning for is an invalid input, with its place", async () => {
    const run = await sightline(["check", "memory { write(y,1); exchange(x,1) => 0 }", "-c", "ccv"]);
    expect(run).toMatchObject({ code: 65, out: "" });
    expect(run.err).toContain("ccv has no meaning for exchange, which is atomic: ask for sc or tso");
  });
});
