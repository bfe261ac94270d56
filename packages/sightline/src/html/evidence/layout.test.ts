import type { OperationView } from "@sightline/fleet";
import { describe, expect, test } from "vitest";
import { BAR_HEIGHT, type Layout, laySequences, layTimes } from "./layout.js";

const view = (
  id: number,
  session: string | number,
  text: string,
  call?: number,
  ret?: number,
): OperationView => ({
  id,
  session,
  text,
  line: 0,
  ...(call !== undefined && { call }),
  ...(ret !== undefined && { ret }),
});

const bar = (layout: Layout, id: number) => {
  const found = layout.bars.find(({ operation }) => operation.id === id);
  if (found === undefined) throw new Error(`no bar ${id}`);
  return { ...found, end: found.x + found.width };
};

describe("a layout of times", () => {
  const layout = layTimes([
    view(0, "a", "write(1)", 10, 400),
    view(1, "b", "read() => 1", 20, 30),
    view(2, "b", "read() => 2", 500, 510),
    view(3, "c", "write(3)", 25),
  ]);

  test("keeps the order of calls and returns, and only that", () => {
    const moments = [
      bar(layout, 0).x,
      bar(layout, 1).x,
      bar(layout, 3).x,
      bar(layout, 1).end,
      bar(layout, 0).end,
      bar(layout, 2).x,
      bar(layout, 2).end,
      bar(layout, 3).end,
    ];
    expect(moments).toEqual(moments.toSorted((a, b) => a - b));
    expect(new Set(moments).size).toBe(moments.length);
    expect(layout.moments).toEqual(moments.slice(0, -1));
  });

  test("gives each session a lane, and what is pending an open end at the right edge", () => {
    expect(layout.lanes.map(({ session }) => session)).toEqual(["a", "b", "c"]);
    expect(bar(layout, 1).y).toBe(bar(layout, 2).y);
    expect(bar(layout, 0).y).toBeLessThan(bar(layout, 1).y);
    expect(layout.bars.map(({ open }) => open)).toEqual([false, false, false, true]);
    for (const { x, width } of layout.bars) expect(x + width).toBeLessThanOrEqual(bar(layout, 3).end);
    expect(bar(layout, 3).end).toBeLessThan(layout.width);
  });

  test("puts operations of one session that overlap below one another", () => {
    const overlapping = layTimes([
      view(0, 0, "a()", 0, 5),
      view(1, 0, "b()", 3, 8),
      view(2, 0, "c()", 6),
      view(3, 1, "d()", 7, 9),
    ]);
    const [a, b, c, d] = overlapping.bars.map(({ y }) => y);
    expect(b).toBeGreaterThanOrEqual(a + BAR_HEIGHT);
    expect(c).toBe(a);
    expect(d).toBeGreaterThanOrEqual(b + BAR_HEIGHT);
    expect(overlapping.height).toBeGreaterThanOrEqual(d + BAR_HEIGHT);
  });

  test("makes room for each label and cuts the long ones", () => {
    const [short, long, wide] = layTimes([
      view(0, 0, "f()", 0, 1),
      view(1, 0, `write(${"x".repeat(5000)}) => true`, 2, 3),
      view(2, 0, "日本語", 4, 5),
    ]).bars;
    expect(short.width).toBeGreaterThan(3 * 7);
    expect(long.label).toBe("#1 write(xxxxxxxxx…x) => true");
    expect(long.width).toBeGreaterThan(26 * 7);
    expect(long.width).toBeLessThan(320);
    expect(wide.width).toBeGreaterThan(3 * 12);
  });
});

test("a layout of sequences follows ids within each session, whatever the times", () => {
  const layout = laySequences([
    view(3, "b", "d()", 0, 1),
    view(2, "a", "c()", 2, 3),
    view(0, "a", "a()", 4, 5),
    view(1, "b", "b()", 6),
  ]);
  expect(layout.lanes).toHaveLength(2);
  expect(layout.moments).toEqual([]);
  expect(bar(layout, 0).end).toBeLessThan(bar(layout, 2).x);
  expect(bar(layout, 1).end).toBeLessThan(bar(layout, 3).x);
  expect(bar(layout, 0).x).toBe(bar(layout, 1).x);
  expect(layout.width).toBeGreaterThan(bar(layout, 3).end);
  expect(layout.bars.every(({ open }) => !open)).toBe(true);
});
