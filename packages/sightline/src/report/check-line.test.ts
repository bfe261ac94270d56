import type { Result } from "@sightline/core";
import { expect, test } from "vitest";
import { checkLine } from "./check-line.js";

const stats = { algorithm: "frontier", states: 12, milliseconds: 0.8 };
const line = (result: Result, name: string | null = null): unknown =>
  JSON.parse(checkLine({ file: "a.json", index: 0, name, size: 4, result, operations: [] }));

test("a satisfied line carries the witness", () => {
  const witness = { linearization: [0, 2, 3, 1], visibility: { "1": [0, 3] } };
  expect(line({ criterion: "linearizability", verdict: "satisfied", witness, stats })).toEqual({
    file: "a.json",
    index: 0,
    name: null,
    criterion: "linearizability",
    verdict: "satisfied",
    witness,
    stats,
  });
});

test("a violated line carries the violation", () => {
  const violation = { kind: "core", operations: [1, 2], reason: "words" } as const;
  expect(line({ criterion: "sequential", verdict: "violated", violation, stats }, "run 7")).toEqual({
    file: "a.json",
    index: 0,
    name: "run 7",
    criterion: "sequential",
    verdict: "violated",
    violation,
    stats,
  });
});

test("an unknown line carries the reason and what was established", () => {
  const unknown = { verdict: "unknown", reason: "deadline", established: "3 of 4 keys hold" } as const;
  expect(line({ criterion: "sequential", ...unknown, stats })).toEqual({
    file: "a.json",
    index: 0,
    name: null,
    criterion: "sequential",
    ...unknown,
    stats,
  });
});

test("a line tells how often its history was seen, where that is known", () => {
  const result = { criterion: "weak", verdict: "satisfied", witness: { linearization: [] }, stats } as const;
  const report = { file: "a.json", index: 0, name: null, size: 4, result, operations: [] };
  expect(JSON.parse(checkLine({ ...report, seen: { count: 3, of: 9 } }))).toMatchObject({
    seen: { count: 3, of: 9 },
  });
  expect(checkLine(report)).not.toContain("seen");
});
