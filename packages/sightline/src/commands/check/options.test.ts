import { describe, expect, test } from "vitest";
import { UsageError } from "../../errors/usage-error.js";
import { type CheckFlags, planCheck } from "./options.js";

describe("the options of check", () => {
  test("are few unless given", async () => {
    const { job, ...rest } = await planCheck({});
    expect(job).toEqual({
      criteria: [],
      witnesses: false,
      memory: expect.any(Number),
      searchers: rest.workers,
      provenKinds: 20,
    });
    expect(rest).toMatchObject({
      onUnknown: "report",
      json: false,
      quiet: false,
      junit: undefined,
      sarif: undefined,
      github: false,
      html: undefined,
    });
    expect(rest.workers).toBeGreaterThanOrEqual(1);
  });

  test("violations are explained where somebody is told, and proved where somebody reads it", async () => {
    const told = async (flags: CheckFlags) => {
      const { explain = true, provenKinds } = (await planCheck(flags)).job;
      return [explain, provenKinds];
    };
    expect(await told({ quiet: true })).toEqual([false, 20]);
    for (const flags of [
      { json: true },
      { junit: "a" },
      { html: "a" },
      { proof: "a" },
      { sarif: "a" },
      { github: true },
    ])
      for (const quiet of [true, false]) expect(await told({ ...flags, quiet })).toEqual([true, undefined]);
    expect(await told({ group: false })).toEqual([true, undefined]);
    expect(await told({ explain: false, json: true })).toEqual([false, undefined]);
  });

  test("are all understood", async () => {
    const plan = await planCheck({
      criterion: ["sequential", "linearizability", "sequential"],
      type: "map",
      initial: '{"a":1}',
      format: "jepsen",
      independent: true,
      algorithm: "wgl-lru",
      partition: false,
      cacheSize: "1000",
      verify: false,
      explain: false,
      deadline: "1.5",
      memory: "256",
      workers: "3",
      seed: "-7",
      onUnknown: "fail",
      json: true,
      junit: "report.xml",
      html: "report.html",
      quiet: true,
    });
    expect(plan).toEqual({
      job: {
        criteria: ["sequential", "linearizability"],
        type: "map",
        initial: { a: 1 },
        format: "jepsen",
        independent: true,
        algorithm: "wgl-lru",
        partition: false,
        cacheSize: 1000,
        verify: false,
        explain: false,
        deadline: 1500,
        memory: 256 * 2 ** 20,
        searchers: 3,
        witnesses: true,
        orderViews: 50,
        wholeHistories: 250_000,
      },
      workers: 3,
      mayCheckHere: false,
      onUnknown: "fail",
      json: true,
      junit: "report.xml",
      sarif: undefined,
      github: false,
      html: "report.html",
      quiet: true,
      group: true,
    });
  });

  test("let the main thread check, but for what may hang, exit or fill memory", async () => {
    const mayCheckHere = async (flags: CheckFlags) => (await planCheck(flags)).mayCheckHere;
    expect(await mayCheckHere({})).toBe(true);
    expect(await mayCheckHere({ type: "map", deadline: "2" })).toBe(true);
    expect(await mayCheckHere({ type: "./own.ts" })).toBe(false);
    expect(await mayCheckHere({ memory: "300" })).toBe(false);
    expect(await mayCheckHere({ algorithm: "wgl" })).toBe(false);
  });

  test("refuse an algorithm that does not decide the criterion, whatever the histories", async () => {
    const plan = (algorithm: string, ...criterion: string[]) => planCheck({ algorithm, criterion });
    await expect(plan("wgl", "sequential", "causal")).rejects.toThrow(
      new UsageError(
        "SL1306",
        "wgl decides linearizability and sequential only: for causal take one of auto, visibility, naive-visibility, naive-visibility-jit, minimal-visibility, minimal-visibility-jit, visearch",
      ),
    );
    await expect(plan("visearch", "causal", "causal-convergence")).rejects.toThrow(
      new UsageError(
        "SL1306",
        "visearch decides levels only: for causal-convergence take auto or visibility",
      ),
    );
    await expect(planCheck({ algorithm: "jit", levels: "put=weak" })).rejects.toThrow(UsageError);
    await expect(planCheck({ algorithm: "minimal-visibility", axioms: "vis >= hb" })).rejects.toThrow(
      UsageError,
    );
    for (const [algorithm, criterion] of [
      ["visearch", "causal"],
      ["visearch", "linearizability"],
      ["visibility", "causal-convergence"],
      ["auto", "peer"],
      ["wgl", "sequential"],
    ])
      expect((await plan(algorithm, criterion)).job).toMatchObject({ algorithm, criteria: [criterion] });
  });

  test("take a module as a type", async () => {
    for (const type of ["./queue.ts", "types/queue.mjs", "queue.js", "C:\\types\\queue"]) {
      const { job } = await planCheck({ type });
      expect(job).toMatchObject({ type, typeLoader: expect.stringMatching(/^file:.*load-type\.js$/) });
    }
  });
});
