import { parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { textsOf } from "../document/texts.js";
import { choicesOf, isFiltering, matches, nextMatch, noFilter } from "./filter.js";

const history = parseHistory(
  'map { a.put("x",1) => null; a.get("y") => 1; b.get("x") => null } || bob { ?a.put("y",2); a.get("x") => 1 }',
);
const texts = textsOf(history);
const found = (part: Partial<typeof noFilter>): number[] => {
  const fits = matches(history, texts, { ...noFilter, ...part });
  return [...fits.keys()].filter((id) => fits[id] === 1);
};

test("operations are called as people write them", () => {
  expect(texts.named(0)).toBe("#0 a.put(x,1) => null");
  expect(texts.of(3)).toBe("?a.put(y,2)");
});

test("each part of a filter must fit", () => {
  expect(isFiltering(noFilter)).toBe(false);
  expect(found({})).toEqual([0, 1, 2, 3, 4]);
  expect(found({ method: "get" })).toEqual([1, 2, 4]);
  expect(found({ method: "get", key: "x" })).toEqual([2, 4]);
  expect(found({ object: "b" })).toEqual([2]);
  expect(found({ result: "1" })).toEqual([1, 4]);
  expect(found({ session: "bob" })).toEqual([3, 4]);
});

test("words are looked for in the text, numbers among the operations", () => {
  expect(found({ text: "GET x" })).toEqual([2, 4]);
  expect(found({ text: "#4" })).toEqual([4]);
  expect(found({ text: "#4 put" })).toEqual([]);
  expect(found({ text: "nothing" })).toEqual([]);
});

test("there is a choice only where there are several", () => {
  expect(choicesOf(history)).toEqual({
    object: ["a", "b"],
    key: ["x", "y"],
    method: ["get", "put"],
    result: ["1", "null"],
    session: [],
  });
  const values = Array.from({ length: 501 }, (_, i) => `read() => ${i}`).join("; ");
  expect(choicesOf(parseHistory(`register { ${values} }`)).result).toEqual([]);
  const many = Array.from({ length: 8 }, (_, i) => `{ read() => ${i} }`).join(" || ");
  expect(choicesOf(parseHistory(`register ${many}`)).session).toEqual([
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
  ]);
  expect(choicesOf(parseHistory("register { read() => 1 }")).method).toEqual([]);
});

test("from one match to the next, round and back", () => {
  const fits = Uint8Array.of(0, 1, 0, 1);
  const order = Int32Array.of(0, 1, 2, 3);
  expect(nextMatch(fits, order, -1, 1)).toBe(1);
  expect(nextMatch(fits, order, 1, 1)).toBe(3);
  expect(nextMatch(fits, order, 3, 1)).toBe(1);
  expect(nextMatch(fits, order, 1, -1)).toBe(3);
  expect(nextMatch(fits, order, -1, -1)).toBe(3);
  expect(nextMatch(Uint8Array.of(0, 0, 0, 0), order, 1, 1)).toBe(-1);
});
