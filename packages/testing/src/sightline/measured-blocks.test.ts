import { expect, test } from "vitest";
import { briefly, explanations, judgements } from "./measured-blocks.js";

const lines = `✘ { put(0,0) } || { size() }  under test: size

    outcome    seen  share   admitted  violates
    null, 0     900   90 %   ✔
    null, 2      90    9 %   ✘         weak
    null, 3      10    1 %   ✘         weak
    1,000 executions in 2.0 s

    #1 size() => 2 could have returned 1,
    but not 2

    To see it again:
    sightline test java:Map

✘ { size() } || { size() }  under test: size

    outcome    seen  share   admitted  violates
    0, 1         10  100 %   ✘         weak
    10 executions in 2.0 s

    …
`.split("\n");

test("what is told of an outcome is found by its program", () => {
  expect([...explanations(lines)]).toEqual([
    ["{ put(0,0) } || { size() } null, 2", " #1 size() => 2 could have returned 1, but not 2"],
  ]);
  expect([...judgements(lines)]).toEqual([
    ["null, 0", "✔"],
    ["null, 2", "✘ weak"],
    ["null, 3", "✘ weak"],
    ["0, 1", "✘ weak"],
  ]);
});

test("a run is cut short", () => {
  expect(briefly("sightline test java:Map --seconds 25")).toBe(
    "sightline test java:Map --seconds 0.2 --programs 1",
  );
  expect(briefly("sightline test java:Map --program '{ a() }'")).toBe(
    "sightline test java:Map --program '{ a() }' --seconds 0.2",
  );
});
