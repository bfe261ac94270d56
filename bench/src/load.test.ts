import { createHistoryBuilder, type OperationRecord } from "@sightline/core";
import { expect, test } from "vitest";
import { asOneObject, nanoseconds, onLines, plainNumbers } from "./load.js";

test.each([
  ["plain numbers", plainNumbers],
  ["decimal strings", nanoseconds],
])("both forms of the long history hold the same operations, %s", (_, stamp) => {
  const whole = JSON.parse([...asOneObject(50, stamp)].join("")) as { operations: OperationRecord[] };
  const [header, ...lines] = [...onLines(50, stamp)].map((line) => JSON.parse(line) as unknown);
  expect(header).toEqual({ type: "map", name: "load" });
  expect(whole.operations).toEqual(lines);
  expect(lines).toHaveLength(50);
  const builder = createHistoryBuilder({ type: "map" });
  for (const operation of whole.operations) builder.add(operation);
  const { call, ret, session } = builder.finish();
  for (let later = 16; later < 50; later++) {
    expect(session[later - 16]).toBe(session[later]);
    expect(ret[later - 16]).toBeLessThan(call[later]); // one operation at a time in each session
  }
});
