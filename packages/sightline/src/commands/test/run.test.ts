// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stepsOf, type Target } from "@sightline/lab";
import {
  type Fake,
  fakeTarget,
  runSet,
  setSpec,
  setWithRareSize,
} from "@sightline/testing/lab/fake-target.js";
import { collectOutput } from "@sightline/testing/sightline/collect-output.js";
import { openElements } from "@sightline/testing/sightline/open-elements.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { noStatusLine } from "../../output/status-line.js";
import { styleFor } from "../../render/style.js";
import { openTestPage } from "./html.js";
import { noLiveBlock } from "./live-block.js";
import { type TestFlags, wishesOf } from "./options.js";
import { testTarget } from "./run.js";
import { setupOf } from "./setup.js";

const scratch = scratchFolder();

/** A set whose size() is sometimes five too many. */
const miscounting = setWithRareSize((size) => size + 5);

const atomic: Fake = { ...miscounting, shows: (program) => [[runSet(stepsOf(program)), 1000]] };

const TARGET = "java:FakeSet";

/** Runs the command on a fake object. */
async function run(
  fake: Fake,
  flags: TestFlags,
  signal = new AbortController().signal,
  signatures?: Target["signatures"],
) {
  const { output, collected } = collectOutput();
  const screen = { style: styleFor({}, {}), live: noLiveBlock, line: noStatusLine, rows: 24 };
  const page = flags.html === undefined ? undefined : openTestPage(flags.html);
  const setup = await setupOf(await wishesOf(flags), { spec: fake.spec });
  const reporting = { name: TARGET, flags, output, page, screen };
  const code = await testTarget(
    { ...fakeTarget(fake), ...(signatures !== undefined && { signatures }) },
    setup,
    reporting,
    signal,
  );
  return { code, ...collected() };
}

const untimed = (text: string): string => text.replace(/, \d[\d.]* (ms|s|min \d+ s), seed/g, ", TIME, seed");

describe("test with given programs", () => {
  test("shows every outcome, how often it was seen, and what it violates", async () => {
    const { code, out } = await run(miscounting, {
      program: ["{ add(1); size() } || { add(2) }"],
      seconds: "2",
    });
    expect(code).toBe(1);
    expect(untimed(out)).toBe(
      [
        "java:FakeSet  to hold: *=complete",
        "",
        "✘ { add(1); size() } || { add(2) }  under test: size",
        "",
        "    outcome        seen   share   admitted  violates",
        "    true, 1, true   999  99.9 %   ✔",
        "    true, 6, true     1   0.1 %   ✘         weak",
        "    1,000 executions in 2.0 s",
        "",
        "    #1 size() => 6 could have returned 1 or 2, for instance, but not 6. In one session: #0 add(1) =>",
        "    true, then #1 size() => 6. This holds whatever the 2 updates returned",
        "",
        "✘ 1 program showed what the specification does not admit: 1 program of 2 methods, 1,000 executions, TIME, seed 1",
        "",
      ].join("\n"),
    );
  });

  test("what a weaker level admits is no violation, but is marked as not atomic", async () => {
    const stale: Fake = {
      ...miscounting,
      shows: (program) => [[stepsOf(program).map(({ method }) => (method === "size" ? 0 : true)), 7]],
    };
    const program = ["{ add(1); size() } || { add(2) }"];
    const weak = await run(stale, { program, levels: "size=weak" });
    expect(weak.code).toBe(0);
    expect(weak.out).toMatch(/true, 0, true +7 +100 % {3}✔ {9}basic\n/);
    expect(weak.out).toMatch(/✔ nothing beyond the specification was seen: .*\n {2}This is no proof/);
    expect((await run(stale, { program, criterion: "weak" })).code).toBe(0);
    expect((await run(stale, { program, criterion: "basic" })).code).toBe(1);
  });

  test("a hang is reported, and is a violation; calls that the object does not take are not valid", async () => {
    const program = ["{ add(1) } || { size() }"];
    const hang = await run(
      { ...miscounting, shows: () => [], failure: { kind: "hang", message: "thread 1 is in size()" } },
      { program },
    );
    expect(hang.code).toBe(1);
    expect(hang.out).toContain("    The object hung: thread 1 is in size()\n");
    const rejected = await run(
      { ...miscounting, shows: () => [], failure: { kind: "rejected", message: "no such method" } },
      { program },
    );
    expect(rejected.code).toBe(65);
    expect(rejected.out).toContain("    The object does not take these calls: no such method\n");
    expect(rejected.out).toContain("? nothing was tested");
  });

  test("a program that is too large is not tested, which is not green", async () => {
    const calls = Array.from({ length: 9 }, (_, i) => `add(${i})`).join("; ");
    const { code, out } = await run(atomic, { program: [`{ ${calls} } || { ${calls} }`] });
    expect(code).toBe(2);
    expect(out).toMatch(/not tested\n {4}the program has more than .*\n/);
    expect(out).toContain("? nothing was tested");
    const oneOfTwo = await run(atomic, {
      program: [`{ ${calls} } || { ${calls} }`, "{ add(1) } || { add(2) }"],
    });
    expect(oneOfTwo.code).toBe(2);
    expect(oneOfTwo.out).toContain("but not all was tested that was asked for");
  });
});

