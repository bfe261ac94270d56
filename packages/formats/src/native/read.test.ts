import * as fc from "fast-check";
import { type History, labelOf, parseHistory } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readAll, readError, readOne } from "@sightline/testing/formats/read-all.js";
import type { Item } from "../item.js";
import { readLinesInMemory } from "../read-histories.js";
import { writeHistory } from "../write-history.js";

const operations = [
  { session: 0, method: "put", args: [1, 0], result: null, call: 1, return: 4 },
  { session: 0, method: "containsValue", args: [0], result: false, call: 6, return: 12 },
  { session: "b", object: "x", method: "put", args: [0, { é: ["ü"] }], result: null, call: 2, return: 5 },
  { session: "b", method: "put", args: [1, 1], call: 7 },
];
const header = { type: "map", name: "a map", initial: { "7": 8 } };
const happensBefore = [[0, 3]];
const whole = { ...header, operations, happensBefore };
const written = { ...whole, operations: [...operations] };

const lines = [JSON.stringify({ ...header, happensBefore }), ...operations.map((one) => JSON.stringify(one))];

/** All but source lines, which depend on the layout. */
/** All but what is written in other ways: places in a text, and moments, which are written as ranks. */
const content = (history: History) => ({
  ...history,
  lines: undefined,
  clock: undefined,
  label: [...history.label],
});

