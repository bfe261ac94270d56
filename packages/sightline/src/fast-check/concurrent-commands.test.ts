import assert from "node:assert/strict";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { concurrentCommands } from "../fast-check.js";

/** A stack over a slow array: `pop` looks, waits, and takes. */
class Stack {
  readonly #items: number[] = [];
  readonly #wait: () => Promise<void>;
  readonly #isRacy: boolean;
  constructor(scheduler: fc.Scheduler, isRacy: boolean) {
    this.#wait = scheduler.scheduleFunction(() => Promise.resolve());
    this.#isRacy = isRacy;
  }
  async push(value: number): Promise<void> {
    await this.#wait();
    this.#items.push(value);
  }
  async pop(): Promise<number> {
    if (!this.#isRacy) await this.#wait();
    const top = this.#items.at(-1);
    if (top === undefined) throw new RangeError("empty");
    if (this.#isRacy) await this.#wait();
    this.#items.pop();
    return top;
  }
  get size(): number {
    return this.#items.length;
  }
}

interface Model {
  readonly items: number[];
}

/** Commands as a sequential test has them: each asserts, and keeps the model. */
class Push implements fc.AsyncCommand<Model, Stack> {
  readonly #value: number;
  constructor(value: number) {
    this.#value = value;
  }
  check = (): boolean => true;
  async run(model: Model, real: Stack): Promise<void> {
    await real.push(this.#value);
    model.items.push(this.#value);
  }
  toString = (): string => `push(${this.#value})`;
}
class Pop implements fc.AsyncCommand<Model, Stack> {
  check = ({ items }: Model): boolean => items.length > 0;
  async run(model: Model, real: Stack): Promise<void> {
    assert.equal(await real.pop(), model.items.pop());
  }
  toString = (): string => "pop()";
}
class Size implements fc.AsyncCommand<Model, Stack> {
  check = (): boolean => true;
  async run(model: Model, real: Stack): Promise<void> {
    assert.equal(real.size, model.items.length);
    await Promise.resolve();
  }
  toString = (): string => "the size";
}

const commands = [fc.nat(3).map((value) => new Push(value)), fc.constant(new Pop()), fc.constant(new Size())];
const property = (isRacy: boolean) =>
  concurrentCommands<Model, Stack>({
    commands,
    model: () => ({ items: [] }),
    make: (scheduler) => new Stack(scheduler, isRacy),
  });
const settings = { seed: 1, numRuns: 150 } as const;

describe("commands of a sequential test, in lanes", () => {
  test("hold where each takes effect at one moment, in the same order when run one after another", async () => {
    await fc.assert(property(false), settings);
    // One after another the racy one is right too: only lanes tell.
    const alone = { scheduleFunction: (act: () => Promise<void>) => act } as unknown as fc.Scheduler;
    const setup = () => ({ model: { items: [] as number[] }, real: new Stack(alone, true) });
    await fc.assert(
      fc.asyncProperty(fc.commands(commands), (drawn) => fc.asyncModelRun(setup, drawn)),
      { ...settings, numRuns: 30 },
    );
  });

  test("find two that take the same element, shrunk, with a path to run it again", async () => {
    const found = await fc.check(property(true), settings);
    expect(found.failed).toBe(true);
    const text = found.counterexample?.[0].toString() ?? "";
    expect(text.match(/pop\(\)/g)).toHaveLength(2);
    expect(text.match(/push/g)).toHaveLength(2);
    const { message } = found.errorInstance as Error;
    expect(message).toContain("✘ history: linearizability violated");
    expect(message).toMatch(/pop\(\) => \d/);
    expect(message).toMatch(/after .*push\(\d\).* \(the model is \{.*\}\), pop\(\) fails: Expected values/);
    const path = found.counterexamplePath ?? "";
    const again = await fc.check(property(true), { ...settings, path, endOnFailure: true });
    expect(again.counterexample?.[0].toString()).toBe(text);
  });

  test("a run that the commands say nothing of is left out, and too many of these are no success", async () => {
    class Never extends Size {
      #asked = 0;
      // True when it is run, false of every model that is looked at afterwards.
      override check = (): boolean => this.#asked++ === 0;
    }
    const found = await fc.check(
      concurrentCommands<Model, Stack>({
        commands: [fc.nat().map(() => new Never())],
        model: () => ({ items: [] }),
        make: (scheduler) => new Stack(scheduler, false),
        schedules: 1,
      }),
      { seed: 1, numRuns: 10 },
    );
    expect(found.failed).toBe(true);
    expect(found.numSkips).toBeGreaterThan(0);
  });

  test("calls whose arguments come from the model are not held against the object", async () => {
    class PushSize extends Push {
      override async run(model: Model, real: Stack): Promise<void> {
        const value = model.items.length;
        await real.push(value);
        model.items.push(value);
      }
    }
    const found = await fc.check(
      concurrentCommands<Model, Stack>({
        commands: [fc.constant(new PushSize(0)), fc.constant(new Pop())],
        model: () => ({ items: [] }),
        make: (scheduler) => new Stack(scheduler, false),
      }),
      { ...settings, maxSkipsPerRun: 1000 },
    );
    expect(found.errorInstance).toBeNull();
  });
});
