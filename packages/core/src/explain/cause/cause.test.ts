import { describe, expect, test } from "vitest";
import type { CheckOptions } from "../../ask/check-options.js";
import { check } from "../../check.js";
import { createHistoryBuilder } from "../../history/builder.js";
import type { HistoryHeader } from "../../history/history-header.js";
import type { History } from "../../history/history.js";
import { parseHistory } from "../../history/parse-history.js";
import type { Value } from "../../history/value.js";

/** `[session, method, args, result, call, return]`. */
type Row = readonly [string | number, string, readonly Value[], Value | undefined, number, number];

function timed(header: HistoryHeader, rows: readonly Row[], object?: string): History {
  const builder = createHistoryBuilder(header);
  for (const [session, method, args, result, call, ret] of rows)
    builder.add({
      session,
      method,
      args,
      ...(result !== undefined && { result }),
      ...(object !== undefined && { object }),
      call,
      return: ret,
    });
  return builder.finish();
}

/** The cause of the violation that the history has. */
function cause(history: History | string, options: CheckOptions = {}): string | undefined {
  const result = check(typeof history === "string" ? parseHistory(history) : history, options);
  if (result.verdict !== "violated") throw new Error(`the history is ${result.verdict}`);
  return result.violation.cause;
}

const register = { type: "register" };
const staleRead: readonly Row[] = [
  [0, "write", [1], null, 0, 1],
  [1, "write", [2], null, 2, 3],
  [2, "read", [], 1, 4, 5],
];

describe("the cause of a violation is the same", () => {
  const stale = cause(timed(register, staleRead));

  test("is sixteen hexadecimal digits", () => expect(stale).toMatch(/^[0-9a-f]{16}$/));

  test("for other values, sessions, objects, ids and times", () => {
    const renamed: readonly Row[] = [
      ["a", "read", [], "old", 70, 90],
      ["b", "write", ["old"], null, 10, 20],
      ["b", "write", ["new"], null, 30, 60],
    ];
    expect(cause(timed(register, renamed))).toBe(stale);
  });

  test("for other objects", () => {
    expect(cause(timed(register, staleRead, "x"))).toBe(cause(timed(register, staleRead, "y")));
  });

  test("whatever else happened in the history", () => {
    const more: readonly Row[] = [
      [0, "write", [7], null, -3, -2],
      ...staleRead,
      [3, "read", [], 2, 6, 9],
      [3, "write", [9], null, 10, 11],
    ];
    expect(cause(timed(register, more))).toBe(stale);
  });

  test("whatever orders were there and did not matter", () => {
    const offers = (second: number, polls: number): History =>
      timed({ type: "queue" }, [
        [0, "offer", [1], true, 0, 1],
        [0, "offer", [2], true, 2, second],
        [1, "poll", [], 2, polls, polls + 1],
        [1, "poll", [], 1, polls + 2, polls + 3],
      ]);
    expect(cause(offers(3, 10))).toBe(cause(offers(20, 10))); // the polls may overlap the second offer
  });

  test("whether session, real time or a declaration orders the operations", () => {
    const inOneSession = staleRead.map((row): Row => [0, row[1], row[2], row[3], row[4], row[5]]);
    expect(cause(timed(register, inOneSession))).toBe(stale);
    const sequential = cause(timed(register, inOneSession), { criterion: "sequential" });
    const declared = createHistoryBuilder(register);
    declared.add({ session: 0, method: "write", args: [5], result: null });
    declared.add({ session: 1, method: "write", args: [6], result: null });
    declared.add({ session: 2, method: "read", result: 5 });
    const happensBefore = [
      [0, 1],
      [1, 2],
    ] as const;
    expect(cause(declared.finish({ ...register, happensBefore }))).toBe(sequential);
  });

  test("for keys and values of a map that are named independently", () => {
    const of = (key: string | number, old: string | number, young: string | number): string | undefined =>
      cause(`map { put(${key},${old}); put(${key},${young}); get(${key}) => ${old} }`);
    expect(of(1, 1, 2)).toBe(of(7, 3, 7));
    expect(of(1, 1, 2)).toBe(of("k", "a", "b"));
  });

  test("for levels, with the declared orders that were needed", () => {
    const text = (n: number): string =>
      `map { put(1,${n}) => null; containsValue(${n}) => false } || { put(0,${n}) => null; put(1,${n + 1}) => ${n} }`;
    const plain = cause(text(0), { criterion: "complete" });
    expect(cause(text(4), { criterion: "complete" })).toBe(plain);
    const { labels, label, session } = parseHistory(text(0));
    const builder = createHistoryBuilder();
    label.forEach((one, id) =>
      builder.add({ session: session[id], ...labels[one], result: labels[one].result ?? null }),
    );
    const ordered = builder.finish({ type: "map", happensBefore: [[0, 2]] });
    expect(cause(ordered, { criterion: "complete" })).toBe(plain);
  });

  test("for models of shared memory", () => {
    const buffering = (x: string, y: string): string =>
      `memory { write(${x},1); read(${y}) => 0 } || { write(${y},1); read(${x}) => 0 }`;
    expect(cause(buffering("x", "y"), { criterion: "sc" })).toBe(
      cause(buffering("b", "a"), { criterion: "sc" }),
    );
    const other = "memory { write(a,3); read(b) => 0 } || { write(b,9); read(a) => 0 } || { write(c,1) }";
    expect(cause(other, { criterion: "sc" })).toBe(cause(buffering("x", "y"), { criterion: "sc" }));
  });
});

