import { describe, expect, test } from "vitest";
import { generatePrograms } from "./generate-programs.js";
import { parseProgram, printOutcome, printProgram, printStep, programHistory, stepsOf } from "./notation.js";
import { BLOCKED, NOT_REACHED, type Program } from "./program.js";
import { canonicalProgram } from "./canonical-program.js";
import { compareSize, shrinkProgram, simplifications } from "./shrink-program.js";
import { happensBeforeOf, possibleSynchronisations } from "./synchronise.js";

describe("the notation of programs", () => {
  test("is read with and without bars, and printed with them", () => {
    const text = "{ put(1,0); contains(0) } || { put(0,0); put(1,1) }";
    expect(printProgram(parseProgram(text))).toBe(text);
    expect(printProgram(parseProgram("{put(1,0); contains(0)} {put(0,0); put(1,1)}"))).toBe(text);
    const synchronised = "{ put(1,0); v.set() } || { v.get(); l.lock(); get(1); l.unlock() }";
    expect(printProgram(parseProgram(synchronised))).toBe(synchronised);
  });

  test("synchronisation that makes no sense is refused", () => {
    expect(() => parseProgram("{ v.raise() }")).toThrow("v.raise() is no synchronisation");
    expect(() => parseProgram("{ v.set(); v.set() }")).toThrow("set twice");
    expect(() => parseProgram("{ l.lock(); get(1) }")).toThrow("not given back");
    expect(() => parseProgram("{ l.unlock() }")).toThrow("without l.lock()");
    expect(() => parseProgram("{ l.lock(); l.lock() }")).toThrow("taken twice");
    expect(() => parseProgram("{ put(1 }")).toThrow(/line 1|expected/);
  });

  test("outcomes are printed for people", () => {
    expect(printOutcome([null, false, [0, 1], { throws: "NoSuchElementException" }])).toBe(
      "null, false, [0,1], throws NoSuchElementException",
    );
    expect(printOutcome([1, BLOCKED, NOT_REACHED])).toBe("1, blocked, -");
  });
});

describe("synchronisation", () => {
  test("a flag that was seen orders what is before set before what is after get", () => {
    const program = parseProgram("{ a(); v.set(); b() } || { c(); v.get(); d() }");
    expect(happensBeforeOf(program, [null, null, null, null, true, null])).toEqual([[0, 5]]);
    expect(happensBeforeOf(program, [null, null, null, null, false, null])).toEqual([]);
    const seen = programHistory(program, [null, null, null, null, true, null]);
    expect([...seen.happensBefore]).toEqual([0, 3]);
    expect(seen.size).toBe(4);
  });

  test("the holders of a lock come one after the other", () => {
    const program = parseProgram("{ l.lock(); a(); l.unlock() } || { l.lock(); b(); l.unlock() }");
    expect(happensBeforeOf(program, [0, null, null, 1, null, null])).toEqual([[1, 4]]);
    expect(happensBeforeOf(program, [1, null, null, 0, null, null])).toEqual([[4, 1]]);
  });

  test("flags and locks are sequentially consistent: not both of two flags can be missed", () => {
    const program = parseProgram("{ v.set(); w.get() } || { w.set(); v.get() }");
    const found = [...possibleSynchronisations(program)].map((results) => [results.get(1), results.get(3)]);
    expect(found.map(String).sort()).toEqual(["false,true", "true,false", "true,true"]);
    const locks = parseProgram("{ l.lock(); a(); l.unlock() } || { l.lock(); b(); l.unlock() }");
    expect([...possibleSynchronisations(locks)]).toHaveLength(2);
    expect([...possibleSynchronisations(parseProgram("{ a() } || { b() }"))]).toHaveLength(1);
  });
});

describe("the same program", () => {
  const same = (a: string, b: string, renameValues = false): boolean =>
    canonicalProgram(parseProgram(a), renameValues) === canonicalProgram(parseProgram(b), renameValues);

  test("up to the order of its threads", () => {
    expect(same("{ put(1,0) } || { get(1) }", "{ get(1) } || { put(1,0) }")).toBe(true);
    expect(same("{ put(1,0); get(1) } || { get(1) }", "{ get(1); put(1,0) } || { get(1) }")).toBe(false);
  });

  test("and up to the names of its values, where asked for", () => {
    expect(same("{ put(1,0) } || { get(1) }", "{ put(0,1) } || { get(0) }")).toBe(false);
    expect(same("{ put(1,0) } || { get(1) }", "{ put(0,1) } || { get(0) }", true)).toBe(true);
    expect(same("{ put(1,0) } || { get(1) }", "{ put(0,1) } || { get(1) }", true)).toBe(false);
    expect(same("{ addAll([0,1]) } || { get(1) }", "{ addAll([1,0]) } || { get(0) }", true)).toBe(true);
  });
});

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (taken++ >= most) return;
    yield item;
  }
}

