import { describe, expect, test } from "vitest";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { createRandom, type Random } from "../random.js";
import { fromRecord, type HistoryRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { types } from "../types/index.js";
import { type History, labelOf } from "./history.js";
import { parseHistory } from "./parse-history.js";
import { printHistory } from "./print-history.js";
import { canonical, type Value } from "./value.js";
import { seeds } from "@sightline/testing/seeds.js";

const odd: readonly Value[] = [
  "null",
  "true",
  "",
  " ",
  "a b",
  "||",
  "=>",
  "@3-4",
  "?",
  "with",
  "{ }",
  "#",
  "//",
  "\\",
  '"',
  "\n",
  "\u2028",
  "\ud800",
  "é",
  "a-",
  "-",
  "0",
  "__proto__",
  1.5,
  -3,
  1e-7,
  9007199254740991,
  [],
  {},
  [[null]],
  { "": [{}] },
  { __proto__2: 1, "a b": { c: null } },
];
const names: readonly (string | number)[] = [
  "alice",
  "bob",
  "with",
  "map",
  "mapp",
  "register",
  "0",
  "a b",
  "",
  "{",
  "null",
  "__proto__",
  7,
  -1,
  1.5,
  2,
  0,
];

/** The history with whatever else a history may say: odd names and values, optional operations, labels. */
function dressed(history: History, random: Random): History {
  const { initial: _, ...record } = toRecord(history);
  const renamed = new Map<string | number, string | number>();
  const left = [...names];
  const rename = (session: string | number): string | number => {
    if (random.chance(0.4)) return session;
    const name = renamed.get(session) ?? left.splice(random.int(left.length), 1)[0];
    renamed.set(session, name);
    return name;
  };
  const naming = new Map(history.sessions.map((session) => [session, rename(session)]));
  const clashes = new Set(naming.values()).size < naming.size;
  const whole: HistoryRecord = {
    ...record,
    ...(random.chance(0.5)
      ? { initial: random.pick(odd) }
      : history.initial === undefined
        ? {}
        : { initial: history.initial }),
    ...(random.chance(0.3) && { name: String(random.pick(names)) }),
    ...(random.chance(0.3) && { seen: random.pick([{ count: 3 }, { count: 3, of: 1000 }]) }),
    ...(random.chance(0.3) && { type: random.pick(["my type", "mine", "Map", "sett", "./a.ts", ""]) }),
    operations: record.operations.map((operation) => ({
      ...operation,
      session: clashes ? operation.session : (naming.get(operation.session) ?? operation.session),
      ...(random.chance(0.1) && { args: [random.pick(odd), random.pick(odd)] }),
      ...(random.chance(0.1) && { result: random.pick(odd) }),
      ...(random.chance(0.1) && { method: String(random.pick(names)) }),
      ...(random.chance(0.2) && { object: random.pick(names) }),
      ...(random.chance(0.2) && { optional: true }),
    })),
  };
  const { type: __, ...untyped } = whole;
  return fromRecord(random.chance(0.2) ? untyped : whole) as History;
}

/** All that a history says, session by session, as one text. */
function said(history: History): string {
  const order = history.sessions.flatMap((_, session) =>
    Array.from({ length: history.size }, (__, id) => id).filter((id) => history.session[id] === session),
  );
  const { type = null, name = null, seen = null, initial = "none", timed } = history;
  const edges: Value[] = [];
  for (let e = 0; e < history.happensBefore.length; e += 2)
    edges.push([order.indexOf(history.happensBefore[e]), order.indexOf(history.happensBefore[e + 1])]);
  const operations = order.map((id): Value => {
    const { method, args, result } = labelOf(history, id);
    return [
      history.sessions[history.session[id]],
      history.objects[history.object[id]] ?? null,
      method,
      args,
      ...(result === undefined ? [] : [result]),
      timed ? [history.call[id], history.ret[id]] : null,
      history.optional?.[id] ?? 0,
    ];
  });
  return canonical([type, name, seen as Value, initial, timed, operations, edges]);
}

const builtIn = [...new Set(Object.values(types))];

describe("what is written is read back as the same", () => {
  test("in the notation and as JSON: random histories with everything", () => {
    const met = { optional: 0, timed: 0, pending: 0, edges: 0, objects: 0, initial: 0, untyped: 0 };
    for (let seed = 1; seed <= seeds(1000); seed++) {
      const history = dressed(generateHistory(builtIn[seed % builtIn.length], seed), createRandom(seed));
      met.optional += history.optional === undefined ? 0 : 1;
      met.timed += history.timed ? 1 : 0;
      met.pending += history.timed && history.ret.includes(0x7fffffff) ? 1 : 0;
      met.edges += history.happensBefore.length > 0 ? 1 : 0;
      met.objects += history.objects.length > 1 ? 1 : 0;
      met.initial += history.initial === undefined ? 0 : 1;
      met.untyped += history.type === undefined ? 1 : 0;
      const printed = printHistory(history, { labelled: true });
      expect(said(parseHistory(printed)), `seed ${seed}: ${printed}`).toBe(said(history));
      expect(printHistory(parseHistory(printed), { labelled: true })).toBe(printed);
      const json = JSON.stringify(toRecord(history));
      expect(said(parseHistory(json)), `seed ${seed}: ${json}`).toBe(said(history));
    }
    for (const [what, count] of Object.entries(met)) expect(count, what).toBeGreaterThan(60);
  });

  test("as people write it", () => {
    const text =
      "register(7) alice { ?write(1) @0-10; q.read() => 7 @12- } || 3 { write(2) @3-5 } with 0 < 2, 2 < 1";
    const history = parseHistory(text);
    expect(toRecord(history)).toEqual({
      type: "register",
      initial: 7,
      operations: [
        { session: "alice", method: "write", args: [1], call: 0, return: 3, optional: true },
        { session: "alice", object: "q", method: "read", result: 7, call: 4 },
        { session: 3, method: "write", args: [2], call: 1, return: 2 },
      ],
      happensBefore: [
        [0, 2],
        [2, 1],
      ],
    });
    expect(
      toRecord(parseHistory("alice { a() } || bob { b() }")).operations.map(({ session }) => session),
    ).toEqual(["alice", "bob"]);
    expect(parseHistory("map alice { get(1) }")).toMatchObject({ type: "map", sessions: ["alice"] });
    expect(parseHistory("mine() { get(1) }")).toMatchObject({ type: "mine", sessions: [0] });
    expect(parseHistory("regster { read() }")).toMatchObject({ type: "regster", sessions: [0] }); // said to be unknown later
    expect(parseHistory("tap { read() }", { type: "register" })).toMatchObject({
      type: "register",
      sessions: ["tap"],
    });
    expect(
      parseHistory("{ a() @1700000000000000001-1700000000000000003; b() @1700000000000000004- }").call,
    ).toEqual(Int32Array.of(0, 2));
  });

  test.each([
    ["{ a() @3 }", 1, 10, 'expected "-" after the time of a call'],
    ["{ a() @x }", 1, 8, "expected the time of a call"],
    ["{ a() @5-3 }", 1, 3, '"return" is before "call"'],
    ["{ a() @5-6; b() }", 1, 13, 'all operations carry "call" or none does'],
    ["{ a() } with 0 < 3", 1, 14, "3 is not an operation"],
    ["{ a(); b() } with 1 < 0", 1, 19, "cycle"],
    ["{ a() } with 0", 1, 15, 'expected "<"'],
    ["{ a() } with color 3", 1, 14, "expected an edge such as 0 < 3"],
    ["{ a() } with name x, name y", 1, 22, "name stands twice"],
    ["x { a() } || x { b() }", 1, 14, 'the session "x" stands twice'],
    ["1 { a() } || { b() }", 1, 14, "the session 1 stands twice"],
    ["7 x { a() }", 1, 1, "expected a type, not the number 7"],
    ["register(7 { a() }", 1, 12, 'expected ")" after the initial state'],
    ["{ ? }", 1, 5, "expected an operation"],
  ])("%s is wrong, and told where", (text, line, column, reason) => {
    expect(() => parseHistory(text)).toThrow(reason);
    try {
      parseHistory(text);
    } catch (error) {
      expect(error).toMatchObject({ line, column });
    }
  });
});