describe("test with random programs", () => {
  test("ends with the first violation, made small, and the command to see it again", async () => {
    const { code, out } = await run(miscounting, { methods: ["size"], seed: "7", mode: "threads" });
    expect(code).toBe(1);
    expect(out).toMatch(
      /^java:FakeSet .*\n {2}under test: size\n {2}taken to be atomic: add, remove, contains\n/,
    );
    const [, smallest] = out.split("The smallest program found that still shows it:\n");
    const program = /^✘ (.*) {2}under test: size\n/.exec(smallest)?.[1] ?? "";
    expect(program).toMatch(/^\{ \S+ \} \|\| \{ \S+ \}$/);
    expect(smallest).toContain(
      `    To see it again:\n    sightline test java:FakeSet --program '${program}' --mode threads --seed 7\n`,
    );
  });

  test("the same seed gives the same programs; another seed others", async () => {
    const programs = async (seed: string) =>
      (await run(atomic, { seed, programs: "20", json: true })).lines().map(({ program }) => program);
    expect(await programs("3")).toEqual(await programs("3"));
    expect(await programs("3")).not.toEqual(await programs("4"));
  });

  test("each method under test has its turn", async () => {
    const { lines } = await run(atomic, { programs: "6", json: true });
    expect(lines().flatMap(({ tested }) => tested ?? [])).toEqual([
      "size",
      "clear",
      "size",
      "clear",
      "size",
      "clear",
    ]);
  });

  test("--json has a line per program, one for the smallest, and a summary", async () => {
    const { code, lines } = await run(miscounting, { programs: "12", keepGoing: true, json: true });
    expect(code).toBe(1);
    const all = lines();
    const { summary } = all[all.length - 1] as { summary: Record<string, unknown> };
    const programs = all.slice(0, -1).filter(({ shrunkFrom }) => shrunkFrom === undefined);
    expect(programs).toHaveLength(12);
    expect(summary).toMatchObject({ target: TARGET, programs: 12, skipped: 0, seed: 1, interrupted: false });
    expect(summary["violated"]).toBe(programs.filter(({ verdict }) => verdict === "violated").length);
    const small = all.filter(({ shrunkFrom }) => shrunkFrom !== undefined);
    expect(small.length).toBeGreaterThan(0);
    for (const { outcomes, verdict, replay } of small) {
      expect(verdict).toBe("violated");
      expect(outcomes).toMatchObject([
        { count: 999, share: 0.999, admitted: true, strongest: "complete", violated: null },
        { count: 1, share: 0.001, admitted: false, strongest: "none", violated: "weak" },
      ]);
      expect(replay).toMatch(/^sightline test java:FakeSet --program '/);
    }
  });

  test("methods without a level are left out, and named", async () => {
    const spec = {
      ...setSpec,
      methods: setSpec.methods.map((method) =>
        method.name === "size" ? { ...method, visibility: "weak" as const } : method,
      ),
    };
    const { code, err, lines } = await run({ ...atomic, spec }, { programs: "12", json: true });
    expect([code, err]).toEqual([0, ""]);
    expect(lines().at(-1)).toMatchObject({
      summary: {
        verdict: "admitted",
        untested: [],
        notAsked: [{ method: "clear()", reason: expect.stringContaining("gives it no level") as string }],
      },
    });
    expect(new Set(lines().flatMap(({ tested }) => tested ?? []))).toEqual(new Set(["size"]));
    const named = await run({ ...atomic, spec }, { programs: "4", methods: ["clear"], json: true });
    expect(named.err).toBe("");
    expect(new Set(named.lines().flatMap(({ tested }) => tested ?? []))).toEqual(new Set(["clear"]));
  });

  test("an interrupt leaves what was seen", async () => {
    const controller = new AbortController();
    let programs = 0;
    const { code, lines } = await run(
      {
        ...atomic,
        shows(program) {
          if (++programs === 3) controller.abort();
          return atomic.shows(program);
        },
      },
      { json: true },
      controller.signal,
    );
    expect(code).toBe(130);
    expect(lines().at(-1)).toMatchObject({ summary: { programs: 3, executions: 3000, interrupted: true } });
  });

  test("-q prints nothing", async () => {
    expect(await run(miscounting, { quiet: true, programs: "4" })).toMatchObject({
      code: 1,
      out: "",
      err: "",
    });
  });
});

describe("no green without a test", () => {
  const skipped = [
    { name: "await(java.lang.Thread)", reason: "no argument can be made for java.lang.Thread" },
  ];

  test("a method that cannot be tested is asked for all the same, and said why not", async () => {
    const partial: Fake = { ...atomic, spec: { ...setSpec, skipped } };
    const { code, out } = await run(partial, { programs: "12" });
    expect(code).toBe(2);
    expect(out).toMatch(
      /\n\? nothing beyond the specification was seen, but not all was tested that was asked for/,
    );
    expect(out).toContain("\n  not tested: await\n    no argument can be made for java.lang.Thread\n");
    expect(out).not.toContain("✔");
    const json = await run(partial, { programs: "12", json: true });
    expect(json.code).toBe(2);
    expect(json.lines().at(-1)).toMatchObject({
      summary: { verdict: "unknown", untested: [{ method: skipped[0].name, reason: skipped[0].reason }] },
    });
    const html = join(scratch, "left-out.html");
    expect((await run(partial, { programs: "12", html })).code).toBe(2);
    const page = readFileSync(html, "utf8");
    expect(openElements(page)).toEqual([]);
    expect(page).toContain("<li><code>await</code>: no argument can be made for java.lang.Thread</li>");
    expect(page).toContain("methods not tested");
  });

  test("what is not named is not asked for", async () => {
    const partial: Fake = { ...atomic, spec: { ...setSpec, skipped } };
    expect((await run(partial, { programs: "4", methods: ["size", "clear()"] })).code).toBe(0);
    const named = await run(partial, { programs: "4", methods: ["size", "await"] });
    expect(named.code).toBe(2);
    expect(named.out).toContain("  not tested: await\n");
    const onlyThat = await run(partial, { programs: "4", methods: ["await"] });
    expect(onlyThat.code).toBe(2);
    expect(onlyThat.out).toContain("? nothing was tested: 0 programs");
  });

  test("too few programs to call every method are not enough", async () => {
    const methods = setSpec.methods.map((method) => ({ ...method, trusted: false }));
    const untrusting: Fake = { ...atomic, spec: { ...setSpec, methods } };
    const few = await run(untrusting, { programs: "1", invocations: "2" });
    expect(few.code).toBe(2);
    expect(few.out).toMatch(
      /\n {2}not tested: .*\n {4}none of the programs called it: give more --programs\n/,
    );
    // Each method has its turn in one of the first programs.
    expect((await run(untrusting, { programs: "5", invocations: "2" })).code).toBe(0);
  });

  test("methods whose programs cannot be judged are not tested", async () => {
    let calls = 0;
    const moody: Fake = {
      ...atomic,
      run: (sequence) =>
        runSet(sequence).map((result, i) => (sequence[i].method === "clear" ? calls++ : result)),
    };
    const { code, out } = await run(moody, { programs: "8" });
    expect(code).toBe(2);
    expect(out).toMatch(
      /\n {2}not tested: clear\n {4}no program with it could be judged: fake answers clear in two ways/,
    );
    expect(out).toMatch(
      /\n {2}4 programs not tested, such as \{ .*clear\(\).*\n {4}fake answers clear in two ways/,
    );
  });

  test("threads that hardly overlapped say nothing", async () => {
    const apart: Fake = { ...atomic, overlap: 0.0002 };
    const { code, out } = await run(apart, { program: ["{ add(1) } || { add(2) }"] });
    expect(code).toBe(2);
    expect(out).toMatch(/\n\? \{ add\(1\) \} \|\| \{ add\(2\) \}/);
    expect(out).toContain("The threads overlapped in 0 of 1,000 executions only");
    expect(out).not.toMatch(/^✔/m);
    const random = await run(apart, { programs: "12", json: true });
    expect(random.code).toBe(2);
    const lines = random.lines();
    expect(lines[0]).toMatchObject({ verdict: "unknown", executions: 1000, overlapped: 0 });
    const { summary } = lines.at(-1) as { summary: { untested: { method: string; reason: string }[] } };
    expect(summary).toMatchObject({ verdict: "unknown", unknown: 12 });
    expect(summary.untested.map(({ method }) => method)).toContain("size()");
    expect(summary.untested[0].reason).toContain("its threads hardly overlapped");
    const html = join(scratch, "apart.html");
    await run(apart, { programs: "2", html });
    expect(readFileSync(html, "utf8")).toContain('<b>2</b><a href="#skipped">without a verdict');
    // What was seen is seen all the same.
    expect((await run({ ...miscounting, overlap: 0 }, { programs: "12" })).code).toBe(1);
  });

  test("calls that did not return in time are no verdict", async () => {
    const failure = { kind: "unknown", message: "thread 1 waits in add(1)" } as const;
    const { code, out } = await run({ ...atomic, failure }, { program: ["{ add(1) } || { add(2) }"] });
    expect(code).toBe(2);
    expect(out).toContain("Calls did not return in time: thread 1 waits in add(1)");
    expect(out).not.toMatch(/^✔/m);
  });

  test("of two overloads that take the same arguments, only the one that is called is tested", async () => {
    const int = { name: "remove", parameters: [{ type: "int" }] };
    const spec = { ...setSpec, methods: [...setSpec.methods, int] };
    const { code, lines } = await run(
      { ...atomic, spec },
      { programs: "30", json: true },
      undefined,
      (calls) =>
        Promise.resolve(
          calls.map(({ method, args }) =>
            method === "remove"
              ? "remove(int)"
              : `${method}(${args.map(() => "java.lang.Object").join(",")})`,
          ),
        ),
    );
    expect(code).toBe(2);
    expect(lines().at(-1)).toMatchObject({
      summary: {
        untested: [
          {
            method: "remove(java.lang.Object)",
            reason: expect.stringMatching(/; the calls of remove that were judged mean remove\(int\)$/),
          },
        ],
      },
    });
  });
});

test("--html writes a page of well-formed elements, and nothing in an outcome can break out of it", async () => {
  const html = join(scratch, "report.html");
  const evil = "</code><script>alert(1)</script>";
  const fake: Fake = { ...miscounting, shows: (program) => [[stepsOf(program).map(() => evil), 2]] };
  expect((await run(fake, { html, programs: "2" })).code).toBe(1);
  const page = readFileSync(html, "utf8");
  expect(openElements(page)).toEqual([]);
  expect(page).not.toContain("<script");
  expect(page).toMatch(/<b>1<\/b><a href="#violations">beyond the specification/);
  expect(page).toContain("not admitted");
  expect(page).toContain("sightline test java:FakeSet --program");
});
