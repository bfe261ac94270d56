import { types } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { parseProgram, printProgram, stepsOf } from "../object/notation.js";
import type { Outcome, Program } from "../object/program.js";
import type { Target } from "../object/target.js";
import { guardTarget } from "../target/guard.js";
import { type Fake, fakeTarget, runSet, setSpec } from "@sightline/testing/lab/fake-target.js";
import { testPlan } from "@sightline/testing/lab/test-plan.js";
import { claimedLevels, testedMethods } from "./judge.js";
import { isViolation, runTests, type TestEvent, type TestPlan } from "./run-tests.js";

/** The outcome of the program run thread after thread: always atomic. */
const inOrder = (program: Program): Outcome =>
  runSet(stepsOf(program).map(({ method, args }) => ({ method, args })));

/** A set whose size() may be one too many, once in a thousand. */
const miscounting: Fake = {
  spec: setSpec,
  run: runSet,
  shows(program) {
    const right = inOrder(program);
    const at = stepsOf(program).findIndex(({ method }) => method === "size");
    if (at < 0) return [[right, 1000]];
    return [
      [right, 999],
      [right.map((result, i) => (i === at ? (result as number) + 5 : result)), 1],
    ];
  },
};

const plan = testPlan({ spec: setSpec, count: 30, secondsPerProgram: 1, shrinkTrials: 100 });

async function eventsOf(fake: Fake, changes: Partial<TestPlan> = {}, signal = new AbortController().signal) {
  const target = fakeTarget(fake);
  const events: TestEvent[] = [];
  for await (const event of runTests(target, { ...plan, ...changes }, signal)) events.push(event);
  const results = events.flatMap((event) => (event.kind === "program" && event.done ? [event.result] : []));
  return { events, results, target };
}

