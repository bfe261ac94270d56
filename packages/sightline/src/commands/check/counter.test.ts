import type { Event } from "@sightline/fleet";
import { expect, test } from "vitest";
import { createTally } from "../../process/exit-code.js";
import { createCounter } from "./counter.js";

test("counts checks by verdict, and histories once however many criteria they are checked for", () => {
  const tally = createTally();
  const note = createCounter(tally);
  const stats = { algorithm: "a", states: 1, milliseconds: 1 };
  const result = { criterion: "c", verdict: "satisfied", witness: { linearization: [] }, stats } as const;
  const report = (index: number): Event => ({
    kind: "report",
    report: { file: "f", index, name: null, size: 1, result, operations: [] },
  });
  const end: Event = { kind: "end", file: "f" };
  const invalid: Event = { kind: "invalid", index: 2, error: { file: "f", reason: "r", code: "SL2091" } };
  for (const event of [report(0), report(0), report(1), invalid, end, report(0), end]) note(event);
  expect(tally).toEqual({ ...createTally(), histories: 3, satisfied: 4, invalid: 1 });
});
