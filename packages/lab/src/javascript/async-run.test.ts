import { readFile } from "node:fs/promises";
import type { Value } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { setTimeout as moment } from "node:timers/promises";
import { parseProgram } from "../object/notation.js";
import { BLOCKED, NOT_REACHED } from "../object/program.js";
import type { AsyncIo } from "./async-io.js";
import { type AsyncSetting, runProgram, runSequence, type Subject } from "./async-run.js";

const settingOf = (make: (io: AsyncIo) => object): AsyncSetting => ({
  make: (io) => make(io) as Subject,
  useSchedule: () => {},
  isIdle: () => moment(1).then(() => false), // the thread of a test is never idle
});

/** The same where nothing real is waited for. */
const idleSettingOf = (make: (io: AsyncIo) => object): AsyncSetting => ({
  ...settingOf(make),
  isIdle: () => Promise.resolve(true),
});

/** All outcomes of so many seeds, as sorted texts. */
async function outcomesOf(text: string, make: (io: AsyncIo) => object, seeds = 300): Promise<string[]> {
  const seen = new Set<string>();
  for (let seed = 0; seed < seeds; seed++)
    seen.add(JSON.stringify((await runProgram(parseProgram(text), settingOf(make), seed)).results));
  return [...seen].sort();
}

/** Every way to interleave sequences of atomic actions: the literal meaning of async functions. */
function* interleavings<T>(threads: readonly (readonly T[])[]): Generator<T[]> {
  if (threads.every((thread) => thread.length === 0)) yield [];
  for (const [t, [first, ...rest]] of threads.entries())
    if (threads[t].length > 0)
      for (const later of interleavings(threads.with(t, rest))) yield [first, ...later];
}

/** Reads, waits, writes: the parts between two waits are its atomic actions. */
class Increments {
  count = 0;
  constructor(readonly io: AsyncIo) {}
  async add(amount: number): Promise<number> {
    const before = this.count;
    await this.io.tick();
    this.count = before + amount;
    return this.count;
  }
}

describe("schedules show", () => {
  test.each([
    [[[1, 2], [4]], 300],
    [[[1], [4], [8]], 300],
    [
      [
        [1, 2],
        [4, 8],
      ],
      1500,
    ],
  ])("exactly the interleavings of what lies between the waits: %j", async (amounts, seeds) => {
    const text = amounts.map((own) => `{ ${own.map((amount) => `add(${amount})`).join("; ")} }`).join(" || ");
    const expected = new Set<string>();
    const actions = amounts.map((own, t) =>
      own.flatMap((_, i) => [
        { t, i, read: true },
        { t, i, read: false },
      ]),
    );
    for (const order of interleavings(actions)) {
      let count = 0;
      const before = amounts.map(() => 0);
      const results: Value[][] = amounts.map(() => []);
      for (const { t, i, read } of order)
        if (read) before[t] = count;
        else results[t].push((count = before[t] + amounts[t][i]));
      expected.add(JSON.stringify(results.flat()));
    }
    expect(await outcomesOf(text, (io) => new Increments(io), seeds)).toEqual([...expected].sort());
  });

  test("microtasks interleaved, where nothing is injected", async () => {
    class Plain {
      count = 0;
      async add(): Promise<number> {
        const before = this.count;
        await Promise.resolve();
        return (this.count = before + 1);
      }
    }
    expect(await outcomesOf("{ add() } || { add() }", () => new Plain())).toEqual([
      "[1,1]",
      "[1,2]",
      "[2,1]",
    ]);
  });

  test("flags and locks at work", async () => {
    const make = (io: AsyncIo) => new Increments(io);
    const locked = "{ l.lock(); add(1); l.unlock() } || { l.lock(); add(1); l.unlock() }";
    expect(await outcomesOf(locked, make)).toEqual(["[0,1,null,1,2,null]", "[1,2,null,0,1,null]"]);
    expect(await outcomesOf("{ add(1); v.set() } || { v.get(); add(1) }", make)).toEqual([
      "[1,null,false,1]",
      "[1,null,false,2]",
      "[1,null,true,2]",
      "[2,null,false,1]",
    ]);
  });
});

