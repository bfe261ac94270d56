// @module-tag slow
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { parseProgram, printProgram, stepsOf } from "../object/notation.js";
import { BLOCKED, NOT_REACHED } from "../object/program.js";
import type { StressReport, Target } from "../object/target.js";
import { isViolation, runTests, type TestPlan } from "../trials/run-tests.js";
import { testPlan } from "@sightline/testing/lab/test-plan.js";
import { startFromSource, typescriptLoader } from "@sightline/testing/lab/typescript-worker.js";
import { openAsyncTarget } from "./async-target.js";
import type { JavaScriptTargetOptions } from "./crew.js";

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const objects = fromHere("../../test-data/javascript/async-objects.mjs");
const caches = fromHere("../../../../examples/lab/stale-cache.ts");

const opened: Target[] = [];
afterAll(() => Promise.all(opened.map((target) => target.close())));

async function open(className: string, options: Partial<JavaScriptTargetOptions> = {}): Promise<Target> {
  const target = await openAsyncTarget({ file: objects, className, ...options }, startFromSource);
  opened.push(target);
  return target;
}

/** The last report on a program after so many runs. */
async function stress(target: Target, text: string, runs: number, seed = 1): Promise<StressReport> {
  const options = { secondsPerProgram: runs / 10_000, seed };
  const reports: StressReport[] = [];
  for await (const report of target.stress([parseProgram(text)], options)) reports.push(report);
  expect(reports.map(({ done }) => done)).toEqual(reports.map((_, i) => i === reports.length - 1));
  return reports[reports.length - 1];
}

const resultsOf = ({ outcomes }: StressReport): string[] =>
  outcomes.map(({ results }) => JSON.stringify(results)).sort();

const plan = (spec: TestPlan["spec"]): TestPlan =>
  testPlan({ spec, count: 12, secondsPerProgram: 0.02, shrinkTrials: 40, failFast: true });

describe("a cache", () => {
  const cache = (className: string) => open(className, { file: caches, loader: typescriptLoader });

  test("that is stale is found out, and the program shrunk, by its seed", async () => {
    const target = await cache("StaleCache");
    const found = async () => {
      const events = [];
      const spec = await target.describe();
      for await (const event of runTests(target, plan(spec), new AbortController().signal))
        events.push(event);
      return events.flatMap((event) =>
        event.kind === "shrunk" ? [[printProgram(event.result.program), event.result.outcomes]] : [],
      );
    };
    const [[program, outcomes], ...others] = await found();
    expect(others).toEqual([]);
    expect(stepsOf(parseProgram(program as string))).toHaveLength(3);
    expect(await found()).toEqual([[program, outcomes]]);
  });

  test("that is fresh stays so in all programs", async () => {
    const target = await cache("FreshCache");
    const results = [];
    const spec = await target.describe();
    for await (const event of runTests(target, plan(spec), new AbortController().signal))
      if (event.kind === "program" && event.done) results.push(event.result);
    expect(results).toHaveLength(12);
    expect(results.filter(isViolation)).toEqual([]);
    expect(results.every(({ executions }) => executions === 200)).toBe(true);
  });
});

