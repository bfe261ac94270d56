import {
  type checkWithin,
  createHistoryBuilder,
  type History,
  HistoryError,
  type Result,
} from "@sightline/core";
import { InputError, type Item } from "@sightline/formats";
import { describe, expect, test } from "vitest";
import type { Input, Job } from "./job.js";
import { MemoryFull } from "./memory.js";
import type { Message } from "./messages.js";
import { runTask, type Tools } from "./task.js";

const input: Input = { name: "a.json", source: { path: "a.json" } };
const job: Job = { criteria: ["linearizability", "sequential"], witnesses: true };
const stats = { algorithm: "fake", states: 1, milliseconds: 1 };

function history(name: string): History {
  const builder = createHistoryBuilder({ type: "register", name });
  builder.add({ session: "p", method: "write", args: [1], call: 0, return: 1 }, 7);
  builder.add({ session: "q", method: "read", result: 2, call: 2, return: 3 }, 8);
  return builder.finish();
}

const satisfied: typeof checkWithin = (_, options): Result => ({
  criterion: options?.criterion ?? "",
  verdict: "satisfied",
  witness: { linearization: [0, 1] },
  stats,
});

async function run(
  items: () => AsyncGenerator<Item>,
  options: {
    from?: { index: number; criterion: number };
    job?: Partial<Job>;
    check?: typeof checkWithin;
  } = {},
): Promise<Message[]> {
  const posted: Message[] = [];
  let clock = 0;
  const tools: Tools = {
    read: items,
    check: options.check ?? satisfied,
    explain: () => ({ kind: "exhausted", operations: [], reason: "words" }),
    checkParallel: async (given, asked) => ({
      ...satisfied(given, { criterion: asked?.criterion ?? "" }),
      stats: { ...stats, states: asked?.workers ?? 0 },
    }),
    type: undefined,
    meter: undefined,
    post: async (message) => void posted.push(message),
    now: () => clock++,
  };
  await runTask(input, options.from ?? { index: 0, criterion: 0 }, { ...job, ...options.job }, tools);
  return posted;
}

async function* two(): AsyncGenerator<Item> {
  yield { index: 0, history: history("first") };
  yield { index: 1, history: history("second") };
}

const brief = (messages: readonly Message[]): unknown[] =>
  messages.map((message) => ("place" in message ? [message.kind, message.place] : [message.kind]));