describe("native JSON", () => {
  test("reads one object, an array, lines, and a header with operation lines alike", async () => {
    const expected = content(await readOne(JSON.stringify(whole)));
    expect(expected).toMatchObject({ type: "map", name: "a map", size: 4, timed: true, sessions: [0, "b"] });
    expect([...expected.happensBefore]).toEqual([0, 3]);
    for (const text of [
      JSON.stringify(whole, null, 2),
      JSON.stringify([whole]),
      JSON.stringify(whole, null, "\t").replaceAll("\n", "\r\n"),
      `\ufeff${JSON.stringify(whole)}`,
      JSON.stringify({ happensBefore, operations, ...header }),
      `${lines.join("\n")}\n`,
      lines.join("\r\n"),
    ])
      expect(content(await readOne(text))).toEqual(expected);
    const twice = await readAll(`${JSON.stringify(whole)}\n\n${JSON.stringify(whole)}`);
    expect(twice.map(({ index }) => index)).toEqual([0, 1]);
    expect((await readAll(`${lines.join("\n")}\n${lines.join("\n")}`)).length).toBe(2);
    expect((await readAll(JSON.stringify([whole, whole, whole], null, 1))).length).toBe(3);
  });

  test("does not care where chunks end", async () => {
    const expected = content(await readOne(JSON.stringify(whole)));
    for (const text of [JSON.stringify(whole, null, 1), JSON.stringify([whole]), lines.join("\n")])
      for (const size of [1, 2, 3, 7, 64]) {
        const [item, ...others] = await readAll(text, {}, size);
        expect(others).toEqual([]);
        expect(content(item.history as History)).toEqual(expected);
      }
  });

  test("knows the line of each operation", async () => {
    expect([...((await readOne(lines.join("\n"))).lines ?? [])]).toEqual([2, 3, 4, 5]);
    expect([...((await readOne(JSON.stringify(written, null, 1))).lines ?? [])][1]).toBe(19);
  });

  test("the type may be overridden", async () => {
    expect((await readOne(JSON.stringify(whole), { type: "kv" })).type).toBe("kv");
    expect((await readOne(lines.join("\n"), { type: "kv" })).type).toBe("kv");
  });

  test("a large operation or header is no trouble", async () => {
    const long = "x".repeat(1_000_000);
    const history = await readOne(
      JSON.stringify({ operations: [{ session: 0, method: "m", args: [long] }] }),
    );
    expect(labelOf(history, 0).args[0]).toBe(long);
  });

  test.each([
    [
      "an unknown field that is a slip",
      '{"operations":[\n {"sesion":0,"method":"m"}]}',
      'in:2:12: unknown field "sesion": did you mean "session"?',
    ],
    [
      "a wrong field",
      '{"operations":[\n {"session":0,"method":"m",\n  "call":1.5}]}',
      'in:3:10: "call" must be an integer',
    ],
    [
      "a return before its call",
      '{"operations":[{"session":0,"method":"m","call":5,"return":3}]}',
      'in:1:60: "return" is before "call"',
    ],
    ["a missing session", '{"operations":[{"method":"m"}]}', 'in:1:16: "session" is missing'],
    [
      "an edge to nowhere",
      '{"happensBefore":[[0,0],\n [0,7]],\n"operations":[{"session":0,"method":"m"}]}',
      "in:2:5: 7 is not an operation: ids go from 0 to 0",
    ],
    ["a wrong header", '{"operations":[],"type":\n 7}', 'in:2:2: "type" must be a string'],
    [
      "a header that slipped",
      '{"operations":[],"happenBefore":[]}',
      'in:1:33: unknown field "happenBefore": did you mean "happensBefore"?',
    ],
    ["an operation that is none", '{"operations":[7]}', "in:1:16: an operation must be an object"],
    ["operations that are none", '{"operations":{}}', 'in:1:15: "operations" must be an array'],
    [
      "a key twice",
      '{"operations":[{"session":0,"method":"m","session":1}]}',
      'in:1:42: the key "session" stands twice',
    ],
    [
      "an undefined-like key twice",
      '{"operations":[{"session":0,"method":"m","é":1,"é":1}]}',
      'in:1:48: the key "é" stands twice',
    ],
    ["operations twice", '{"operations":[],"operations":[]}', 'in:1:18: the key "operations" stands twice'],
    [
      "a number that lost digits",
      '{"operations":[{"session":0,"method":"m","args":[9007199254740993]}]}',
      "in:1:50: the number 9007199254740993 exceeds 2^53",
    ],
    ["a cut file", '{"operations":[{"session":0,"method":"m"', "in:1:41: the input ends too early"],
    [
      "no operations",
      '{"name":"a package","type":"module"}',
      'in:1:1: no operations: give the history an "operations" array',
    ],
    ["an array of others", '[{"name":"x"}]', 'in:1:2: a history must have "operations"'],
    ["an operation alone", '{"session":0,"method":"m"}', "in:1:1: an operation without a header"],
    ["an unfinished array", '[{"operations":[]},', "the array of histories does not end"],
    ["no history", "[]", "in: the input holds no history"],
    [
      "a long time",
      '{"operations":[{"session":0,"method":"m","call":"99999999999999999999"}]}',
      'in:1:49: "call" exceeds 64 bits',
    ],
  ])("tells where the input is wrong: %s", async (_, text, expected) => {
    expect(await readError(text)).toContain(expected);
  });

  test("trailing garbage is an error after the history", async () => {
    const items = await readAll('{"operations":[]} x');
    expect(items.map(({ error }) => error?.message)).toEqual([
      undefined,
      'in:1:19: expected a history, not "x"',
    ]);
  });

  test("goes on with the next line after an error", async () => {
    const good = '{"operations":[{"session":0,"method":"m"}]}';
    const items = await readAll(
      [good, "{oops}", good, '{"operations":[{}]}', "7", '{"operations":[{"session"', good].join("\n"),
    );
    expect(items.map(({ error }) => error?.line)).toEqual([undefined, 2, undefined, 4, 5, 7, undefined]);
    expect(items.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test("a wrong operation line spoils its own history alone, and is reported once", async () => {
    const group = [
      '{"type":"set"}',
      '{"session":0,"method":"add","args":[1]}',
      '{"session":0,"method":"size"}',
    ];
    const spoilt = [
      group[0],
      '{"session":0,"method":"add","arg":[1]}',
      group[1],
      '{"session":0,"method":7}',
      group[2],
    ];
    const items = await readAll([...group, ...spoilt, ...group].join("\n"));
    expect(items.map(({ history, error }) => history?.size ?? error?.message)).toEqual([
      2,
      'in:5:35: unknown field "arg": did you mean "args"?',
      2,
    ]);
    const headless = await readAll(["{bad}", ...group.slice(1), ...group].join("\n"), { format: "ndjson" });
    expect(headless.map(({ history, error }) => history?.size ?? error?.line)).toEqual([1, 2]);
  });

  test("__proto__ is data", async () => {
    const text =
      '{"operations":[{"session":"__proto__","object":"__proto__","method":"m","args":[{"__proto__":1}],"__proto__":{"session":7}}]}';
    const history = await readOne(text);
    expect(history.sessions).toEqual(["__proto__"]);
    expect(JSON.stringify(labelOf(history, 0).args)).toBe('[{"__proto__":1}]');
  });

  test("takes in no more of the input than it needs", async () => {
    const { readHistories } = await import("../read-histories.js");
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        given++;
        yield await Promise.resolve(Buffer.from(`${JSON.stringify(whole)}\n`.repeat(1000)));
      }
    }
    let seen = 0;
    for await (const { history } of readHistories(endless(), { file: "endless" })) {
      seen += history?.size ?? 0;
      if (seen === 4 * 5000) break;
    }
    expect(given).toBeLessThan(10);
  });
});

describe("writeHistory", () => {
  test("round trip over 300 random histories", async () => {
    const value = fc.oneof(
      fc.integer(),
      fc.string(),
      fc.constant(null),
      fc.array(fc.boolean(), { maxLength: 2 }),
    );
    const operation = fc.record(
      {
        session: fc.oneof(fc.nat(3), fc.constantFrom("a", "__proto__")),
        method: fc.constantFrom("m", "n"),
        args: fc.array(value, { maxLength: 2 }),
        result: value,
        object: fc.constantFrom("x", 1),
        duration: fc.nat(9),
        optional: fc.boolean(),
      },
      { requiredKeys: ["session", "method"] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 8 }), fc.boolean(), async (drawn, timed) => {
        const text = JSON.stringify({
          type: "t",
          operations: drawn.map(({ duration, ...rest }, i) => ({
            ...rest,
            ...(timed && { call: i }),
            ...(timed && duration !== undefined && { return: i + duration }),
          })),
        });
        const history = await readOne(text);
        expect(content(await readOne(writeHistory(history)))).toEqual(content(history));
      }),
      { numRuns: 300, seed: 17 },
    );
  });

  test("keeps everything that the model has", () => {
    const history = parseHistory(JSON.stringify(whole));
    expect(content(parseHistory(writeHistory(history)))).toEqual(content(history));
  });
});

