import { expect, test } from "vitest";
import { type DeepPart, runDeep } from "./run-deep.js";

test("parts within parts are run however deep, wait, and have each other's answers", () => {
  const depth = 100_000;
  let ended = 0;
  function* part(at: number): DeepPart {
    if (at % 10_000 === 0) yield undefined;
    const answer = at === depth || (yield part(at + 1));
    ended++;
    return at % 2 === 0 ? answer : !answer;
  }
  let waited = 0;
  const running = runDeep(part(0));
  for (;;) {
    const step = running.next();
    if (step.done === true) {
      expect(step.value).toBe(true); // turned over 50,000 times
      break;
    }
    waited++;
  }
  expect([ended, waited]).toEqual([depth + 1, 11]);
});
