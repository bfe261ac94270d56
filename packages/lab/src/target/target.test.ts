import { expect, test } from "vitest";
import { type Fake, fakeTarget, runSet, setSpec } from "@sightline/testing/lab/fake-target.js";
import { guardTarget, TargetFailure } from "./guard.js";
import { openTarget } from "./open-target.js";
import { parseTargetName, TargetNameError } from "./target-name.js";

test("a target is named by its kind and its class", () => {
  expect(parseTargetName("java:java.util.Map$Entry")).toEqual({
    kind: "java",
    className: "java.util.Map$Entry",
  });
  expect(parseTargetName("js:./a b/queue.ts#Queue")).toEqual({
    kind: "js",
    file: "./a b/queue.ts",
    className: "Queue",
  });
  expect(parseTargetName("js:C:\\queue.ts")).toEqual({
    kind: "js",
    file: "C:\\queue.ts",
    className: "default",
  });
});

test.each(["", "queue.ts", ":x", "jave:A", "java:", "java:a..b", "java:-x", "js:", "js:a#", "js:a#b#c"])(
  "%j names no target",
  async (name) => {
    expect(() => parseTargetName(name)).toThrow(TargetNameError);
    await expect(openTarget(name)).rejects.toThrow(TargetNameError);
  },
);

test("what a target rejects with is its own failure", async () => {
  const broken: Fake = {
    spec: setSpec,
    run: runSet,
    shows() {
      throw new Error("gone");
    },
  };
  const target = guardTarget({
    ...fakeTarget(broken),
    runInSequence: () => Promise.reject(new Error("no such method")),
  });
  expect(await target.describe()).toBe(setSpec);
  await expect(target.runInSequence([[]])).rejects.toThrow(new TargetFailure("no such method"));
  const stress = async () => {
    for await (const _ of target.stress([{ threads: [] }], { secondsPerProgram: 1, seed: 1 }));
  };
  await expect(stress()).rejects.toThrow(new TargetFailure("gone"));
});
