import { fileURLToPath } from "node:url";
import { check } from "@sightline/core";
import { describe, expect, it } from "vitest";
import { openThreadsTarget } from "../javascript/threads-target.js";
import { parseProgram } from "../object/notation.js";
import { typeOfTarget } from "../object/table-type.js";
import { startFromSource, typescriptLoader } from "../testing/typescript-worker.js";
import { type RecordedProgram, recordPrograms } from "./record-programs.js";
import { recordedHistory } from "./recorded-history.js";

const file = fileURLToPath(new URL("../../../../examples/lab/lock-free-queue.ts", import.meta.url));

const keepsStoresInOrder = ["x64", "ia32"].includes(process.arch);

describe.skipIf(!keepsStoresInOrder)("recording an object in shared memory", () => {
  // The queue is linearizable: a recorded order that was not real would sooner or later contradict that.
  it("by counters gives histories that an atomic object can have", async () => {
    const options = { file, className: "LockFreeQueue", loader: typescriptLoader };
    const target = await openThreadsTarget(options, startFromSource);
    try {
      const programs = [
        "{ enqueue(1); dequeue() } || { enqueue(2); dequeue() }",
        "{ enqueue(1); v.set() } || { v.get(); dequeue() } || { isEmpty() }",
      ].map(parseProgram);
      const recorded: RecordedProgram[] = [];
      const recording = { secondsPerProgram: 0.3, seed: 1, record: "counters" } as const;
      for await (const one of recordPrograms(target, programs, recording)) if (one.done) recorded.push(one);
      expect(recorded.map(({ index, failure }) => [index, failure])).toEqual([
        [0, undefined],
        [1, undefined],
      ]);
      for (const { program, executions, observations } of recorded) {
        expect(executions).toBeGreaterThan(0);
        expect(observations.reduce((sum, { count }) => sum + count, 0)).toBe(executions);
        const type = await typeOfTarget(target, program);
        for (const seen of observations) {
          expect(seen.results).toHaveLength(program.threads.flat().length);
          expect(seen.order?.flat()).toHaveLength(
            program.threads.flat().filter(({ on }) => on === undefined).length * (program.threads.length - 1),
          );
          const history = recordedHistory(program, seen, "counters");
          expect([seen, check(history, { type, levels: { "*": "complete" } }).verdict]).toEqual([
            seen,
            "satisfied",
          ]);
        }
      }
    } finally {
      await target.close();
    }
  }, 30_000);
});
