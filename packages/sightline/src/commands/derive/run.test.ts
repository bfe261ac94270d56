// @module-tag slow
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ObjectSpec, requestOf, stepsOf } from "@sightline/lab";
import {
  type Fake,
  fakeTarget,
  runSet,
  setSpec,
  setWithRareSize,
} from "@sightline/testing/lab/fake-target.js";
import { collectOutput } from "@sightline/testing/sightline/collect-output.js";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { UsageError } from "../../errors/usage-error.js";
import { type DeriveFlags, derivePlanOf, deriveWishesOf } from "./options.js";
import { deriveTarget, openFiles, runDerive } from "./run.js";

const scratch = scratchFolder();

/** A set whose size() is 0 once in a thousand, and right otherwise. */
const forgetful = setWithRareSize((size) => (size === 0 ? undefined : 0));

const TARGET = "java:FakeSet";

/** Runs the command on a fake object. */
async function run(fake: Fake, flags: DeriveFlags, signal = new AbortController().signal) {
  const { output, collected } = collectOutput();
  const plan = await derivePlanOf(deriveWishesOf({ programs: "8", ...flags }), fake.spec);
  const code = await deriveTarget(
    fakeTarget(fake),
    { plan, request: requestOf({ spec: fake.spec }, flags.methods) },
    { name: TARGET, flags, files: openFiles(flags), output },
    signal,
  );
  return { code, ...collected() };
}