test("what is injected decides: all interleavings of two increments, equally often for a seed", async () => {
  const target = await open("LossyCounter");
  const both = "{ increment() } || { increment() }";
  const report = await stress(target, both, 300);
  expect(resultsOf(report)).toEqual(["[1,1]", "[1,2]", "[2,1]"]);
  expect(report.executions).toBe(300);
  expect(report.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(300);
  expect((await stress(target, both, 300)).outcomes).toEqual(report.outcomes);
  expect((await stress(target, both, 300, 2)).outcomes).not.toEqual(report.outcomes);
});

test.each(["MicrotaskCounter", "TimerCounter"])("%s needs nothing injected", async (className) => {
  const target = await open(className);
  const report = await stress(target, "{ increment() } || { increment() }", 100);
  expect(resultsOf(report)).toEqual(["[1,1]", "[1,2]", "[2,1]"]);
  const twice = [
    { method: "increment", args: [] },
    { method: "increment", args: [] },
  ];
  expect(await target.runInSequence([twice, []])).toEqual([[1, 2], []]);
});

test("a promise that nothing is left to keep blocks its thread", async () => {
  const target = await open("Troubled");
  const report = await stress(target, "{ waitForEver(); answer() } || { digest() } || { answer() }", 100);
  expect(report.failure).toBeUndefined();
  expect(report.outcomes).toEqual([{ results: [BLOCKED, NOT_REACHED, 32, 42], count: 100 }]);
  expect(report.overlapped).toBe(100);
  const sequence = ["digest", "waitForEver", "answer"].map((method) => ({ method, args: [] }));
  expect(await target.runInSequence([sequence, sequence.slice(2)])).toEqual([[32, BLOCKED], [42]]);
});

describe("trouble is reported, not suffered:", () => {
  const failureOf = async (target: Target, text: string) => (await stress(target, text, 100)).failure;

  test("exceptions, waits, circles, rejections, and the end of the thread", async () => {
    const target = await open("Troubled");
    expect(resultsOf(await stress(target, "{ fail() } || { answer() }", 10))).toEqual([
      '[{"throws":"RangeError"},42]',
    ]);
    expect(await failureOf(target, "{ answer(); waitForInput() } || { answer() }")).toEqual({
      kind: "unknown",
      message: "calls wait for something that does not come: thread 0 in waitForInput()",
    });
    expect(await failureOf(target, "{ goInCircles() } || { answer() }")).toMatchObject({
      kind: "hang",
      message: "calls go round in circles: thread 0 in goInCircles()",
    });
    expect(await failureOf(target, "{ leaveARejection() } || { answer() }")).toEqual({
      kind: "crash",
      message: "TypeError: left alone",
    });
    expect(await failureOf(target, "{ exit() } || { answer() }")).toMatchObject({ kind: "crash" });
    expect(await failureOf(target, "{ nothing() } || { answer() }")).toMatchObject({
      kind: "rejected",
      message: expect.stringContaining("no method nothing; it has answer, waitForEver"),
    });
    await expect(target.runInSequence([[{ method: "exit", args: [] }]])).rejects.toThrow(
      "brought its thread",
    );
    expect(await target.runInSequence([[{ method: "answer", args: [] }]])).toEqual([[42]]);
  });

  test("loops", async () => {
    const target = await open("Troubled", { hangSeconds: 3 });
    expect(await failureOf(target, "{ loopForEver() } || { answer() }")).toEqual({
      kind: "unknown",
      message: "no end after 3 seconds",
    });
  });

  test("objects that cannot be made", async () => {
    const target = await open("Troubled", { constructorArgs: [true] });
    expect(await failureOf(target, "{ answer() }")).toEqual({
      kind: "rejected",
      message: "no objects today",
    });
  });
});

test("what cannot be opened says what to do", async () => {
  await expect(open("Nothing")).rejects.toThrow(/exports no Nothing; it exports .*LossyCounter/);
  await expect(open("noClass")).rejects.toThrow("is no class");
  await expect(open("A", { file: caches })).rejects.toThrow("is TypeScript: give a loader");
  await expect(open("A", { file: "./nowhere.mjs" })).rejects.toThrow("nowhere.mjs could not be loaded");
});

test("an end that is asked for comes early, and a closed target stays closed", async () => {
  const target = await open("LossyCounter");
  const program = parseProgram("{ increment() } || { increment() }");
  const control = new AbortController();
  const options = { secondsPerProgram: 1000, seed: 1, signal: control.signal };
  let last: StressReport | undefined;
  for await (const report of target.stress([program, program], options)) {
    last = report;
    control.abort();
  }
  expect(last).toMatchObject({ program: 0, done: true });
  await target.close();
  await expect(target.runInSequence([[]])).rejects.toThrow("closed");
});

test("an object that is given back is itself, whatever others do to it; functions are given as text", async () => {
  const target = await open("Fluent");
  const self = { this: true };
  const text = '{ bump(); update({"fn":"x => x > 0"}) } || { bump() }';
  expect(await target.runInSequence(parseProgram(text).threads)).toEqual([[self, true], [self]]);
  expect(resultsOf(await stress(target, text, 100))).toEqual([JSON.stringify([self, true, self])]);
});
