import { readFileSync } from "node:fs";
import { check, types } from "@sightline/core";
import * as fc from "fast-check";
import { scratchFolder } from "@sightline/testing/scratch-folder.js";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { concurrently, histories, programs } from "../fast-check.js";

const scratch = scratchFolder();
beforeAll(() => void vi.stubEnv("SIGHTLINE_HTML_DIR", scratch));
afterAll(() => void vi.unstubAllEnvs());

/** A register that is written in two steps: between them, others read the old value, or write. */
class Register {
  #held: number | null = null;
  readonly #wait: () => Promise<void>;
  constructor(scheduler: fc.Scheduler) {
    this.#wait = scheduler.scheduleFunction(() => Promise.resolve());
  }
  async read(): Promise<number | null> {
    await this.#wait();
    return this.#held;
  }
  async write(value: number): Promise<void> {
    await this.#wait();
    this.#held = value;
  }
  /** Looks, waits, and writes: two may find what they expect. */
  async cas(expected: number | null, value: number): Promise<boolean> {
    const same = this.#held === expected;
    await this.#wait();
    if (same) this.#held = value;
    return same;
  }
}

const settings = { seed: 1, numRuns: 200, endOnFailure: false } as const;

describe("concurrently", () => {
  test("holds for an object whose calls take effect at once", async () => {
    await fc.assert(
      concurrently({ type: "register", methods: ["read", "write"], make: (s) => new Register(s), lanes: 3 }),
      settings,
    );
  });

  test("finds what goes wrong between two steps, and shrinks it to a call or two in each of two lanes", async () => {
    const property = concurrently({
      type: "register",
      methods: ["cas", "write", "read"],
      make: (s) => new Register(s),
    });
    const found = await fc.check(property, settings);
    expect(found.failed).toBe(true);
    const [program] = found.counterexample ?? [];
    expect(program?.lanes.map((lane) => lane[0].method)).toEqual(["cas", "cas"]);
    expect(program?.lanes.flat().length).toBeLessThanOrEqual(3);
    const { message } = found.errorInstance as Error;
    expect(message).toContain("linearizability violated");
    const [, page] = /\n {2}page (.*\.html)/.exec(message) ?? [];
    expect(readFileSync(page, "utf8")).toContain("sightline-history");
    // The path that is told leads to the same.
    const path = found.counterexamplePath ?? "";
    const again = await fc.check(property, { ...settings, path, endOnFailure: true });
    expect(again.counterexample?.[0].toString()).toBe(program?.toString());
  });

  test("takes a class for its model, calls of one's own, and other criteria", async () => {
    class Model {
      held: number | null = null;
      read(): number | null {
        return this.held;
      }
      write(value: number): null {
        this.held = value;
        return null;
      }
    }
    const calls = fc.oneof(
      fc.constant({ method: "read", args: [] }),
      fc.nat(2).map((value) => ({ method: "write", args: [value] })),
    );
    const asked = { type: Model, calls, make: (s: fc.Scheduler) => new Register(s) };
    await fc.assert(concurrently(asked), settings);
    await fc.assert(concurrently({ ...asked, check: { levels: { "*": "causal" } } }), settings);
    expect(() => concurrently({ type: Model, make: () => new Model() })).toThrow(
      "give the calls as an arbitrary of your own",
    );
  });

  test("tries several orders of each program, and the same again", async () => {
    const seen: string[][] = [];
    const property = concurrently({
      type: "register",
      methods: ["write"],
      make: (scheduler) => {
        const order: string[] = [];
        seen.push(order);
        const wait = scheduler.scheduleFunction((value: number) =>
          Promise.resolve(order.push(String(value))),
        );
        return { write: (value: number) => wait(value).then(() => null) };
      },
      schedules: 4,
    });
    await fc.check(property, { seed: 3, numRuns: 20 });
    const first = seen.splice(0).map(String);
    const runs = Array.from({ length: 20 }, (_, run) => new Set(first.slice(4 * run, 4 * run + 4)).size);
    expect(Math.max(...runs)).toBeGreaterThan(1);
    await fc.check(property, { seed: 3, numRuns: 20 });
    expect(seen.map(String)).toEqual(first);
  });

  test("calls that wait for one another for ever are pending, where they may", async () => {
    class Lock {
      #held = false;
      readonly #waiting: (() => void)[] = [];
      acquire(): Promise<void> {
        if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve));
        this.#held = true;
        return Promise.resolve();
      }
      release(): void {
        if (!this.#held) throw new Error("not held");
        const next = this.#waiting.shift();
        if (next === undefined) this.#held = false;
        else next();
      }
    }
    const asked = { type: "mutex", blocks: true, failure: "failed" as const, length: 4 };
    await fc.assert(concurrently({ ...asked, make: () => new Lock() }), settings);
    class Open extends Lock {
      override acquire = (): Promise<void> => Promise.resolve();
    }
    expect((await fc.check(concurrently({ ...asked, make: () => new Open() }), settings)).failed).toBe(true);
    const broken = concurrently({ type: "mutex", blocks: true, make: () => ({}) });
    expect((await fc.check(broken, settings)).errorInstance).toMatchObject({
      message: expect.stringContaining("the object has no method") as string,
    });
  });

  test("an object without a method of the type is the test's own fault", async () => {
    const property = concurrently({ type: "counter", methods: ["inc"], make: () => ({}) });
    expect((await fc.check(property, settings)).errorInstance).toMatchObject({
      message: 'the object has no method "inc"',
    });
    expect(() => concurrently({ type: "counter", methods: ["ink"], make: () => ({}) })).toThrow(
      'type counter has no method "ink"',
    );
  });
});

describe("arbitraries", () => {
  test.each(Object.values(types).map((type) => [type.name, type] as const))(
    "of %s: programs print, histories are linearizable unless some results are wrong",
    (_, type) => {
      let violated = 0;
      fc.assert(
        fc.property(programs(type, { lanes: 3 }), histories(type, { lanes: 3 }), (program, history) => {
          expect(program.lanes.length).toBeLessThanOrEqual(3);
          expect(program.toString()).toMatch(/^(\{ \w+\(.*\) \}( \|\| |$))*$/);
          expect(check(history, { type, criterion: "linearizability", explain: false }).verdict).toBe(
            "satisfied",
          );
          expect(fc.stringify(history)).toMatch(new RegExp(`^${type.name} `));
        }),
        { seed: 1, numRuns: 40 },
      );
      fc.assert(
        fc.property(histories(type, { wrong: 3, length: 5 }), (history) => {
          const { verdict } = check(history, { type, criterion: "linearizability", explain: false });
          if (verdict === "violated") violated++;
        }),
        { seed: 1, numRuns: 100 },
      );
      if (type.name !== "mutex") expect(violated).toBeGreaterThan(0);
    },
  );
});
