import { type Bounds, createHistoryBuilder, HistoryError } from "@sightline/core";
import { InputError, type Item as Read } from "@sightline/formats";
import { describe, expect, test } from "vitest";
import type { Job } from "./job.js";
import { MemoryFull } from "./memory.js";
import type { Batch, ChunkPlace, Doomed, Item } from "./messages.js";
import { runTask, type TaskTools } from "./task.js";
import type { Decider } from "./work.js";

function history(name: string) {
  const builder = createHistoryBuilder({ type: "register", name });
  builder.add({ session: "p", method: "write", args: [1], call: 0, return: 1 }, 7);
  builder.add({ session: "q", method: "read", result: 2, call: 2, return: 3 }, 8);
  return builder.finish();
}

/** Two pieces: the first of three histories, the second of one. */
const chunk = {
  number: 0,
  pieces: ["a", "b"].map((name, input) => ({ input, name, source: { path: name }, last: true })),
  bytes: 10,
};

async function* histories(count: number, broken?: unknown): AsyncGenerator<Read> {
  for (let index = 0; index < count; index++) yield { index, history: history(`h${index}`) };
  if (broken !== undefined) throw broken;
}

/** Answers each of two questions by its number. */
const decider: Decider<string> = {
  questions: () => 2,
  decide: ({ history: { name } }, question) => `${name} ${question}`,
  ended: ({ name }, question, reason, milliseconds) => `${name} ${question} ${reason} ${milliseconds}`,
  unreadable: () => ["too large", "too large"],
  weigh: () => 1,
};

interface Run {
  readonly from?: Partial<ChunkPlace>;
  readonly doomed?: readonly Doomed[];
  readonly tools?: Partial<TaskTools<string>>;
  readonly decider?: Partial<Decider<string>>;
  readonly job?: Job;
}

/** The batches that a run sends. */
async function batchesOf({ from, doomed = [], tools = {}, job = {}, ...given }: Run) {
  const batches: Batch<string>[] = [];
  const place = { piece: 0, item: 0, question: 0, ...from };
  await runTask({ kind: "chunk", chunk, from: place, doomed, searchers: 1 }, job, {
    open: ({ name }) => ({ items: histories(name === "a" ? 3 : 1), bytes: () => (name === "a" ? 6 : 4) }),
    decider: { ...decider, ...given.decider },
    meter: undefined,
    heartbeat: { reading() {}, deciding() {}, idle() {} },
    send: (batch) => void batches.push(batch),
    now: () => 0,
    ...tools,
  });
  return batches;
}

const run = async (given: Run): Promise<Item<string>[]> =>
  (await batchesOf(given)).flatMap(({ items }) => items);

const brief = (items: readonly Item<string>[]): string[] =>
  items.map((item) =>
    item.kind === "answer" ? item.answer : `${item.kind} ${item.kind === "end" ? item.item : ""}`.trim(),
  );

