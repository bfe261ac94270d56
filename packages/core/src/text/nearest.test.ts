import { describe, expect, test } from "vitest";
import { nearest } from "./nearest.js";

const words = ["register", "set", "queue", "stack", "priority-queue", "linearizability"];

describe("the word that was meant", () => {
  test.each([
    ["regster", "register"], // one dropped
    ["registter", "register"], // one added
    ["registar", "register"], // one changed
    ["regsiter", "register"], // two swapped
    ["REGISTER", "register"],
    ["linearisability", "linearizability"],
    ["priorityqueue", "priority-queue"],
    ["sets", "set"],
    ["quue", "queue"],
  ])("%s is %s", (typed, meant) => {
    expect(nearest(typed, words)).toBe(meant);
  });

  test.each(["", "map", "xyz", "blockchain", "deque-of-things"])("%o is none of them", (typed) => {
    expect(nearest(typed, words)).toBeUndefined();
  });

  test("of megabytes is compared with none", () => {
    expect(nearest("x".repeat(4_000_000), words)).toBeUndefined();
  });

  test("is the nearest, and of equally near ones the first", () => {
    expect(nearest("cat", ["cart", "bat", "cat"])).toBe("cat");
    expect(nearest("cat", ["cut", "bat"])).toBe("cut");
    expect(nearest("cat", [])).toBeUndefined();
  });
});