describe("testing an object", () => {
  test("an atomic one shows nothing", async () => {
    const { results, events } = await eventsOf({
      ...miscounting,
      shows: (program) => [[inOrder(program), 10]],
    });
    expect(results).toHaveLength(30);
    expect(results.some(isViolation)).toBe(false);
    expect(events.some(({ kind }) => kind === "shrunk")).toBe(false);
    expect(results.every(({ executions }) => executions === 10)).toBe(true);
  });

  test("a wrong one is caught, named by its level, and shrunk", async () => {
    const { results, events } = await eventsOf(miscounting);
    const wrong = results.filter(isViolation);
    expect(wrong.length).toBeGreaterThan(5);
    for (const { outcomes, program } of wrong) {
      expect(printProgram(program)).toContain("size()");
      expect(outcomes[0]).toMatchObject({ admitted: true, strongest: "complete", violated: "-", count: 999 });
      expect(outcomes[1]).toMatchObject({ admitted: false, strongest: "none", violated: "weak", count: 1 });
    }
    const shrunk = events.filter((event) => event.kind === "shrunk");
    // One per set of methods that the violation may be put down to.
    expect(shrunk.length).toBeGreaterThanOrEqual(1);
    for (const { result } of shrunk) expect(stepsOf(result.program)).toHaveLength(2);
  });

  test("the first violation ends it, where asked for", async () => {
    const { results } = await eventsOf(miscounting, { failFast: true });
    expect(results.filter(isViolation)).toHaveLength(1);
    expect(isViolation(results[results.length - 1])).toBe(true);
  });

  test("a weaker specification admits more", async () => {
    const stale: Fake = {
      ...miscounting,
      shows: (program) => [[stepsOf(program).map(({ method }) => (method === "size" ? 0 : true)), 1]],
    };
    const program = parseProgram("{ add(1); size() } || { add(2) }");
    const at = async (level: "weak" | "basic") =>
      (await eventsOf(stale, { programs: [program], levels: { size: level } })).results.some(isViolation);
    expect(await at("weak")).toBe(false);
    expect(await at("basic")).toBe(true);
  });

  test("a type may say what is right instead of the object", async () => {
    const program = parseProgram("{ add(1) } || { add(1) }");
    const wrongAlone: Fake = {
      ...miscounting,
      run: (calls) => calls.map(() => true),
      shows: () => [[[true, true], 1]],
    };
    const { results } = await eventsOf(wrongAlone, { programs: [program] });
    expect(results.some(isViolation)).toBe(false);
    const typed = await eventsOf(wrongAlone, { programs: [program], type: types.set });
    expect(typed.results.some(isViolation)).toBe(true);
  });

  test("the target is asked one thing at a time", async () => {
    const target = fakeTarget(miscounting);
    let busy = 0;
    const events: TestEvent[] = [];
    const alone: Target = {
      ...target,
      async *stress(programs, options) {
        expect(++busy).toBe(1);
        try {
          yield* target.stress(programs, options);
        } finally {
          busy--;
        }
      },
    };
    for await (const event of runTests(alone, plan, new AbortController().signal)) events.push(event);
    expect(events.some(({ kind }) => kind === "shrunk")).toBe(true);
    expect(busy).toBe(0);
  });

  test("a small program that does not show it again says so, and one that does has fair shares", async () => {
    const smallest = "{ add(0) } || { size() }";
    const program = parseProgram("{ add(0) } || { size(); size() }");
    const shrunkBy = async (shows: Fake["shows"]) => {
      const { events } = await eventsOf({ ...miscounting, shows }, { programs: [program] });
      return events.flatMap((event) => (event.kind === "shrunk" ? [event.result] : []));
    };
    let runs = 0;
    const once = await shrunkBy((tried) => {
      const isRerun = printProgram(tried) === smallest && ++runs > 1;
      return isRerun ? [[inOrder(tried), 1000]] : miscounting.shows(tried);
    });
    expect(once).toMatchObject([
      { notAgainIn: 1000, outcomes: [{ count: 999 }, { count: 1, admitted: false }] },
    ]);
    const [always] = await shrunkBy(miscounting.shows);
    expect(printProgram(always.program)).toBe(smallest);
    expect(always).not.toHaveProperty("notAgainIn");
  });

  test("what is not admitted is explained, with the calls that contradict each other", async () => {
    const { results } = await eventsOf(miscounting, {
      programs: [parseProgram("{ add(1); size() } || { add(2) }")],
      shrinkTrials: 0,
    });
    expect(results[0].reason).toMatch(/size\(\) => 6 could have returned 1 or 2, for instance, but not 6/);
    const weak = await eventsOf(miscounting, {
      programs: [parseProgram("{ add(1); size() } || { add(2) }")],
      levels: { size: "weak", clear: "weak" },
    });
    expect(weak.results[0].reason).toMatch(/1, 2 or 0, for instance, but not 6/);
  });

  test("calls that the object does not take are no violation of it", async () => {
    const failure = { kind: "rejected", message: "no method size(int)" } as const;
    const programs = [parseProgram("{ add(1) } || { size(1) }")];
    const { results } = await eventsOf({ ...miscounting, shows: () => [], failure }, { programs });
    expect(results).toMatchObject([{ failure }]);
    expect(results.some(isViolation)).toBe(false);
    const target = guardTarget({
      ...fakeTarget(miscounting),
      runInSequence: () => Promise.reject(new Error("no method size(int)")),
    });
    const events: TestEvent[] = [];
    const signal = new AbortController().signal;
    for await (const event of runTests(target, { ...plan, programs }, signal)) events.push(event);
    expect(events).toMatchObject([{ kind: "skipped", reason: "no method size(int)" }]);
  });

  test("a bulk call may stand for its element operations", async () => {
    // When 0 was gone, 1 was still there: clear() is not atomic, its two removals may be.
    const program = parseProgram("{ add(0); add(1); clear() } || { contains(1); contains(0); contains(1) }");
    const halfway: Fake = { ...miscounting, shows: () => [[[true, true, null, true, false, true], 1]] };
    const at = async (splitBulk: boolean) =>
      (await eventsOf(halfway, { programs: [program], splitBulk, shrinkTrials: 0 })).results.some(
        isViolation,
      );
    expect(await at(false)).toBe(true);
    expect(await at(true)).toBe(false);
  });

  test("a hang is a violation", async () => {
    const failure = { kind: "hang", message: "thread 1 in size()" } as const;
    const { results } = await eventsOf(
      { ...miscounting, shows: () => [], failure },
      { programs: [parseProgram("{ add(1) } || { size() }")] },
    );
    expect(results.map(isViolation)).toEqual([true]);
  });

  test("what is too large is skipped, and said so", async () => {
    const calls = Array.from({ length: 9 }, (_, i) => `add(${i})`).join("; ");
    const { events } = await eventsOf(miscounting, {
      programs: [parseProgram(`{ ${calls} } || { ${calls} }`)],
    });
    expect(events).toMatchObject([{ kind: "skipped", reason: expect.stringContaining("fewer calls") }]);
  });

  test("the time holds, whatever hangs", async () => {
    const hanging: Target = {
      ...fakeTarget(miscounting),
      async *stress(_programs, { signal }) {
        yield { program: 0, executions: 5, overlapped: 5, seconds: 0, outcomes: [], done: false };
        await new Promise((resolve) => signal?.addEventListener("abort", resolve)); // as a JVM does that is stuck
        yield { program: 0, executions: 7, overlapped: 7, seconds: 0, outcomes: [], done: true };
      },
    };
    const run = async (target: Target, changes: Partial<TestPlan>): Promise<TestEvent[]> => {
      const events: TestEvent[] = [];
      const signal = new AbortController().signal;
      for await (const event of runTests(target, { ...plan, ...changes }, signal)) events.push(event);
      return events;
    };
    const stressed = await run(hanging, { secondsInAll: 0.05 });
    expect(stressed.at(-1)).toMatchObject({ kind: "program", done: true, result: { executions: 7 } });
    expect(stressed.every((event) => event.kind === "program" && event.result.index === 0)).toBe(true);
    // Sequences that never come to an end are left behind.
    const endless: Target = { ...fakeTarget(miscounting), runInSequence: () => new Promise(() => {}) };
    const programs = [parseProgram("{ add(1) } || { size() }")];
    expect(await run(endless, { secondsInAll: 0.05 })).toEqual([]);
    expect(await run(endless, { secondsInAll: 0.05, programs })).toMatchObject([
      { kind: "skipped", reason: "the time was over before it could be run", refused: false },
    ]);
    // What it took to get here counts.
    expect(await run(hanging, { secondsInAll: 600, begun: performance.now() - 600_001 })).toEqual([]);
  });

  test("what is called the smallest is: of all programs that were seen to violate, and to its last call", async () => {
    // Fails wherever two threads are about the same element; given first a large program, then a smaller one.
    const texts = [
      "{ add(1); size(); add(0) } || { add(2); remove(1) } || { size() }",
      "{ add(1); size() } || { remove(1) }",
      "{ add(2) } || { size(); contains(2) }",
    ];
    const isFault = ({ threads: [one, ...others] }: Program): boolean =>
      one.some(
        ({ method, args: [a] }) => method === "add" && others.flat().some(({ args: [b] }) => a === b),
      ) && [one, ...others].flat().some(({ method }) => method === "size");
    const broken: Fake = {
      ...miscounting,
      shows: (program) => (isFault(program) ? miscounting.shows(program) : [[inOrder(program), 1000]]),
    };
    const programs = texts.map(parseProgram);
    const { events } = await eventsOf(broken, { programs });
    const shrunk = events.flatMap((event) => (event.kind === "shrunk" ? [event] : []));
    // The smallest of the batch is made smaller, and then no other is any more.
    expect(shrunk.map(({ of, result }) => [of, printProgram(result.program)])).toEqual([
      [1, "{ add(0); size() } || { remove(0) }"],
    ]);
    // Where the trials do not suffice, a later program that is smaller is reported all the same.
    const many = [programs[0], ...Array.from({ length: 8 }, () => parseProgram("{ add(9) } || { add(8) }"))];
    const late = await eventsOf(broken, { programs: [...many, programs[1]], shrinkTrials: 3 });
    const sizes = late.events.flatMap((event) =>
      event.kind === "shrunk" ? [stepsOf(event.result.program).length] : [],
    );
    expect(sizes).toEqual([5, 3]);
  });

  test("what is rare gets more time in smaller programs", async () => {
    const seconds: number[] = [];
    const target = fakeTarget(miscounting); // once in a thousand
    const timed: Target = {
      ...target,
      stress(programs, options) {
        seconds.push(options.secondsPerProgram);
        return target.stress(programs, options);
      },
    };
    const programs = [parseProgram("{ add(1); size() } || { add(2) }")];
    const signal = new AbortController().signal;
    for await (const _ of runTests(timed, { ...plan, programs }, signal)) void _;
    expect(seconds[0]).toBe(1);
    expect(seconds.at(-1)).toBe(1); // the smallest is run once more as any other
    expect(new Set(seconds.slice(1, -1))).toEqual(new Set([8]));
  });

  test("an interrupt ends it", async () => {
    const { results } = await eventsOf(miscounting, {}, AbortSignal.abort());
    expect(results).toEqual([]);
  });
});

test("a violation is put down to the methods that are not trusted", () => {
  expect(testedMethods(parseProgram("{ add(1); v.set() } || { size(); v.get() }"), setSpec)).toEqual([
    "size",
  ]);
  expect(testedMethods(parseProgram("{ add(1) } || { contains(1) }"), setSpec)).toEqual(["add", "contains"]);
  expect(testedMethods(parseProgram("{ add(1) }"), undefined)).toEqual(["add"]);
});

test("a specification that claims nothing claims atomicity", () => {
  expect(claimedLevels(setSpec)).toEqual({ levels: { "*": "complete" }, unclaimed: [] });
  const [add, ...others] = setSpec.methods;
  expect(claimedLevels({ class: "C", methods: [{ ...add, visibility: "weak" }, ...others] })).toEqual({
    levels: { add: "weak" },
    unclaimed: ["remove", "contains", "size", "clear"],
  });
});
