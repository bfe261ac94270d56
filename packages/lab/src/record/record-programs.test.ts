import { expect, it } from "vitest";
import { parseProgram } from "../object/notation.js";
import type { Target } from "../object/target.js";
import { fakeTarget, runSet, setSpec } from "@sightline/testing/lab/fake-target.js";
import { type RecordedProgram, recordPrograms } from "./record-programs.js";

const program = parseProgram("{ add(1) } || { size() }");
const options = { secondsPerProgram: 1, seed: 1 };

async function all(target: Target, more: Partial<Parameters<typeof recordPrograms>[2]> = {}) {
  const recorded: RecordedProgram[] = [];
  for await (const one of recordPrograms(target, [program], { ...options, ...more })) recorded.push(one);
  return recorded;
}

const fake = fakeTarget({
  spec: setSpec,
  run: runSet,
  shows: () => [
    [[true, 1], 3],
    [[true, 0], 7],
  ],
});

it("gives what was seen of each program, the most frequent first", async () => {
  const recorded = await all(fake);
  expect(recorded.map(({ done }) => done)).toEqual([false, true]);
  expect(recorded.at(-1)).toEqual({
    index: 0,
    program,
    executions: 10,
    observations: [
      { results: [true, 0], count: 7 },
      { results: [true, 1], count: 3 },
    ],
    done: true,
  });
});

it("refuses to record as the target cannot", async () => {
  await expect(all(fake, { record: "counters" })).rejects.toThrow("fake cannot record by counters");
  await expect(all({ ...fake, records: ["clocks"] }, { record: "counters" })).rejects.toThrow(
    "it records by clocks",
  );
});

it("asks the target to record", async () => {
  const asked: unknown[] = [];
  const target: Target = {
    ...fake,
    records: ["counters"],
    async *stress(programs, given) {
      asked.push(given.record);
      yield* fake.stress(programs, given);
    },
  };
  await all(target, { record: "counters" });
  expect(asked).toEqual(["counters"]);
});

it("gives what the program under way has shown when it is interrupted", async () => {
  const target: Target = {
    ...fake,
    async *stress(programs, given) {
      for await (const report of fake.stress(programs, given)) {
        yield report;
        return;
      }
    },
  };
  expect((await all(target)).at(-1)).toMatchObject({ done: true, executions: 10 });
});

it("takes programs as they are needed, and none after it was told to stop", async () => {
  const stop = new AbortController();
  function* endless() {
    while (true) yield program;
  }
  const indices: number[] = [];
  for await (const { index, done } of recordPrograms(fake, endless(), { ...options, signal: stop.signal })) {
    if (!done) continue;
    indices.push(index);
    if (indices.length === 20) stop.abort();
  }
  expect(indices).toEqual(Array.from({ length: 20 }, (_, index) => index));
});
