// @module-tag slow
import { check } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readAll, testData } from "@sightline/testing/formats/read-all.js";

const [, ...rows] = testData("litmus-x86/verdicts.csv").toString().trim().split("\n");
const verdicts = rows.map((row) => {
  const [file, sc, tso] = row.split(",");
  return { file, sc, tso };
});

describe("285 tests of litmus-tests-x86", () => {
  test("are all read, and SC and TSO allow those that a machine with store buffers runs", async () => {
    const items = await readAll(testData("litmus-x86/tests.litmus"));
    expect(items.length).toBe(285);
    const wrong = verdicts.flatMap((row, i) => {
      const { history, observe, error } = items[i];
      if (error !== undefined) return [error.message];
      return (["sc", "tso"] as const).flatMap((model) => {
        const decided = check(history, { criterion: model, explain: false }).verdict === "satisfied";
        const observation = observe?.(model);
        const told = [decided, observation?.observation !== "Never", observation?.ok];
        const expected = row[model] === "allowed";
        return told.every((one) => one === expected) ? [] : [`${row.file}, ${model}: ${told.join()}`];
      });
    });
    expect(wrong).toEqual([]);
    expect(verdicts.filter(({ tso }) => tso === "allowed").length).toBe(89);
  });
});
