import { describe, expect, test } from "vitest";
import { generatePrograms } from "./generate-programs.js";
import { parseProgram, printProgram } from "./notation.js";
import type { ObjectSpec } from "./object-spec.js";
import { readSpec } from "./read-spec.js";
import { canonicalProgram } from "./canonical-program.js";
import { findShippedSpec } from "./find-shipped-spec.js";

const value = { type: "java.lang.Object" };
const spec: ObjectSpec = {
  class: "Box",
  methods: [
    { name: "add", parameters: [value], trusted: true },
    { name: "has", parameters: [value], trusted: true, readonly: true },
    { name: "size", parameters: [], readonly: true },
    { name: "addAll", parameters: [{ type: "java.util.Collection" }] },
  ],
};

const take = <T>(items: Iterable<T>, most: number): T[] => {
  const taken: T[] = [];
  for (const item of items) {
    taken.push(item);
    if (taken.length === most) break;
  }
  return taken;
};

describe("random programs", () => {
  test("are the same for the same seed, and read back as they are printed", () => {
    const programs = take(generatePrograms(spec, { seed: 7 }), 50);
    expect(take(generatePrograms(spec, { seed: 7 }), 50)).toEqual(programs);
    expect(take(generatePrograms(spec, { seed: 8 }), 50)).not.toEqual(programs);
    for (const program of programs) expect(parseProgram(printProgram(program))).toEqual(program);
  });

  test("keep the bounds, and call a method under test", () => {
    const methods = spec.methods.filter(({ name }) => name === "size");
    for (const { threads } of take(
      generatePrograms(spec, { seed: 1, methods, threads: 3, invocations: [4, 5] }),
      200,
    )) {
      const steps = threads.flat();
      expect(threads).toHaveLength(3);
      expect(steps.length).toBeGreaterThanOrEqual(4);
      expect(steps.length).toBeLessThanOrEqual(5);
      expect(steps.some(({ method }) => method === "size")).toBe(true);
      expect(steps.every(({ method }) => method !== "addAll")).toBe(true);
    }
  });

  test.each([false, true])("come once each, and all of them (values renamed: %s)", (renameValues) => {
    const methods = spec.methods.filter(({ name }) => name === "size");
    const bounds = { invocations: [2, 3] as const, renameValues };
    const programs = [...generatePrograms(spec, { seed: 3, methods, ...bounds })];
    const keys = programs.map((program) => canonicalProgram(program, renameValues));
    expect(new Set(keys).size).toBe(keys.length);
    // Literally: every sequence of 2 or 3 calls with a size() among them, cut in two.
    const calls = ["add(0)", "add(1)", "has(0)", "has(1)", "size()"];
    const all = new Set<string>();
    const add = (a: string[], b: string[]) => {
      if ([...a, ...b].includes("size()"))
        all.add(canonicalProgram(parseProgram(`{ ${a.join("; ")} } || { ${b.join("; ")} }`), renameValues));
    };
    for (const x of calls)
      for (const y of calls) {
        add([x], [y]);
        for (const z of calls) add([x, y], [z]);
      }
    expect(new Set(keys)).toEqual(all);
  });

  test("trusted mutators are three times as likely", () => {
    const count = { add: 0, has: 0 };
    for (const { threads } of take(generatePrograms(spec, { seed: 5 }), 500))
      for (const { method } of threads.flat()) if (method === "add" || method === "has") count[method]++;
    expect(count.add / count.has).toBeGreaterThan(2.4);
    expect(count.add / count.has).toBeLessThan(3.6);
  });

  test("may be synchronised", () => {
    const programs = take(generatePrograms(spec, { seed: 2, synchronised: 1 }), 100);
    for (const program of programs)
      expect(program.threads.flat().some(({ on }) => on !== undefined)).toBe(true);
    expect(programs.some((program) => printProgram(program).includes("l.lock()"))).toBe(true);
    expect(programs.some((program) => printProgram(program).includes("v.get()"))).toBe(true);
    for (const program of programs) expect(() => parseProgram(printProgram(program))).not.toThrow();
  });
});

describe("specifications", () => {
  test("of Java's concurrent collections ship with the package", async () => {
    const hashMap = await findShippedSpec("java.util.concurrent.ConcurrentHashMap");
    expect(hashMap?.methods.find(({ name }) => name === "contains")).toMatchObject({
      readonly: true,
      visibility: "monotonic",
    });
    expect(hashMap?.methods.find(({ name }) => name === "clear")?.visibility).toBeUndefined();
    for (const name of ["SkipListMap", "SkipListSet", "LinkedQueue", "LinkedDeque"])
      expect(await findShippedSpec(`java.util.concurrent.Concurrent${name}`)).toBeDefined();
    expect(await findShippedSpec("java.util.concurrent.Phaser")).toBeUndefined();
    expect(await findShippedSpec("java.util.ArrayList")).toBeUndefined();
  });

  test("may name a built-in type, and the methods that differ from it", () => {
    const text = '{"class":"C","type":"set","methods":[{"name":"toArray","beyondType":true},{"name":"add"}]}';
    expect(readSpec(text)).toEqual({
      class: "C",
      type: "set",
      methods: [
        { name: "toArray", parameters: [], beyondType: true },
        { name: "add", parameters: [] },
      ],
    });
  });

  test("are read as Violat writes them", () => {
    const read = readSpec(
      '{"class":"C","methods":[{"name":"addAll","parameters":[{"type":["java.lang.Object"]}],"void":false,"readonly":false,"trusted":true},{"name":"putAll","parameters":[{"type":{"java.lang.Object":"java.lang.Object"}}]}]}',
    );
    expect(read.methods).toEqual([
      { name: "addAll", parameters: [{ type: "java.util.Collection" }], trusted: true },
      { name: "putAll", parameters: [{ type: "java.util.Map" }] },
    ]);
  });

  test.each([
    ["{", /^not JSON/],
    ["[]", /is an object/],
    ['{"methods":[{"name":"a"}]}', /^class: the name/],
    ['{"class":"C","methods":[]}', /no method to test/],
    ['{"class":"C","method":[]}', /^method: did you mean "methods"/],
    ['{"class":"C","methods":[{"nam":"a"}]}', /^methods\[0\]\.nam: did you mean "name"/],
    [
      '{"class":"C","methods":[{"name":"a","visibility":"week"}]}',
      /^methods\[0\]\.visibility: did you mean "weak"/,
    ],
    ['{"class":"C","type":"mpa","methods":[{"name":"a"}]}', /^type: did you mean "map"/],
    ['{"class":"C","type":7,"methods":[{"name":"a"}]}', /^type: the types are register, /],
    ['{"class":"C","methods":[{"name":"a","trusted":1}]}', /^methods\[0\]\.trusted: is true or false/],
    ['{"class":"C","harnessParameters":{"threads":0},"methods":[{"name":"a"}]}', /at least 1/],
  ])("%s is refused with its place", (text, reason) => {
    expect(() => readSpec(text)).toThrow(reason);
  });
});
