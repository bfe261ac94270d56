import { type History, labelOf, printHistory } from "@sightline/core";
import { createRandom, type Random } from "@sightline/core/random.js";
import { describe, expect, test } from "vitest";
import { readAll, readError, readOne } from "@sightline/testing/formats/read-all.js";
import { writeHistory } from "../write-history.js";
import { writeThreads } from "./write.js";

const whole = {
  name: "SB",
  initial: { y: 7 },
  threads: [
    [
      ["w", "x", 1],
      ["r", "y", 0],
    ],
    [],
    [
      ["w", "y", [1, { é: null }]],
      ["r", "x"],
    ],
  ],
  note: "labels of the file are ignored",
  expect: { SC: false },
};

/** All but source lines, which depend on the layout. */
const content = (history: History) => ({ ...history, lines: undefined });

describe("threads", () => {
  test("a thread is a session; a read without a value is not observed", async () => {
    const history = await readOne(JSON.stringify(whole));
    expect(history).toMatchObject({ type: "memory", name: "SB", initial: { y: 7 }, timed: false });
    expect(history.sessions).toEqual([0, 2]);
    expect(printHistory(history)).toBe(
      "memory({y:7}) { write(x,1); read(y) => 0 } || 2 { write(y,[1,{é:null}]); read(x) }",
    );
  });

  test("reads one object, an array, lines, and any layout alike", async () => {
    const expected = content(await readOne(JSON.stringify(whole)));
    const { threads, ...labels } = whole;
    for (const text of [
      JSON.stringify(whole, null, 2),
      JSON.stringify([whole]),
      JSON.stringify({ ...labels, threads }, null, "\t").replaceAll("\n", "\r\n"),
      JSON.stringify({ threads, ...labels }),
      `\ufeff${JSON.stringify({ ...whole, type: "memory" })}\n\n`,
    ])
      for (const size of [1, 3, 64, 1 << 16]) {
        const items = await readAll(text, {}, size);
        expect(items.map(({ error }) => error?.message)).toEqual([undefined]);
        expect(content(items[0].history as History)).toEqual(expected);
      }
    const line = JSON.stringify(whole);
    expect((await readAll(`${line}\n${line}\n`)).length).toBe(2);
    expect((await readAll(`[${line},${line},\n${line}]`)).length).toBe(3);
    expect((await readOne('{"threads":[]}')).size).toBe(0);
  });

  test("is recognised by its content, wherever the field stands; --format names it too", async () => {
    const long = { note: "x".repeat(10_000), process: 1, f: 2, threads: whole.threads };
    expect((await readOne(JSON.stringify(long))).size).toBe(4);
    expect((await readOne(JSON.stringify(whole), { format: "threads" })).size).toBe(4);
    // A label of this name in a history of another form means nothing.
    const native = { type: "set", operations: [{ session: 0, method: "size" }] };
    for (const threads of [4, ["main", "worker"]])
      expect((await readOne(JSON.stringify({ threads, ...native }))).type).toBe("set");
    expect((await readOne(JSON.stringify({ ...native, threads: [[]] }))).type).toBe("set");
  });

  test("knows the line of each operation; the type may be overridden", async () => {
    expect([...((await readOne('{"threads":[\n[["w","x",1],\n["r","x",1]]]}')).lines ?? [])]).toEqual([2, 3]);
    expect((await readOne(JSON.stringify(whole), { type: "kv" })).type).toBe("kv");
  });

  test("declared happens-before counts operations thread by thread", async () => {
    const text = '{"threads":[[["w","x",1],["w","x",2]],[["r","x",2]]],"happensBefore":[[1,2]]}';
    expect([...(await readOne(text)).happensBefore]).toEqual([1, 2]);
    expect(await readError(text.replace("[[1,2]]", "[[1,3]]"))).toBe(
      "in:1:74: 3 is not an operation: ids go from 0 to 2",
    );
  });

  test.each([
    ['{"threads":[\n [7]]}', 'in:2:3: an operation must be ["w", variable, value]'],
    [
      '{"threads":[[["x","x",1]]]}',
      'in:1:15: an operation must begin with "w" for a write or "r" for a read',
    ],
    ['{"threads":[[[]]]}', "in:1:15: an operation must begin with"],
    ['{"threads":[[["w"]]]}', 'in:1:18: expected "," and a variable, not "]"'],
    ['{"threads":[[["w","x"]]]}', 'in:1:22: expected "," and the value that was written, not "]"'],
    ['{"threads":[[["r","x",1,2]]]}', 'in:1:24: expected "]" after the value, not ","'],
    ['{"threads":[[["r","x" 1]]]}', 'in:1:23: expected "," or "]" after the variable, not "1"'],
    ['{"threads":[[["w","x",9007199254740993]]]}', "in:1:23: the number 9007199254740993 exceeds 2^53"],
    ['{"threads":[[],{}]}', "in:1:16: a thread must be an array of operations"],
    ['{"threads":[[["r","x",0]]', "in:1:26: the input ends too early"],
    ['{"threads":[[["r","x",0]]],"threads":[]}', 'in:1:28: the key "threads" stands twice'],
    ['{"threads":[[]],"operations":[]}', 'in:1:17: a history has either "threads" or "operations", not both'],
    ['{"threads":[[]],"type":"set"}', 'in:1:24: threads read and write: their "type" can only be "memory"'],
    ['{"threads":[[]],"inital":{}}', 'in:1:26: unknown field "inital": did you mean "initial"?'],
    ['{"threads":[[]],"name":7}', 'in:1:24: "name" must be a string'],
    ['[{"threads":[[]]}', "in:1:18: the input ends too early"],
    ['[{"threads":[[]]},', "in:1:19: the array of histories does not end"],
  ])("tells where %j is wrong", async (text, expected) => {
    const items = await readAll(text);
    expect(items.flatMap(({ error }) => (error === undefined ? [] : [error.message])).join()).toContain(
      expected,
    );
  });

  test("--format threads is strict", async () => {
    expect(await readError('{"threads":7}', { format: "threads" })).toContain(
      'in:1:12: "threads" must be an array of threads',
    );
    expect(await readError(' {"name":"x"}', { format: "threads" })).toContain(
      'in:1:2: a history in threads form must have "threads"',
    );
    expect(await readError("{}", { format: "threads" })).toContain('must have "threads"');
    expect(await readError("7", { format: "threads" })).toContain('in:1:1: expected a history, not "7"');
  });

  test("goes on with the next line after an error", async () => {
    const good = '{"threads":[[["w","x",1]]]}';
    const lines = [good, '{"threads":[[["w"]]]}', good, "7", "{oops}", '{"threads":[[["r"', good];
    const items = await readAll(lines.join("\n"));
    expect(items.map(({ error }) => error?.line)).toEqual([undefined, 2, undefined, 4, 5, 7, undefined]);
  });
});

