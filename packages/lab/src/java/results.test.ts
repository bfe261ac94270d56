// @module-tag slow
import { rm } from "node:fs/promises";
import type { Value } from "@sightline/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseProgram } from "../object/notation.js";
import { typeOfTarget } from "../object/type-of-target.js";
import type { StressReport, Target } from "../object/target.js";
import { runTests, type TestEvent } from "../trials/run-tests.js";
import { openJavaTarget } from "./java-target.js";
import { testPlan } from "@sightline/testing/lab/test-plan.js";
import { compileForTest, startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();

/** As the queues of JCTools: what is public and final above is inherited from a class that is not public. */
const Indexed = `
abstract class Indexed {
  private volatile long index;
  public final long lvIndex() { return index; }
  public final synchronized Indexed next() { index++; return this; }
}`;
const Inheriting = `
public class Inheriting extends Indexed {}`;

const Opaque = `
import java.util.*;
import java.util.function.*;
public class Opaque {
  private static class Node { int value; }
  private final Node node = new Node();
  public Opaque self() { return this; }
  public Object[] among() { return new Object[] { this, 1, new Node(), new int[] { 2 } }; }
  public List<Object> listed() { return List.of(new Node(), this); }
  public Optional<Object> maybe() { return Optional.of(this); }
  public Optional<Object> never() { return Optional.empty(); }
  public Map<String, Object> mapped() { return Map.of("k", new Node()); }
  public Map.Entry<Object, Object> entry() { return Map.entry(new Node(), this); }
  public java.util.stream.Stream<Object> stream() { return java.util.stream.Stream.of(1, new Node()); }
  public java.util.stream.IntStream numbers() { return java.util.stream.IntStream.of(3, 4); }
  public Spliterator<Integer> spliterator() { return List.of(5).spliterator(); }
  public Supplier<String> lambda() { return () -> "a" + node.value; }
  public Object anonymous() { return new Runnable() { public void run() {} }; }
  public Object nested() { return new AtomicHolder(); }
  public Object circular() { List<Object> list = new ArrayList<>(); list.add(list); return list; }
  public Function<Integer, Integer> given(Function<Integer, Integer> f) { return f; }
  public Iterator<Integer> endless() { return java.util.stream.Stream.iterate(0, x -> x).iterator(); }
  public Iterator<Integer> failing() { return List.of(1).stream().map((Integer x) -> x / 0).iterator(); }
  public String illegal() { throw new IllegalArgumentException("mine"); }
  private static class AtomicHolder { public String toString() { return "holds " + new Node(); } }
}`;

/** Each character is appended atomically, and the buffer is given back. */
const className = "java.lang.StringBuffer";

const Refusing = `
public class Refusing {
  public static class Picky extends java.util.ArrayList<Integer> {
    private static final long serialVersionUID = 1;
    public Picky() { throw new IllegalStateException("no"); }
  }
  public int take(Picky list) { return 1; }
  public int calm() { return 7; }
}`;

const Names = `
public class Names {
  ${[
    "getIfAbsentPut",
    "getIfAbsentPutWithKey",
    "getOrCreate",
    "getOrElseUpdate",
    "getAndBump",
    "containsOrAdd",
    "getIfAbsentSet",
    "sumThenReset",
    "peekAndRemove",
    "firstRemove",
    "increment",
    "get",
    "getOrDefault",
    "getIfPresent",
    "keySet",
    "toArray",
    "isEmpty",
    "peekOrNull",
    "getUpdateCount",
    "containsKeyOrValue",
  ]
    .map((name) => `public int ${name}() { return 0; }`)
    .join("\n  ")}
}`;

/** Compares by identity, as AtomicReference does. */
const Exact = `
public class Exact {
  private Object held;
  public synchronized boolean swap(Object from, Object to) {
    boolean same = held == from;
    if (same) held = to;
    return same;
  }
}`;

describe.skipIf(noJdk !== undefined)("results of a Java class", () => {
  startQuickJvms();
  let classpath: string;
  beforeAll(async () => {
    classpath = await compileForTest({ Indexed, Inheriting, Opaque, Refusing, Names, Exact });
  });
  afterAll(async () => {
    for (const target of targets.values()) await (await target).close();
    await rm(classpath, { recursive: true });
  });

  /** One JVM for each class: to start one takes longer than most of what is asked of it. */
  const targets = new Map<string, Promise<Target>>();

  async function withTarget<T>(name: string, use: (target: Target) => Promise<T>): Promise<T> {
    const target = targets.get(name) ?? openJavaTarget({ className: name, classpath });
    targets.set(name, target);
    return use(await target);
  }

  async function stress(target: Target, ...programs: string[]): Promise<StressReport[]> {
    const last: StressReport[] = [];
    const options = { secondsPerProgram: 0.1, seed: 1 };
    for await (const report of target.stress(programs.map(parseProgram), options))
      if (report.done) last.push(report);
    return last;
  }

  it("are those of methods that it inherits from a class that is not public", () =>
    withTarget("Inheriting", async (target) => {
      const { methods, skipped } = await target.describe();
      expect(methods.map(({ name }) => name)).toEqual(["lvIndex", "next"]);
      expect(skipped).toEqual([]);
      const program = parseProgram("{ next(); lvIndex() } || { next() }");
      expect(await target.runInSequence(program.threads)).toEqual([[{ this: true }, 1], [{ this: true }]]);
      const [{ outcomes, failure }] = await stress(target, "{ next(); lvIndex() } || { next() }");
      expect(failure).toBeUndefined();
      const self = { this: true };
      for (const { results } of outcomes)
        expect([
          [self, 1, self],
          [self, 2, self],
        ]).toContainEqual(results);
    }));

  it.each<[string, Value]>([
    ["self()", { this: true }],
    ["among()", [{ this: true }, 1, "a Node", [2]]],
    ["listed()", ["a Node", { this: true }]],
    ["maybe()", [{ this: true }]],
    ["never()", []],
    ["mapped()", [["k", "a Node"]]],
    ["entry()", ["a Node", { this: true }]],
    ["stream()", [1, "a Node"]],
    ["numbers()", [3, 4]],
    ["spliterator()", [5]],
    ["lambda()", "a Supplier"],
    ["anonymous()", "a Runnable"],
    ["nested()", "holds Opaque$Node"],
    ['given({"fn":"x -> x + 1"})', { fn: "x -> x + 1" }],
    ["failing()", { throws: "ArithmeticException" }],
    ["illegal()", { throws: "IllegalArgumentException" }],
  ])("of %s are %j, alone and in stress", (call, value) =>
    withTarget("Opaque", async (target) => {
      expect(await target.runInSequence(parseProgram(`{ ${call} }`).threads)).toEqual([[value]]);
      const [{ outcomes, failure }] = await stress(target, `{ ${call} } || { self() }`);
      expect(failure).toBeUndefined();
      expect(outcomes.map(({ results }) => results)).toEqual([[value, { this: true }]]);
    }),
  );

  it("that hold themselves come to an end", () =>
    withTarget("Opaque", async (target) => {
      const [[value]] = await target.runInSequence(parseProgram("{ circular() }").threads);
      expect(JSON.stringify(value)).toMatch(/^\[+"…"\]+$/);
    }));

  it("are the object itself where it is given back, whatever others do to it meanwhile", () =>
    withTarget(className, async (target) => {
      const spec = await target.describe();
      const program = parseProgram('{ append("a"); append({"char":"b"}) } || { append("c"); length() }');
      const events: TestEvent[] = [];
      for await (const event of runTests(
        target,
        testPlan({ spec, programs: [program] }),
        new AbortController().signal,
      ))
        events.push(event);
      const last = events.at(-1);
      if (last?.kind !== "program") throw new Error("no program was run");
      expect(last.result.failure).toBeUndefined();
      expect(last.result.outcomes.length).toBeGreaterThan(0);
      for (const { results, admitted } of last.result.outcomes) {
        expect(results.slice(0, 3)).toEqual([{ this: true }, { this: true }, { this: true }]);
        expect(admitted).toBe(true);
      }
    }));

  it.each(["0", "1000", "0.5", '"a"'])(
    "of an object that compares by identity are the same alone and in stress: %s",
    (value) =>
      withTarget("Exact", async (target) => {
        const text = `{ swap(null,${value}); swap(${value},${value}); swap(${value},${value}) } || { swap(7,7) }`;
        const alone = await target.runInSequence(parseProgram(text).threads);
        expect(alone).toEqual([[true, true, true], [false]]);
        const [{ outcomes }] = await stress(target, text);
        expect(outcomes.map(({ results }) => results)).toEqual([[true, true, true, false]]);
      }),
  );

  it("are none where the harness fails: the program is not judged, and not run", () =>
    withTarget("Refusing", async (target) => {
      const reason = "take([1]): no Refusing$Picky can be made: java.lang.IllegalStateException: no";
      const program = parseProgram("{ take([1]) } || { calm() }");
      await expect(typeOfTarget(target, program)).rejects.toThrow(new RangeError(reason));
      const reports = await stress(target, "{ take([1]) } || { calm() }", "{ calm() } || { calm() }");
      expect(reports[0]).toMatchObject({ executions: 0, outcomes: [], failure: { kind: "rejected" } });
      expect(reports[0].failure?.message).toBe(reason);
      expect(reports[1].outcomes.map(({ results }) => results)).toEqual([[7, 7]]);
      const events: TestEvent[] = [];
      const plan = testPlan({ spec: await target.describe(), programs: [program] });
      for await (const event of runTests(target, plan, new AbortController().signal)) events.push(event);
      expect(events).toMatchObject([{ kind: "skipped", program, reason }]);
    }));

  it("are none where they have no end", () =>
    withTarget("Opaque", async (target) => {
      const program = parseProgram("{ endless() } || { self() }");
      await expect(typeOfTarget(target, program)).rejects.toThrow("a result has no end");
      const [{ outcomes, failure }] = await stress(target, "{ endless() } || { self() }");
      expect(outcomes).toEqual([]);
      expect(failure).toEqual({ kind: "rejected", message: "a result has no end" });
    }));

  it("are said to come from a query where the name promises no more than one", () =>
    withTarget("Names", async (target) => {
      const { methods } = await target.describe();
      const queries = methods.filter(({ readonly }) => readonly === true).map(({ name }) => name);
      expect(queries).toEqual([
        "containsKeyOrValue",
        "get",
        "getIfPresent",
        "getOrDefault",
        "getUpdateCount",
        "isEmpty",
        "keySet",
        "peekOrNull",
        "toArray",
      ]);
    }));
});
