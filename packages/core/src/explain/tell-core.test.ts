import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import type { History } from "../history/history.js";
import { fromRecord, type HistoryRecord } from "@sightline/testing/history/history-record.js";

const reasonOf = (record: HistoryRecord): string => {
  const result = check(fromRecord(record) as History);
  return result.verdict === "violated" ? result.violation.reason : result.verdict;
};
const write = (session: number, value: number, call: number, end: number) =>
  ({ session, method: "write", args: [value], result: null, call, return: end }) as const;
const read = (session: number, result: number | null, call: number, end: number) =>
  ({ session, method: "read", result, call, return: end }) as const;
const untimed = ({ call: _call, return: _return, ...rest }: ReturnType<typeof write | typeof read>) => rest;

/** Values that are written twice leave the monitor out: the words are then the search's own. */
const twice = [write(0, 1, 0, 1), write(0, 1, 2, 3)];

describe("a core in words", () => {
  test("says what could have been returned instead, and what forces it", () => {
    expect(reasonOf({ type: "register", operations: [...twice, read(1, null, 4, 5)] })).toBe(
      "#2 read() => null could have returned 1, but not null. " +
        "Each had returned before the next was called: #1 write(1) => null, then #2 read() => null. " +
        "The other operation cannot help, whether it took effect or not",
    );
  });

  test("names all that could have been returned, though nothing in the history did", () => {
    const operations = [
      { session: 0, method: "inc", result: null, call: 0, return: 1 },
      { session: 1, method: "add", args: [7], result: null, call: 0, return: 3 },
      { session: 2, method: "read", result: 0, call: 2, return: 3 },
    ];
    expect(reasonOf({ type: "counter", operations })).toMatch(
      /^#2 read\(\) => 0 could have returned 1 or 8, but not 0/,
    );
  });

  test("names nothing that the whole history does not allow", () => {
    const operations = [
      { session: 0, method: "inc", result: null, call: 0, return: 1 },
      { session: 1, method: "add", args: [7], result: null, call: 0, return: 3 },
      { session: 2, method: "read", result: 0, call: 2, return: 3 },
      { session: 2, method: "read", result: 1, call: 4, return: 5 }, // impossible too
    ];
    expect(reasonOf({ type: "counter", operations })).not.toContain("could have returned");
  });

  test("says just that where a person would", () => {
    expect(reasonOf({ type: "register", operations: [write(0, 1, 0, 1), read(1, 4, 2, 3)] })).toBe(
      "#1 read() => 4: no operation writes 4, and it was not there at the start",
    );
    const add = { session: 0, method: "add", args: [5], result: true, call: 0, return: 1 };
    const remove = (session: number) =>
      ({ session, method: "remove", args: [5], result: true, call: 2, return: 3 }) as const;
    expect(reasonOf({ type: "set", operations: [add, remove(1), remove(2)] })).toBe(
      "5 was taken twice, by #1 remove(5) => true and #2 remove(5) => true, but only #0 add(5) => true adds it",
    );
    const contains = { session: 1, method: "contains", args: [4], result: true, call: 2, return: 3 };
    expect(reasonOf({ type: "set", operations: [add, contains] })).toBe(
      "#1 contains(4) => true: no operation adds 4, and it was not there at the start",
    );
    const toArray = { session: 1, method: "toArray", result: [5, 4], call: 2, return: 3 };
    expect(reasonOf({ type: "set", operations: [add, toArray] })).toBe(
      "#1 toArray() => [5,4]: no operation adds 4, and it was not there at the start",
    );
    const put = { session: 0, method: "put", args: [1, 2], result: null, call: 0, return: 1 };
    const get = { session: 1, method: "get", args: [3], result: 2, call: 2, return: 3 };
    expect(reasonOf({ type: "map", operations: [put, get] })).toBe(
      "#1 get(3) => 2: no operation puts 2 under key 3, and it was not there at the start",
    );
    const containsKey = { ...get, method: "containsKey", args: [2], result: true };
    expect(reasonOf({ type: "map", operations: [put, containsKey] })).toBe(
      "#1 containsKey(2) => true: no operation puts anything under key 2, and it was not there at the start",
    );
    const acquire = (session: number, call: number, end: number) =>
      ({ session, method: "acquire", result: null, call, return: end }) as const;
    expect(reasonOf({ type: "mutex", operations: [acquire(0, 0, 1), acquire(1, 2, 3)] })).toBe(
      "the mutex was acquired twice, by #0 acquire() => null and #1 acquire() => null, and nothing can have released it in between",
    );
    const poll = (session: number, call: number, end: number) =>
      ({ session, method: "poll", result: 5, call, return: end }) as const;
    const offer = { session: 0, method: "offer", args: [5], result: true, call: 0, return: 1 };
    expect(reasonOf({ type: "queue", operations: [offer, poll(1, 2, 5), poll(2, 3, 4)] })).toMatch(
      /^5 was taken twice, by #1 poll\(\) => 5 and #2 poll\(\) => 5, but only #0 offer\(5\) => true offers it/,
    );
  });

  test("says so where more could have been returned than it names", () => {
    const adds = [1, 2, 4].map((amount, session) => ({
      session,
      method: "add",
      args: [amount],
      call: 0,
      return: 10,
    }));
    const read = { session: 3, method: "read", result: 99, call: 5, return: 8 };
    expect(reasonOf({ type: "counter", operations: [...adds, read] })).toMatch(
      /^#3 read\(\) => 99 could have returned \d, \d, \d, \d or \d, for instance, but not 99/,
    );
  });

  test("of one session names it", () => {
    expect(
      reasonOf({
        type: "register",
        operations: [untimed(write(1, 2, 0, 1)), untimed(write(0, 1, 0, 1)), untimed(read(0, null, 0, 1))],
      }),
    ).toMatch(/In one session: #1 write\(1\) => null, then #2 read\(\) => null/);
  });

  test("tells an order that was declared", () => {
    const operations = [untimed(write(0, 1, 0, 1)), untimed(read(1, null, 0, 1))];
    expect(reasonOf({ type: "register", operations, happensBefore: [[0, 1]] })).toBe(
      "#1 read() => null could have returned 1, but not null. #0 write(1) => null happens before #1 read() => null, as declared",
    );
  });

  test("counts the others", () => {
    const others = Array.from({ length: 5 }, (_, i) => write(2, 9, 10 + 2 * i, 11 + 2 * i));
    expect(reasonOf({ type: "register", operations: [...others, read(1, null, 30, 31)] })).toMatch(
      /The other 4 operations cannot help, whether or not each took effect$/,
    );
  });
});
