import { expect, test } from "vitest";
import { parseHistory } from "../history/parse-history.js";
import { longestBeginning, tellBeginning } from "./longest-beginning.js";

const history = parseHistory("register { write(1); read() => 2; read() => 1 }");

test("the beginning that holds, where the next operation makes it fail", () => {
  const found = longestBeginning(3, (ids) => (ids.includes(1) ? "violated" : "satisfied"));
  expect(found).toEqual({ size: 1, isLongest: true });
  expect(tellBeginning(history, "weak", { size: 1, isLongest: true })).toBe(
    "The first operation, #0 write(1), satisfies weak by itself, and with #1 read() => 2 it does not",
  );
});

test("all but the last, where each shorter one holds: the whole is violated", () => {
  expect(longestBeginning(3, () => "satisfied")).toEqual({ size: 2, isLongest: true });
});

test("nothing is said of the next operation where it was not found out", () => {
  const found = longestBeginning(3, (ids) => (ids.length < 3 ? "satisfied" : "unknown"));
  expect(found).toEqual({ size: 2, isLongest: true });
  const short = longestBeginning(3, (ids) => (ids.length < 2 ? "satisfied" : "unknown"));
  expect(short).toEqual({ size: 1, isLongest: false });
  expect(tellBeginning(history, "weak", { size: 2, isLongest: false })).toBe(
    "The first 2 operations, which end with #0 write(1), #1 read() => 2, satisfy weak by themselves",
  );
  expect(longestBeginning(3, () => "unknown")).toBeUndefined();
});

test("the first operation may fail by itself", () => {
  expect(longestBeginning(3, () => "violated")).toEqual({ size: 0, isLongest: true });
});
