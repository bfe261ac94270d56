// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, createRandom, type History, printHistory } from "@sightline/core";
import { readHistories } from "@sightline/formats";
import { programOf, randomProgram } from "@sightline/lab";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { planRecordMemory } from "./options.js";
import { createRecordTally, renderRecordSummary } from "./summary.js";

const scratch = scratchFolder();

const storeBuffering = "{ write(x,1); read(y) } || { write(y,1); read(x) }";

async function histories(text: string): Promise<History[]> {
  async function* source() {
    yield new TextEncoder().encode(text);
  }
  const all: History[] = [];
  for await (const item of readHistories(source(), { file: "recorded.ndjson" })) {
    if (item.error !== undefined) throw new Error(item.error.reason);
    all.push(item.history);
  }
  return all;
}

describe("record memory", () => {
  test("writes histories of the programs that follow from the seed", async () => {
    const file = join(scratch, "random.ndjson");
    const flags = ["--threads", "2", "--operations", "6", "--variables", "2", "--seed", "5", "-o", file];
    const run = await sightline(["record", "memory", ...flags, "--histories", "40"]);
    expect(run).toMatchObject({ code: 0, out: "" });
    expect(run.err).toMatch(
      /^40 histories recorded in .+ \([\d,]+ per second of running\)\n[\d.]+ % of them/,
    );
    const recorded = await histories(readFileSync(file, "utf8"));
    expect(recorded.map(({ name }) => name)).toEqual(
      Array.from({ length: 40 }, (_, index) => `seed 5, program ${index}`),
    );
    const random = createRandom(5);
    for (const history of recorded) {
      expect(history.type).toBe("memory");
      expect(programOf(history)).toEqual(
        randomProgram(random, { threads: 2, operations: 6, variables: 2, writes: 0.5 }),
      );
    }
  });

  test("merges the outcomes of a given program, and checks them", async () => {
    const run = await sightline(
      ["record", "memory", "--program", storeBuffering, "--histories", "500", "--access", "atomics"].concat([
        "--check",
        "sc",
        "tso",
      ]),
    );
    expect(run.code).toBe(0);
    expect(run.err).toMatch(/^500 runs with [1-3] outcomes? recorded/);
    expect(run.err).toContain("\nsc: 500 satisfied\ntso: 500 satisfied\n");
    const recorded = await histories(run.out);
    const times = recorded.map(({ name }) => (name === "seen once" ? 1 : Number(name?.split(" ")[1])));
    expect(recorded.map(({ seen }) => seen)).toEqual(times.map((count) => ({ count, of: 500 })));
    expect(times.reduce((sum, some) => sum + some, 0)).toBe(500);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    expect(new Set(recorded.map((history) => printHistory(history))).size).toBe(recorded.length);
    for (const history of recorded)
      expect(check(history, { criterion: "sequential" }).verdict).toBe("satisfied");
  });

  test("writes each run of a given program on demand, and says nothing else when quiet", async () => {
    const flags = ["--program", "{ write(x,1); read(x) }", "--histories", "3", "--no-merge", "--quiet"];
    const run = await sightline(["record", "memory", ...flags]);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect((await histories(run.out)).map(({ name }) => name)).toEqual(["run 0", "run 1", "run 2"]);
  });

  test("leaves what was recorded when it is interrupted", async () => {
    const run = await sightline(["record", "memory", "--operations", "4", "--histories", "100000000"], {
      interruptAt: "\n",
    });
    expect(run.code).toBe(130);
    expect(run.err).toMatch(/ histories recorded in /);
    const lines = run.out.trimEnd().split("\n");
    expect(lines.length).toBe(Number(/^[\d,]+/.exec(run.err)?.[0].replaceAll(",", "")));
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ type: "memory" });
  });

  test("ends when its time is over", async () => {
    const run = await sightline([
      "record",
      "memory",
      "--duration",
      "0.05",
      "--operations",
      "2",
      "-o",
      "/dev/null",
    ]);
    expect(run.code).toBe(0);
    // On a busy machine its threads may not have begun by then.
    expect(run.err).toMatch(/^(?:[\d,]+ histories|nothing was) recorded/);
  });
});

describe("wrong usage of record exits with 64 and says what to do", () => {
  test.each([
    [["record"], /Usage: sightline record TARGET/],
    [["record", "memry"], /Did you mean memory\?/],
    [["record", "memory", "--thread", "2"], /Did you mean --threads\?/],
    [["record", "memory", "--output", "/nowhere/a.ndjson"], /--output cannot be written/],
  ])("%j", async (args, message) => {
    const run = await sightline(args);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(message);
  });

  test.each([
    [{ threads: "0" }, "--threads takes a whole number, at least 1: 0 is not"],
    [{ threads: "65" }, "--threads takes at most 64: 65 is more"],
    [{ threads: "64", operations: "1000000" }, "--threads times --operations is at most 10,000,000"],
    [{ writes: "2" }, "--writes takes a share from 0 to 1: 2 is not"],
    [{ access: "atomic" }, 'unknown value of --access "atomic". Did you mean "atomics"?'],
    [{ check: ["sc,tsoo"] }, 'unknown criterion "tsoo". Did you mean "tso"?'],
    [{ deadline: "1" }, "--deadline is for --check: give both or neither"],
    [{ merge: false }, "--no-merge is for --program: random programs are written one by one as it is"],
    [{ program: "{ read(x) }", writes: "0" }, "--writes is for random programs: leave it out with --program"],
  ])("%j", async (flags, message) => {
    await expect(planRecordMemory(flags)).rejects.toThrow(message);
  });

  test.each([
    ["{ poll() }", /^--program: poll: .*Such as "\{ write\(x,1\)/],
    ["{ read(x)", /^--program: line 1, column \d+: /],
    ["{ }", /^--program: no operation/],
  ])("--program %j", async (program, message) => {
    await expect(planRecordMemory({ program })).rejects.toThrow(message);
  });
});

describe("the options of record memory", () => {
  test("have defaults", async () => {
    expect(await planRecordMemory({})).toMatchObject({
      programs: { threads: 2, operations: 20, variables: 4, writes: 0.5 },
      histories: 1000,
      access: "plain",
      seed: 1,
      output: "-",
      merge: false,
    });
    expect(await planRecordMemory({ duration: "2" })).toMatchObject({ histories: Infinity, duration: 2000 });
    expect(await planRecordMemory({ program: storeBuffering })).toMatchObject({ merge: true });
    expect((await planRecordMemory({ check: ["sc,tso", "sc"] })).criteria).toEqual(["sc", "tso"]);
  });
});

test("the summary tells of violations, and of threads that cannot have met", async () => {
  const plan = await planRecordMemory({ threads: "4" });
  const tally = { ...createRecordTally(["sc"]), runs: 1000, written: 1000, exchanges: 250, met: 600 };
  Object.assign(tally, { milliseconds: 2000, running: 100 });
  Object.assign(tally.verdicts[0], { satisfied: 990, violated: 10 });
  expect(renderRecordSummary(tally, plan, 2)).toBe(
    [
      "1,000 histories recorded in 2.0 s (10,000 per second of running)",
      "25 % of them show another thread's write",
      "sc: 990 satisfied, 10 violated",
      "note: the 4 threads seldom ran at the same time on 2 cores: fewer --threads show more",
      "",
    ].join("\n"),
  );
  expect(renderRecordSummary(tally, plan, 8)).toContain("the machine is busy");
  expect(renderRecordSummary({ ...tally, met: 900 }, plan, 2)).not.toContain("note");
  expect(renderRecordSummary(createRecordTally([]), plan, 2)).toBe("nothing was recorded\n");
});