describe("derive", () => {
  test("prints the levels, what refutes stronger ones, and how much was seen", async () => {
    const { code, out, err } = await run(forgetful, { axioms: true });
    expect(code).toBe(0);
    expect(out).toMatch(
      /^java:FakeSet\n {2}levels of: size, clear\n {2}taken to be atomic: add, remove, contains\n/,
    );
    expect(out).toMatch(
      /\n {2}level +method +programs +executions\n {2}complete +add\* +\d+ +[\d,]+\n +remove\* .*\n +contains\* .*\n +clear +\d+ +[\d,]+\n {2}weak +size +\d+ +[\d,]+\n/,
    );
    expect(out).toMatch(/\n {2}fewer than 20 programs each: the level of clear rests on little/);
    expect(out).toMatch(/\n {2}size {2}not basic {6}\{ .*size\(\).* \}\n {23}.*0.* {2}\(1 of 1,000\)\n/);
    expect(out).toMatch(/\nAll together: 8 programs over 5 methods\n {2}nothing was seen/);
    expect(out).toMatch(
      /\nA maximal model, held against \d+ outcomes that are not atomic\n {2}.*SingleOrder\(\*, \[add,remove,contains,clear\]\)\n/,
    );
    expect(out).toMatch(
      /\n\d+ programs, [\d,]+ executions in .*: more programs may refute more, nothing is proved\n$/,
    );
    expect(err).toMatch(/✘ size is not complete: \{ .* => .*\(1 of 1,000\)\n/);
  });

  test("says where the specification claims something else", async () => {
    const methods = setSpec.methods.map((method) => ({ ...method, visibility: "complete" as const }));
    const { out } = await run({ ...forgetful, spec: { ...setSpec, methods } }, {});
    expect(out).toContain("the specification says otherwise of size (complete there, weak here)\n");
  });

  test("--json has a line per method, one for all together, one for axioms, and a summary", async () => {
    const { code, lines, err } = await run(forgetful, { json: true, axioms: true, seed: "3" });
    expect([code, err]).toEqual([0, ""]);
    const all = lines();
    expect(all.slice(0, 5).map(({ method }) => method)).toEqual([
      "add",
      "remove",
      "contains",
      "size",
      "clear",
    ]);
    expect(all[3]).toMatchObject({ level: "weak", trusted: false, surviving: ["weak"] });
    const [first] = all[3]["refutations"] as Record<string, unknown>[];
    expect(first).toMatchObject({ level: "complete", count: 1, executions: 1000 });
    expect(first["program"]).toMatch(/^\{ .*size\(\)/);
    expect(all.slice(5).map((line) => Object.keys(line))).toEqual([["together"], ["axioms"], ["summary"]]);
    const counts = all.slice(0, 5).map(({ programs }) => programs as number);
    for (const own of counts) expect(own).toBeGreaterThanOrEqual(8);
    expect(all[5]).toMatchObject({ together: { programs: 8 } });
    expect(all[7]).toMatchObject({
      summary: {
        target: TARGET,
        seed: 3,
        levels: { size: "weak", clear: "complete" },
        untested: [],
        notAsked: [],
      },
    });
    // No method is in more programs than there were.
    const { programs } = (all[7] as { summary: { programs: number } }).summary;
    expect(Math.max(...counts)).toBeLessThanOrEqual(programs);
  });

  test("--methods and --quiet say less", async () => {
    const { out, err } = await run(forgetful, { methods: ["clear"], quiet: true });
    expect(err).toBe("");
    expect(out).toMatch(
      /^The strongest level that nothing seen refutes, and how much was seen\n.*\n {2}complete {3}add\*/,
    );
    expect(out).not.toContain("size");
  });

  test("an object that hangs is told of, with exit status 1", async () => {
    const failure = { kind: "hang", message: "no progress for 10 s\nthread 0: size" } as const;
    const { code, out } = await run({ ...forgetful, failure }, { methods: ["size"], programs: "2" });
    expect(code).toBe(1);
    expect(out).toMatch(/✘ hang: \{ .* \}\n {4}no progress for 10 s\n {4}thread 0: size\n/);
  });

  test("an object that takes no program gives no result: exit status 2", async () => {
    const failure = { kind: "rejected", message: "no such method" } as const;
    const { code, out } = await run({ ...forgetful, failure }, { methods: ["size"], programs: "2" });
    expect(code).toBe(2);
    // Trust is no test either.
    expect(out).toMatch(/\n {2}\? +add\* +0 +0\n(.*\n){2} +size +0 +0\n/);
    expect(out).toContain("\n  not tested: size\n    no program with it could be judged: no such method\n");
    expect(out).toContain("4 programs could not be run: no such method\n");
  });

  test("--html writes a page of well-formed elements, and nothing in an outcome can break out of it", async () => {
    const html = join(scratch, "report.html");
    const evil = "</code><script>alert(1)</script>";
    const lying: Fake = {
      ...forgetful,
      shows: (program) =>
        forgetful.shows(program).map(([, seen]) => [stepsOf(program).map(() => evil), seen]),
    };
    expect((await run(lying, { html, axioms: true })).code).toBe(0);
    const page = readFileSync(html, "utf8");
    expect(openElements(page)).toEqual([]);
    expect(page).not.toContain("<script");
    expect(page).toMatch(/<b>5<\/b><a href="#levels">without a level/);
    expect(page).toContain("What refutes stronger levels");
  });

  test("a method that cannot be tested is asked for all the same: exit status 2", async () => {
    const reason = "no argument can be made for java.lang.Thread";
    const spec = { ...setSpec, skipped: [{ name: "await(java.lang.Thread)", reason }] };
    const html = join(scratch, "left-out.html");
    const { code, out } = await run({ ...forgetful, spec }, { html });
    expect(code).toBe(2);
    expect(out).toContain(`\n  not tested: await\n    ${reason}\n`);
    const page = readFileSync(html, "utf8");
    expect(openElements(page)).toEqual([]);
    expect(page).toContain(`<li><code>await</code>: ${reason}</li>`);
    expect((await run({ ...forgetful, spec }, { methods: ["size"] })).code).toBe(0);
    const { lines } = await run({ ...forgetful, spec }, { methods: ["await"], json: true });
    expect(lines().at(-1)).toMatchObject({
      summary: { untested: [{ method: "await(java.lang.Thread)", reason }] },
    });
  });

  test("threads that hardly overlapped say nothing: exit status 2", async () => {
    const { code, out } = await run({ ...forgetful, overlap: 0 }, { methods: ["clear"] });
    expect(code).toBe(2);
    expect(out).toMatch(/\n +clear +0 +0\n/);
    expect(out).toMatch(/\n16 of 16 programs without a verdict: their threads hardly overlapped/);
    expect(out).toContain(
      "\n  not tested: clear\n    no program with it could be judged: its threads hardly",
    );
  });

  test("a trusted method that is not atomic is named, with what shows it", async () => {
    const racy: Fake = {
      ...forgetful,
      shows: (program) => {
        const right = runSet(stepsOf(program));
        const at = right.findIndex((result, i) => result === false && stepsOf(program)[i].method === "add");
        return at < 0
          ? [[right, 9]]
          : [
              [right, 8],
              [right.with(at, true), 1],
            ];
      },
    };
    const writeSpec = join(scratch, "distrusted.json");
    const { out, err } = await run(racy, { writeSpec });
    expect(err).toMatch(/✘ add is not atomic, though trusted: \{ add\(\d\) \} \|\| \{ add\(\d\) \}/);
    expect(out).toMatch(/\nTrusted, but not atomic: tested like the others\n {2}add {2}\{ add\(\d\)/);
    const { methods } = JSON.parse(readFileSync(writeSpec, "utf8")) as ObjectSpec;
    const add = methods.find(({ name }) => name === "add");
    expect(add?.trusted).toBeUndefined();
    expect(add?.visibility).not.toBe("complete");
  });

  test("--write-spec writes the levels where test finds them", async () => {
    const writeSpec = join(scratch, "spec.json");
    await run(forgetful, { writeSpec });
    const { methods } = JSON.parse(readFileSync(writeSpec, "utf8")) as ObjectSpec;
    const levels = Object.fromEntries(methods.map(({ name, visibility }) => [name, visibility]));
    expect(levels).toMatchObject({ size: "weak", clear: "complete" });
    expect(methods.map(({ name }) => name)).toEqual(setSpec.methods.map(({ name }) => name));
  });

  test("a file that is written over stays as it is until there is something to write", async () => {
    const writeSpec = join(scratch, "kept.json");
    const long = "x".repeat(100_000);
    writeFileSync(writeSpec, long);
    openFiles({ writeSpec });
    expect(readFileSync(writeSpec, "utf8")).toBe(long);
    await run(forgetful, { writeSpec, methods: ["size"] });
    expect(JSON.parse(readFileSync(writeSpec, "utf8"))).toMatchObject({ class: setSpec.class });
  });

  test("a file that cannot be written is wrong usage, before anything is run", () => {
    for (const flags of [
      { html: join(scratch, "no", "x.html") },
      { writeSpec: join(scratch, "no", "x.json") },
    ])
      expect(() => openFiles(flags)).toThrow(UsageError);
  });

  test("Ctrl-C leaves what was derived: exit status 130", async () => {
    const interrupt = new AbortController();
    let shown = 0;
    const stopping: Fake = {
      ...forgetful,
      shows(program) {
        if (++shown === 6) interrupt.abort();
        return forgetful.shows(program);
      },
    };
    const { code, out } = await run(stopping, {}, interrupt.signal);
    expect(code).toBe(130);
    expect(out).toMatch(/6 programs, .*, interrupted: more programs/);
  });

  test.each([
    [{ methods: ["sise"] }, /Did you mean "size"\?/],
    [{ methods: ["size"], splitBulk: true }, /--split-bulk is for clear, putAll/],
    [{ programs: "0" }, /--programs takes a whole number, at least 1/],
    [{ seconds: "-1" }, /--seconds takes a number greater than 0/],
  ])("%j is wrong usage", async (flags: DeriveFlags, message) => {
    const open = () => Promise.resolve(fakeTarget(forgetful));
    const failure = await runDerive(TARGET, flags, open).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toMatch(message);
  });

  test("a target that cannot be is wrong usage", async () => {
    const result = await sightline(["derive", "jav:Map"]);
    expect(result).toMatchObject({ code: 64, out: "" });
    expect(result.err).toContain("names no target");
  });
});
