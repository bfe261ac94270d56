// @module-tag slow
import { rm } from "node:fs/promises";
import type { Value } from "@sightline/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatePrograms } from "../object/generate-programs.js";
import { parseProgram, printProgram } from "../object/notation.js";
import type { ObjectSpec } from "../object/object-spec.js";
import type { StressReport, Target } from "../object/target.js";
import { openJavaTarget } from "./java-target.js";
import { compileForTest, startQuickJvms, whyNoJdk } from "@sightline/testing/lab/testing-jdk.js";

const noJdk = await whyNoJdk();

/** Says of each argument what it is. */
const Taker = `
import java.util.*;
import java.util.concurrent.Callable;
import java.util.function.*;
public class Taker {
  public enum Colour { RED, GREEN, BLUE, WHITE, BLACK }
  public interface Oddity { int odd(Node node); }
  public static class Node { private Node() {} }
  public interface Choice { Colour choose(Colour one, Colour other); default Colour same(Colour c) { return choose(c, c); } }
  private static String tell(Object o) { return o == null ? "null" : o.getClass().getSimpleName() + " " + o; }
  public String text(String s) { return tell(s); }
  public String chars(CharSequence s) { return tell(s); }
  public String truth(boolean b) { return tell(b); }
  public String bytes(byte b, short s) { return tell(b) + tell(s); }
  public String longs(long l, Long m) { return tell(l) + tell(m); }
  public String fractions(double d, Float f) { return tell(d) + tell(f); }
  public String letter(char c, Character d) { return tell(c) + tell(d); }
  public String colour(Colour c) { return tell(c); }
  public String array(int[] a) { return Arrays.toString(a); }
  public String colours(Colour... a) { return Arrays.toString(a); }
  public String list(List<Colour> l) { return l.getClass().getSimpleName() + tell(l.get(0)); }
  public String map(Map<String, Long> m) { return tell(m.keySet().iterator().next()) + tell(m.values().iterator().next()); }
  public String queue(Queue<? extends Number> q) { return tell(q); }
  public String maybe(Optional<String> o) { return tell(o); }
  public <T extends Comparable<T>> String bounded(T t) { return tell(t); }
  public String function(Function<String, Integer> f) { return tell(f.apply("a")); }
  public String same(UnaryOperator<Node> f) { Node n = new Node(); return tell(f.apply(n) == n); }
  public String number(IntUnaryOperator f) { return tell(f.applyAsInt(3)); }
  public String call(Callable<String> f) throws Exception { return tell(f.call()); }
  public String run(Runnable f) { f.run(); return "ran"; }
  public String test(Predicate<Integer> f) { return tell(f.test(0)) + tell(f.negate().test(1)); }
  public String merge(BiFunction<Integer, Integer, Integer> f) { return tell(f.apply(3, 4)); }
  public String sort(Comparator<String> c) { return tell(c.compare("a", "b")) + tell(c.reversed().compare("a", "b")); }
  public String choose(Choice c) { return tell(c.choose(Colour.BLUE, Colour.BLACK)) + tell(c.same(Colour.WHITE)); }
  public String odd(Oddity o) { return tell(o.odd(new Node())); }
  public String node(Node n) { return tell(n); }
}`;

const Overloads = `
public class Overloads {
  public String put(int i) { return "int"; }
  public String put(long l) { return "long"; }
  public String put(double d) { return "double"; }
  public String put(char c) { return "char"; }
  public String put(String s) { return "String"; }
  public String put(Object o) { return "Object " + o; }
}`;

/** What Base calls K and V is known here. */
const Names = `
public class Names extends Base<String, Boolean> {}
`;
const Base = `
public class Base<K, V> {
  private final java.util.Map<K, V> map = new java.util.HashMap<>();
  public synchronized V put(K key, V value) { return map.put(key, value); }
  public synchronized void fill(java.util.Map<? extends K, ? extends V> other) { map.putAll(other); }
}`;

