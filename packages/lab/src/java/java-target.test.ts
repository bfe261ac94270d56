// @module-tag slow
import { canonical, type Value } from "@sightline/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseProgram } from "../object/notation.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { Call, Program } from "../object/program.js";
import type { StressReport, Target } from "../object/target.js";
import { openJavaTarget } from "./java-target.js";
import { whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();

/** `put(1,0)` … as calls. */
const calls = (text: string): readonly Call[] =>
  parseProgram(`{ ${text} }`).threads[0].map(({ method, args }) => ({ method, args }));

async function withTarget<T>(
  options: Parameters<typeof openJavaTarget>[0],
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const target = await openJavaTarget(options);
  try {
    return await use(target);
  } finally {
    await target.close();
  }
}

const resultsOf = (
  className: string,
  text: string,
  more: { spec?: ObjectSpec; constructorArgs?: Value[] } = {},
) => withTarget({ className, ...more }, async (target) => (await target.runInSequence([calls(text)]))[0]);

/** Every interleaving of the threads of a program, as the numbers of its steps. */
function* interleavings(threads: readonly (readonly number[])[]): Generator<readonly number[]> {
  if (threads.every(({ length }) => length === 0)) yield [];
  for (const [t, [first, ...rest]] of threads.entries())
    if (first !== undefined)
      for (const others of interleavings(threads.with(t, rest))) yield [first, ...others];
}

/** The outcomes of a program whose calls are atomic, by running every interleaving. */
async function atomicOutcomes(target: Target, { threads }: Program): Promise<Set<string>> {
  const steps = threads.flat();
  let number = 0;
  const orders = [...interleavings(threads.map((thread) => thread.map(() => number++)))];
  const results = await target.runInSequence(orders.map((order) => order.map((i) => steps[i])));
  return new Set(orders.map((order, o) => canonical(steps.map((_, i) => results[o][order.indexOf(i)]))));
}

async function lastReports(reports: AsyncIterable<StressReport>): Promise<StressReport[]> {
  const last: StressReport[] = [];
  for await (const report of reports) if (report.done) last.push(report);
  return last;
}

describe.skipIf(noJdk !== undefined)("a Java class", () => {
  let map: Target;
  beforeAll(async () => {
    map = await openJavaTarget({ className: "java.util.concurrent.ConcurrentHashMap" });
  });
  afterAll(() => map.close());

  it("is described by reflection", async () => {
    const spec = await map.describe();
    expect(map.name).toBe("java:java.util.concurrent.ConcurrentHashMap");
    expect(spec.class).toBe("java.util.concurrent.ConcurrentHashMap");
    expect(spec.parameters).toBeUndefined();
    const object = { type: "java.lang.Object" };
    const named = (name: string) => spec.methods.filter((method) => method.name === name);
    expect(named("put")).toEqual([{ name: "put", parameters: [object, object], trusted: true }]);
    expect(named("get")).toEqual([{ name: "get", parameters: [object], readonly: true, trusted: true }]);
    expect(named("remove")).toEqual([
      { name: "remove", parameters: [object], trusted: true },
      { name: "remove", parameters: [object, object] },
    ]);
    expect(named("putAll")).toEqual([
      { name: "putAll", parameters: [{ type: "java.util.Map" }], void: true },
    ]);
    expect(named("clear")).toEqual([{ name: "clear", parameters: [], void: true }]);
    for (const name of ["contains", "elements", "entrySet", "isEmpty", "mappingCount", "toString"])
      expect(named(name), name).toEqual([expect.objectContaining({ readonly: true })]);
    expect(named("hashCode")).toEqual([]);
    expect(named("computeIfAbsent")[0].parameters[1]).toEqual({
      type: "java.util.function.Function",
      values: [{ fn: "x -> x + 1" }, { fn: "x -> 1" }, { fn: "x -> null" }],
    });
  });

  it("is described with a constructor that needs a number, and with methods that block", async () => {
    const spec = await withTarget({ className: "java.util.concurrent.ArrayBlockingQueue" }, (target) =>
      target.describe(),
    );
    expect(spec.parameters).toEqual([{ type: "int" }]);
    expect(spec.default_parameters).toEqual([20]);
    const trusted = spec.methods.filter((method) => method.trusted === true).map(({ name }) => name);
    expect(trusted).toEqual(["offer", "peek", "poll"]);
    expect(spec.methods).toContainEqual({ name: "take", parameters: [] });
    expect(spec.methods).toContainEqual({
      name: "put",
      parameters: [{ type: "java.lang.Object" }],
      void: true,
    });
    expect(spec.skipped).toEqual([]);
    // So that it does not wait for long.
    const timed = spec.methods.find(({ name, parameters }) => name === "poll" && parameters.length === 2);
    expect(timed?.parameters[1].values).toEqual(["NANOSECONDS", "MICROSECONDS"]);
  });

  it("gives maps, entries, views and enumerations as values", async () => {
    const [results] = await map.runInSequence([
      calls(
        "put(1,0); put(1,2); putAll([[0,5]]); entrySet(); keySet(); values(); elements(); toString(); clear(); size()",
      ),
    ]);
    expect(results).toEqual([
      null,
      0,
      null,
      [
        [0, 5],
        [1, 2],
      ],
      [0, 1],
      [5, 2],
      [5, 2],
      "{0=5, 1=2}",
      null,
      0,
    ]);
    expect(
      await resultsOf(
        "java.util.concurrent.ConcurrentSkipListMap",
        'putAll({ "a": 1, "b": true }); firstEntry(); tailMap("b"); pollLastEntry(); descendingMap()',
      ),
    ).toEqual([null, ["a", 1], [["b", true]], ["b", true], [["a", 1]]]);
  });

  it("gives exceptions, arrays, iterators and text as values", async () => {
    expect(
      await resultsOf(
        "java.util.concurrent.ConcurrentLinkedDeque",
        'getFirst(); addAll([3,4]); offerFirst("x\\n\\"ü"); toArray(); iterator(); descendingIterator(); remove(4); peek(); offer(null)',
      ),
    ).toEqual([
      { throws: "NoSuchElementException" },
      true,
      true,
      ['x\n"ü', 3, 4],
      ['x\n"ü', 3, 4],
      [4, 3, 'x\n"ü'],
      true,
      'x\n"ü',
      { throws: "NullPointerException" },
    ]);
  });

  it("starts each sequence on a fresh object", async () => {
    const [one, two] = await map.runInSequence([calls("put(1,0); size()"), calls("size(); put(1,1)")]);
    expect(one).toEqual([null, 1]);
    expect(two).toEqual([0, null]);
  });

  it("takes arguments for its constructor", async () => {
    const text = "offer(1); offer(2); offer(3)";
    const className = "java.util.concurrent.ArrayBlockingQueue";
    expect(await resultsOf(className, text, { constructorArgs: [2] })).toEqual([true, true, false]);
    const spec = { class: className, parameters: [{ type: "int" }], default_parameters: [1], methods: [] };
    expect(await resultsOf(className, text, { spec })).toEqual([true, false, false]);
    expect(await resultsOf(className, text)).toEqual([true, true, true]);
    await expect(openJavaTarget({ className, constructorArgs: ["many"] })).rejects.toThrow(
      'has no public constructor that takes ["many"]',
    );
  });

  it("tells overloads apart by the specification, else as Java would", async () => {
    const className = "java.util.concurrent.CopyOnWriteArrayList";
    const text = "add(1); add(0); remove(0); toArray()";
    expect(await resultsOf(className, text)).toEqual([true, true, 1, [0]]);
    const byObject = {
      class: className,
      methods: [{ name: "remove", parameters: [{ type: "java.lang.Object" }] }],
    };
    expect(await resultsOf(className, text, { spec: byObject })).toEqual([true, true, true, [1]]);
  });

  it("says what is wrong with a class or a call", async () => {
    await expect(openJavaTarget({ className: "java.util.ConcurentMap" })).rejects.toThrow(
      "there is no class java.util.ConcurentMap: give its full name",
    );
    await expect(openJavaTarget({ className: "java.util.AbstractMap" })).rejects.toThrow("is abstract");
    await expect(map.runInSequence([calls("frob(1)")])).rejects.toThrow("has no public method frob: frob(1)");
    await expect(map.runInSequence([calls("put(1)")])).rejects.toThrow(
      "put(1) fits no method of java.util.concurrent.ConcurrentHashMap, which has put(java.lang.Object,",
    );
  });

  it("shows in stress only what some interleaving gives, if its calls are atomic", async () => {
    const programs = [
      parseProgram("{ put(1,0); get(1) } || { put(1,1) }"),
      parseProgram("{ put(0,0) } || { get(0); remove(0) } || { putIfAbsent(0,2) }"),
    ];
    const reports = await lastReports(map.stress(programs, { secondsPerProgram: 0.3, seed: 1 }));
    expect(reports.map(({ program }) => program)).toEqual([0, 1]);
    for (const { program, executions, outcomes, failure } of reports) {
      expect(failure).toBeUndefined();
      expect(executions).toBeGreaterThan(0);
      expect(outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(executions);
      const atomic = await atomicOutcomes(map, programs[program]);
      for (const { results } of outcomes) expect(atomic).toContain(canonical(results));
    }
  });

  it("synchronises threads through flags and locks", async () => {
    const program = parseProgram(
      "{ put(0,0); v.set(); l.lock(); put(1,0); l.unlock() } || { v.get(); get(0); l.lock(); get(1); l.unlock() }",
    );
    const [report] = await lastReports(map.stress([program], { secondsPerProgram: 0.3, seed: 1 }));
    expect(report.failure).toBeUndefined();
    expect(report.outcomes.length).toBeGreaterThan(0);
    for (const { results } of report.outcomes) {
      const [, set, turn, , unlock, seen, zero, otherTurn, one] = results;
      expect([set, unlock]).toEqual([null, null]);
      if (seen === true) expect(zero).toBe(0); // what happened before the flag was set is seen
      expect(new Set([turn, otherTurn])).toEqual(new Set([0, 1])); // one had the lock after the other
      expect(one).toBe(turn === 0 ? 0 : null);
    }
  });

  it("makes longer arguments afresh for each execution", async () => {
    const program = parseProgram('{ putAll([[0,0],[1,"x"]]) } || { putAll({ "k": [1] }) }');
    const [report] = await lastReports(map.stress([program], { secondsPerProgram: 0.1, seed: 1 }));
    expect(report.outcomes.map(({ results }) => results)).toEqual([[null, null]]);
  });

  it("runs a program at least once, however little time there is", async () => {
    const programs = [parseProgram("{ size() } || { size() }"), parseProgram("{ get(0) } || { size() }")];
    const reports = await lastReports(map.stress(programs, { secondsPerProgram: 1e-9, seed: 1 }));
    expect(reports.map(({ outcomes }) => outcomes.map(({ results }) => results))).toEqual([
      [[0, 0]],
      [[null, 0]],
    ]);
  });

  it("refuses a program that cannot be, and goes on with the next", async () => {
    const programs = [parseProgram("{ frob() } || { size() }"), parseProgram("{ size() } || { size() }")];
    const reports = await lastReports(map.stress(programs, { secondsPerProgram: 0.1, seed: 1 }));
    expect(reports[0]).toMatchObject({ program: 0, executions: 0, failure: { kind: "rejected" } });
    expect(reports[0].failure?.message).toContain("has no public method frob");
    expect(reports[1]).toMatchObject({ program: 1, outcomes: [{ results: [0, 0] }] });
  });

  it("runs sequences and other programs while a stress goes on, and can be left at any time", async () => {
    const program = parseProgram("{ put(1,0) } || { get(1) }");
    for await (const report of map.stress([program], { secondsPerProgram: 600, seed: 1 })) {
      expect(report).toMatchObject({ program: 0, done: false });
      expect(await map.runInSequence([calls("put(1,0)")])).toEqual([[null]]);
      const [other] = await lastReports(map.stress([program], { secondsPerProgram: 0.1, seed: 2 }));
      expect(other).toMatchObject({ program: 0, done: true });
      break;
    }
    expect(await map.runInSequence([calls("size()")])).toEqual([[0]]);
  });

  it("ends at a signal with what was seen until then", async () => {
    const controller = new AbortController();
    const program = parseProgram("{ put(1,0) } || { get(1) }");
    const seen: StressReport[] = [];
    const options = { secondsPerProgram: 600, seed: 1, signal: controller.signal };
    for await (const report of map.stress([program, program], options)) {
      seen.push(report);
      controller.abort();
    }
    expect(seen.at(-1)).toMatchObject({ program: 0, done: true });
    expect(await lastReports(map.stress([program], options))).toEqual([]);
  });
});
