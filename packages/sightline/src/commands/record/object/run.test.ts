// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { History } from "@sightline/core";
import { readHistories } from "@sightline/formats";
import {
  generatePrograms,
  type ObjectSpec,
  parseProgram,
  type StressReport,
  type Target,
} from "@sightline/lab";
import { sightline } from "@sightline/testing/sightline/run-command.js";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { describe, expect, test } from "vitest";
import { orderToRecord, programsToRecord, recordWishesOf } from "./options.js";
import { runRecordObject } from "./run.js";

const scratch = scratchFolder();

const spec: ObjectSpec = {
  class: "Counter",
  methods: [
    { name: "increment", parameters: [] },
    { name: "read", parameters: [], readonly: true },
  ],
};

/** A target that shows the given report of each program, in the order and with the failure that it says. */
function scripted(report: Partial<StressReport>, records?: Target["records"]): Target {
  return {
    name: "java:Counter",
    ...(records !== undefined && { records }),
    describe: () => Promise.resolve(spec),
    runInSequence: () => Promise.resolve([]),
    async *stress(programs) {
      for (const program of programs.keys()) {
        await Promise.resolve();
        yield { program, executions: 0, seconds: 1, outcomes: [], done: true, ...report };
      }
    },
    close: () => Promise.resolve(),
  };
}

async function historiesIn(file: string): Promise<History[]> {
  async function* source() {
    yield readFileSync(file);
  }
  const all: History[] = [];
  for await (const item of readHistories(source(), { file })) {
    if (item.error !== undefined) throw new Error(item.error.reason);
    all.push(item.history);
  }
  return all;
}

describe("record of an object", () => {
  const program = "{ increment() } || { read() }";
  const outcomes = [
    { results: [null, 1], order: [[0], [0]], count: 2 },
    { results: [null, 1], order: [[0], [1]], count: 8 },
  ];

  test("writes a history for each observation, with its frequency and what was recorded", async () => {
    const output = join(scratch, "counters.ndjson");
    const target = scripted({ executions: 10, outcomes }, ["counters", "clocks"]);
    const flags = { program: [program], output, type: "counter", quiet: true };
    expect(await runRecordObject("java:Counter", flags, () => Promise.resolve(target))).toBe(0);
    const [often, seldom, ...more] = await historiesIn(output);
    expect(more).toEqual([]);
    expect(often).toMatchObject({ type: "counter", name: "program 0, seen 8 of 10 times", size: 2 });
    expect([often.seen, seldom.seen]).toEqual([
      { count: 8, of: 10 },
      { count: 2, of: 10 },
    ]);
    expect([...often.happensBefore]).toEqual([0, 1]);
    expect(seldom.name).toBe("program 0, seen 2 of 10 times");
    expect([...seldom.happensBefore]).toEqual([]);
  });

  test("writes instants with --hb clocks, and nothing of the order with --hb none", async () => {
    const output = join(scratch, "clocks.ndjson");
    const timed = [
      {
        results: [null, 1],
        order: [
          [0, 0],
          [1, 1],
        ],
        count: 1,
      },
    ];
    const target = scripted({ executions: 1, outcomes: timed }, ["counters", "clocks"]);
    const flags = { program: [program], output, quiet: true };
    await runRecordObject("java:Counter", { ...flags, hb: "clocks" }, () => Promise.resolve(target));
    expect((await historiesIn(output))[0]).toMatchObject({ timed: true });
    await runRecordObject("java:Counter", { ...flags, hb: "none" }, () => Promise.resolve(target));
    expect((await historiesIn(output))[0]).toMatchObject({ timed: false });
  });

  test("tells by its exit status that a program could not be run", async () => {
    const failure = { kind: "hang", message: "thread 0: increment(): BLOCKED" } as const;
    const flags = { program: [program], output: join(scratch, "hang.ndjson"), quiet: true };
    expect(await runRecordObject("java:Counter", flags, () => Promise.resolve(scripted({ failure })))).toBe(
      1,
    );
  });

  test("takes the given programs, or so many random ones of the seed", async () => {
    const { workload: given } = await recordWishesOf({ program: [program] });
    expect([...(await programsToRecord(given, spec))]).toEqual([parseProgram(program)]);
    const { workload: random } = await recordWishesOf({ programs: "3", seed: "7", methods: ["read"] });
    const [first, second, third] = generatePrograms(spec, { seed: 7, methods: [spec.methods[1]] });
    expect([...(await programsToRecord(random, spec))]).toEqual([first, second, third]);
    const { workload: slip } = await recordWishesOf({ methods: ["raed"] });
    await expect(programsToRecord(slip, spec)).rejects.toThrow('Did you mean "read"?');
  });

  test("makes up programs only as they are needed where the time is the limit", async () => {
    const put = { name: "put", parameters: [{ type: "int" }, { type: "int" }] };
    const { workload: wishes } = await recordWishesOf({ duration: "60", values: "1000000" });
    const programs = await programsToRecord(wishes, { class: "Map", methods: [put] });
    const [first, second] = programs;
    expect(first).not.toEqual(second);
  });

  test("records by counters where it can, unless told otherwise", () => {
    const java = scripted({}, ["counters", "clocks"]);
    expect(orderToRecord(undefined, java)).toBe("counters");
    expect(orderToRecord("clocks", java)).toBe("clocks");
    expect(orderToRecord("none", java)).toBeUndefined();
    const other = scripted({});
    expect(orderToRecord(undefined, other)).toBeUndefined();
    expect(() => orderToRecord("clocks", other)).toThrow(
      "--hb clocks is not possible for java:Counter: take --hb none",
    );
  });
});

describe("wrong usage of record exits with 64 and says what to do", () => {
  test.each([
    [["record", "jav:Counter"], /"jav:Counter" names no target/],
    [["record", "queue"], /"queue" names no target, such as java:/],
    [["record", "java:Counter", "--hb", "clock"], /Did you mean "clocks"\?/],
    [["record", "java:Counter", "--type", "coutner"], /Did you mean "counter"\?/],
    [["record", "java:Counter", "--program", "{ read("], /^error: --program: line 1, column /],
    [["record", "java:Counter", "--histories", "5"], /--histories is for stores: leave it out/],
  ])("%j", async (args, message) => {
    const run = await sightline(args);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(message);
  });

  test("the options of record memory are its own", async () => {
    const run = await sightline(["record", "memory", "--hb", "none"]);
    expect(run).toMatchObject({ code: 64, out: "" });
    expect(run.err).toMatch(/unknown option '--hb'/);
    expect(await sightline(["record", "memory", "--histories", "2", "-q"])).toMatchObject({ err: "" });
  });
});
