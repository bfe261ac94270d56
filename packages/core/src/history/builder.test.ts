import { describe, expect, test } from "vitest";
import { buildHistory, refusal } from "@sightline/testing/history/build-history.js";
import { createHistoryBuilder, type OperationRecord } from "./builder.js";
import { isPending, labelOf, PENDING } from "./history.js";
import type { Value } from "./value.js";

const read = { session: 0, method: "read" };

describe("the builder refuses an operation, at its place", () => {
  test.each([
    ["null", null, [], /must be an object/],
    ["a number", 5, [], /must be an object/],
    ["an array", [read], [], /must be an object/],
    ["no method", { session: 0 }, ["method"], /"method" must be a string/],
    ["a method that is no string", { session: 0, method: 3 }, ["method"], /"method" must be a string/],
    ["args that are no array", { ...read, args: 1 }, ["args"], /"args" must be an array/],
    ["no session", { method: "read" }, ["session"], /"session" is missing/],
    ["a session that is null", { ...read, session: null }, ["session"], /number or a string/],
    ["an object that is null", { ...read, object: null }, ["object"], /"object" must be/],
    ["a return without a call", { ...read, return: 3 }, ["return"], /"return" without "call"/],
    ["a call that is no number", { ...read, call: "soon" }, ["call"], /integer or a decimal string/],
    ["a call in hexadecimal", { ...read, call: "0x10" }, ["call"], /integer or a decimal string/],
    ["an empty call", { ...read, call: "" }, ["call"], /integer or a decimal string/],
    ["a call that is null", { ...read, call: null }, ["call"], /integer or a decimal string/],
    ["a call that has lost digits", { ...read, call: 2 ** 53 }, ["call"], /decimal string/],
    ["a call that is infinite", { ...read, call: Infinity }, ["call"], /must be a moment, not Infinity/],
    ["a call beyond 64 bits", { ...read, call: "9223372036854775808" }, ["call"], /exceeds 64 bits/],
    ["a return that is not a number", { ...read, call: 1, return: NaN }, ["return"], /must be a moment/],
    ["a return by another clock", { ...read, call: 1, return: 1n }, ["return"], /take all from one clock/],
    ["a return that is null", { ...read, call: 1, return: null }, ["return"], /integer or a decimal/],
    ["a return before its call", { ...read, call: 2, return: 1 }, ["return"], /is before "call"/],
    [
      "a return before its call, in 64 bits",
      { ...read, call: "9007199254740993", return: "9007199254740992" },
      ["return"],
      /is before "call"/,
    ],
    ["a result that has lost digits", { ...read, result: 2 ** 60 }, ["result"], /write it as a string/],
    ["a result that is not a number", { ...read, result: Number.NaN }, ["result"], /NaN is not a value/],
    [
      "an argument deep down that is no value",
      { ...read, args: [{ a: [undefined] }] },
      ["args", 0, "a", 0],
      /undefined is no data/,
    ],
    ["a function", { ...read, args: [() => 1] }, ["args", 0], /a function is no data/],
    ["whether it was observed, but in words", { ...read, observed: "no" }, ["observed"], /true or false/],
    ["a field that is a slip", { ...read, results: 1 }, ["results"], /did you mean "result"\?/],
    ["another slip", { ...read, retrun: 1 }, ["retrun"], /did you mean "return"\?/],
  ])("%s", (_, operation, path, reason) => {
    const timed = operation instanceof Object && "call" in operation;
    const good = timed ? { ...read, call: 0 } : read;
    const [where, why] = refusal([good, operation]);
    expect(where).toEqual(["operations", 1, ...path]);
    expect(why).toMatch(reason);
  });

  test("of which only some carry a call", () => {
    expect(refusal([{ ...read, call: 1 }, read])).toEqual([
      ["operations", 1],
      expect.stringContaining("this one does not"),
    ]);
    expect(refusal([read, { ...read, call: 1 }])[1]).toMatch(/this one does$/);
  });

  test("but leaves fields alone that resemble none", () => {
    expect(buildHistory([{ ...read, comment: "as seen", process: 3 }]).size).toBe(1);
  });
});

describe("the builder refuses a header", () => {
  test.each([
    [{ type: 3 }, ["type"]],
    [{ name: 3 }, ["name"]],
    [{ happenBefore: [] }, ["happenBefore"]],
    [{ intial: 0 }, ["intial"]],
  ])("%o", (header, path) => {
    expect(refusal([], header)[0]).toEqual(path);
  });

  test("also one that is given at the end", () => {
    expect(() => createHistoryBuilder().finish({ typ: "set" } as object)).toThrow(/did you mean "type"/);
  });

  test("with happens-before that is none", () => {
    const edges = (happensBefore: unknown) => refusal([read, read], { happensBefore })[0];
    expect(edges(5)).toEqual(["happensBefore"]);
    expect(edges([[0, 1], 5])).toEqual(["happensBefore", 1]);
    expect(edges([[0, 1, 2]])).toEqual(["happensBefore", 0]);
    expect(edges([[0, 2]])).toEqual(["happensBefore", 0, 1]);
    expect(edges([[-1, 0]])).toEqual(["happensBefore", 0, 0]);
    expect(edges([[0.5, 1]])).toEqual(["happensBefore", 0, 0]);
    expect(edges([["0", 1]])).toEqual(["happensBefore", 0, 0]);
    expect(edges([[1, 0]])).toEqual(["happensBefore", 0]); // against session order
    expect(refusal([read, read], { happensBefore: [[0, 7]] })[1]).toMatch(/7 is not an operation.*0 to 1/);
  });
});

