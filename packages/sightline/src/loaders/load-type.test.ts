import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { outcomes, type SequentialType, stateKey, type Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { loadType } from "./load-type.js";

const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../test-data/types/${name}`, import.meta.url));

/** Runs calls one after another; each must have exactly one outcome. */
function follow(type: SequentialType, calls: [string, ...Value[]][]): Value[] {
  let state: unknown = type.init();
  return calls.map(([method, ...args]) => {
    const [outcome, ...others] = outcomes(type, state, { method, args });
    expect(others).toEqual([]);
    state = outcome.state;
    return outcome.result;
  });
}

describe("loadType loads", () => {
  test("a TypeScript module with init and step", async () => {
    const type = await loadType(fixture("ticket-lock.ts"));
    expect(type.name).toBe("ticket-lock.ts");
    expect(Object.keys(type.methods ?? {})).toEqual(["draw", "enter", "leave"]);
    expect(follow(type, [["draw"], ["draw"], ["enter", 0], ["leave"], ["enter", 1]])).toEqual([
      0,
      1,
      null,
      null,
      null,
    ]);
    expect(outcomes(type, type.init(), { method: "enter", args: [1] })).toEqual([]);
  });

  test("a JavaScript module with several outcomes, by a path relative to the working directory", async () => {
    const type = await loadType(`./${relative(process.cwd(), fixture("coin.mjs"))}`);
    expect(type.name).toBe("coin");
    const tossed = outcomes(type, type.init(), { method: "toss", args: [] });
    expect(tossed.map(({ state }) => outcomes(type, state, { method: "look", args: [] })[0].result)).toEqual([
      "heads",
      "tails",
    ]);
    expect(type.pure?.({ method: "look", args: [], result: "heads" })).toBe(true);
  });

  test("a class in TypeScript", async () => {
    const type = await loadType(fixture("bounded-queue.ts"));
    expect(type.name).toBe("BoundedQueue");
    const results = follow(type, [
      ["offer", 1],
      ["offer", 2],
      ["offer", 3],
      ["size"],
      ["remove"],
      ["remove"],
      ["remove"],
    ]);
    expect(results).toEqual([true, true, false, 2, 1, 2, { throws: "RangeError" }]);
    const [{ state }] = outcomes(type, type.init(), { method: "size", args: [] });
    expect(stateKey(type, state)).toBe(stateKey(type, type.init()));
  });

  test("a class that CommonJS exports", async () => {
    const type = await loadType(fixture("stack.cjs"));
    expect(type.name).toBe("Pile");
    expect(follow(type, [["push", "a"], ["pop"], ["pop"]])).toEqual([null, "a", null]);
  });
});

describe("loadType tells what to do about", () => {
  test.each<[string, RegExp]>([
    ["missing.ts", /^there is no file .*missing\.ts: give --type the path of your module/],
    ["types.json", /^.*types\.json is not a module: .* a file ending in \.ts, /],
    ["nothing.js", /^nothing\.js exports neither a step function nor a class: export init\(\) and step/],
    ["broken.ts", /broken\.ts could not be loaded: .*broken\.ts:1:22\. Mend it/],
    ["throwing.mjs", /throwing\.mjs could not be loaded: .*RangeError: not today/],
  ])("%s", async (name, reason) => {
    await expect(loadType(fixture(name))).rejects.toThrow(reason);
  });
});