describe("the work on a chunk", () => {
  test("answers every question about each history, and says where each piece ends", async () => {
    const [batch, ...more] = await batchesOf({});
    expect(more).toEqual([]);
    expect(brief(batch.items)).toEqual([
      "h0 0",
      "h0 1",
      "h1 0",
      "h1 1",
      "h2 0",
      "h2 1",
      "end 3",
      "h0 0",
      "h0 1",
      "end 1",
    ]);
    expect(batch).toMatchObject({ next: { piece: 2, item: 0, question: 0 }, bytes: 10, weight: 10 });
  });

  test("goes on from a place", async () => {
    expect(brief(await run({ from: { item: 2, question: 1 } })).slice(0, 3)).toEqual([
      "h2 1",
      "end 3",
      "h0 0",
    ]);
    expect(brief(await run({ from: { piece: 1 } }))).toEqual(["h0 0", "h0 1", "end 1"]);
  });

  test("sends what it has when it is enough, or has waited long", async () => {
    const each = await batchesOf({ tools: { mostWaiting: 1 } });
    expect(each.map(({ items }) => items.length)).toEqual(Array(10).fill(1));
    expect(each[0].next).toEqual({ piece: 0, item: 0, question: 1 });
    const heavy = await batchesOf({ decider: { weigh: () => 400 } });
    expect(heavy.map(({ items }) => items.length)).toEqual([2, 2, 2, 3, 1]);
    let clock = 0;
    const slow = await batchesOf({ tools: { now: () => (clock += 30) } });
    expect(slow.length).toBeGreaterThan(4);
  });

  test("waits where there is no room for more", async () => {
    let sent = 0;
    let goOn = (): void => {};
    const send = () => {
      sent++;
      return new Promise<void>((resolve) => (goOn = resolve));
    };
    const done = batchesOf({ tools: { mostWaiting: 1, send } });
    for (let expected = 1; expected <= 10; expected++) {
      await new Promise((resolve) => setImmediate(resolve));
      expect(sent).toBe(expected);
      goOn();
    }
    await done;
  });

  test("tells, while a search lasts, what came before it and that it is under way", async () => {
    let clock = 0;
    const decide: Decider<string>["decide"] = ({ history: { name } }, question, { cancelled }) => {
      if (name === "h1") for (; clock < 1000; clock += 50) expect(cancelled?.()).toBe(false);
      return `${name} ${question}`;
    };
    const [first, second] = await batchesOf({ decider: { decide }, tools: { now: () => clock } });
    expect(brief(first.items)).toEqual(["h0 0", "h0 1"]);
    expect(first.underWay).toMatchObject({ piece: 0, item: 1, answer: "h1 0 cancelled 0" });
    expect(brief(second.items)[0]).toBe("h1 0");
    expect(second.underWay).toBeUndefined();
  });

  test("does not ask again what ended a thread, and names it", async () => {
    const place = { piece: 0, item: 1, question: 1 };
    const doom = { place, unreadable: false, message: "boom", milliseconds: 9 };
    const after = async (reason: Doomed["reason"]) =>
      (await run({ from: place, doomed: [{ ...doom, reason }] })).slice(0, 2);
    expect(brief(await after("deadline"))).toEqual(["h1 1 deadline 9", "h2 0"]);
    expect(await after("crash")).toMatchObject([{ kind: "bug", error: { message: '"h1": boom' } }, {}]);
    expect(await after("type")).toMatchObject([
      { kind: "invalid", error: { file: "a", line: 7, column: 1, reason: '"h1": boom' } },
      {},
    ]);
  });

  test("does not read again what ended a thread, but all before it", async () => {
    const doom = { unreadable: true, message: "boom", milliseconds: 9 } as const;
    const place = { piece: 0, item: 2, question: 0 };
    const lost = async (reason: Doomed["reason"], from: number) =>
      brief(await run({ from: { item: from }, doomed: [{ ...doom, place, reason }] }));
    expect(await lost("memory", 1)).toEqual([
      "h1 0",
      "h1 1",
      "too large",
      "too large",
      "unreached",
      "end 3",
      "h0 0",
      "h0 1",
      "end 1",
    ]);
    expect((await lost("crash", 2)).slice(0, 3)).toEqual(["bug", "unreached", "end 3"]);
    expect((await lost("type", 2)).slice(0, 3)).toEqual(["invalid", "unreached", "end 3"]);
  });

  test("shares the deadline among the questions, and hands on what is left over", async () => {
    const limits: number[] = [];
    let clock = 0;
    const decide = (_: unknown, question: number, { deadline = NaN }: Bounds): string => {
      limits.push(deadline - clock);
      clock += 100;
      return String(question);
    };
    const tools = { now: () => clock };
    await run({ from: { piece: 1 }, job: { deadline: 1000 }, decider: { decide }, tools });
    expect(limits).toEqual([500, 900]);
    limits.length = 0;
    const place = { piece: 1, item: 0, question: 0 };
    const doom = { place, unreadable: false, reason: "deadline", message: "", milliseconds: 500 } as const;
    await run({ from: place, doomed: [doom], job: { deadline: 1000 }, decider: { decide }, tools });
    expect(limits).toEqual([500]);
    limits.length = 0;
    await run({ from: place, decider: { decide }, tools });
    expect(limits).toEqual([NaN, NaN]);
  });

  test("tells a history that does not fit its type once, with its line, and goes on", async () => {
    const decide = () => {
      throw new HistoryError("SL1002", "no such method", ["operations", 1, "method"]);
    };
    const items = await run({ decider: { decide } });
    expect(items[0]).toMatchObject({
      kind: "invalid",
      error: { file: "a", line: 8, column: 1, reason: "no such method" },
    });
    expect(brief(items)).toEqual(["invalid", "invalid", "invalid", "end 3", "invalid", "end 1"]);
  });

  test("takes a failed allocation for unknown, any other exception for a bug or a type's fault", async () => {
    const failing = (error: Error): Partial<Decider<string>> => ({
      decide() {
        throw error;
      },
    });
    const full = await run({ decider: failing(new RangeError("Array buffer allocation failed")) });
    expect(brief(full).slice(0, 2)).toEqual(["h0 0 memory 0", "h0 1 memory 0"]);
    const bug = await run({ decider: failing(new Error("oops")) });
    expect(brief(bug).filter((kind) => kind === "bug")).toHaveLength(8);
    const error = Object.assign(new Error("oops"), {
      stack: "Error: oops\n  at step (/home/me/my-type.ts:3:7)",
    });
    const own = { type: "./my-type.ts", typeLoader: "file:///load-type.js" };
    const fault = await run({ decider: failing(error), job: own });
    expect(fault[0]).toMatchObject({ error: { reason: "the type ./my-type.ts failed: oops" } });
  });

  test("tells what is not valid by its place", async () => {
    async function* wrong(): AsyncGenerator<Read> {
      yield { index: 0, error: new InputError("SL2001", "a", 4, 2, "odd") };
      yield { index: 1, error: new InputError("SL2001", "a", 0, 0, "empty") };
    }
    const items = await run({ tools: { open: () => ({ items: wrong(), bytes: () => 0 }) } });
    expect(items.slice(0, 3)).toMatchObject([
      { kind: "invalid", item: 0, error: { file: "a", line: 4, column: 2, reason: "odd" } },
      { kind: "invalid", item: 1, error: { file: "a", reason: "empty" } },
      { kind: "end", item: 2 },
    ]);
  });

  test("tells a file that is not there from memory that is full, and both from a bug, and goes on", async () => {
    const reading = async (error: Error) => {
      const open = () => ({ items: histories(1, error), bytes: () => 0 });
      return brief(await run({ from: { item: 0 }, tools: { open } })).slice(2, 6);
    };
    const missing = Object.assign(new Error("ENOENT: …"), { code: "ENOENT", syscall: "open" });
    expect((await reading(missing)).slice(0, 3)).toEqual(["invalid", "end 2", "h0 0"]);
    expect(await reading(new MemoryFull("full"))).toEqual(["too large", "too large", "unreached", "end 2"]);
    expect(await reading(new Error("oops"))).toEqual(["bug", "unreached", "end 2", "h0 0"]);
  });

  test("is left in the middle where a tool says so", async () => {
    const leave = new Error("leave");
    let asked = 0;
    const pause = (): undefined => {
      if (++asked === 4) throw leave;
    };
    const sent: Batch<string>[] = [];
    const tools = { pause, leaves: (error: unknown) => error === leave, mostWaiting: 1 };
    const running = batchesOf({ tools: { ...tools, send: (batch) => void sent.push(batch) } });
    await expect(running).rejects.toBe(leave);
    expect(sent.at(-1)).toMatchObject({ next: { piece: 0, item: 1, question: 1 } });
  });
});
