import { describe, expect, test } from "vitest";
import type { Chunk } from "./input/chunk.js";
import type { Input } from "./job.js";
import type { Item } from "./messages.js";
import { createTeller } from "./teller.js";
import type { Work } from "./work.js";

const source = { path: "x" };
const inputs: Input[] = ["a", "b", "c"].map((name) => ({ name, source }));
const work: Work<string, string> = {
  assignment: { kind: "measure", job: {} },
  tell: (answer, file, index) => `${file}${index} ${answer}`,
  cancelled: (answer, milliseconds) => `${answer} after ${milliseconds > 0}`,
};
const range = { start: 0, end: 1, line: 1 };

/** The first input in two ranges, the other two in one chunk. */
const [first, second, third]: Chunk[] = [
  { number: 0, pieces: [{ input: 0, name: "a", source, range, last: false }], bytes: 1 },
  { number: 1, pieces: [{ input: 0, name: "a", source, range, last: true }], bytes: 1 },
  {
    number: 2,
    pieces: [
      { input: 1, name: "b", source, last: true },
      { input: 2, name: "c", source, last: true },
    ],
    bytes: 1,
  },
];
const answer = (piece: number, item: number): Item<string> => ({
  kind: "answer",
  piece,
  item,
  answer: "yes",
});
const end = (piece: number, item: number): Item<string> => ({ kind: "end", piece, item });
const brief = (events: readonly (string | object)[]): string[] =>
  events.map((event) => (typeof event === "string" ? event : Object.values(event).join(" ")));

describe("what threads find is told in the order of the inputs", () => {
  test("with the place of each history in its file, whatever it was cut into", () => {
    const { items, rest } = createTeller(inputs, work);
    expect(brief(items(first, [answer(0, 0)]))).toEqual(["a0 yes"]);
    expect(brief(items(first, [answer(0, 1), answer(0, 1), end(0, 2)]))).toEqual(["a1 yes", "a1 yes"]);
    expect(brief(items(second, [answer(0, 0), end(0, 1)]))).toEqual(["a2 yes", "end a"]);
    expect(brief(items(third, [answer(0, 0), end(0, 1), answer(1, 0), end(1, 1)]))).toEqual([
      "b0 yes",
      "end b",
      "c0 yes",
      "end c",
    ]);
    expect(rest()).toEqual([]);
  });

  test("with what could not be read, and nothing of that input after it", () => {
    const { items } = createTeller(inputs, work);
    const unreached = { kind: "unreached", piece: 0, item: 1 } as const;
    expect(brief(items(first, [answer(0, 0), unreached, end(0, 1)]))).toEqual(["a0 yes", "unreached a 1"]);
    expect(brief(items(second, [answer(0, 0), end(0, 1)]))).toEqual(["end a"]);
    expect(brief(items(third, [answer(0, 0)]))).toEqual(["b0 yes"]);
  });

  test("and where it is given up, with what is known and what was under way", () => {
    const { items, leave, rest } = createTeller(inputs, work);
    items(first, [answer(0, 0)]);
    const underWay = { piece: 0, item: 1, since: 0, answer: "no" };
    expect(brief(leave(first, underWay))).toEqual(["a1 no after true", "unreached a 2"]);
    expect(brief(items(second, [answer(0, 0)]))).toEqual([]);
    expect(brief(leave(second, { ...underWay }))).toEqual(["end a"]);
    expect(brief(items(third, [answer(0, 0), end(0, 1), answer(1, 0)]))).toEqual([
      "b0 yes",
      "end b",
      "c0 yes",
    ]);
    expect(brief(leave(third, undefined))).toEqual(["unreached c 1", "end c"]);
    expect(rest()).toEqual([]);
  });

  test("and inputs that were not begun are named", () => {
    const { items, rest } = createTeller(inputs, work);
    items(first, [answer(0, 0), end(0, 1)]);
    expect(brief(rest())).toEqual([
      "unreached a 1",
      "end a",
      "unreached b 0",
      "end b",
      "unreached c 0",
      "end c",
    ]);
  });
});
