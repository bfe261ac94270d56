import { check, createRandom, measure, parseHistory, printHistory, recordOf, types } from "@sightline/core";
import { describe, expect, test } from "vitest";
import { recorder } from "./recorder.js";

/** A map as the type has it, with a method of its own. */
class Store {
  readonly #held = new Map<string, number>();
  put(key: string, value: number): number | null {
    const old = this.#held.get(key) ?? null;
    this.#held.set(key, value);
    return old;
  }
  get(key: string): number | undefined {
    return this.#held.get(key);
  }
  keys(): string[] {
    return [...this.#held.keys()].sort();
  }
  get size(): number {
    return this.#held.size;
  }
  put2(key: string, value: number): this {
    this.#held.set(key, value);
    return this;
  }
  close(): string {
    return "closed";
  }
}

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The history without times, in notation. */
function textOf(history: ReturnType<typeof parseHistory>): string {
  return printHistory(parseHistory(printHistory(history).replaceAll(/ @\d+-\d*/g, "")));
}

describe("calls of an object", () => {
  test("are recorded with session, arguments, results, in an order that nobody doubts", () => {
    const rec = recorder({ type: "map", name: "a store" });
    const store = new Store();
    const alice = rec.session("alice").wrap(store);
    const bob = rec.session("bob").wrap(store);
    expect(alice.put("x", 1)).toBe(null);
    expect(bob.get("x")).toBe(1);
    expect(bob.get("y")).toBe(undefined);
    expect(alice.size).toBe(1);
    expect(alice.keys()).toEqual(["x"]);
    const history = rec.history();
    expect(textOf(history)).toBe(
      "map alice { put(x,1) => null; size() => 1; keys() => [x] } || bob { get(x) => 1; get(y) => null }",
    );
    expect(history.name).toBe("a store");
    expect(check(history)).toMatchObject({ criterion: "linearizability", verdict: "satisfied" });
    const { operations } = recordOf(history);
    const instants = operations.flatMap(({ call, return: end }) => [Number(call), Number(end)]);
    expect(instants).toEqual([...new Set(instants)].sort((a, b) => a - b));
  });

  test("of methods that the type has not are passed on, and told", () => {
    const rec = recorder({ type: "map" });
    const store = rec.session(0).wrap(new Store());
    expect(store.close()).toBe("closed");
    expect(store.put2("x", 1)).toBe(store); // chained calls go on being recorded
    expect(store).toBeInstanceOf(Store);
    expect([...rec.unrecorded]).toEqual(["close", "put2"]);
    expect(rec.size).toBe(0);
  });

  test("under other names are recorded by the names of the type", () => {
    const rec = recorder({ type: "map", methods: { put2: "put", get: "get" } });
    const store = rec.session(0).wrap(new Store());
    store.put2("x", 1).get("x");
    // The object itself, given back, is no answer.
    expect(textOf(rec.history())).toBe("map { put(x,1); get(x) => 1 }");
    expect(() => recorder({ type: "map", methods: ["putt"] })).toThrow(
      'type map has no method "putt": did you mean "put"?',
    );
  });

  test("of JavaScript's own maps and sets need no names", () => {
    const rec = recorder({ type: "map" });
    const map = rec.session(0).wrap(new Map<string, number>());
    map.set("x", 1).set("y", 2);
    expect([map.get("x"), map.has("z"), map.delete("y"), map.size]).toEqual([1, false, true, 1]);
    expect(textOf(rec.history())).toBe(
      "map { put(x,1); put(y,2); get(x) => 1; containsKey(z) => false; remove(y); size() => 1 }",
    );
    expect(check(rec.history()).verdict).toBe("satisfied");

    const other = recorder({ type: "set" });
    const set = other.session(0).wrap(new Set<number>());
    set.add(1);
    expect([set.has(1), set.delete(1), set.delete(1), set.size]).toEqual([true, true, false, 0]);
    expect(textOf(other.history())).toBe(
      "set { add(1); contains(1) => true; remove(1) => true; remove(1) => false; size() => 0 }",
    );
  });

  test("of JavaScript's own arrays need no names, as stack, queue and deque", () => {
    const used = (type: string, use: (array: number[]) => void): string => {
      const rec = recorder({ type });
      use(rec.session(0).wrap([]));
      expect(check(rec.history()).verdict).toBe("satisfied");
      return textOf(rec.history());
    };
    const stack = used("stack", (array) => [array.push(1), array.pop(), array.pop(), array.length]);
    expect(stack).toBe("stack { push(1); pop() => 1; pop() => null; size() => 0 }");
    const queue = used("queue", (array) => [array.push(1), array.push(2), array.shift(), array.length]);
    expect(queue).toBe("queue { offer(1); offer(2); poll() => 1; size() => 1 }");
    const deque = used("deque", (array) => [array.push(1), array.unshift(2), array.pop(), array.shift()]);
    expect(deque).toBe("deque { addLast(1); addFirst(2); pollLast() => 1; pollFirst() => 2 }");
  });

  test("of every built-in type are recorded by their own names, with nothing said", () => {
    for (const type of Object.values(types)) {
      const names = Object.keys(type.methods ?? {});
      const object = Object.fromEntries(names.map((name) => [name, () => null]));
      const rec = recorder({ type });
      const wrapped = rec.session(0).wrap(object);
      for (const name of names) wrapped[name]();
      expect(rec.size, type.name).toBe(names.length);
      expect([...rec.unrecorded]).toEqual([]);
    }
  });

  test("that give what can be read but once are recorded without it", () => {
    const rec = recorder({ type: "map" });
    const map = rec.session(0).wrap(new Map([["x", 1]]));
    expect([...map.keys()]).toEqual(["x"]);
    expect(textOf(rec.history())).toBe("map { keys() }");
  });

  test("are all recorded where there is no type", () => {
    const rec = recorder();
    const store = rec.session(0).wrap(new Store());
    store.put2("x", 1).close();
    expect(textOf(rec.history())).toBe("{ put2(x,1); close() => closed }");
  });

  test("are recorded as they were, whatever becomes of their values", () => {
    const rec = recorder({ type: "register" });
    const held: { value: number[] } = { value: [] };
    const register = rec.session(0).wrap({
      write: (value: number[]) => void (held.value = value),
      read: () => held.value,
    });
    const list = [1];
    register.write(list);
    register.read().push(2);
    expect(textOf(rec.history())).toBe("register { write([1]) => null; read() => [1] }");
  });

  test("with values that are no data are refused, by their place", () => {
    const rec = recorder({ type: "register" });
    rec.call(0, "write", [new Date(0)], () => null);
    expect(() => rec.history()).toThrow(
      "operations[0].args[0]: a Date is no data: give its getTime() or its toISOString()",
    );
  });

  test("are of several objects", () => {
    const rec = recorder({ type: types.map });
    const alice = rec.session("alice");
    alice.wrap(new Store(), { object: "one" }).put("x", 1);
    alice.wrap(new Store(), { object: "two" }).put("x", 1);
    expect(check(rec.history()).verdict).toBe("satisfied");
  });

  test("options are not guessed", () => {
    expect(() => recorder({ typ: "map" } as object)).toThrow('unknown option "typ"');
    expect(() => recorder({ type: "mapp" })).toThrow("did you mean 'map'?");
    expect(() => recorder({ type: "queue", sample: 0.5 })).toThrow("queue does not");
    expect(() => recorder({ type: "map", sample: 0 })).toThrow("`sample` is a share");
    expect(() => recorder({ type: "map", last: 10 })).toThrow("`last` needs `state`");
  });
});

describe("calls that take time", () => {
  test("last until their promise is kept", async () => {
    const rec = recorder({ type: "register" });
    let held = 0;
    const store = {
      async write(value: number) {
        await pause();
        held = value;
      },
      async read() {
        const value = held;
        await pause();
        return value;
      },
    };
    const [alice, bob] = ["alice", "bob"].map((name) => rec.session(name).wrap(store));
    await Promise.all([alice.write(1), bob.read()]);
    const [write, read] = recordOf(rec.history()).operations;
    expect(Number(read.call)).toBeLessThan(Number(write.return));
    expect(Number(write.call)).toBeLessThan(Number(read.return));
  });

  test("and overlap in one session have no order; what follows both comes after both", async () => {
    const rec = recorder({ type: "register", initial: 0 });
    const alice = rec.session("alice");
    const waits: (() => void)[] = [];
    const slow = (method: string, args: number[]) =>
      alice.call(method, args, () => new Promise<void>((resolve) => waits.push(resolve)));
    const both = [slow("write", [1]), slow("write", [2])];
    for (const wake of waits) wake();
    await Promise.all(both);
    expect(alice.call("read", [], () => 1)).toBe(1);
    const history = rec.history();
    expect(textOf(history)).toBe(
      'register(0) alice { write(1) => null; read() => 1 } || "alice+2" { write(2) => null } with 2 < 1',
    );
    expect(check(history, { criterion: "sequential" }).verdict).toBe("satisfied");
  });

  test("are pending while they last, and what follows is not ordered after them", () => {
    const rec = recorder({ type: "register" });
    const alice = rec.session("alice");
    void alice.call("write", [1], () => new Promise(() => {}));
    alice.call("read", [], () => null);
    const { operations } = recordOf(rec.history());
    expect(operations).toMatchObject([{ session: "alice" }, { session: "alice+2", result: null }]);
    expect(operations[0]).not.toHaveProperty("return");
    expect(check(rec.history()).verdict).toBe("satisfied");
  });

  test("are in the session that they are run in, however often they wait", async () => {
    const rec = recorder({ type: "counter" });
    let count = 0;
    const counter = rec.wrap({
      async inc() {
        await pause();
        count++;
      },
      read: () => count,
    });
    const client = async (): Promise<void> => {
      await counter.inc();
      await pause();
      counter.read();
    };
    await Promise.all([rec.run("alice", client), rec.run("bob", client)]);
    const sessions = recordOf(rec.history()).operations.map(({ session, method }) => `${session} ${method}`);
    expect(sessions.sort()).toEqual(["alice inc", "alice read", "bob inc", "bob read"]);
    expect(() => counter.read()).toThrow("this call is in no session");
  });
});

describe("calls that fail", () => {
  const fail = (): never => {
    throw new RangeError("no");
  };

  test("may have taken effect, and may yet", async () => {
    const rec = recorder({ type: "register", initial: 0 });
    const alice = rec.session("alice");
    expect(() => alice.call("write", [1], fail)).toThrow("no");
    await expect(alice.call("write", [2], () => Promise.reject(new Error("late")))).rejects.toThrow("late");
    for (const value of [0, 2, 1]) alice.call("read", [], () => value);
    expect(check(rec.history()).verdict).toBe("satisfied");
    alice.call("read", [], () => 0);
    expect(check(rec.history()).verdict).toBe("violated");
  });

  test("have not, where one says so; or have a result", () => {
    const rec = recorder({
      type: "register",
      initial: 0,
      failure: (error, method) => (method === "write" ? "failed" : { result: (error as Error).name }),
    });
    const alice = rec.session("alice");
    expect(() => alice.call("write", [1], fail)).toThrow("no");
    expect(() => alice.call("read", [], fail)).toThrow("no");
    expect(textOf(rec.history())).toBe("register(0) alice { read() => RangeError }");
  });
});

describe("long runs", () => {
  test("are kept to the last operations, which start from what the object held then", async () => {
    const random = createRandom(1);
    let held = 0;
    const rec = recorder({ type: "counter", last: 50, state: () => held });
    const counter = {
      async inc() {
        if (random.chance(0.5)) await pause();
        held++;
      },
      read: () => held,
    };
    const client = async (name: string): Promise<void> => {
      const mine = rec.session(name).wrap(counter);
      for (let i = 0; i < 200; i++) {
        await (random.chance(0.5) ? mine.inc() : mine.read());
        if (random.chance(0.2)) await pause();
        if (i % 20 === 19) expect(check(rec.history(), { explain: false }).verdict).toBe("satisfied");
      }
    };
    await Promise.all([client("alice"), client("bob")]);
    expect(rec.history().initial).toBeGreaterThan(50);
    expect(rec.size).toBeLessThan(200);
  });

  test("what is in doubt stays so when the run is cut", () => {
    let held = 0;
    const rec = recorder({ type: "register", last: 3, state: () => held, initial: 0 });
    const alice = rec.session("alice");
    expect(() =>
      alice.call("write", [7], () => {
        throw new Error("time out");
      }),
    ).toThrow("time out");
    for (let i = 1; i < 10; i++) alice.call("write", [i], () => void (held = i));
    held = 7; // it has taken effect now
    alice.call("read", [], () => held);
    const history = rec.history();
    expect(history.size).toBeLessThan(9);
    expect(check(history).verdict).toBe("satisfied");
  });

  test("are kept to some of the keys", () => {
    const rec = recorder({ type: "map", sample: 0.2 });
    const store = rec.session(0).wrap(new Store());
    for (let i = 0; i < 1000; i++) store.put(`k${i}`, i);
    for (let i = 0; i < 1000; i++) store.get(`k${i}`);
    store.keys();
    const history = rec.history();
    expect(history.size).toBeGreaterThan(300);
    expect(history.size).toBeLessThan(500);
    expect(check(history).verdict).toBe("satisfied");
  });
});

describe("what replicas had applied", () => {
  /** A counter of which each replica hears of the others' increments when it is told to. */
  class Replica {
    readonly applied: Record<string, number> = { alice: 0, bob: 0 };
    constructor(readonly name: string) {}
    inc() {
      this.applied[this.name]++;
    }
    read() {
      return this.applied["alice"] + this.applied["bob"];
    }
    hear(other: Replica) {
      this.applied[other.name] = other.applied[other.name];
    }
  }

  test("is told with each call, and levels are asked of that", () => {
    const rec = recorder({ type: "counter" });
    const [alice, bob] = ["alice", "bob"].map((name) => new Replica(name));
    const a = rec.session("alice").wrap(alice, { saw: () => alice.applied });
    const b = rec.session("bob").wrap(bob, { saw: () => bob.applied });
    a.inc();
    b.read();
    b.inc();
    alice.hear(bob);
    a.read();
    a.inc();
    bob.hear(alice);
    rec.session("bob").call("read", [], () => bob.read(), { saw: () => bob.applied });
    const history = rec.history();
    expect(printHistory(history).replace(/ @\d+-\d+/g, "")).toBe(
      "counter alice { inc() => null sees []; read() => 2 saw {alice:1,bob:2}; inc() => null saw {alice:2,bob:2} } || bob { read() => 0 sees []; inc() => null saw {bob:1}; read() => 3 saw {alice:3,bob:2} }",
    );
    expect(measure(history)).toMatchObject({ level: "causal", stats: { algorithm: "recorded sights" } });
  });

  test("is not told where updates cannot be counted, or it is not known", async () => {
    const rec = recorder({ type: "counter" });
    const alice = rec.session("alice");
    await Promise.all([alice.call("inc", [], pause), alice.call("inc", [], pause)]);
    rec.session("bob").call("read", [], () => 1, { saw: () => ({ alice: 1 }) });
    rec.session("carol").call("read", [], () => 0, { saw: () => ({ bob: 0 }) });
    rec.session("dora").call("read", [], () => 0, { saw: () => undefined });
    const { sights } = rec.history();
    expect([...(sights?.known ?? [])]).toEqual([0, 0, 0, 1, 0]);
  });

  test("that cannot be is refused", () => {
    const rec = recorder({ type: "counter" });
    rec.session("bob").call("read", [], () => 1, { saw: () => ({ alice: 1 }) });
    expect(() => rec.history()).toThrow("saw 1 updates of session alice, which has made 0");
    const untyped = recorder().session("bob");
    expect(() => untyped.wrap({}, { saw: () => ({}) })).toThrow("give the recorder the `type`");
    const part = recorder({ type: "map", sample: 0.5 });
    expect(() => part.session("bob").wrap({}, { saw: () => ({}) })).toThrow("leave `sample` and `last` out");
  });
});
