import { createFollower, findType, type History, isPending, type Sighting, types } from "@sightline/core";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { linearizable } from "@sightline/testing/order/order-oracle.js";
import { readOne } from "@sightline/testing/formats/read-all.js";
import { seeds } from "@sightline/testing/seeds.js";
import { describe, expect, test } from "vitest";
import { type LiveOptions, readLiveLines } from "./read-live-lines.js";
import type { LiveItem } from "./live-item.js";

const itemsOf = (text: string, options: LiveOptions = {}): readonly LiveItem[] => {
  const reader = readLiveLines(options);
  return [...text.split("\n").flatMap((line, at) => reader.take(line, at + 1)), ...reader.end()];
};

/** What a log tells, in short. */
const told = (text: string, options: LiveOptions = {}): string[] =>
  itemsOf(text, options).map((item) => {
    if (item.kind === "header") return `of a ${item.type}`;
    if (item.kind === "error") return `${item.error.line}: ${item.error.code} ${item.error.message}`;
    const { session, object, invocation, result, fate } =
      item.kind === "late" ? item.operation : item.event.operation;
    const what = item.kind === "late" ? "late" : item.event.kind;
    const on = object === undefined ? "" : `${object}.`;
    const came = what === "end" ? ` ${fate}${result === undefined ? "" : ` ${JSON.stringify(result)}`}` : "";
    return `${what} ${session}: ${on}${invocation.method}(${invocation.args.map((arg) => (typeof arg === "string" ? arg : JSON.stringify(arg))).join()})${came}`;
  });

/** What is seen of a log. */
function follow(text: string, options: LiveOptions = {}): Sighting[] {
  let follower: ReturnType<typeof createFollower> | undefined;
  const sightings: Sighting[] = [];
  for (const item of itemsOf(text, options)) {
    if (item.kind === "header") follower = createFollower({ type: findType(item.type ?? "") });
    else if (item.kind === "error") throw item.error;
    else if (item.kind === "event") sightings.push(...(follower?.take(item.event) ?? []));
  }
  return [...sightings, ...(follower?.flush() ?? [])];
}

/** The events of a timed history, each on a line as the notation has it; what never returned is lost before the next. */
function logOf(
  history: History,
  line: (process: number, type: string, f: string, value: unknown) => string,
): string {
  const { size, labels, label, session, call, ret } = history;
  const events: { at: number; order: number; text: string }[] = [];
  for (let id = 0; id < size; id++) {
    const { method, args, result } = labels[label[id]];
    const value = method === "read" ? null : method === "cas" ? args : args[0];
    events.push({ at: call[id], order: 0, text: line(session[id], "invoke", method, value) });
    const next = session.findIndex((own, at) => at > id && own === session[id]);
    if (isPending(history, id)) {
      if (next >= 0)
        events.push({ at: call[next], order: -1, text: line(session[id], "info", method, value) });
      continue;
    }
    const type = method === "cas" && result === false ? "fail" : "ok";
    const returned = method === "read" ? (result ?? null) : value;
    events.push({ at: ret[id], order: 1, text: line(session[id], type, method, returned) });
  }
  events.sort((a, b) => a.at - b.at || a.order - b.order);
  return `${events.map(({ text }) => text).join("\n")}\n`;
}

