import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stepsOf } from "@sightline/lab";
import { afterAll, describe, expect, test } from "vitest";
import { type Fake, fakeTarget, runSet, setSpec } from "../../../lab/src/testing/fake-target.js";
import { noLiveBlock } from "../lab/live-block.js";
import { openTestPage } from "../lab/test-html.js";
import { setupOf } from "../lab/test-setup.js";
import { styleFor } from "../render/style.js";
import { openElements } from "../testing/open-elements.js";
import { noStatusLine } from "./status-line.js";
import { testTarget } from "./test.js";
import { type TestFlags, wishesOf } from "./test-options.js";

const scratch = mkdtempSync(join(tmpdir(), "sightline-test-command-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A set whose size() is sometimes five too many. */
const miscounting: Fake = {
  spec: setSpec,
  run: runSet,
  shows(program) {
    const steps = stepsOf(program);
    const right = runSet(steps);
    const at = steps.findIndex(({ method }) => method === "size");
    if (at < 0) return [[right, 1000]];
    return [
      [right, 999],
      [right.with(at, (right[at] as number) + 5), 1],
    ];
  },
};

const atomic: Fake = { ...miscounting, shows: (program) => [[runSet(stepsOf(program)), 1000]] };

const TARGET = "java:FakeSet";

/** Runs the command on a fake object. */
async function run(fake: Fake, flags: TestFlags, signal = new AbortController().signal) {
  let [out, err] = ["", ""];
  const output = {
    write(text: string, note: string) {
      out += text;
      err += note;
      return Promise.resolve();
    },
  };
  const screen = { style: styleFor({}, {}), live: noLiveBlock, line: noStatusLine, rows: 24 };
  const page = flags.html === undefined ? undefined : openTestPage(flags.html);
  const setup = await setupOf(await wishesOf(flags), fake.spec);
  const reporting = { name: TARGET, flags, output, page, screen };
  const code = await testTarget(fakeTarget(fake), setup, reporting, signal);
  const lines = (): Record<string, unknown>[] =>
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { code, out, err, lines };
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
        "    #1 size() => 6: no visibility that complete allows explains it. It could have returned for",
        "    instance 1 or 2. In one session: #0 add(1) => true, then #1 size() => 6. This holds whatever the",
        "    2 updates returned",
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

  test("a program that is too large is not tested, and is not valid", async () => {
    const calls = Array.from({ length: 9 }, (_, i) => `add(${i})`).join("; ");
    const { code, out } = await run(atomic, { program: [`{ ${calls} } || { ${calls} }`] });
    expect(code).toBe(65);
    expect(out).toMatch(/not tested\n {4}the program has more than .*\n/);
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
    const { err, lines } = await run({ ...atomic, spec }, { programs: "4", json: true });
    expect(err).toMatch(/^note: the specification gives no level to clear: not tested/);
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