/** A history of memory with interleaved sessions, in native JSON. */
function drawHistory(random: Random): string {
  const sessions = 1 + random.int(3);
  const values = [0, 1, "a", null, [1, "b"], { k: false }];
  const operations = Array.from({ length: random.int(9) }, () => {
    const session = random.int(sessions);
    const variable = random.pick(["x", "y", 3]);
    return random.chance(0.5)
      ? { session, method: "write", args: [variable, random.pick(values)] }
      : {
          session,
          method: "read",
          args: [variable],
          ...(!random.chance(0.3) && { result: random.pick(values) }),
        };
  });
  const id = random.int(Math.max(1, operations.length - 1));
  return JSON.stringify({
    type: "memory",
    ...(random.chance(0.5) && { name: "é" }),
    ...(random.chance(0.5) && { initial: { x: 5 } }),
    operations,
    ...(random.chance(0.5) && operations.length > 1 && { happensBefore: [[id, id + 1]] }),
  });
}

describe("writeThreads", () => {
  /** Thread by thread: what the operations are, and which edges join them. */
  const byThread = (history: History) => {
    const order = Array.from({ length: history.size }, (_, id) => id).sort(
      (a, b) => history.session[a] - history.session[b] || a - b,
    );
    const place = new Map(order.map((id, i) => [id, i]));
    return {
      header: [history.type, history.name, history.initial],
      operations: order.map((id) => [history.session[id], labelOf(history, id)]),
      edges: [...history.happensBefore].map((id) => place.get(id)),
    };
  };

  test("round trip over 200 random histories", async () => {
    const random = createRandom(11);
    let edges = 0;
    for (let i = 0; i < 200; i++) {
      const history = await readOne(drawHistory(random));
      const again = await readOne(writeThreads(history));
      expect(byThread(again)).toEqual(byThread(history));
      // What was read from threads is written as it was.
      expect(writeThreads(again)).toBe(writeThreads(history));
      expect(content(await readOne(writeHistory(again)))).toEqual(content(again));
      edges += again.happensBefore.length / 2;
    }
    expect(edges).toBeGreaterThan(40);
  });

  test.each([
    ['{"type":"memory","operations":[{"session":0,"method":"read","args":["x"],"call":1}]}', "no times"],
    [
      '{"type":"memory","operations":[{"session":0,"object":"o","method":"read","args":["x"]}]}',
      "on an object",
    ],
    ['{"type":"register","operations":[{"session":0,"method":"read"}]}', "neither read(x) nor write(x,v)"],
    [
      '{"type":"memory","operations":[{"session":0,"method":"write","args":["x",1],"result":7}]}',
      "operation 0, write, is neither",
    ],
  ])("refuses %j", async (text, expected) => {
    const history = await readOne(text);
    expect(() => writeThreads(history)).toThrow(expected);
  });
});
