import { createHistoryBuilder, parseHistory } from "@sightline/core";
import { expect, test } from "vitest";
import { extentsOf, scalesOf } from "./extents.js";
import { firstEndingFrom, keepInRows, rowsOf } from "./rows.js";

const timed = parseHistory(
  "register { write(1) @0-100; read() => 1 @200-300 } || { write(2) @50- ; read() => 2 @60-70 }",
);
const untimed = parseHistory("register { write(1); read() => 1 } || { write(2) }");

test("a history without times has sequences, one with times a clock and ranks", () => {
  expect(scalesOf(untimed)).toEqual(["sequence"]);
  expect(scalesOf(timed)).toEqual(["time", "order"]);
  expect(scalesOf({ ...timed, clock: undefined })).toEqual(["order"]);
});

test("by the clock, what never returned ends beyond all else", () => {
  const { start, end, from, to } = extentsOf(timed, "time");
  expect([...start]).toEqual([0, 200, 50, 60]);
  expect([...end]).toEqual([100, 300, 309, 70]);
  expect([from, to]).toEqual([0, 309]);
});

test("by rank, moments of what is shown stand side by side", () => {
  const all = extentsOf(timed, "order");
  expect([...all.start]).toEqual([0, 5, 1, 2]);
  expect([...all.end]).toEqual([4, 6, 8, 3]);
  const some = extentsOf(timed, "order", [3, 1]);
  expect([...some.ids]).toEqual([1, 3]);
  expect([some.start[1], some.end[1], some.start[3], some.end[3]]).toEqual([2, 3, 0, 1]);
});

test("without times each session is a sequence of what is shown", () => {
  const { start } = extentsOf(untimed, "sequence", [1, 2]);
  expect([start[1], start[2]]).toEqual([0, 0]);
});

test("operations of one session that overlap stand in rows of their own", () => {
  const rows = rowsOf(timed, extentsOf(timed, "time"));
  expect(rows.lanes).toEqual([
    { session: 0, row: 0, rows: 1 },
    { session: 1, row: 1, rows: 2 },
  ]);
  expect(rows.rows.map((row) => [...row])).toEqual([[0, 1], [2], [3]]);
  expect([...rows.rowOf]).toEqual([0, 0, 1, 2]);
  expect(keepInRows(rows, (id) => id !== 0).map((row) => [...row])).toEqual([[1], [2], [3]]);
});

test("sessions of what matters most stand above the others, and the rest as they were", () => {
  const history = parseHistory("register { write(1) } || { write(2) } || { read() => 2 } || { read() => 1 }");
  const { lanes, rowOf } = rowsOf(history, extentsOf(history, "sequence"), [3, 1]);
  expect(lanes.map(({ session }) => session)).toEqual([1, 3, 0, 2]);
  expect([...rowOf]).toEqual([2, 0, 3, 1]);
});

test("rows of a long history: none overlap, all are there, and each is found by its moment", () => {
  const builder = createHistoryBuilder({ type: "register" });
  for (let i = 0; i < 2000; i++)
    builder.add({ session: i % 7, method: "write", args: [i], call: i * 3, return: i * 3 + 10 + (i % 23) });
  const history = builder.finish();
  const extents = extentsOf(history, "time");
  const { rows, rowOf } = rowsOf(history, extents);
  expect(rows.reduce((sum, row) => sum + row.length, 0)).toBe(2000);
  for (const row of rows)
    for (let at = 1; at < row.length; at++)
      expect(extents.end[row[at - 1]]).toBeLessThanOrEqual(extents.start[row[at]]);
  for (const id of [0, 5, 1999]) {
    const row = rows[rowOf[id]];
    expect(row[firstEndingFrom(row, extents.end, extents.end[id])]).toBe(id);
  }
});

test("a history of nothing has an empty line", () => {
  const empty = parseHistory("{ }");
  const extents = extentsOf(empty, "sequence");
  expect([extents.from, extents.to]).toEqual([0, 1]);
  expect(rowsOf(empty, extents).lanes).toEqual([]);
});
