import type { Result } from "@sightline/core";
import { expect, test } from "vitest";
import { createRecordedRuns, runSentences } from "./recorded-runs.js";

const result = (verdict: Result["verdict"], criterion = "causal") => ({ criterion, verdict }) as Result;

test("the rate among recorded runs counts a history as often as it was seen", () => {
  const runs = createRecordedRuns();
  runs.add({ seen: { count: 582_836, of: 584_040 }, result: result("satisfied") });
  runs.add({ seen: { count: 1_203, of: 584_040 }, result: result("violated") });
  runs.add({ result: result("violated") }); // one that does not tell was seen once
  expect(runSentences(runs)).toEqual([
    "1,204 of 584,040 recorded runs violate causal: 0.206 % (95 % interval 0.195 % – 0.218 %)",
  ]);
});

test("unknown runs are no part of the rate, and each criterion has its own", () => {
  const runs = createRecordedRuns();
  runs.add({ seen: { count: 10 }, result: result("satisfied", "weak") });
  runs.add({ seen: { count: 10 }, result: result("unknown", "peer") });
  runs.add({ seen: { count: 30 }, result: result("violated", "peer") });
  expect(runSentences(runs).map((sentence) => sentence.replace(/ \(.*\)/, ""))).toEqual([
    "0 of 10 recorded runs violate weak: 0 %",
    "30 of 30 recorded runs violate peer: 100 %; 10 more are unknown",
  ]);
});

test("nothing is said of runs where no history tells how often it was seen", () => {
  const runs = createRecordedRuns();
  runs.add({ result: result("violated") });
  expect(runSentences(runs)).toEqual([]);
});