const edn = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(edn).join(" ")}]` : value === null ? "nil" : JSON.stringify(value);

const notations = {
  "Jepsen's EDN": (process: number, type: string, f: string, value: unknown) =>
    `{:process ${process}, :type :${type}, :f :${f}, :value ${edn(value)}}`,
  "Jepsen's JSON": (process: number, type: string, f: string, value: unknown) =>
    JSON.stringify({ process, type, f, value }),
  "a console log": (process: number, type: string, f: string, value: unknown) =>
    `INFO  jepsen.util - ${process}\t:${type}\t:${f}\t${edn(value)}`,
};

describe("what is followed is what the definition says", () => {
  test.each(Object.entries(notations))("%s", async (_, line) => {
    let [holds, violated] = [0, 0];
    for (let seed = 0; seed < seeds(400); seed++) {
      const history = generateHistory(types.register, seed, 6);
      const { session, call, ret } = history;
      // A process does one thing at a time.
      const isLog =
        history.timed &&
        session.every((own, id) =>
          session.every(
            (other, at) => at >= id || other !== own || isPending(history, at) || ret[at] < call[id],
          ),
        );
      if (!isLog || history.size === 0) continue;
      const text = logOf(history, line);
      const expected = linearizable(await readOne(text, { type: "register" }), types.register);
      expect([seed, follow(text, { type: "register" }).length === 0]).toEqual([seed, expected]);
      if (expected) holds++;
      else violated++;
    }
    expect(Math.min(holds, violated)).toBeGreaterThan(20);
  });
});

describe("a log of Jepsen", () => {
  const log = (...lines: readonly string[]): string =>
    lines
      .map((line) => {
        const [, process, type, f, value] = /^(\S+) (\S+) (\S+) (.*)$/u.exec(line) ?? [];
        return `{:process ${process}, :type :${type}, :f :${f}, :value ${value}}`;
      })
      .join("\n");

  test("tells calls and ends in its order; what is lost may come yet, what failed did not happen", () => {
    const text = log(
      "0 invoke write 1",
      ":nemesis info start nil",
      "1 invoke cas [1 2]",
      "0 ok write 1",
      "1 info cas [1 2]",
      "1 invoke read nil",
      "2 invoke write 3",
      "2 fail write 3",
      "1 ok read 2",
    );
    expect(told(text)).toEqual([
      "of a register",
      "call 0: write(1)",
      "call 1: cas(1,2)",
      "end 0: write(1) returned",
      "end 1: cas(1,2) crashed",
      "call 1/2: read()",
      "call 2: write(3)",
      "end 2: write(3) failed",
      "end 1/2: read() returned 2",
    ]);
    expect(told(`[${text.replaceAll("\n", "\n ")}]`)).toEqual(told(text));
  });

  test("of which it is plain only later what it is of", () => {
    const text = log("0 invoke read nil", "0 ok read #{}", "1 invoke add 3", "1 ok add 3");
    expect(told(text)).toEqual([
      "of a set",
      "call 0: toArray()",
      "end 0: toArray() returned []",
      "call 1: add(3)",
      "end 1: add(3) returned",
    ]);
    expect(told(text.replaceAll("#{}", "0"))[0]).toBe("of a counter");
  });

  test("of independent keys, of keys and values, of transactions", () => {
    expect(told(log('0 invoke write ["x" 1]', '0 ok write ["x" 1]'), { independent: true })).toEqual([
      "of a register",
      "call 0: x.write(1)",
      "end 0: x.write(1) returned",
    ]);
    const kv =
      '{:process 0, :type :invoke, :f :get, :key "k", :value nil}\n{:process 0, :type :ok, :f :get, :key "k", :value "v"}';
    expect(told(kv)).toEqual(["of a kv", "call 0: get(k)", 'end 0: get(k) returned "v"']);
    const txn = log(
      "0 invoke txn [[:w 9 1]]",
      "0 ok txn [[:w 9 1]]",
      "1 invoke txn [[:r 9 nil]]",
      "1 ok txn [[:r 9 nil]]",
    );
    expect(follow(txn)).toHaveLength(1);
  });

  test("a drain leaves a queue of which nothing is known", () => {
    const text = log(
      "0 invoke enqueue 1",
      "0 ok enqueue 1",
      "1 invoke drain nil",
      "1 ok drain [1]",
      "0 invoke dequeue nil",
    );
    expect(told(text).filter((one) => one.startsWith("late"))).toEqual(["late 1: poll()"]);
  });

  test("what is wrong in it has its line, and the rest is read", () => {
    const text = log(
      "0 invoke write 1",
      "1 ok read 1",
      "0 ok write 1",
      "0 invoke add 3",
      "0 invoke read nil",
    );
    expect(told(`${text}\n{:process`)).toEqual([
      "of a register",
      "call 0: write(1)",
      "2: SL2003 process 1 completes :read (:ok) without having invoked it",
      "end 0: write(1) returned",
      "4: SL2003 :add does not go with the operations before it, which are of a register",
      "call 0: read()",
      expect.stringMatching(/^6: SL2003 /),
    ]);
    expect(told(log("0 invoke read [1 2]"), { type: "register" })).toEqual([
      "of a register",
      "1: SL2003 the :value of a :read is a pair [key value]: give --independent",
    ]);
  });
});

describe("other logs", () => {
  test("the console log of Porcupine: a compare-and-set that failed found another value", () => {
    const lines = [
      "Everything set up",
      "INFO jepsen.util - 0 :invoke :cas [0 1]",
      "INFO  jepsen.util - 0\t:fail\t:cas\t[0 1]",
    ];
    expect(told(lines.join("\n"))).toEqual([
      "of a register",
      "call 0: cas(0,1)",
      "end 0: cas(0,1) returned false",
    ]);
  });

  test("operations of Go programs and of etcd's tests, a line each", () => {
    const operation = (op: string, value: string, call: number) =>
      JSON.stringify({
        ClientId: 0,
        Input: { op, key: "x", value },
        Call: call,
        Output: value,
        Return: call + 1,
      });
    expect(told([operation("put", "a", 1), operation("get", "a", 3)].join("\n"))).toEqual([
      "of a kv",
      "call 0: put(x,a)",
      "end 0: put(x,a) returned",
      "call 0: get(x)",
      'end 0: get(x) returned "a"',
    ]);
    const range =
      '{"ClientId":1,"Input":{"Type":"range","Range":{"Start":"k"}},"Call":5,"Output":{"Range":{"KVs":[]}},"Return":6}';
    expect(told(range)).toEqual(["of a map", "call 1: get(k)", "end 1: get(k) returned null"]);
    expect(told('{"ClientId":0,"Kind":0,"Id":1,"Value":{}}')).toEqual([
      "1: SL2012 events cannot be followed: write a porcupine.Operation on a line when it has returned",
    ]);
  });

  test("what is not written line by line is refused", () => {
    expect(told("X86 SB\n")).toEqual([expect.stringContaining("litmus is not written line by line")]);
  });
});
