import {
  check,
  createHistoryBuilder,
  type History,
  parseHistory,
  printHistory,
  recordOf,
} from "@sightline/core";
import { databaseRun } from "@sightline/testing/order/database-run.js";
import { readOne } from "@sightline/testing/formats/read-all.js";
import { describe, expect, test } from "vitest";
import { writeAs, type WrittenFormat } from "../write-as.js";

const again = (format: WrittenFormat, history: History, options = {}): Promise<History> =>
  readOne(writeAs(format, history), options);

/** The operations in the order of their calls, which is that of Jepsen's events. */
const byCall = (history: History) =>
  recordOf(history).operations.toSorted((a, b) => Number(a.call) - Number(b.call));

describe("formats of other tools that are written", () => {
  const timed: readonly string[] = [
    "register 0 { write(1) @0-3; read() => 1 @6-7 } || 1 { cas(1,2) => true @1-4 } || 2 { write(5) @2- }",
    "counter 0 { add(3) @0-2 } || 1 { inc() @1-3; read() => 4 @4-5 }",
    "queue 0 { offer(1) @0-2 } || 1 { poll() => 1 @1-3 }",
    "mutex 0 { acquire() @0-1 } || 1 { acquire() @2- }",
    "multi-register 0 { txn([[write,x,1],[read,y,null]]) => [[write,x,1],[read,y,null]] @0-1 }",
    "multi-list 0 { txn([[append,x,1]]) => [[append,x,1]] @0-1 } || p { txn([[read,x,null]]) => [[read,x,[1]]] @2-3 }",
  ];

  test.each(timed)("jepsen: %s is read back the same", async (text) => {
    expect(printHistory(await again("jepsen", parseHistory(text)))).toBe(printHistory(parseHistory(text)));
  });

  test.each([...timed, "map 0 { put(x,1) => null @0-1 } || 1 { get(x) @2-3 }"])(
    "porcupine-json: %s is read back the same",
    async (text) => {
      const history = parseHistory(text);
      const back = await again("porcupine-json", history, { type: history.type });
      const plain = (one: History) =>
        recordOf(one).operations.map((operation) => ({ ...operation, session: 0 }));
      expect(plain(back)).toEqual(plain(history));
    },
  );

  test("dbcop, plume and jepsen: runs of a database are read back the same, and judged the same", async () => {
    for (const skewFrom of [undefined, 20]) {
      const options = {
        transactions: 60,
        clients: 4,
        keys: 6,
        seed: 3,
        ...(skewFrom !== undefined && { skewFrom }),
      };
      const history = databaseRun({ type: "multi-register", timed: false, ...options });
      const { verdict } = check(history, { criterion: "serializability", explain: false });
      for (const format of ["dbcop", "plume"] as const) {
        const back = await again(format, history);
        expect(check(back, { criterion: "serializability", explain: false }).verdict).toBe(verdict);
        // 0 is written, so that it stands for itself in both.
        expect(back.size).toBe(history.size);
      }
      for (const type of ["multi-register", "multi-list"] as const) {
        const run = databaseRun({ type, pending: 0.1, ...options });
        expect(byCall(await again("jepsen", run))).toEqual(byCall(run));
      }
    }
  });

  test("axe: reads, writes, fences and exchanges of memory are read back the same", async () => {
    const text =
      "memory 0 { write(1,1); fence(); read(2) => 0 } || 1 { exchange(2,5) => 0; read(x) => 3 } || 2 { write(x,3) }";
    expect(printHistory(await again("axe", parseHistory(text)))).toBe(printHistory(parseHistory(text)));
  });

  test.each<[WrittenFormat, string, string]>([
    ["jepsen", "register { write(1) }", "there are no times"],
    ["jepsen", "map { put(1,2) @0-1 }", "jepsen is for histories of type register"],
    ["jepsen", "register { ?write(1) @0-1 }", "jepsen has no optional operations"],
    ["jepsen", "register(7) { read() => 7 @0-1 }", "jepsen has no initial state"],
    ["jepsen", "register { cas(1,2) => false @0-1 }", "jepsen has no cas such as operation 0"],
    ["jepsen", "register { q.write(1) @0-1 }", "jepsen has no objects"],
    [
      "jepsen",
      "register 0 { write(1) @0-; write(2) @1-2 }",
      "was called while another of its session was open",
    ],
    ["porcupine-json", "register { write(1) }", "there are no times"],
    ["dbcop", "multi-register { txn([[write,x,1]]) => [[write,x,1]] }", "integers from 0 on"],
    ["dbcop", "multi-register { txn([[write,1,1]]) }", "transaction 0 has no result"],
    ["plume", "register { write(1) }", "plume is for histories of type multi-register"],
    [
      "plume",
      "multi-register { txn([[write,1,0]]) => [[write,1,0]]; txn([[read,1,null]]) => [[read,1,null]] }",
      "0 was written to 1",
    ],
    ["axe", "memory { read(x) => hello }", 'has "hello" where axe has a number'],
    ["axe", "memory { write(x,1) @0-1 }", "axe has no times"],
    ["axe", "memory { write(x,1) } || { read(x) } with 0 < 1", "axe has no declared happens-before"],
  ])("%s: %s is refused: %s", (format, text, reason) => {
    expect(() => writeAs(format, parseHistory(text))).toThrow(reason);
  });

  test("a session whose name is not a number keeps it in jepsen, and has a number in porcupine-json", async () => {
    const builder = createHistoryBuilder({ type: "register" });
    builder.add({ session: "a b", method: "write", args: [1], call: 0, return: 1 });
    const history = builder.finish();
    expect((await again("jepsen", history)).sessions).toEqual(["a b"]);
    expect((await again("porcupine-json", history)).sessions).toEqual([0]);
  });
});
