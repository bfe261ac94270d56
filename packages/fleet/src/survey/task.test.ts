import { type History, HistoryError, type Measurement, parseHistory } from "@sightline/core";
import { InputError, type Item as Read } from "@sightline/formats";
import { describe, expect, test } from "vitest";
import { MemoryFull } from "../memory.js";
import type { ChunkPlace, Doomed, Item, SurveyJob } from "./job.js";
import { surveyChunk, type SurveyTools } from "./task.js";

const one = parseHistory("set { add(1) => true }");
const verdicts = {} as Measurement["verdicts"];
const measurement: Measurement = {
  level: "peer",
  verdicts,
  witness: { linearization: [0] },
  stats: { algorithm: "x", states: 1, milliseconds: 0 },
};

/** Two pieces: the first of three histories, the second of one. */
const chunk = {
  pieces: ["a", "b"].map((name, input) => ({ input, name, source: { path: name }, last: true })),
  bytes: 10,
};

async function* read(count: number, broken?: unknown): AsyncGenerator<Read> {
  for (let index = 0; index < count; index++) yield { index, history: one };
  if (broken !== undefined) throw broken;
}

interface Run {
  readonly from?: ChunkPlace;
  readonly doomed?: readonly Doomed[];
  readonly tools?: Partial<SurveyTools>;
  readonly job?: SurveyJob;
}

/** What a run posts: the items, and whether it ended. */
async function run({ from = { piece: 0, item: 0 }, doomed = [], tools = {}, job = {} }: Run) {
  const items: Item[] = [];
  let done = false;
  await surveyChunk(chunk, from, doomed, job, {
    open: ({ name }) => ({ items: read(name === "a" ? 3 : 1), lines: name === "a" ? 3 : 1 }),
    measure: () => measurement,
    type: undefined,
    meter: undefined,
    heartbeat: { reading() {}, measuring() {}, idle() {} },
    async post(message) {
      if (message.kind === "items") items.push(...message.items);
      else done = true;
    },
    now: () => 0,
    ...tools,
  });
  expect(done).toBe(true);
  return items;
}

const kinds = (items: readonly Item[]): string[] => items.map(({ kind, piece }) => `${kind} ${piece}`);

describe("the work on a chunk", () => {
  test("gives an item for each history, and one for each end, without witnesses", async () => {
    const items = await run({});
    expect(kinds(items)).toEqual(["measured 0", "measured 0", "measured 0", "end 0", "measured 1", "end 1"]);
    expect(items[0]).toMatchObject({ name: null, size: 1, measured: { level: "peer" } });
    expect(items[0]).not.toHaveProperty("measured.witness");
    expect(items[3]).toMatchObject({ lines: 3 });
  });

  test("goes on from a place", async () => {
    expect(kinds(await run({ from: { piece: 0, item: 2 } }))).toEqual([
      "measured 0",
      "end 0",
      "measured 1",
      "end 1",
    ]);
    expect(kinds(await run({ from: { piece: 1, item: 0 } }))).toEqual(["measured 1", "end 1"]);
  });

  test("does not measure again what ended a thread", async () => {
    const place = { piece: 0, item: 1 };
    const doom = { place, unreadable: false, message: "", milliseconds: 9 };
    const late = await run({ from: place, doomed: [{ ...doom, reason: "deadline" }] });
    expect(late[0]).toMatchObject({ kind: "measured", measured: { level: "unknown", reason: "deadline" } });
    expect(kinds(late)).toEqual(["measured 0", "measured 0", "end 0", "measured 1", "end 1"]);
    const crashed = await run({ from: place, doomed: [{ ...doom, reason: "crash", message: "boom" }] });
    expect(crashed[0]).toMatchObject({ kind: "bug", error: { message: "boom" } });
  });

  test("does not read again what ended a thread", async () => {
    const doom = { place: { piece: 0, item: 2 }, unreadable: true, message: "", milliseconds: 9 } as const;
    const items = await run({ from: doom.place, doomed: [{ ...doom, reason: "memory" }] });
    expect(kinds(items)).toEqual(["measured 0", "unreached 0", "end 0", "measured 1", "end 1"]);
    expect(items[0]).toMatchObject({ measured: { level: "unknown", reason: "memory" } });
  });

  test("passes on limits, and tells what does not fit from a bug", async () => {
    const asked: unknown[] = [];
    const fails = (error: Error) => () => {
      throw error;
    };
    await run({
      job: { deadline: 50, order: "realtime" },
      tools: {
        measure(_: History, options) {
          asked.push(options);
          return measurement;
        },
      },
    });
    expect(asked[0]).toEqual({ order: "realtime", bounds: { deadline: 50 } });
    const misfit = await run({ tools: { measure: fails(new HistoryError("SL1002", "no such method")) } });
    expect(misfit[0]).toMatchObject({ kind: "invalid", error: { file: "a", reason: "no such method" } });
    const bug = await run({ tools: { measure: fails(new Error("oh")) } });
    expect(bug[0]).toMatchObject({ kind: "bug", error: { message: "oh" } });
    const full = await run({ tools: { measure: fails(new MemoryFull("full")) } });
    expect(full[0]).toMatchObject({ measured: { level: "unknown", reason: "memory" } });
  });

  test("tells what cannot be read, and goes on with the next input", async () => {
    const missing = Object.assign(new Error("ENOENT"), { syscall: "open", code: "ENOENT" });
    const items = await run({
      tools: {
        open({ name }) {
          if (name === "a") throw missing;
          return { items: read(1, new MemoryFull("full")), lines: 1 };
        },
      },
    });
    expect(items[0]).toMatchObject({ kind: "invalid", error: { reason: "no such file or directory" } });
    expect(kinds(items)).toEqual(["invalid 0", "end 0", "measured 1", "measured 1", "unreached 1", "end 1"]);
    expect(items[3]).toMatchObject({ measured: { level: "unknown", reason: "memory" } });
  });

  test("tells a history that is not valid by its place", async () => {
    async function* wrong(): AsyncGenerator<Read> {
      yield { index: 0, error: new InputError("SL2001", "a", 4, 2, "no") };
    }
    const items = await run({ tools: { open: () => ({ items: wrong(), lines: 1 }) } });
    expect(items[0]).toMatchObject({ kind: "invalid", error: { line: 4, column: 2, reason: "no" } });
  });
});
