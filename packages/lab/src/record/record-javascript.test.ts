import { fileURLToPath } from "node:url";
import { check } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { openAsyncTarget } from "../javascript/async-target.js";
import { openThreadsTarget } from "../javascript/threads-target.js";
import { parseProgram } from "../object/notation.js";
import { typeOfTarget } from "../object/type-of-target.js";
import type { CallOrder, Target } from "../object/target.js";
import { startFromSource, typescriptLoader } from "@sightline/testing/lab/typescript-worker.js";
import { type RecordedProgram, recordPrograms } from "./record-programs.js";
import { recordedHistory } from "./recorded-history.js";

const queues = fileURLToPath(new URL("../../../../examples/lab/lock-free-queue.ts", import.meta.url));
const caches = fileURLToPath(new URL("../../../../examples/lab/stale-cache.ts", import.meta.url));

const openQueue = (): Promise<Target> =>
  openThreadsTarget({ file: queues, className: "LockFreeQueue", loader: typescriptLoader }, startFromSource);

const openCache = (className: string): Promise<Target> =>
  openAsyncTarget({ file: caches, className, loader: typescriptLoader }, startFromSource);

const keepsStoresInOrder = ["x64", "ia32"].includes(process.arch);

async function record(
  target: Target,
  programs: readonly string[],
  order: CallOrder,
): Promise<readonly RecordedProgram[]> {
  const recorded: RecordedProgram[] = [];
  const options = { secondsPerProgram: 0.3, seed: 1, record: order };
  for await (const one of recordPrograms(target, programs.map(parseProgram), options))
    if (one.done) recorded.push(one);
  expect(recorded.map(({ index, failure }) => [index, failure])).toEqual(
    programs.map((_, index) => [index, undefined]),
  );
  return recorded;
}

/** Whether what was recorded is as an atomic object has it, by the recorded order. */
async function verdictsOn(
  target: Target,
  { program, executions, observations }: RecordedProgram,
  order: CallOrder,
): Promise<ReadonlySet<string>> {
  expect(executions).toBeGreaterThan(0);
  expect(observations.reduce((sum, { count }) => sum + count, 0)).toBe(executions);
  const type = await typeOfTarget(target, program);
  const calls = program.threads.flat().filter(({ on }) => on === undefined).length;
  const width = order === "clocks" ? 2 : program.threads.length - 1;
  const verdicts = observations.map((seen) => {
    expect(seen.results).toHaveLength(program.threads.flat().length);
    expect(seen.order?.flat()).toHaveLength(calls * width);
    const history = recordedHistory(program, seen, order);
    return order === "clocks"
      ? check(history, { type, criterion: "linearizability" }).verdict
      : check(history, { type, levels: { "*": "complete" } }).verdict;
  });
  return new Set(verdicts);
}

describe("recording an object in shared memory", () => {
  // The queue is linearizable: a recorded order that was not real would sooner or later contradict that.
  const programs = [
    "{ enqueue(1); dequeue() } || { enqueue(2); dequeue() }",
    "{ enqueue(1); v.set() } || { v.get(); dequeue() } || { isEmpty() }",
  ];
  const orders: readonly CallOrder[] = keepsStoresInOrder ? ["counters", "clocks"] : ["clocks"];

  test.each(orders)(
    "by %s gives histories that an atomic object can have",
    async (order) => {
      const target = await openQueue();
      try {
        for (const recorded of await record(target, programs, order))
          expect(await verdictsOn(target, recorded, order)).toEqual(new Set(["satisfied"]));
      } finally {
        await target.close();
      }
    },
    30_000,
  );
});

describe.each<CallOrder>(["counters", "clocks"])("recording async methods by %s", (order) => {
  const programs = ["{ put(0,1); get(0) } || { get(0); v.set() }", "{ put(0,1) } || { get(0); get(0) }"];

  test("an atomic object has atomic histories", async () => {
    const target = await openCache("FreshCache");
    try {
      for (const recorded of await record(target, programs, order))
        expect(await verdictsOn(target, recorded, order)).toEqual(new Set(["satisfied"]));
    } finally {
      await target.close();
    }
  });

  test("of a stale read it shows the order that makes it one", async () => {
    const target = await openCache("StaleCache");
    try {
      const [recorded] = await record(target, ["{ put(0,1) } || { get(0) } || { get(0) }"], order);
      // The results alone could be atomic: a get that began after the put had returned still found nothing.
      expect(await verdictsOn(target, recorded, order)).toEqual(new Set(["satisfied", "violated"]));
      const outcomes = new Set(recorded.observations.map(({ results }) => JSON.stringify(results)));
      const type = await typeOfTarget(target, recorded.program);
      for (const outcome of outcomes) {
        const bare = recordedHistory(recorded.program, { results: JSON.parse(outcome) }, undefined);
        expect(check(bare, { type, levels: { "*": "complete" } }).verdict).toBe("satisfied");
      }
    } finally {
      await target.close();
    }
  });

  test("one seed, one record", async () => {
    const target = await openCache("StaleCache");
    try {
      expect(await record(target, programs, order)).toEqual(await record(target, programs, order));
    } finally {
      await target.close();
    }
  });
});
