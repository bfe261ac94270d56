import { check, isPending, labelOf, printOperation } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { readError, readOne, testData } from "@sightline/testing/formats/read-all.js";

/** Events in short: `0 invoke read nil`. */
const log = (...lines: string[]): string =>
  lines
    .map((line) => {
      const [, process, type, f, value] = /^(\S+) (\S+) (\S+) (.*)$/u.exec(line) ?? [];
      return `{:process ${process}, :type :${type}, :f :${f}, :value ${value}}`;
    })
    .join("\n");

const printed = async (text: string, options = {}): Promise<string[]> => {
  const history = await readOne(text, options);
  return Array.from({ length: history.size }, (_, id) => {
    const object = history.objects[history.object[id]];
    const on = object === undefined ? "" : `${object}.`;
    const session = history.sessions[history.session[id]];
    return `${session}: ${on}${printOperation(labelOf(history, id))}${isPending(history, id) ? " pending" : ""}`;
  });
};

describe("jepsen", () => {
  const events = log(
    "0 invoke write 1",
    "1 invoke read nil",
    ":nemesis info start nil",
    "0 ok write 1",
    "2 invoke cas [1 2]",
    "1 ok read nil",
    "2 info cas :timeout",
    "0 invoke cas [1 3]",
    "0 fail cas [1 3]",
    "2 invoke read nil",
    "3 invoke write 9",
  );

  test("pairs events; info and missing completions are pending, failures dropped, crashed processes renewed", async () => {
    const expected = [
      "0: write(1)",
      "1: read() => null",
      "2: cas(1,2) pending",
      "2/2: read() pending",
      "3: write(9) pending",
    ];
    expect(await printed(events)).toEqual(expected);
    expect(await printed(`; comment\n[${events}]`)).toEqual(expected);
    expect(await printed(`(${events.replaceAll("\n", " #_{:skipped true} ")})`)).toEqual(expected);
    expect(await printed(events.replaceAll("{:process", "#jepsen.history.Op{:process"))).toEqual(expected);
    const history = await readOne(events);
    expect(history.type).toBe("register");
    expect([...history.call]).toEqual([0, 1, 3, 5, 6]);
    expect([...(history.lines ?? [])]).toEqual([1, 2, 5, 10, 11]);
  });

  test("a read of nil is a read of null, unless the register can never be null", async () => {
    expect(await printed(events, { initial: 0 })).toContain("1: read()");
    expect(await printed(`${events}\n${log("5 invoke write nil")}`, { initial: 0 })).toContain(
      "1: read() => null",
    );
  });

  test("clients may have names; only the nemesis is left out", async () => {
    const named = log(
      '"p0" invoke write 1',
      ":c1 invoke read nil",
      ":nemesis info kill nil",
      '"nemesis" info kill nil',
      '"p0" ok write 1',
      ":c1 info read nil",
      ":c1 invoke read nil",
      ":c1 ok read 1",
      "p2 invoke write 2",
      "12345678901234567890 invoke write 3",
    );
    const expected = ["p0: write(1)", "c1: read() pending", "c1/2: read() => 1", "p2: write(2) pending"];
    expect(await printed(named)).toEqual([...expected, "12345678901234567890: write(3) pending"]);
    const json = (process: string, type: string) => ({ process, type, f: "write", value: 1 });
    expect(
      await printed(JSON.stringify([json("p0", "invoke"), json("nemesis", "info"), json("p0", "ok")])),
    ).toEqual(["p0: write(1)"]);
  });

  test("a log whose every event was left out is a history without operations", async () => {
    for (const text of [
      log(":nemesis info start nil"),
      log("0 invoke read nil", "0 fail read nil"),
      ":nemesis\t:info\t:start\tnil\n",
    ])
      for (const options of [{}, { format: "jepsen" }]) expect((await readOne(text, options)).size).toBe(0);
  });

  test("what the nemesis does is told as annotations, where it stands in the log", async () => {
    const text = log(
      ":nemesis info start nil",
      "0 invoke write 1",
      ':nemesis info start "Cut off [:n1]"',
      "0 ok write 1",
      "1 invoke read nil",
      "1 fail read nil",
      ":nemesis info kill {:n1 :killed}",
      ":nemesis info odd ##NaN",
    );
    expect((await readOne(text)).annotations).toEqual([
      { at: 0, text: "nemesis start" },
      { at: 1, text: "nemesis start Cut off [:n1]" },
      { at: 2, text: "nemesis kill {n1:killed}" },
      { at: 2, text: "nemesis odd" },
    ]);
    const columns = "0\t:invoke\t:write\t1\n:nemesis\t:info\t:start\tnil\n0\t:ok\t:write\t1\n";
    expect((await readOne(columns)).annotations).toEqual([{ at: 1, text: "nemesis start" }]);
  });

  test("no event at all is no history, as without --format", async () => {
    for (const text of ["[]", "[ ]\n", "[\n]"])
      for (const options of [{}, { format: "jepsen" }, { format: "json" }])
        expect(await readError(text, options)).toBe("in: the input holds no history: 0 operations");
    expect(await readError("()", {})).toBe("in: the input holds no history: 0 operations");
    for (const text of ["", " \n\t\n"])
      for (const format of [
        undefined,
        "jepsen",
        "json",
        "ndjson",
        "notation",
        "porcupine",
        "visearch",
        "litmus",
      ])
        expect(await readError(text, { format })).toContain("0 operations");
  });

  test("reads history.txt and the log of today", async () => {
    const columns = [
      '"p0"\t:invoke\t:write\t1',
      "2\t:invoke\t:cas\t[3 0]",
      ":nemesis\t:info\t:start\tnil",
      '"p0"\t:ok\t:write\t1',
      "2\t:fail\t:cas\t[3 0]\t:not-equal",
      ":c1\t:invoke\t:read\tnil",
      ":c1\t:ok\t:read\t1",
    ];
    const expected = ["p0: write(1)", "c1: read() => 1"];
    expect(await printed(columns.join("\n"))).toEqual(expected);
    expect(await printed(columns.join("\r\n"), { format: "jepsen" })).toEqual(expected);
    for (const prefix of [
      "2024-05-01 10:00:00,123{GMT}\tINFO\t[jepsen worker 0] jepsen.util: ",
      "INFO jepsen.util: [ worker 0 ] ",
    ])
      expect(
        await printed(
          ["INFO jepsen.core: Everything set up", ...columns.map((line) => prefix + line)].join("\n"),
        ),
      ).toEqual(expected);
    expect(await readError("2\t:ok\t:read\t3")).toContain("in:1:1: process 2 completes :read");
  });

  test("a list of micro-operations is a transaction, whatever it is called", async () => {
    const text = log(
      "0 invoke txn [[:w 9 1]]",
      "0 ok txn [[:w 9 1]]",
      "1 invoke read [[:r 9 nil]]",
      "1 ok read [[:r 9 1]]",
      "1 invoke write [[:w 9 2] [:w 8 2]]",
    );
    expect(await printed(text)).toEqual([
      "0: txn([[write,9,1]]) => [[write,9,1]]",
      "1: txn([[read,9,null]]) => [[read,9,1]]",
      "1: txn([[write,9,2],[write,8,2]]) pending",
    ]);
    expect((await readOne(text)).type).toBe("multi-register");
    const unnamed =
      "{:process 0, :type :invoke, :value [[:append 9 1]]}\n{:process 0, :type :ok, :value nil}";
    expect(await readError(unnamed)).toContain("in:2:1: the :value of a :txn must be a list");
    expect(await readError("{:process 0, :type :invoke, :value 7}")).toContain(
      "in:1:1: an event must have an :f",
    );
  });

  test("transactions that append are of lists", async () => {
    const text = [
      "{:index 2 :type :invoke, :process 0, :value [[:append 255 8] [:r 253 nil]]}",
      "{:index 3 :type :ok, :process 0, :value [[:append 255 8] [:r 253 [1 3 4]]]}",
      "{:index 4 :type :invoke, :process 1, :value [[:r 255 nil] [:r 254 nil]]}",
      "{:index 5 :type :ok, :process 1, :value [[:r 255 [8]] [:r 254 nil]]}",
    ].join("\n");
    const expected = [
      "0: txn([[append,255,8],[read,253,null]]) => [[append,255,8],[read,253,[1,3,4]]]",
      "1: txn([[read,255,null],[read,254,null]]) => [[read,255,[8]],[read,254,[]]]",
    ];
    expect(await printed(text)).toEqual(expected);
    expect((await readOne(text)).type).toBe("multi-list");
    const reads = log("0 invoke txn [[:r 1 nil]]", "0 ok txn [[:r 1 [2]]]");
    expect((await readOne(reads)).type).toBe("multi-list");
    expect((await readOne(reads, { type: "multi-register" })).type).toBe("multi-register");
    expect((await readOne(reads.replace("[2]", "2"))).type).toBe("multi-register");
    const keyed = log("0 invoke txn [7 [[:append 1 2]]]", "0 ok txn [7 [[:append 1 2]]]");
    expect(await printed(keyed, { independent: true })).toEqual([
      "0: 7.txn([[append,1,2]]) => [[append,1,2]]",
    ]);
  });

  test("counters go up and down", async () => {
    const text = log("0 invoke inc nil", "0 ok inc nil", "0 invoke dec 3", "0 ok dec 3", "0 invoke read nil");
    expect(await printed(`${text}\n${log("0 ok read -2")}`)).toEqual([
      "0: inc()",
      "0: add(-3)",
      "0: read() => -2",
    ]);
    expect((await readOne(text)).type).toBe("counter");
    expect(await readError(log("0 invoke inc :x"))).toContain(
      "in:1:1: the :value of an :inc must be a number",
    );
  });

  test("a bank has the accounts of a transfer as arguments, and asks for its type", async () => {
    const text = log(
      "0 invoke transfer {:from 0 :to 1 :amount 5}",
      "0 ok transfer {:from 0 :to 1 :amount 5}",
      "1 invoke read nil",
      "1 ok read {0 5, 1 15}",
    );
    expect(await printed(text)).toEqual(["0: transfer(0,1,5) => true", '1: read() => {"0":5,"1":15}']);
    expect((await readOne(text)).type).toBeUndefined();
    expect((await readOne(text, { type: "./bank.ts" })).type).toBe("./bank.ts");
    expect(await readError(log("0 invoke transfer {:from 0 :to 1}"))).toContain(
      "in:1:1: the :value of a :transfer",
    );
  });

  test("any :f is a method of the type that is named", async () => {
    const text = log("0 invoke addFirst 7", "0 ok addFirst 7", "0 invoke pollFirst nil", "0 ok pollFirst 7");
    expect(await printed(text, { type: "deque" })).toEqual(["0: addFirst(7)", "0: pollFirst() => 7"]);
    expect(check(await readOne(text, { type: "deque" })).verdict).toBe("satisfied");
    // A workload that is known has no other functions.
    expect(
      await readError(log("0 invoke write 1", "0 ok write 1", "0 invoke frob 1"), { type: "register" }),
    ).toContain("in:3:1: :f :frob is not supported");
  });

  test("elle-cli's JSON may leave f out", async () => {
    const event = (type: string, value: unknown) => ({ process: 0, type, value, index: 1 });
    const text = JSON.stringify([
      event("invoke", [
        ["append", 255, 8],
        ["r", 253, null],
      ]),
      event("ok", [
        ["append", 255, 8],
        ["r", 253, [1]],
      ]),
      event("invoke", [["append", 253, 1]]),
      event("info", null),
    ]);
    expect(await printed(text)).toEqual([
      "0: txn([[append,255,8],[read,253,null]]) => [[append,255,8],[read,253,[1]]]",
      "0: txn([[append,253,1]]) pending",
    ]);
  });

  test("reads of maps or lists alone do not tell the type", async () => {
    for (const found of ["{:a 1}", "[1 2 3]", "#{1}"]) {
      const history = await readOne(log("0 invoke read nil", `0 ok read ${found}`));
      expect([history.type, history.size]).toEqual([undefined, 1]);
      expect(() => check(history)).toThrow("the history does not tell its type");
    }
    const text = log("0 invoke read nil", "0 ok read {:a 1}");
    expect((await readOne(text, { type: "register" })).type).toBe("register");
    expect((await readOne(`${text}\n${log("0 invoke write 1")}`)).type).toBe("register");
  });

  test("reads the JSON of elle-cli", async () => {
    const json = [
      { type: "invoke", f: "txn", value: [["w", "x", 2]], process: 0, index: 0 },
      { type: "info", f: "kill", value: null, process: "nemesis", index: 1 },
      { type: "ok", f: "txn", value: [["w", "x", 2]], process: 0, index: 2 },
      {
        type: "invoke",
        f: "txn",
        value: [
          ["r", "x", null],
          ["w", "y", 1],
        ],
        process: 1,
        index: 3,
      },
      {
        type: "ok",
        f: "txn",
        value: [
          ["r", "x", 2],
          ["w", "y", 1],
        ],
        process: 1,
        index: 4,
      },
    ];
    const expected = [
      "0: txn([[write,x,2]]) => [[write,x,2]]",
      "1: txn([[read,x,null],[write,y,1]]) => [[read,x,2],[write,y,1]]",
    ];
    expect(await printed(JSON.stringify(json))).toEqual(expected);
    expect(await printed(JSON.stringify(json, null, 2))).toEqual(expected);
    expect(await printed(json.map((event) => JSON.stringify(event)).join("\n"))).toEqual(expected);
    expect(await readError(`${JSON.stringify(json)}]`)).toContain("expected nothing after the events");
  });

  test("recognises workloads by their functions", async () => {
    const workload = async (...lines: string[]) => {
      const text = log(...lines);
      return [(await readOne(text)).type, ...(await printed(text))];
    };
    expect(await workload("0 invoke acquire nil", "0 ok acquire nil", "0 invoke release nil")).toEqual([
      "mutex",
      "0: acquire()",
      "0: release() pending",
    ]);
    expect(await workload("0 invoke add 3", "0 ok add 3", "0 invoke read nil", "0 ok read #{3 1 2}")).toEqual(
      ["set", "0: add(3)", "0: toArray() => [1,2,3]"],
    );
    expect(await workload("0 invoke add 3", "0 ok add 3", "0 invoke read nil", "0 ok read 3")).toEqual([
      "counter",
      "0: add(3)",
      "0: read() => 3",
    ]);
    expect(
      await workload(
        "0 invoke enqueue 3",
        "0 ok enqueue 3",
        "0 invoke dequeue nil",
        "0 ok dequeue 3",
        "1 invoke drain nil",
        "1 ok drain [4 5]",
      ),
    ).toEqual(["queue", "0: offer(3)", "0: poll() => 3", "1: poll() => 4", "1: poll() => 5"]);
    expect(
      await workload("0 invoke txn [[:read :x nil] [:write :y 2]]", "0 ok txn [[:read :x 1] [:write :y 2]]"),
    ).toEqual(["multi-register", "0: txn([[read,x,null],[write,y,2]]) => [[read,x,1],[write,y,2]]"]);
    expect(await workload("0 invoke read nil", "0 fail read nil")).toEqual(["register"]);
  });

  test("--independent makes each key an object", async () => {
    const keyed = log(
      "0 invoke write [:a 1]",
      "0 ok write [:a 1]",
      "1 invoke cas [7 [1 2]]",
      "1 ok cas [7 [1 2]]",
      "0 invoke read [[1] nil]",
      "0 ok read [[1] 5]",
    );
    expect(await printed(keyed, { independent: true })).toEqual([
      "0: a.write(1)",
      "1: 7.cas(1,2) => true",
      "0: [1].read() => 5",
    ]);
    expect(await readError(keyed)).toContain("give --independent");
    expect(await readError(log("0 invoke write 1"), { independent: true })).toContain(
      "must be a pair [key value]",
    );
  });

  test.each([
    [
      ["0 invoke write 1", "0 invoke write 2"],
      "in:2:1: process 0 invokes :write while its :write of line 1 is still open",
    ],
    [["0 ok write 1"], "in:1:1: process 0 completes :write (:ok) without having invoked it"],
    [
      ["0 invoke write 1", "0 ok read 1"],
      "in:2:1: process 0 completes :read, but it invoked :write on line 1",
    ],
    [
      ["0 invoke frob 1"],
      "in:1:1: :f :frob is not supported, unless --type names a type that has it; these are: read, write, cas (register)",
    ],
    [
      ["0 invoke write 1", "1 invoke dequeue 1"],
      "in:2:1: :dequeue does not go with the operations before it, which are of a register",
    ],
    [["0 invoke cas 7"], "in:1:1: the :value of a :cas must be a pair [old new]"],
    [["0 invoke txn [[:inc 1 2]]"], "in:1:1: micro-operation :inc is not supported"],
    [
      ["0 invoke txn [[:w 1 2]]", "1 invoke txn [[:append 1 2]]"],
      "in:2:1: the transactions of a multi-register read and write: :append does not go with that",
    ],
    [
      ["0 invoke txn [[:append 1 2]]", "0 ok txn [[:append 1 2]]", "0 invoke txn [[:w 1 2]]"],
      "in:3:1: the transactions of a multi-list read and append: :write does not go with that",
    ],
    [
      ["0 invoke txn [[:append 1 2] [:r 1 nil]]", "0 ok txn [[:append 1 2] [:r 1 7]]"],
      "in:2:1: a :r of a list must return a collection",
    ],
    [["[0] invoke write 1"], "in:1:1: a :process must be an integer or a name"],
    [["nil invoke write 1"], "in:1:1: a :process must be an integer or a name"],
    [["0.5 invoke write 1"], "in:1:1: a :process must be an integer or a name"],
    [["0 invoke drain nil"], "in:1:1: a :drain that never returned"],
    [["0 started write 1"], "in:1:1: the :type :started is none of :invoke, :ok, :fail, :info"],
    [["0 invoke write ##NaN"], "in:1:1: NaN is not a value"],
    [["0 invoke write 1", "0 ok write 1 x"], "in:2:46: the key x has no value"],
  ])("refuses %j", async (lines, expected) => {
    expect(await readError(log(...lines))).toContain(expected);
  });

  test("refuses text that is no log", async () => {
    expect(await readError("[{:type :invoke}", { format: "jepsen" })).toContain(
      "in:1:2: an event must have a :process",
    );
    expect(await readError("[:a]", { format: "jepsen" })).toContain("in:1:2: an event must be a map");
    expect(await readError(`[${log("0 invoke write 1")}`)).toContain(
      'the input ends before the "]" of its events',
    );
    expect(await readError(`[${log("0 invoke write 1")}] 1`)).toContain("expected nothing after the events");
  });

  test.each([
    ["knossos/bad-analysis.edn", "register", 0, 9, 2, "violated"],
    ["knossos/rethink-fail-minimal.edn", "register", 0, 4, 0, "violated"],
    ["knossos/mongodb-v0-ack-rollback-3.edn", "register", 0, 39, 9, "satisfied"],
    ["knossos/multi-register.edn", "multi-register", { x: 0, y: 0 }, 121, 2, "satisfied"],
  ])("%s", async (file, type, initial, size, pending, verdict) => {
    const history = await readOne(testData(file), { initial });
    expect([history.type, history.size]).toEqual([type, size]);
    expect(Array.from({ length: size }, (_, id) => isPending(history, id)).filter(Boolean).length).toBe(
      pending,
    );
    expect(check(history, { initial }).verdict).toBe(verdict);
  });
});
