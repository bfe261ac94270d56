// @module-tag slow
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { parseProgram } from "../object/notation.js";
import type { StressReport, Target } from "../object/target.js";
import { isViolation, runTests } from "../trials/run-tests.js";
import { testPlan } from "@sightline/testing/lab/test-plan.js";
import { startFromSource, typescriptLoader } from "@sightline/testing/lab/typescript-worker.js";
import type { JavaScriptTargetOptions } from "./crew.js";
import { threadCode } from "./thread-code.js";
import { allocateSlots, allocateThreads } from "./thread-memory.js";
import { createThreadPart } from "./thread-part.js";
import { openThreadsTarget } from "./threads-target.js";

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const objects = fromHere("../../test-data/javascript/shared-objects.mjs");
const queues = fromHere("../../../../examples/lab/lock-free-queue.ts");

const opened: Target[] = [];
afterAll(() => Promise.all(opened.map((target) => target.close())));

async function open(className: string, options: Partial<JavaScriptTargetOptions> = {}): Promise<Target> {
  const target = await openThreadsTarget({ file: objects, className, ...options }, startFromSource);
  opened.push(target);
  return target;
}

async function stress(target: Target, text: string, secondsPerProgram = 0.3): Promise<StressReport> {
  let last: StressReport | undefined;
  for await (const report of target.stress([parseProgram(text)], { secondsPerProgram, seed: 1 }))
    last = report;
  if (last === undefined) throw new Error("no report");
  expect(last).toMatchObject({ program: 0, done: true });
  expect(last.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(last.executions);
  return last;
}

const resultsOf = ({ outcomes }: StressReport): string[] =>
  outcomes.map(({ results }) => JSON.stringify(results)).sort();

describe("a lock-free queue", () => {
  const queue = (className: string) => open(className, { file: queues, loader: typescriptLoader });

  test("that is right is atomic in all programs", async () => {
    const target = await queue("LockFreeQueue");
    const spec = await target.describe();
    expect(spec.methods.map(({ name }) => name)).toEqual(["enqueue", "dequeue", "isEmpty"]);
    const results = [];
    const plan = testPlan({ spec, count: 8, secondsPerProgram: 0.1 });
    for await (const event of runTests(target, plan, new AbortController().signal))
      if (event.kind === "program" && event.done) results.push(event.result);
    expect(results).toHaveLength(8);
    expect(results.filter(isViolation)).toEqual([]);
    expect(results.every(({ executions }) => executions > 0)).toBe(true);
  });

  test("that is racy shows what it may show, right or wrong", async () => {
    const report = await stress(await queue("RacyQueue"), "{ enqueue(0); dequeue() } || { dequeue() }");
    for (const outcome of resultsOf(report))
      expect(["[null,0,null]", "[null,null,0]", "[null,0,0]"]).toContain(outcome);
  });
});

describe("how much threads overlap", () => {
  test("is told: calls that wait for each other overlap in every execution", async () => {
    const report = await stress(await open("Counter"), "{ meet() } || { value() } || { meet() }");
    expect(report.executions).toBeGreaterThan(0);
    expect(report.overlapped).toBe(report.executions);
  });

  test("is nothing where they run one after the other", () => {
    const program = parseProgram("{ tick() } || { tick() }");
    const memory = allocateThreads(allocateSlots(4), { threads: 2, steps: 2, syncs: 0, clockedCalls: 0 });
    const run = (thread: number) => {
      const code = threadCode({ program, thread, looks: 10, seed: 1 });
      const request = { code, memory, thread, epoch: 0n, steps: program.threads[thread], firstStep: thread };
      return createThreadPart(request, () => ({ tick: () => 1 }));
    };
    for (const delay of [-1, 0, 63]) {
      memory.progress.fill(0);
      memory.overlaps.fill(7);
      run(0).runBatch(20, delay);
      run(1).runBatch(20, delay);
      const { length } = memory.slots;
      expect([...memory.overlaps.subarray(0, 20)]).toEqual(Array.from({ length: 20 }, () => 0));
      expect([...memory.overlaps.subarray(length, length + 20)]).toEqual(Array.from({ length: 20 }, () => 0));
    }
  });
});

describe("objects in shared memory", () => {
  test("start as their class says, in each execution, and meet the other threads there", async () => {
    const target = await open("Counter", { constructorArgs: [5] });
    const report = await stress(
      target,
      "{ increment(); fail() } || { increment() } || { v.set(); pair(); view() }",
    );
    expect(report.failure).toBeUndefined();
    for (const { results } of report.outcomes) {
      const [a, thrown, b, set, pair, view] = results;
      expect(new Set([a, b])).toEqual(new Set([6, 7]));
      expect(thrown).toEqual({ throws: "RangeError" });
      expect(set).toBe(null);
      expect(pair).toEqual([expect.any(Number), "text", { big: 1e12 }]);
      expect([5, 6, 7]).toContain((view as number[])[0]);
      expect((view as number[])[0]).toBeGreaterThanOrEqual((pair as number[])[0]);
    }
  });

  test("may have a size that depends on arguments", async () => {
    const target = await open("Pair", { spec: { class: "Pair", methods: [], default_parameters: [3] } });
    expect(
      await target.runInSequence([
        [
          { method: "write", args: [7] },
          { method: "read", args: [] },
        ],
      ]),
    ).toEqual([[null, [7, 7, 7]]]);
    for (const outcome of resultsOf(await stress(target, "{ write(1) } || { read() }")))
      expect(outcome).toMatch(/^\[null,\[[01],[01],[01]\]\]$/);
  });

  test("are guarded by flags and locks", async () => {
    const target = await open("Pair", { constructorArgs: [2] });
    const locked = "{ l.lock(); write(1); l.unlock() } || { l.lock(); read(); l.unlock() }";
    for (const outcome of resultsOf(await stress(target, locked)))
      expect(["[0,null,null,1,[1,1],null]", "[1,null,null,0,[0,0],null]"]).toContain(outcome);
    for (const outcome of resultsOf(await stress(target, "{ write(1); v.set() } || { v.get(); read() }")))
      expect(outcome).toMatch(/^\[null,null,(true,\[1,1\]|false,\[[01],[01]\])\]$/);
  });

  test("run on one thread as they do alone", async () => {
    const target = await open("Counter");
    const calls = "increment(); increment(); value()";
    expect(resultsOf(await stress(target, `{ ${calls} }`, 0.05))).toEqual(["[1,2,2]"]);
  });
});

test("trouble is reported, not suffered", async () => {
  const hanging = await open("Counter", { hangSeconds: 3 });
  expect((await stress(hanging, "{ value(); loopForEver() } || { value() }")).failure).toEqual({
    kind: "unknown",
    message: "no end after 3 seconds: thread 0 in loopForEver()",
  });
  const target = await open("Counter");
  expect((await stress(target, "{ later() } || { value() }")).failure).toEqual({
    kind: "rejected",
    message: expect.stringContaining("test it with --mode async"),
  });
  expect((await stress(target, "{ nothing() } || { value() }")).failure).toMatchObject({ kind: "rejected" });
  await expect(target.runInSequence([[{ method: "later", args: [] }]])).rejects.toThrow("--mode async");
  expect((await stress(target, "{ value() } || { value() }", 0.05)).failure).toBeUndefined();
  await expect(open("NotShared")).rejects.toThrow("static sharedBytes");
});

test("an object that is given back is itself, whatever others do to it; functions are given as text", async () => {
  const target = await open("Fluent");
  const self = { this: true };
  const among = [self, { within: self }, "a NotShared"];
  const text = '{ bump(); among() } || { bump(); update({"fn":"x => x > 0"}) }';
  expect(await target.runInSequence(parseProgram(text).threads)).toEqual([
    [self, among],
    [self, true],
  ]);
  expect(resultsOf(await stress(target, text))).toEqual([JSON.stringify([self, among, self, true])]);
});