describe("annotations", () => {
  const header = '{"type":"register","annotations":[{"at":5,"text":"cut"},\n {"at":9,"until":8,"text":"x"}]';
  const operation = '{"session":0,"method":"write","args":[1],"call":1,"return":6}';

  test("are read, written and read again, in one object and in lines", async () => {
    const history = await readOne(`${header.replace("8", "10")},"operations":[${operation}]}`);
    expect(history.annotations).toEqual([
      { at: 1, text: "cut" },
      { at: 2, until: 2, text: "x" },
    ]);
    expect((await readOne(writeHistory(history))).annotations).toEqual(history.annotations);
    const lines = `${header.replace("8", "10").replace("\n", "")}}\n${operation}\n`;
    expect((await readOne(lines)).annotations).toEqual(history.annotations);
  });

  test("that are wrong are told where", async () => {
    expect(await readError(`${header},"operations":[${operation}]}`, { format: "json" })).toContain(
      'in:2:18: "until" is before "at"',
    );
    const lines = `${header.replace("\n", "").replace("9", '"nine"')}}\n${operation}\n`;
    expect(await readError(lines)).toContain('in:1:64: "at" must be an integer or a decimal string');
    expect(
      await readError(`${header.replace("text", "test")},"operations":[]}`, { format: "json" }),
    ).toContain('in:1:50: unknown field "test": did you mean "text"?');
  });
});

describe("lines that are all in memory", () => {
  const one = JSON.stringify(whole);
  const wrongEdge = '{"happensBefore":[[0,9]],"operations":[{"session":0,"method":"m"}]}';
  const wrongName = '{"type":"set", "name" : 7, "operations":[{"session":0,"method":"m"}]}';
  test.each([
    ["whole histories", `${one}\n${one}\r\n\n${one}`],
    ["a byte order mark", `\ufeff${one}\n${one}\n`],
    ["whole histories, and headers with operations", [one, ...lines, one, ...lines].join("\n")],
    ["values that are not valid", [one, wrongEdge, one, wrongName, one].join("\n")],
    [
      "a history over several lines",
      `${one}\n${JSON.stringify({ happensBefore: [[7, 0]], operations }, null, 1)}\n${one}`,
    ],
    ["a line that is cut off", [one, one.slice(0, 70), one, one.slice(0, 30), one].join("\n")],
    ["no JSON", [one, "oops", one, "]", one].join("\n")],
    ["operations of no header", [one, lines[1], one].join("\n")],
    ["operations behind another array", `{"initial":[["operations"]],"type":"map","operations":[]}\n${one}`],
    [
      "an operation with a word of its own",
      `${lines[0]}\n{"session":0,"method":"m","args":[{"operations":[1]}]}\n${one}`,
    ],
    ["the word in a string", `{"name":"\\"operations\\":[","operations":[]}\n${one}`],
    [
      "keys that stand twice",
      `{"name":"a","name":"b","operations":[]}\n{"operations":[],"operations":[]}\n${one}`,
    ],
    ["a history of no type, then one of large numbers", `{"operations":[${lines.slice(1).join()}]}\n${one}`],
  ])("are read as a stream of any chunks: %s", async (_, text) => {
    const told = (items: Iterable<Item>) =>
      [...items].map(({ index, history, error }) => [index, history, error?.message, error?.code]);
    const bytes = Buffer.from(text);
    for (const firstLine of [1, 100]) {
      const expected = told(readLinesInMemory(bytes, { file: "in", type: undefined, firstLine }));
      expect(expected.length).toBeGreaterThan(1);
      for (const chunk of [1, 7, 1 << 16])
        expect(told(await readAll(text, { format: "ndjson", firstLine }, chunk))).toEqual(expected);
    }
  });
});