describe("shrinking", () => {
  test("leaves what fails and nothing else", async () => {
    const program = parseProgram("{ put(1,1); get(1); put(0,1) } || { put(1,0); size() } || { get(0) }");
    const fails = (text: string) => /put\(\d,1\).*\|\|.*size/.test(text);
    const shrunk = await shrinkProgram(program, async (smaller) => fails(printProgram(smaller)), 1000);
    expect(printProgram(shrunk)).toBe("{ put(0,1) } || { size() }");
  });

  /** The calls of a program, thread by thread. */
  const texts = (program: Program): string[][] =>
    program.threads.map((steps) => steps.map((step) => printStep(step)));

  /** What may be wrong with a program, as a test would see it. */
  const faults: readonly ((program: Program) => boolean)[] = [
    // An insertion in one thread, a size in another.
    (program) => {
      const all = texts(program);
      const threadWith = (word: string): number =>
        all.findIndex((own) => own.some((text) => text.startsWith(word)));
      return threadWith("add") >= 0 && threadWith("size") >= 0 && threadWith("add") !== threadWith("size");
    },
    // Two threads that are about the same value.
    (program) => {
      const [one = [], two = []] = texts(program);
      return one.some((text) => text.startsWith("add(") && two.includes(text.replace("add", "remove")));
    },
    // Only an even number of additions.
    (program) => {
      const count = texts(program)
        .flat()
        .filter((text) => text.startsWith("add(")).length;
      return count > 0 && count % 2 === 0;
    },
    // A list that holds a 1.
    (program) =>
      texts(program)
        .flat()
        .some((text) => /addAll\(.*1/.test(text)),
  ];
  const methods = [
    { name: "add", parameters: [{ type: "java.lang.Object" }], trusted: true },
    { name: "remove", parameters: [{ type: "java.lang.Object" }], trusted: true },
    { name: "addAll", parameters: [{ type: "java.util.Collection" }] },
    { name: "size", parameters: [], readonly: true },
  ];
  const random = () =>
    generatePrograms(
      { class: "Set", methods },
      { seed: 3, threads: 3, invocations: [5, 8], values: 4, synchronised: 0.2 },
    );

  test.each([0, 1, 2, 3])("ends where nothing more can be taken: fault %i", async (number) => {
    const isFault = faults[number];
    let shrunk = 0;
    for (const program of take(random(), 60)) {
      if (!isFault(program)) continue;
      shrunk++;
      const tried: string[] = [];
      const smallest = await shrinkProgram(
        program,
        async (smaller) => (tried.push(canonicalProgram(smaller, false)), isFault(smaller)),
        1000,
      );
      expect(isFault(smallest)).toBe(true);
      expect(stepsOf(smallest).length).toBeLessThanOrEqual(3); // two, and what keeps a thread alive
      for (const smaller of simplifications(smallest)) expect(isFault(smaller)).toBe(false);
      expect(new Set(tried).size).toBe(tried.length); // none is tried twice
      expect(tried.length).toBeLessThanOrEqual(120);
    }
    expect(shrunk).toBeGreaterThan(5);
  });

  test("leaves no value that could be lower, nor two steps that only go together", async () => {
    const shrunk = async (text: string, fails: (text: string) => boolean): Promise<string> =>
      printProgram(
        await shrinkProgram(parseProgram(text), async (smaller) => fails(printProgram(smaller)), 1000),
      );
    // Both calls are about the same key: neither can be lowered alone.
    expect(await shrunk("{ put(7,0) } || { get(7) }", (text) => /put\((\d),.*get\(\1\)/.test(text))).toBe(
      "{ put(0,0) } || { get(0) }",
    );
    expect(
      await shrunk("{ putAll([[1000,3],[2,1]]) } || { size() }", (text) => /\[\d+,\d+\]/.test(text)),
    ).toBe("{ putAll([[0,0]]) } || { size() }");
    expect(await shrunk('{ put(c,{"long":1}) } || { get("x y") }', (text) => /put.*get/.test(text))).toBe(
      '{ put(a,{long:0}) } || { get("x y") }',
    );
    // Neither of push and pop can be left out without the other.
    expect(
      await shrunk(
        "{ push(0); pop(); size() } || { size() }",
        (text) => /size.*size/.test(text) && /push/.test(text) === /pop/.test(text),
      ),
    ).toBe("{ size() } || { size() }");
  });

  test("programs are compared by their calls first", () => {
    const programs = [
      "{ a(); b() } || { c() }",
      "{ a(1) } || { b() }",
      "{ a(0) } || { b() }",
      "{ a() } || { b() }",
    ];
    const sorted = programs.map(parseProgram).sort(compareSize).map(printProgram);
    expect(sorted.at(0)).toBe("{ a() } || { b() }");
    expect(sorted.at(-1)).toBe("{ a(); b() } || { c() }");
  });

  test("stops after the trials it may make", async () => {
    let made = 0;
    const program = parseProgram("{ a(); b(); c() } || { d() }");
    await shrinkProgram(program, async () => (made++, false), 2);
    expect(made).toBe(2);
  });

  test("leaves out a lock with its unlock, and never the last of two threads", () => {
    const program = parseProgram("{ l.lock(); a(); l.unlock() } || { b() }");
    const all = [...simplifications(program)].map(printProgram);
    expect(all).toContain("{ a() } || { b() }");
    expect(all.every((text) => text.includes("||"))).toBe(true);
  });
});
