import { describe, expect, test } from "vitest";
import type { InputError } from "./input-error.js";
import { readAll } from "@sightline/testing/formats/read-all.js";

/** A text in each format, over several lines, with what is rarely written. */
const samples: Readonly<Record<string, string>> = {
  json: `{\n "type": "map",\n "odd": [\n  1,\n  2\n ],\n "operations": [\n  { "session": 0,\n    "note": {\n "a": [1,\n 2] },\n    "method": "put", "args": [\n1, "é"\n], "result": null },\n  { "session": "b", "method": "get",\n "args": [1] }\n ],\n "happensBefore": [\n[0,\n1]\n] }\n`,
  ndjson: `{"type":"set"}\n{"session":0,"method":"add","args":[1],"call":1,"return":2}\n{"session":1,"method":"contains","args":[1],"result":true,"call":1}\n{"operations":[]}\n`,
  threads: `{"threads":[\n [\n  ["w",\n "x", 1],\n  ["r", "y"\n, 0]\n ],\n [["r", "x", 1]]\n]}\n`,
  notation: `map {\n put(1,\n [0, {"a": 1}]) => null; # é\n get(1)\n} || {\n x.put(0,"0") => null }\n`,
  jepsen: `; log\n[{:process 0, :type :invoke,\n  :f :write, :value "a\nb"}\n {:process 0, :type :ok, :f :write, :value #{1\n 2}} #_[1\n 2]\n {:process :nemesis, :type :info, :f :kill, :value \\a}\n]\n`,
  columns: `2\t:invoke\t:cas\t[3 0]\n:nemesis\t:info\t:start\tnil\n2\t:ok\t:cas\t[3 0]\n`,
  porcupine: `INFO  jepsen.util - 2\t:invoke\t:write\t3\nnoise\nINFO  jepsen.util - 2\t:ok\t:write\t3\n`,
  visearch: `2 1 1\n0,0,put,1,2,null\n0,0,get,1,2\n`,
};

const pieces = [
  "\n",
  "\n\n",
  '"',
  "[",
  "]",
  "{",
  "}",
  ",",
  ":",
  "\\",
  "#",
  "(",
  "w",
  "1e999",
  "é",
  " ",
  "::",
  "##x",
];

/** A small generator of numbers: the same for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The text with one to three slips: something left out, put in, doubled, or the end cut off. */
function damaged(text: string, next: (below: number) => number): string {
  let result = text;
  for (let slips = 1 + next(3); slips > 0; slips--) {
    const at = next(result.length + 1);
    const [before, after] = [result.slice(0, at), result.slice(at)];
    const length = 1 + next(8);
    switch (next(4)) {
      case 0:
        result = before + after.slice(length);
        break;
      case 1:
        result = before + pieces[next(pieces.length)] + after;
        break;
      case 2:
        result = before + after.slice(0, 3 * length) + after;
        break;
      default:
        result = before;
    }
  }
  return result;
}

/** What is wrong with the place of an error; nothing, where it is a place in the text. */
function misplaced({ line, column }: InputError, text: string): string | undefined {
  if (line === 0 && column === 0) return undefined;
  const lines = text.split("\n");
  if (line < 1 || line > lines.length) return `line ${line} of ${lines.length}`;
  const width = lines[line - 1].length;
  return column < 1 || column > width + 1 ? `column ${column} of ${width}` : undefined;
}

describe("every error has a place in its text", () => {
  test.each(Object.entries(samples))("%s", async (name, sample) => {
    const format = name === "columns" ? "jepsen" : name;
    let errors = 0;
    for (let seed = 1; seed <= 800; seed++) {
      const text = damaged(sample, numbers(seed));
      for (const options of [{ format }, {}])
        for (const { error } of await readAll(text, options, 1 + (seed % 97))) {
          if (error === undefined) continue;
          errors++;
          expect(misplaced(error, text), `${JSON.stringify(text)}: ${error.message}`).toBeUndefined();
        }
    }
    expect(errors).toBeGreaterThan(100);
  });

  test.each([
    ["threads", '{"threads":[[\n[[\n1,\n2],"x",1]]]}', "in:2:2: an operation must begin with"],
    [
      "json",
      '{"operations":[\n {"session":0,"odd":1,"method":"m",\n "odd":[\n1]}]}',
      'in:3:2: the key "odd" stands twice',
    ],
    ["jepsen", '[{:process 0\n :value "a\nb\nc', "in:4:2: the input ends too early"],
  ])("%s: a value over several lines", async (format, text, expected) => {
    const [{ error }] = await readAll(text, { format });
    expect(error?.message).toContain(expected);
  });
});

describe("what is too deep or too long is refused with a place and few words", () => {
  const deep = "[".repeat(100_000);
  test.each([
    ["json", `{"operations":[{"session":0,"method":"m","args":${deep}`, "nest 200 deep"],
    ["json", `{"initial":${deep}`, "nest 200 deep"],
    ["ndjson", `{"type":${deep}`, "nest 200 deep"],
    ["threads", `{"threads":[[["w",${deep}`, "nest 200 deep"],
    ["notation", `{ m(${deep}`, "nest 200 deep"],
    ["jepsen", `{:process 0, :type :invoke, :f :write, :value ${deep}`, "nest 200 deep"],
    ["jepsen", `2\t:invoke\t:write\t${deep}`, "nest 200 deep"],
    ["json", `{"operations":[{"session":0,"method":"m","args":[${"1".repeat(100_000)}]}]}`, "too large"],
    ["json", `{"operations":[{"session":0,"method":"m","args":[1${"x".repeat(100_000)}]}]}`, "not a number"],
    ["notation", `{ m(${"1".repeat(100_000)}) }`, "too large"],
    ["jepsen", `{:process 0, :type :invoke, :f :write, :value 1${"x".repeat(100_000)}}`, "not a number"],
    ["jepsen", `{:process 0, :type :invoke, :f :${"x".repeat(100_000)}}`, "not supported"],
    ["visearch", `1 1\n0,0,${"x".repeat(100_000)},1,2\n`, "no method"],
  ])("%s", async (format, text, reason) => {
    for (const options of [{ format }, {}]) {
      const [{ error }] = await readAll(text, options);
      expect(error?.message).toMatch(/^in:[12]:\d+: /);
      expect(error?.message).toContain(reason);
      expect(error?.message.length).toBeLessThan(2100);
    }
  });

  test("a field name of megabytes is compared with nothing", async () => {
    const name = "x".repeat(4_000_000);
    const [{ history }] = await readAll(
      `{"operations":[{"session":0,"method":"m","${name}":1}],"${name}":2}`,
    );
    expect(history?.size).toBe(1);
  });
});