test("keys and values of transactions are renamed", () => {
  const of = (type: string, write: string, x: string, value: number, read: string): string | undefined =>
    cause(
      `${type} { txn([["${write}","${x}",${value}]]); txn([["read","${x}",null]]) => [["read","${x}",${read}]] }`,
      { criterion: "sequential" },
    );
  const lost = of("multi-register", "write", "x", 1, "null");
  expect(of("multi-register", "write", "y", 7, "null")).toBe(lost);
  expect(of("multi-register", "write", "y", 7, "9")).not.toBe(lost);
  const appended = of("multi-list", "append", "x", 1, "[1,2]");
  expect(of("multi-list", "append", "y", 5, "[5,6]")).toBe(appended);
  expect(of("multi-list", "append", "y", 5, "[5,5]")).not.toBe(appended);
});

describe("the cause of a violation differs", () => {
  test("for other criteria, types and operations", () => {
    const texts = [
      "register { write(1); write(2); read() => 1 }",
      "register { write(1); read() => 2 }",
      "register { write(1); read() => null }",
      "register { write(1); cas(2,3) => true }",
      "stack { push(1); push(2); pop() => 1 }",
      "queue { offer(1); offer(2); poll() => 2 }",
      "queue { offer(1); poll() => null }",
    ];
    const causes = texts.map((text) => cause(text));
    expect(new Set(causes).size).toBe(texts.length);
    expect(cause(texts[0], { criterion: "complete" })).not.toBe(causes[0]);
  });

  test("for other patterns of equal values", () => {
    const twice = cause("queue { offer(1); poll() => 1; poll() => 1 }");
    expect(cause("queue { offer(1); poll() => 1; poll() => 2 }")).not.toBe(twice);
  });

  test("for numbers that count", () => {
    expect(cause("counter { inc(); read() => 3 }")).not.toBe(cause("counter { inc(); read() => 0 }"));
    expect(cause("queue { offer(1); size() => 0 }")).not.toBe(cause("queue { offer(1); size() => 2 }"));
    expect(cause("queue { offer(2); size() => 0 }")).toBe(cause("queue { offer(7); size() => 0 }"));
    const unsorted = cause("set { add(1); add(2); toArray() => [2,1] }");
    expect(cause("set { add(1); add(2); toArray() => [3,1] }")).not.toBe(unsorted);
    expect(cause("set { add(1); add(2); toArray() => [1] }")).not.toBe(
      cause("set { add(1); add(2); toArray() => [2] }"),
    );
  });

  test("for a user's type by every value: what it does with them is not known", () => {
    const type = {
      name: "box",
      init: () => 0,
      step: (state: unknown, { method, args }: { method: string; args: readonly Value[] }) =>
        method === "put" ? { state: args[0], result: null } : { state, result: state as Value },
    };
    const of = (old: number): string | undefined =>
      cause(`{ put(${old}); put(9); get() => ${old} }`, { type });
    expect(of(1)).not.toBe(of(2));
    expect(of(1)).toBe(of(1));
  });

  test("for the initial value and others", () => {
    const initial = cause("memory { write(x,1); read(x) => 0 }", { criterion: "sc" });
    expect(cause("memory { write(x,1); write(x,2); read(x) => 1 }", { criterion: "sc" })).not.toBe(initial);
  });
});