describe("a task", () => {
  test("checks every history for every criterion", async () => {
    const messages = await run(two);
    expect(brief(messages)).toEqual([
      ...[0, 1].flatMap((index) =>
        [0, 1].flatMap((criterion) => [
          ["start", { index, criterion }],
          ["report", { index, criterion }],
        ]),
      ),
      ["end"],
    ]);
    const reports = messages.flatMap((message) => (message.kind === "report" ? [message.report] : []));
    expect(reports.map(({ name, result }) => [name, result.criterion])).toEqual([
      ["first", "linearizability"],
      ["first", "sequential"],
      ["second", "linearizability"],
      ["second", "sequential"],
    ]);
  });

  test("shares a long search of levels among as many threads as the job says", async () => {
    const late: typeof checkWithin = (_, asked) => ({
      criterion: asked?.criterion ?? "",
      verdict: "unknown",
      reason: "deadline",
      established: "nothing",
      stats: { ...stats, states: 0 },
    });
    const shared = { algorithm: "visearch", criteria: ["causal"], searchers: 3 } as const;
    const verdict = async (given: Partial<Job>) => {
      const [, message] = await run(two, { check: late, job: { ...shared, ...given } });
      return message.kind === "report" ? message.report.result : undefined;
    };
    expect(await verdict({})).toMatchObject({ verdict: "satisfied", stats: { states: 3 } });
    expect(await verdict({ searchers: 1 })).toMatchObject({ verdict: "unknown" });
    expect(await verdict({ algorithm: "visibility" })).toMatchObject({ verdict: "unknown" });
  });

  test("goes on from a place in the middle", async () => {
    expect(brief(await run(two, { from: { index: 0, criterion: 1 }, job: { deadline: 1000 } }))[0]).toEqual([
      "start",
      { index: 0, criterion: 1 },
    ]);
    expect(brief(await run(two, { from: { index: 1, criterion: 1 } }))).toEqual([
      ["start", { index: 1, criterion: 1 }],
      ["report", { index: 1, criterion: 1 }],
      ["end"],
    ]);
  });

  test("picks the criterion that suits the history", async () => {
    const messages = await run(two, { job: { criteria: [] } });
    expect(messages.flatMap((m) => (m.kind === "start" ? [m.criterion] : []))).toEqual([
      "linearizability",
      "linearizability",
    ]);
  });

  test("shares the deadline among the criteria, and hands on what is left over", async () => {
    const limits: (number | undefined)[] = [];
    const messages = await run(two, {
      job: { deadline: 1000 },
      check: (given, options) => {
        limits.push(options?.bounds?.deadline);
        return satisfied(given, options);
      },
    });
    const allowed = messages.flatMap((m) => (m.kind === "start" ? [m.allowed ?? NaN] : []));
    expect(allowed[0]).toBeCloseTo(500, -1);
    expect(allowed[1]).toBeGreaterThan(900);
    expect(limits.every((limit) => limit !== undefined)).toBe(true);
  });

  test("drops witnesses that nobody wants, and shows the operations of a violation", async () => {
    const [, report] = await run(two, { job: { witnesses: false, criteria: [] } });
    expect(report).toMatchObject({ report: { result: { witness: { linearization: [] } }, operations: [] } });
    const violation = { kind: "core", operations: [1, 0], reason: "words" } as const;
    const violated: typeof checkWithin = () => ({ criterion: "c", verdict: "violated", violation, stats });
    const [, shown] = await run(two, { check: violated });
    expect(shown).toMatchObject({
      report: {
        operations: [
          { id: 0, line: 7, session: "p", text: "write(1)", call: 0, ret: 1 },
          { id: 1, line: 8, session: "q", text: "read() => 2", call: 2, ret: 3 },
        ],
      },
    });
  });

  test("shows how a witness begins and how a prefix ends, where asked to", async () => {
    const [, report] = await run(two, { job: { witnesses: false, orderViews: 1 } });
    expect(report).toMatchObject({
      report: { order: { length: 2, from: 0, operations: [{ id: 0, text: "write(1)" }] } },
    });
    const violation = { kind: "core", operations: [1], reason: "words", prefix: [1, 0] } as const;
    const violated: typeof checkWithin = () => ({ criterion: "c", verdict: "violated", violation, stats });
    const [, shown] = await run(two, { check: violated, job: { orderViews: 1 } });
    expect(shown).toMatchObject({ report: { order: { length: 2, from: 1, operations: [{ id: 0 }] } } });
    const [, silent] = await run(two, { check: violated });
    expect(silent).not.toHaveProperty("report.order");
  });

  test("reports a bad history and goes on", async () => {
    const messages = await run(async function* () {
      yield { index: 0, error: new InputError("SL2001", "a.json", 4, 2, "odd") };
      yield { index: 1, error: new InputError("SL2001", "a.json", 0, 0, "empty") };
      yield { index: 2, history: history("good") };
    });
    expect(messages.slice(0, 2).map((m) => (m.kind === "invalid" ? m.error : m))).toEqual([
      { file: "a.json", line: 4, column: 2, reason: "odd" },
      { file: "a.json", reason: "empty" },
    ]);
    expect(messages.filter((m) => m.kind === "report")).toHaveLength(2);
  });

  test("takes a history that does not fit its type for a bad one, once, with its line", async () => {
    const misfit: typeof checkWithin = () => {
      throw new HistoryError("SL1002", "no such method", ["operations", 1, "method"]);
    };
    const messages = await run(two, { check: misfit });
    expect(messages.flatMap((m) => (m.kind === "invalid" ? [m.error] : []))).toEqual([
      { file: "a.json", line: 8, column: 1, reason: "no such method" },
      { file: "a.json", line: 8, column: 1, reason: "no such method" },
    ]);
  });

  test("takes a failed allocation for unknown, any other exception for a bug", async () => {
    const failing = (error: Error) => () => {
      throw error;
    };
    const full = await run(two, { check: failing(new RangeError("Array buffer allocation failed")) });
    expect(full[1]).toMatchObject({ report: { result: { verdict: "unknown", reason: "memory" } } });
    const bug = await run(two, { check: failing(new Error("oops")) });
    expect(bug[1]).toMatchObject({ kind: "bug", error: { message: "oops" } });
    expect(bug.filter((m) => m.kind === "bug")).toHaveLength(4);
  });

  test("takes an exception from a user's type for the type's fault", async () => {
    const error = Object.assign(new Error("oops"), {
      stack: "Error: oops\n  at step (/home/me/my-type.ts:3:7)",
    });
    const failing: typeof checkWithin = () => {
      throw error;
    };
    const own = { type: "./my-type.ts", typeLoader: "file:///load-type.js" };
    expect((await run(two, { check: failing, job: own }))[1]).toMatchObject({
      kind: "invalid",
      error: { file: "a.json", reason: "the type ./my-type.ts failed: oops" },
    });
    const other = { ...own, type: "./other-type.ts" };
    expect((await run(two, { check: failing, job: other }))[1]).toMatchObject({ kind: "bug" });
  });

  test("tells a file that is not there from memory that is full, and both from a bug", async () => {
    const reading = (error: Error): Promise<Message[]> =>
      run(async function* () {
        yield* two();
        throw error;
      });
    const missing = Object.assign(new Error("ENOENT: …"), { code: "ENOENT", syscall: "open" });
    expect((await reading(missing)).at(-2)).toMatchObject({
      kind: "invalid",
      error: { file: "a.json", reason: "no such file or directory" },
    });
    expect((await reading(new MemoryFull("full"))).at(-2)).toEqual({
      kind: "full",
      place: { index: 2, criterion: 0 },
    });
    expect((await reading(new Error("oops"))).at(-2)).toMatchObject({ kind: "bug" });
  });
});
