import { describe, expect, test } from "vitest";
import { planCheck } from "./check-options.js";

describe("the options of check", () => {
  test("are few unless given", async () => {
    const { job, ...rest } = await planCheck({});
    expect(job).toEqual({ criteria: [], witnesses: false, memory: expect.any(Number) });
    expect(rest).toMatchObject({
      onUnknown: "report",
      json: false,
      quiet: false,
      junit: undefined,
      html: undefined,
    });
    expect(rest.workers).toBeGreaterThanOrEqual(1);
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
        witnesses: true,
        orderViews: 50,
      },
      workers: 3,
      onUnknown: "fail",
      json: true,
      junit: "report.xml",
      html: "report.html",
      quiet: true,
    });
  });

  test("take a module as a type", async () => {
    for (const type of ["./queue.ts", "types/queue.mjs", "queue.js", "C:\\types\\queue"]) {
      const { job } = await planCheck({ type });
      expect(job).toMatchObject({ type, typeLoader: expect.stringMatching(/^file:.*load-type\.js$/) });
    }
  });
});