describe.skipIf(noJdk !== undefined)("arguments of a Java class", () => {
  startQuickJvms();
  let classpath: string;
  let taker: Target;
  let spec: ObjectSpec;
  beforeAll(async () => {
    classpath = await compileForTest({ Taker, Overloads, Base, Names });
    taker = await openJavaTarget({ className: "Taker", classpath });
    spec = await taker.describe();
  });
  afterAll(async () => {
    await taker.close();
    await rm(classpath, { recursive: true });
  });

  const parametersOf = (name: string, { methods }: ObjectSpec = spec) =>
    methods.filter((method) => method.name === name).map(({ parameters }) => parameters);
  const answers = async (target: Target, text: string): Promise<readonly Value[]> =>
    (await target.runInSequence([parseProgram(`{ ${text} }`).threads[0]]))[0];

  it("are described by the types of the parameters", () => {
    expect(parametersOf("text")).toEqual([[{ type: "java.lang.String" }]]);
    const colour = { type: "Taker$Colour", values: ["RED", "GREEN", "BLUE", "WHITE"] };
    expect(parametersOf("colour")).toEqual([[colour]]);
    expect(parametersOf("colours")).toEqual([[{ type: "Taker$Colour[]", of: [colour] }]]);
    expect(parametersOf("list")).toEqual([[{ type: "java.util.List", of: [colour] }]]);
    expect(parametersOf("map")).toEqual([
      [{ type: "java.util.Map", of: [{ type: "java.lang.String" }, { type: "java.lang.Long" }] }],
    ]);
    expect(parametersOf("bounded")).toEqual([[{ type: "java.lang.Comparable" }]]);
    const functions = (name: string) =>
      parametersOf(name)[0][0].values?.map((value) => (value as { fn: string }).fn);
    expect(functions("function")).toEqual(["x -> 0", "x -> 1", "x -> null"]);
    expect(functions("same")).toEqual(["x -> x", "x -> null"]);
    expect(functions("number")).toEqual(["x -> x + 1", "x -> 1"]);
    expect(functions("call")).toEqual(['() -> "a"', '() -> "b"']);
    expect(functions("run")).toEqual(["() -> {}"]);
    expect(functions("test")).toEqual(["x -> x == 0", "x -> true"]);
    expect(functions("merge")).toEqual([
      "(x, y) -> x + y",
      "(x, y) -> y + 1",
      "(x, y) -> 1",
      "(x, y) -> null",
    ]);
    expect(functions("sort")).toEqual(["(x, y) -> x.compareTo(y)", "(x, y) -> y.compareTo(x)"]);
    expect(functions("choose")).toEqual([
      "(x, y) -> x",
      "(x, y) -> y",
      '(x, y) -> "RED"',
      '(x, y) -> "GREEN"',
      "(x, y) -> null",
    ]);
    expect(functions("odd")).toEqual(["x -> 0", "x -> 1"]);
  });

  it("are left out with the reason where none can be made", () => {
    expect(spec.skipped).toEqual([
      { name: "node(Taker$Node)", reason: "no argument can be made for Taker$Node" },
    ]);
  });

  it.each([
    ['text("x y")', "String x y"],
    ['chars("x")', "String x"],
    ["truth(true)", "Boolean true"],
    ["bytes(1,2)", "Byte 1Short 2"],
    ["longs(1,2)", "Long 1Long 2"],
    ["fractions(0.5,1.5)", "Double 0.5Float 1.5"],
    ["fractions(2,3)", "Double 2.0Float 3.0"],
    ['letter("a","b")', "Character aCharacter b"],
    ['colour("BLACK")', "Colour BLACK"],
    ["array([1,2])", "[1, 2]"],
    ['colours(["RED","BLUE"])', "[RED, BLUE]"],
    ['list(["GREEN"])', "ArrayListColour GREEN"],
    ['map([["k",7]])', "String kLong 7"],
    ['map({"k":7})', "String kLong 7"],
    ["queue([1,2])", "ArrayDeque [1, 2]"],
    ["maybe([])", "Optional Optional.empty"],
    ['maybe(["a"])', "Optional Optional[a]"],
    ["bounded(1)", "Integer 1"],
    ['function({"fn":"x -> 5"})', "Integer 5"],
    ['same({"fn":"n -> n"})', "Boolean true"],
    ['number({"fn":"x -> x - 1 - 1"})', "Integer 1"],
    ['call({"fn":"() -> \\"}{\\""})', "String }{"],
    ['run({"fn":"() -> {}"})', "ran"],
    ['test({"fn":"x -> x == 0"})', "Boolean trueBoolean true"],
    ['test({"fn":"x -> x >= 1"})', "Boolean falseBoolean false"],
    ['merge({"fn":"(old, new1) -> old + new1"})', "Integer 7"],
    ['merge({"fn":"(x, y) -> null"})', "null"],
    ['sort({"fn":"(x, y) -> x.compareTo(y)"})', "Integer -1Integer 1"],
    ['choose({"fn":"(x, y) -> y"})', "Colour BLACKColour WHITE"],
    ['choose({"fn":"(x, y) -> \\"RED\\""})', "Colour REDColour RED"],
  ])("of %s are made", async (call, result) => {
    expect(await answers(taker, call)).toEqual([result]);
  });

  it.each([
    ["text(1)", "text(1) fits no method of Taker, which has text(java.lang.String)"],
    ["bytes(300,1)", "bytes(300,1) fits no method"],
    ['colour("PINK")', 'colour("PINK") fits no method'],
    ['list(["PINK"])', "fits no method"],
    ['map([["k","v"]])', "fits no method"],
    ['run({"fn":"() -> 1"})', "fits no method"],
    ['number({"fn":"(x, y) -> x"})', "fits no method"],
    ['number({"fn":"x -> \\"a\\""})', "fits no method"],
    ['number({"fn":"x + 1"})', '"x + 1" is no function, such as "x -> x + 1": there is no ->'],
    ['number({"fn":"x -> y"})', '"x -> y" is no function, such as "x -> x + 1": "y" is no parameter'],
    ['number({"fn":"x -> x +"})', "it ends too early"],
    ['number({"fn":"x -> x ? 1"})', '"? 1" is not understood'],
  ])("of %s are refused", async (call, reason) => {
    await expect(answers(taker, call)).rejects.toThrow(reason);
  });

  it("tell overloads apart by their types", async () => {
    const target = await openJavaTarget({ className: "Overloads", classpath });
    try {
      const { methods, skipped } = await target.describe();
      expect(skipped).toEqual([]);
      expect(methods.map(({ parameters: [{ type, cast }] }) => [type, cast ?? false])).toEqual([
        ["char", true],
        ["double", false],
        ["int", false],
        ["java.lang.Object", true],
        ["java.lang.String", false],
        ["long", true],
      ]);
      expect(
        await answers(
          target,
          'put({"char":"a"}); put(0.5); put(0); put({"Object":0}); put("a"); put({"long":0})',
        ),
      ).toEqual(["char", "double", "int", "Object 0", "String", "long"]);
    } finally {
      await target.close();
    }
  });

  it("are of the types that a class gives for the variables of the one above it", async () => {
    const target = await openJavaTarget({ className: "Names", classpath });
    try {
      const text = { type: "java.lang.String" };
      const truth = { type: "java.lang.Boolean" };
      const described = await target.describe();
      expect(parametersOf("put", described)).toEqual([
        [
          { type: "java.lang.Object", as: "java.lang.String" },
          { type: "java.lang.Object", as: "java.lang.Boolean" },
        ],
      ]);
      expect(parametersOf("fill", described)).toEqual([[{ type: "java.util.Map", of: [text, truth] }]]);
      const [report] = await lastReports(target, [
        '{ fill([["a",false]]); put("a",true) } || { fill([["a",false]]) }',
      ]);
      expect(report.failure).toBeUndefined();
      expect(new Set(report.outcomes.map(({ results }) => results[1]))).toEqual(new Set([false]));
    } finally {
      await target.close();
    }
  });

  it("are drawn for random programs, which run as they are printed and alone as among threads", async () => {
    const programs = [...take(generatePrograms(spec, { seed: 1, methods: spec.methods }), 60)];
    const called = new Set(programs.flatMap(({ threads }) => threads.flat().map(({ method }) => method)));
    expect([...called].sort()).toEqual(spec.methods.map(({ name }) => name).sort());
    const texts = programs.map(printProgram);
    expect(texts.map(parseProgram)).toEqual(programs);
    const reports = await lastReports(taker, texts, 0.01);
    // The object has no state: every run gives what the calls give alone.
    for (const { program, failure, outcomes } of reports) {
      expect(failure).toBeUndefined();
      const alone = await taker.runInSequence([programs[program].threads.flat()]);
      expect(outcomes.map(({ results }) => results)).toEqual(alone);
      expect(JSON.stringify(alone)).not.toMatch(/throws|harness/);
    }
  });

  async function lastReports(
    target: Target,
    programs: readonly string[],
    seconds = 0.1,
  ): Promise<StressReport[]> {
    const last: StressReport[] = [];
    const options = { secondsPerProgram: seconds, seed: 1 };
    for await (const report of target.stress(programs.map(parseProgram), options))
      if (report.done) last.push(report);
    return last;
  }
});

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}
