import { expect, test } from "vitest";
import { createUndoableEdges, createUndoLog } from "./undo-log.js";

test("a log keeps what was pushed, beyond its first size, and forgets what is cut", () => {
  const log = createUndoLog();
  for (let i = 0; i < 1000; i++) log.push(i, 2 * i);
  expect([log.size, log.place[999], log.value[999]]).toEqual([1000, 999, 1998]);
  log.cut(3);
  log.push(7, 8);
  expect(log.size).toBe(4);
  expect(Array.from(log.place.subarray(0, 4))).toEqual([0, 1, 2, 7]);
  expect(Array.from(log.value.subarray(0, 4))).toEqual([0, 2, 4, 8]);
});

test("edges are found by where they begin, the newest first, and go in the order in which they came", () => {
  const edges = createUndoableEdges(3);
  const from = (operation: number): number[] => {
    const ends: number[] = [];
    for (let edge = edges.head[operation]; edge >= 0; edge = edges.next[edge]) ends.push(edges.to[edge]);
    return ends;
  };
  edges.add(0, 1);
  edges.setFloor();
  edges.add(0, 2);
  edges.add(1, 2);
  expect([from(0), from(1), from(2)]).toEqual([[2, 1], [2], []]);
  expect([edges.floor, edges.size]).toEqual([1, 3]);
  edges.cut(2);
  expect([from(0), from(1)]).toEqual([[2, 1], []]);
  edges.cut(1);
  expect([from(0), edges.size]).toEqual([[1], 1]);
  for (let i = 0; i < 500; i++) edges.add(2, i % 2);
  expect([from(2).length, edges.from[500], edges.to[500]]).toEqual([500, 2, 1]);
});