describe("times", () => {
  const at = (...times: readonly (readonly [unknown, unknown?])[]) =>
    buildHistory(
      times.map(([call, end], session) => ({
        session,
        method: "m",
        call,
        ...(end !== undefined && { return: end }),
      })),
    );
  /** For each pair of operations, whether the first precedes the second. */
  const precedence = (...times: readonly (readonly [unknown, unknown?])[]) => {
    const { ret, call, size } = at(...times);
    return Array.from({ length: size }, (_, a) =>
      Array.from({ length: size }, (_unused, b) => ret[a] < call[b]),
    );
  };

  test("positions are 0, 1, 2, … and all different", () => {
    const { call, ret } = at([5, 9], [5, 5], [7], [9, 20]);
    expect([...call, ...ret].filter((position) => position !== PENDING).sort((a, b) => a - b)).toEqual([
      0, 1, 2, 3, 4, 5, 6,
    ]);
    expect(ret[2]).toBe(PENDING);
  });

  test("intervals are closed: operations that touch are concurrent", () => {
    expect(precedence([0, 5], [5, 9])).toEqual([
      [false, false],
      [false, false],
    ]);
    expect(precedence([0, 4], [5, 9])).toEqual([
      [false, true],
      [false, false],
    ]);
    // An operation at one instant is concurrent with itself alone at that instant.
    expect(precedence([3, 3], [3, 3], [4, 4])).toEqual([
      [false, false, true],
      [false, false, true],
      [false, false, false],
    ]);
  });

  test("a pending operation precedes nothing, and is preceded", () => {
    const history = at([0], [1, 2], [3]);
    expect([0, 1, 2].map((id) => isPending(history, id))).toEqual([true, false, true]);
    expect(precedence([0], [1, 2], [3])).toEqual([
      [false, false, false],
      [false, false, true],
      [false, false, false],
    ]);
  });

  test("may be negative, or decimal strings that differ beyond 2^53", () => {
    const chain = [
      [false, true],
      [false, false],
    ];
    expect(precedence([-9, -5], [-4, 3])).toEqual(chain);
    expect(precedence(["0", "1"], [2, 3])).toEqual(chain);
    expect(
      precedence(["9007199254740992", "9007199254740993"], ["9007199254740994", "9007199254740995"]),
    ).toEqual(chain);
    expect(
      precedence(
        ["-9223372036854775808", "-9223372036854775807"],
        ["9223372036854775806", "9223372036854775807"],
      ),
    ).toEqual(chain);
  });

  test("keep their order when large ones come after small ones, and among pending ones", () => {
    const many = Array.from({ length: 100 }, (_, i) => [i, i] as const);
    const history = at(
      ...many,
      ["1700000000000000001", "1700000000000000002"],
      ["1700000000000000003"],
      [7, "1700000000000000001"],
    );
    for (let id = 1; id < 100; id++) expect(history.ret[id - 1]).toBeLessThan(history.call[id]);
    expect(history.ret[99]).toBeLessThan(history.call[100]);
    expect(history.ret[100]).toBeLessThan(history.call[101]);
    expect(history.ret[102]).toBeGreaterThan(history.call[100]);
    expect(isPending(history, 101)).toBe(true);
  });
});

