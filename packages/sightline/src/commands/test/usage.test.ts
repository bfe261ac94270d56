import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setSpec } from "@sightline/testing/lab/fake-target.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../errors/usage-error.js";
import { type TestFlags, wishesOf } from "./options.js";
import { runTest } from "./run.js";
import { setupOf } from "./setup.js";

const scratch = scratchFolder();

describe("wrong usage", () => {
  test.each<[string, TestFlags, RegExp]>([
    ["map:x", {}, /"map:x" names no target\. Such as java:/],
    ["java:a b", {}, /is not the name of a Java class/],
    ["js:#A", {}, /name a module and a class/],
    ["java:A", { mode: "threads" }, /--mode is for targets js/],
    ["js:a.ts", { classpath: "x.jar" }, /--classpath is for targets java/],
    ["js:a.ts", { mode: "thread" }, /Did you mean "threads"\?/],
    ["js:a.ts", { engine: "jcstress" }, /--engine is for targets java/],
    ["java:A", { engine: "jcstres" }, /Did you mean "jcstress"\?/],
    ["java:A", { jcstressJar: "x.jar" }, /--jcstress-jar is for --engine jcstress/],
    ["java:A", { program: ["{ put(1"] }, /--program: line 1, column \d+: /],
    ["java:A", { program: ["{ l.lock() } || { a() }"] }, /--program: a lock is not given back/],
    ["java:A", { program: ["{ a() }"], threads: "3" }, /--threads is for random programs/],
    ["java:A", { criterion: "week" }, /Did you mean "weak"\?/],
    ["java:A", { criterion: "weak", levels: "a=weak" }, /give one of them/],
    ["java:A", { levels: "a=week" }, /--levels: unknown level "week": did you mean "weak"\?/],
    ["java:A", { invocations: "6-3" }, /or a range such as 3-6/],
    [
      "java:A",
      { values: "many" },
      /--values takes a whole number, or values by type: many is neither\. Such as/,
    ],
    ["java:A", { values: "0" }, /--values/],
    [
      "java:A",
      { values: '{"int":[0,1}' },
      /--values is not JSON: .*Such as --values 3, or --values '{"String"/,
    ],
    ["java:A", { values: '{"int":3}' }, /--values: the values of int are an array, and not empty\. Such as/],
    ["java:A", { values: '{"int":[]}' }, /--values: the values of int are an array, and not empty/],
    ["java:A", { synchronised: "2" }, /a share from 0 to 1/],
    ["java:A", { args: "20" }, /a JSON array of the constructor's arguments/],
    ["java:A", { seconds: "0" }, /--seconds takes a number greater than 0/],
  ])("%s %j", async (target, flags, message) => {
    const error: unknown = await runTest(target, flags).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UsageError);
    expect((error as UsageError).message).toMatch(message);
  });

  test("has status 64", async () => {
    const result = await sightline(["test", "map:x"]);
    expect(result).toMatchObject({ code: 64, out: "" });
    expect(result.err).toMatch(/^error: "map:x" names no target/);
  });

  test("a method that the object has not", async () => {
    const misspelt = async (flags: TestFlags) => setupOf(await wishesOf(flags), { spec: setSpec });
    await expect(misspelt({ methods: ["sise"] })).rejects.toThrow(
      /unknown method "sise"\. Did you mean "size"\?/,
    );
    await expect(misspelt({ levels: "sise=weak" })).rejects.toThrow(/Did you mean "size"\?/);
    await expect(misspelt({ program: ["{ sise() } || { add(1) }"] })).rejects.toThrow(
      /Did you mean "size"\?/,
    );
  });

  test("a type that has not the methods of the object", async () => {
    const typed = async (flags: TestFlags) => setupOf(await wishesOf(flags), { spec: setSpec });
    await expect(typed({ type: "mutex" })).rejects.toThrow(/type mutex has none of the methods of FakeSet/);
    await expect(typed({ type: "counter", program: ["{ add(1) } || { clear() }"] })).rejects.toThrow(
      /unknown method of type counter "clear"/,
    );
    const { tested, request } = await typed({ type: "queue" });
    expect(tested).toEqual(["size", "clear"]);
    expect(request).toEqual({
      asked: ["size()", "clear()"],
      impossible: ["add", "remove", "contains"].map((name) => ({
        method: `${name}(java.lang.Object)`,
        reason: "type queue has no such method",
      })),
      notAsked: [],
    });
  });

  test("a specification that is not valid", async () => {
    const spec = join(scratch, "spec.json");
    writeFileSync(spec, '{"class":"A","methods":[{"name":"a","visibility":"week"}]}');
    const result = await sightline(["test", "java:A", "--spec", spec]);
    expect(result).toMatchObject({ code: 65, out: "" });
    expect(result.err).toBe(`${spec}: methods[0].visibility: did you mean "weak"? [SL3001]\n`);
    expect((await sightline(["test", "java:A", "--spec", join(scratch, "nowhere.json")])).code).toBe(65);
  });

  test.each([["test"], ["describe"]])("%s has examples in its help", async (command) => {
    const result = await sightline([command, "--help"]);
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(result.out).toMatch(/Examples:\n {2}sightline /);
  });
});
