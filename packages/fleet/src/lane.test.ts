import { expect, test } from "vitest";
import { createLane } from "./lane.js";
import type { Event } from "./report.js";

const event = (file: string): Event => ({ kind: "end", file });

test("gives events in order, waits for those to come, and ends", async () => {
  let waiting = 0;
  const lane = createLane((change) => (waiting += change));
  const taken: string[] = [];
  lane.push(event("a"), () => taken.push("a"));
  lane.push(event("b"));
  expect(waiting).toBe(2);
  expect(await lane.take()).toEqual(event("a"));
  expect(taken).toEqual(["a"]);
  expect(await lane.take()).toEqual(event("b"));
  const late = lane.take();
  lane.push(event("c"));
  expect(await late).toEqual(event("c"));
  const last = lane.take();
  lane.close();
  expect(await last).toBeUndefined();
  expect(waiting).toBe(0);
});