test("one call after another leaves nothing to do for the next", async () => {
  class Lazy {
    count = 0;
    constructor(readonly io: AsyncIo) {}
    async add(): Promise<void> {
      void this.io.tick().then(() => this.count++); // not waited for
      await this.io.sleep(5);
    }
    get(): number {
      return this.count;
    }
    fail(): never {
      throw new TypeError("at once");
    }
  }
  const calls = ["add", "add", "get", "fail", "get"].map((method) => ({ method, args: [] }));
  const results = await runSequence(
    calls,
    settingOf((io) => new Lazy(io)),
  );
  expect(results).toEqual([null, null, 2, { throws: "TypeError" }, 2]);
});

test("real input and output is waited for", async () => {
  const make = () => ({ read: () => readFile(new URL(import.meta.url), "utf8").then(() => 1) });
  const { results } = await runProgram(parseProgram("{ read() } || { read() }"), settingOf(make), 1);
  expect(results).toEqual([1, 1]);
});

test("calls that wait for what may yet come are named", async () => {
  const make = () => ({ wait: () => new Promise(() => {}), go: () => 1 });
  const run = runProgram(parseProgram("{ go(); wait() } || { go() }"), settingOf(make), 1);
  await expect(run).rejects.toMatchObject({ name: "StuckError", at: [1, -1], isEndless: false });
});

/** A box with one place whose `take` waits until it is full. */
class Box {
  #held: number[] = [];
  #takers: ((value: number) => void)[] = [];
  constructor(readonly io: AsyncIo) {}
  async put(value: number): Promise<void> {
    await this.io.tick();
    const taker = this.#takers.shift();
    if (taker === undefined) this.#held.push(value);
    else taker(value);
  }
  async take(): Promise<number> {
    await this.io.tick();
    return this.#held.shift() ?? new Promise((resolve) => this.#takers.push(resolve));
  }
}

test("calls that wait for ever block, and end their thread", async () => {
  const setting = idleSettingOf((io) => new Box(io));
  const program = parseProgram("{ take(); put(2) } || { put(1); take(); take() }");
  for (let seed = 0; seed < 50; seed++) {
    const { results, instants } = await runProgram(program, setting, seed);
    expect([
      [1, null, null, 2, BLOCKED],
      [BLOCKED, NOT_REACHED, null, 1, BLOCKED],
    ]).toContainEqual(results);
    expect(instants.called).toHaveLength(5);
    expect(instants.returned.map((instant) => instant === Infinity)).toEqual(
      results.map((result) => result === BLOCKED || result === NOT_REACHED),
    );
  }
  const call = (method: string, ...args: number[]) => ({ method, args });
  expect(await runSequence([call("put", 1), call("take"), call("take"), call("put", 2)], setting)).toEqual([
    null,
    1,
    BLOCKED,
  ]);
});

test("a timeout comes to those who wait for it, and to nobody else", async () => {
  class Expiring {
    value = 0;
    constructor(readonly io: AsyncIo) {}
    async put(value: number): Promise<void> {
      await this.io.tick();
      this.value = value;
      void this.io.sleep(60_000).then(() => (this.value = 0));
    }
    async get(): Promise<number> {
      await this.io.tick();
      return this.value;
    }
    async getLater(): Promise<number> {
      await this.io.sleep(60_001);
      return this.value;
    }
  }
  const make = (io: AsyncIo) => new Expiring(io);
  expect(await outcomesOf("{ put(1); get() } || { get(); get() }", make)).toEqual([
    "[null,1,0,0]",
    "[null,1,0,1]",
    "[null,1,1,1]",
  ]);
  expect(await outcomesOf("{ put(1) ; getLater() }", make, 20)).toEqual(["[null,0]"]);
});
