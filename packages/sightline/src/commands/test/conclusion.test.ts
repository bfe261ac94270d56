import { type ProgramResult, parseProgram } from "@sightline/lab";
import { setSpec } from "@sightline/testing/lab/fake-target.js";
import { expect, test } from "vitest";
import { concludeTest, testStatus } from "./conclusion.js";
import { wishesOf } from "./options.js";
import { setupOf } from "./setup.js";
import { countProgram, createTestTally } from "./tally.js";

const program = parseProgram("{ add(1); size() } || { add(2) }");

const result = (overlapped: number): ProgramResult => ({
  program,
  index: 0,
  executions: 100_000,
  overlapped,
  seconds: 1,
  outcomes: [],
});

async function concluded(...overlaps: readonly number[]) {
  const setup = await setupOf(await wishesOf({ methods: ["size"] }), { spec: setSpec });
  const tally = createTestTally();
  for (const overlapped of overlaps) countProgram(tally, result(overlapped));
  const conclusion = await concludeTest({}, setup, tally, false);
  return { ...conclusion, status: testStatus(conclusion, setup, tally, false) };
}

test("a run is green where the threads of most programs overlapped", async () => {
  expect(await concluded(90_000, 80_000)).toMatchObject({ verdict: "admitted", isThin: false, status: 0 });
  expect(await concluded(90_000, 3)).toMatchObject({ verdict: "admitted", isThin: false, status: 0 });
});

test("and not where they did in few, though each method was called in one of these", async () => {
  expect(await concluded(90_000, 3, 0)).toMatchObject({
    verdict: "unknown",
    untested: [],
    isThin: true,
    status: 2,
  });
});

test("and not where they did in none, or nothing was run", async () => {
  expect(await concluded(3, 0)).toMatchObject({
    verdict: "unknown",
    untested: [{ method: "size()", reason: expect.stringContaining("hardly overlapped") as string }],
    status: 2,
  });
  expect(await concluded()).toMatchObject({ verdict: "unknown", status: 2 });
});
