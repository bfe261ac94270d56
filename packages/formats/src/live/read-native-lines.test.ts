import { expect, test } from "vitest";
import type { LiveItem } from "./live-item.js";
import { readNativeLines } from "./read-native-lines.js";

const read = (...lines: readonly string[]): LiveItem[] => {
  const reader = readNativeLines();
  return [...lines.flatMap((text, at) => reader.take(text, at + 1)), ...reader.end()];
};

const faults = (items: readonly LiveItem[]): string[] =>
  items.flatMap((item) =>
    item.kind === "error"
      ? [`${item.error.line}:${item.error.column} ${item.error.code ?? ""} ${item.error.message}`]
      : [],
  );

test("a header, and operations with their times, in the order of these", () => {
  const items = read(
    '{"type":"register","initial":7}',
    '{"session":"a","method":"write","args":[1],"result":null,"call":2,"return":9}',
    "",
    '{"session":"b","method":"read","result":7,"call":"1","return":"3"}',
    '{"session":"b","method":"write","args":[2],"call":4}',
  );
  expect(items[0]).toEqual({ kind: "header", type: "register", initial: 7 });
  const events = items.flatMap((item) => (item.kind === "event" ? [item.event] : []));
  expect(events.map(({ kind, operation }) => `${kind} ${operation.line}`)).toEqual([
    "call 4",
    "call 2",
    "end 4",
    "call 5",
    "end 5",
    "end 2",
  ]);
  expect(events.map(({ operation }) => operation.fate)).toEqual([
    "returned",
    "returned",
    "returned",
    "crashed",
    "crashed",
    "returned",
  ]);
});

test("what is wrong has its line and column, and reading goes on", () => {
  const fine = '{"session":0,"method":"read","result":1,"call":1,"return":2}';
  const items = read(
    '{"session":0,"method":"read","result":1,"call":1,"return":2',
    '{"session":0,"method":7,"call":1}',
    '{"session":0,"method":"read"}',
    '{"session":0,"method":"read","call":5,"return":2}',
    '{"session":0,"method":"read","call":5,"return":6,"optional":true}',
    "[1]",
    '{"operations":[]}',
    '{"happensBefore":[[0,1]]}',
    `${fine} x`,
    fine,
  );
  expect(faults(items).map((fault) => fault.split(" ")[0])).toEqual([
    "1:60",
    "2:23",
    "3:1",
    "4:48",
    "5:1",
    "6:1",
    "7:15",
    "8:18",
    "9:1",
  ]);
  expect(items.filter(({ kind }) => kind === "event")).toHaveLength(2);
});
