import {
  createHistoryBuilder,
  createRandom,
  type History,
  type OperationRecord,
  type Random,
} from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readAll } from "@sightline/testing/formats/read-all.js";

/** How the operations of a history may be written. */
const layouts: Readonly<Record<string, (operations: readonly string[]) => string>> = {
  "one line": (operations) => `{"type":"map","operations":[${operations.join(",")}]}`,
  "a line each": (operations) => `{"operations":[\n${operations.join(",\n")}\n],"type":"map"}`,
  "lines apart": (operations) => `{"type":"map","operations":[\r\n ${operations.join(" ,\r\n\n  ")}]}`,
  "a header and lines": (operations) => `{"type":"map"}\n${operations.join("\n")}\n`,
};

/** A separator after a key, a separator after a field. */
const spellings = [
  [":", ","],
  [": ", ", "],
  [" : ", " ,"],
] as const;

/** Operations of few kinds, as they are in long histories, and a few that stand out. */
function drawOperations(count: number, random: Random): OperationRecord[] {
  const timed = random.chance(0.8);
  const names = random.pick([
    [0, 1, 2],
    ["alice", "bob", "zoë"],
    [7, "bob", -3],
  ]);
  return Array.from({ length: count }, (_, i): OperationRecord => {
    const call = 10 * i + random.int(9);
    const times = !timed ? {} : random.chance(0.02) ? { call } : { call, return: call + random.int(60) };
    const session = random.pick(names);
    const odd = random.int(60);
    if (odd === 0) return { session, method: "get", args: [`a "quoted" ${random.int(3)}`], ...times };
    if (odd === 1)
      return { session, method: "put", args: [{ "}": ["{", [i]] }, null], result: null, ...times };
    if (odd === 2)
      return { ...times, object: random.pick(["x", 3]), session, method: "size", result: random.int(2) };
    if (odd === 3) return { session, method: "clear", optional: random.chance(0.5), ...times };
    const args = [random.int(5), random.pick(["é", "b", "]"])];
    return {
      session,
      method: random.pick(["put", "remove"]),
      args,
      result: random.pick([null, 1, true]),
      ...times,
    };
  });
}

/** JSON with these separators, but for strings. */
const spell = (operation: OperationRecord, [colon, comma]: (typeof spellings)[number]): string =>
  `{${Object.entries(operation)
    .map(([key, value]) => JSON.stringify(key) + colon + JSON.stringify(value))
    .join(comma)}}`;

function build(operations: readonly OperationRecord[]): History {
  const builder = createHistoryBuilder({ type: "map" }, "json");
  for (const operation of operations) builder.add(operation);
  return builder.finish();
}

describe("operations that are written like earlier ones", () => {
  test.each(Object.entries(layouts))("are read as all others are: %s", async (_, layout) => {
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(seed);
      const operations = drawOperations(700 + random.int(500), random);
      const texts = operations.map((operation) => spell(operation, spellings[seed % spellings.length]));
      const text = layout(texts);
      const [{ history }, ...others] = await readAll(text, {}, random.pick([97, 4096, 1 << 20]));
      expect(others).toEqual([]);
      expect({ seed, ...history, lines: undefined }).toEqual({ seed, ...build(operations) });
      const lines = text.split("\n");
      history?.lines?.forEach((line, id) => {
        if (!lines[line - 1].includes(texts[id])) expect.fail(`seed ${seed}, operation ${id}, line ${line}`);
      });
    }
  });

  test("many different ones are read too", async () => {
    const operations = Array.from({ length: 30_000 }, (_, i) => ({
      session: i % 3,
      method: "put",
      args: [i % 29_000, 0],
      result: null,
      call: i,
      return: i + 2,
    }));
    const [{ history }] = await readAll(layouts["one line"](operations.map((one) => JSON.stringify(one))));
    expect({ ...history, lines: undefined }).toEqual(build(operations));
  });

  test("one history after another, in one file", async () => {
    const histories = [300, 20, 900, 1, 600].map((count, seed) =>
      drawOperations(count, createRandom(seed + 50)),
    );
    const text = histories
      .map((operations) => layouts["one line"](operations.map((one) => JSON.stringify(one))))
      .join("\n");
    const read = await readAll(text);
    expect(read.map(({ history }) => ({ ...history, lines: undefined }))).toEqual(histories.map(build));
  });

  test.each(Object.entries(layouts))(
    "many short histories of much the same operations: %s",
    async (_, layout) => {
      const histories = Array.from({ length: 200 }, (_, seed) =>
        drawOperations(1 + (seed % 40), createRandom(seed % 90)),
      );
      const text = histories
        .map((operations, i) => layout(operations.map((one) => spell(one, spellings[i % spellings.length]))))
        .join("\n");
      const read = await readAll(text, { format: "ndjson" }, 5000);
      expect(read.map(({ history }) => ({ ...history, lines: undefined }))).toEqual(histories.map(build));
    },
  );

  const good = '{"session":1,"method":"put","args":[1,"b"],"result":null,"call":5,"return":9}';
  const faults: readonly (readonly [string, string])[] = [
    [good.replace('"return":9', '"return":3'), '"return" is before "call"'],
    [good.replace('"call":5', '"call":05'), '"05" is not a number'],
    [good.replace('"call":5', '"call":5.5'), '"call" must be an integer'],
    [good.replace('"call":5,', ""), '"return" without "call"'],
    [good.replace(',"call":5,"return":9', ""), 'all operations carry "call" or none does: this one does not'],
    [good.replace('"session":1', '"session":9007199254740993'), "exceeds 2^53"],
    [good.replace('{"session"', '{session"'), 'expected a key in double quotes, not "s"'],
    [good.replace('{"session"', "{'session\""), "expected a key in double quotes"],
    [good.replace('"call":5', '"call":5,"call":5'), 'the key "call" stands twice'],
    [good.replace('"call":5', '"call" 5'), 'expected ":" after a key'],
    [good.replace('"call":5', '"calls":5'), 'unknown field "calls": did you mean "call"?'],
    [good.replace("[1,", "[1;"), "after an element"],
    [good.replace("9}", "9]"), "after a field"],
    [good.replace('"put",', '"put"]'), "after a field"],
    [good.replace('"b"],', '"b"]],'), "after a field"],
    [good.replace('"b"],', '"b"},'), "after an element"],
    [good.replace('"method":"put",', ""), ""],
    [`${good.slice(0, -1)},}`, "expected a key in double quotes"],
    [good.replace('"put"', '"p\u0001ut"'), "control character"],
  ];
  test.each(faults)("an error after many is told where it is: %s", async (fault, reason) => {
    const place = async (before: number) => {
      const texts = Array.from({ length: before }, (_, i) =>
        good.replace(":5,", `:${i},`).replace("9}", `${i + 9}}`),
      );
      const text = layouts["a line each"]([...texts, fault, good]);
      const [{ error }] = await readAll(text, { format: "json" });
      return { line: (error?.line ?? 0) - before, column: error?.column, reason: error?.reason };
    };
    const early = await place(1);
    expect(early.reason).toContain(reason);
    expect(await place(1000)).toEqual(early);
  });
});