describe("the history", () => {
  test("has each label once, and lines where they are known", () => {
    const builder = createHistoryBuilder({ type: "map", name: "n", initial: [[1, 2]] });
    builder.add({ session: "a", method: "put", args: [1, { x: 1, y: 2 }], result: null }, 10);
    builder.add({ session: 7, method: "put", args: [1, { y: 2, x: 1 }], result: null });
    builder.add({ session: "a", method: "put", args: [1, { x: 1, y: 2 }] }, 12);
    expect(builder.size).toBe(3);
    const history = builder.finish();
    expect(history).toMatchObject({
      type: "map",
      name: "n",
      initial: [[1, 2]],
      size: 3,
      timed: false,
      sessions: ["a", 7],
    });
    expect([...history.label]).toEqual([0, 0, 1]);
    expect(history.labels).toHaveLength(2);
    expect(labelOf(history, 2).result).toBeUndefined();
    expect([...(history.lines ?? [])]).toEqual([10, 0, 12]);
    expect(buildHistory([read]).lines).toBeUndefined();
    expect(history.call).toHaveLength(0);
  });

  test("tells sessions and objects 1 and '1' apart, and no object from any", () => {
    const history = buildHistory([
      { session: 1, method: "m", object: 1 },
      { session: "1", method: "m", object: "1" },
      { session: 1, method: "m" },
      { session: 1, method: "m", object: "undefined" },
    ]);
    expect(history.sessions).toEqual([1, "1"]);
    expect(history.objects).toEqual([1, "1", undefined, "undefined"]);
    expect([...history.session]).toEqual([0, 1, 0, 0]);
    expect([...history.object]).toEqual([0, 1, 2, 3]);
  });

  test("may hold very many objects and sessions", () => {
    const history = buildHistory(
      Array.from({ length: 5000 }, (_, i) => ({ session: i % 700, object: `o${i % 1999}`, method: "m" })),
    );
    expect(history.objects).toHaveLength(1999);
    expect(history.sessions).toHaveLength(700);
    expect(history.objects[history.object[4321]]).toBe(`o${4321 % 1999}`);
    expect(history.labels).toHaveLength(1);
  });

  test("keeps a key __proto__ as data", () => {
    const value = JSON.parse('{"__proto__": 1}') as never;
    const history = buildHistory([
      { ...read, args: [value] },
      { ...read, args: [{}] },
      { ...read, method: "__proto__", object: "__proto__", session: "__proto__" },
    ]);
    expect(history.labels).toHaveLength(3);
    expect(Object.keys(history.labels[0].args[0] as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(refusal([], JSON.parse('{"__proto__": {"type": 3}, "typ": 1}') as object)[0]).toEqual(["typ"]);
  });

  test("takes its header at the end where it stands there", () => {
    const builder = createHistoryBuilder({ type: "set" });
    builder.add(read);
    builder.add({ ...read, session: 1 });
    expect([...builder.finish({ type: "map", happensBefore: [[1, 0]] }).happensBefore]).toEqual([1, 0]);
    expect(builder.finish().type).toBe("set");
  });
});

describe("a builder that is used again", () => {
  const timed = (at: number, value: Value) => ({
    ...read,
    result: value,
    object: `o${at % 3}`,
    call: at,
    ...(at % 4 > 0 && { return: at + 2 }),
    ...(at % 5 === 0 && { optional: true }),
  });
  const large = { ...read, call: "9007199254740993", return: "9007199254740999", result: { a: [1] } };
  const lists: readonly (readonly OperationRecord[])[] = [
    [read, { ...read, session: "b", args: ["x"], result: 1 }],
    Array.from({ length: 200 }, (_, i) => timed(i, i)),
    [timed(1, [1]), timed(0, [1])],
    [large, { ...large, return: undefined }],
    [timed(3, "x")],
    [],
    Array.from({ length: 9000 }, (_, i) => ({ ...read, session: i, args: [i, `${i}`] })),
    [{ ...read, args: [5000] }],
  ];

  test("builds what another would, whatever it built before", () => {
    const builder = createHistoryBuilder({}, "json");
    const histories = [...lists, ...lists].map((operations) => {
      builder.clear();
      for (const [i, operation] of operations.entries()) builder.add(operation, i);
      return builder.finish();
    });
    const fresh = [...lists, ...lists].map((operations) => {
      const other = createHistoryBuilder({}, "json");
      for (const [i, operation] of operations.entries()) other.add(operation, i);
      return other.finish();
    });
    expect(histories).toEqual(fresh);
  });

  test("looks at the names of all fields that a record may get", () => {
    const builder = createHistoryBuilder({}, "json");
    const record: Record<string, unknown> = { ...read };
    builder.add(record as unknown as OperationRecord);
    record["sesion"] = 1;
    expect(() => builder.add(record as unknown as OperationRecord)).toThrow('did you mean "session"');
  });
});

test("the moments are kept to be drawn, whatever their form; what never returned has no end", () => {
  const timed = (call: unknown, end?: unknown) => ({ ...read, call, return: end });
  const clock = (...operations: readonly unknown[]) => buildHistory(operations).clock;
  expect(clock(timed(100, 250), timed(300))).toEqual({
    call: Float64Array.of(100, 300),
    ret: Float64Array.of(250, Number.NaN),
  });
  expect(clock(timed(0.5, 1.25))).toEqual({ call: Float64Array.of(0.5), ret: Float64Array.of(1.25) });
  const nanoseconds = clock(
    timed("1700000000000000000", "1700000000000000250"),
    timed("1700000000000000300"),
  );
  expect(nanoseconds).toEqual({
    relative: true,
    call: Float64Array.of(0, 300),
    ret: Float64Array.of(250, Number.NaN),
  });
  expect(clock(timed("-9223372036854775808", "9223372036854775807"))).toEqual({
    relative: true,
    call: Float64Array.of(0),
    ret: Float64Array.of(2 ** 64),
  });
  expect(clock(read)).toBeUndefined();
});
