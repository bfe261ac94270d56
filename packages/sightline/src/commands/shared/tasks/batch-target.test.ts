import type { Program, StressReport, Target } from "@sightline/lab";
import { expect, test } from "vitest";
import { createBatchProgress } from "./batch-progress.js";
import { batchTarget } from "./batch-target.js";
import type { Task, TaskMeans } from "./task-means.js";

const program = (value: number): Program => ({
  threads: [[{ kind: "call", call: { method: "put", args: [value] } }]] as never,
});
const report: StressReport = { program: 0, executions: 1, seconds: 1, outcomes: [], done: true };
const question = { target: "js:a.mjs#A", options: {}, mark: "" };
const how = { secondsPerProgram: 1, seed: 1 };
const target = { name: "A", close: async () => {} } as unknown as Target;

/** Means by which tasks are done elsewhere: those that are under way, and a way to end them. */
function elsewhere() {
  const underWay = new Map<string, (found: StressReport) => void>();
  const means = {
    isRemote: true,
    progress: createBatchProgress(),
    run: ({ key }: Task, signal: AbortSignal) =>
      new Promise((resolve, reject) => {
        underWay.set(key, resolve);
        signal.addEventListener("abort", () => {
          underWay.delete(key);
          reject(new Error("taken back"));
        });
      }),
  } as unknown as TaskMeans;
  return { means, underWay };
}

test("programs that are given out and not waited for are taken back, whether or not a report was asked for", async () => {
  const { means, underWay } = elsewhere();
  const batch = batchTarget(target, means, question);
  const [first, second] = [batch.stress([program(1), program(2)], how), batch.stress([program(3)], how)].map(
    (reports) => reports[Symbol.asyncIterator](),
  );
  expect(underWay.size).toBe(3);
  await second.return?.();
  expect(underWay.size).toBe(2);
  for (const end of underWay.values()) end(report);
  expect(await first.next()).toMatchObject({ done: false, value: { program: 0 } });
  await first.return?.();
  expect(underWay.size).toBe(0);
});

test("a target that is closed has nothing under way, and its reports end", async () => {
  const { means, underWay } = elsewhere();
  const batch = batchTarget(target, means, question);
  const reports = batch.stress([program(1)], how)[Symbol.asyncIterator]();
  const next = reports.next();
  await batch.close();
  expect(underWay.size).toBe(0);
  expect((await next).done).toBe(true);
});

test("the same program run again is another run, and is known by its turn", async () => {
  const asked: string[] = [];
  const kept = new Map<string, unknown>();
  const means = {
    isRemote: false,
    progress: createBatchProgress(),
    known: (key: string) => (kept.has(key) ? [kept.get(key)] : []),
    keep: async (key: string, found: unknown) => void kept.set(key, found),
  } as unknown as TaskMeans;
  const here = {
    ...target,
    async *stress(programs: readonly Program[]) {
      for (const [i, one] of programs.entries()) {
        asked.push(JSON.stringify(one));
        yield { ...report, program: i, executions: asked.length };
      }
    },
  };
  const runTwice = async (): Promise<readonly number[]> => {
    const batch = batchTarget(here, means, question);
    const seen: number[] = [];
    for (let times = 0; times < 2; times++)
      for await (const { executions } of batch.stress([program(1), program(2)], how)) seen.push(executions);
    return seen;
  };
  expect(await runTwice()).toEqual([1, 2, 3, 4]);
  // Gone on with: all is known.
  expect(await runTwice()).toEqual([1, 2, 3, 4]);
  expect(asked).toHaveLength(4);
});
