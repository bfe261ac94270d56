import { describe, expect, test } from "vitest";
import type { Value } from "../history/value.js";
import { checkLabel, TypeFailure, typeFromClass, typeFromModule } from "./index.js";
import { stateText } from "./state-text.js";
import { toValue } from "./to-value.js";
import { outcomes, type SequentialType, stateKey } from "./type.js";

const call = (type: SequentialType, state: unknown, method: string, ...args: Value[]) =>
  outcomes(type, state, { method, args });

class Bag {
  static readonly readOnly = ["count"];
  readonly #items: unknown[];
  constructor(initial: unknown[] = []) {
    this.#items = initial;
  }
  put(item: unknown) {
    this.#items.push(item);
  }
  take() {
    if (this.#items.length === 0) throw new RangeError("empty");
    return this.#items.pop();
  }
  count() {
    return this.#items.length;
  }
}

class Sack extends Bag {
  override count() {
    return super.count() * 10;
  }
}

class Empty {
  readonly field = 1;
}

describe("a module with init and step", () => {
  const stepping = (step: (state: number[], call: { method: string; args: number[] }) => unknown) =>
    typeFromModule({ init: (initial: number[] = []) => initial, step }, "mine.js");

  test("may return one outcome, as an object or a pair", () => {
    const type = stepping((state, { args }) => ({ state: [...state, ...args], result: undefined }));
    expect(call(type, type.init([1]), "x", 2)).toEqual([{ state: [1, 2], result: null }]);
    const pairs = stepping((state, { args }) => [[...state, ...args], state]);
    expect(call(pairs, [1], "x", 2)).toEqual([{ state: [1, 2], result: [1] }]);
  });

  test("may return several outcomes, or none", () => {
    const several = stepping((state) => [{ state, result: 1 }, { state: [], result: 2 }, { state: [3] }]);
    expect(call(several, [7], "x")).toEqual([
      { state: [7], result: 1 },
      { state: [], result: 2 },
      { state: [3], result: null },
    ]);
    for (const nothing of [undefined, null, false, []])
      expect(
        call(
          stepping(() => nothing),
          [],
          "x",
        ),
      ).toEqual([]);
  });

  test("tells a wrong return from a right one", () => {
    expect(() =>
      call(
        stepping(() => 5),
        [],
        "push",
      ),
    ).toThrow("mine.js: step on push failed: it must return { state, result }");
    expect(() =>
      call(
        stepping(() => [1, 2, 3]),
        [],
        "push",
      ),
    ).toThrow(TypeFailure);
  });

  test("must not change the state that it is given", () => {
    const type = stepping((state) => {
      state.push(1);
      return { state, result: null };
    });
    expect(() => call(type, type.init(), "x")).toThrow(
      /step on x failed: it changed the state .*return a new state instead/,
    );
  });

  test("keeps errors of the user's own", () => {
    const type = stepping(() => {
      throw new TypeError("no such method");
    });
    expect(() => call(type, [], "x")).toThrow("no such method");
  });

  test("may stand in the default export, with name, key, methods and hints that use this", () => {
    const type = typeFromModule(
      {
        default: {
          name: "flag",
          doc: "A flag.",
          methods: { raise: { params: [], doc: "Raises it." } },
          readers: ["see"],
          init: () => ({ up: false }),
          step: (state: unknown) => ({ state, result: 1 }),
          key: (state: { up: boolean }) => (state.up ? 1 : 0),
          pure({ method }: { method: string }) {
            return this.readers.includes(method);
          },
        },
      },
      "flag.js",
    );
    expect(type.name).toBe("flag");
    expect(stateKey(type, { up: true })).toBe(1);
    expect(type.pure?.({ method: "see", args: [], result: 1 })).toBe(true);
    expect("commute" in type).toBe(false);
    expect(() => checkLabel(type, { method: "raised", args: [] })).toThrow("did you mean 'raise'?");
  });

  test("states may be Maps and Sets, told apart by what they hold", () => {
    const type = typeFromModule({ init: () => new Map(), step: () => null }, "m.js");
    expect(stateKey(type, new Map([[1, 2]]))).not.toBe(stateKey(type, new Map([[1, 3]])));
  });

  test.each<[unknown, RegExp]>([
    [undefined, /m\.js exports nothing: export init\(\) and step/],
    [{}, /m\.js exports neither a step function nor a class: export init/],
    [{ step: () => null }, /m\.js: init must be a function/],
    [{ init: () => 0, step: 5 }, /m\.js: step must be a function/],
    [{ init: () => 0, step: () => null, pure: true }, /m\.js: pure must be a function, or left out/],
    [{ Bag, Sack }, /exports 2 classes \(Bag, Sack\): make one of them the default/],
    [{ default: Empty }, /class Empty has no methods/],
  ])("%o is refused", (module, reason) => {
    expect(() => typeFromModule(module, "m.js")).toThrow(reason);
  });
});

describe("a class", () => {
  const type = typeFromClass(Bag);

  test("specifies what its methods return, exceptions included", () => {
    const empty = type.init();
    const [{ state: one, result }] = call(type, empty, "put", "a");
    expect(result).toBeNull();
    expect(call(type, one, "count")[0].result).toBe(1);
    expect(call(type, empty, "count")[0].result).toBe(0);
    const [{ state: two }] = call(type, one, "put", "b");
    expect(call(type, two, "take")[0].result).toBe("b");
    expect(call(type, one, "take")[0].result).toBe("a");
    expect(call(type, two, "take")[0].result).toBe("b");
    expect(call(type, empty, "take")[0].result).toEqual({ throws: "RangeError" });
  });

  test("starts from initial, which stays as it was", () => {
    const initial = ["x", "y"];
    const state = type.init(initial);
    expect(call(type, state, "take")[0].result).toBe("y");
    expect(call(type, state, "take")[0].result).toBe("y");
    expect(initial).toEqual(["x", "y"]);
  });

  test("its states are told apart by the calls made; read-only methods make none", () => {
    const empty = type.init();
    const [{ state: a }] = call(type, empty, "put", 1);
    const [{ state: b }] = call(type, call(type, empty, "count")[0].state, "put", 1);
    const [{ state: c }] = call(type, empty, "put", 2);
    expect(stateKey(type, a)).toBe(stateKey(type, b));
    expect(stateKey(type, a)).not.toBe(stateKey(type, c));
    expect(stateKey(type, a)).not.toBe(stateKey(type, empty));
    expect(stateKey(type, type.init([1]))).not.toBe(stateKey(type, empty));
    expect(type.pure?.({ method: "count", args: [], result: 0 })).toBe(true);
    expect(type.pure?.({ method: "take", args: [], result: 0 })).toBe(false);
  });

  test("with toJSON they are told apart by what it gives", () => {
    class Total {
      #sum = 0;
      add(n: number) {
        return (this.#sum += n);
      }
      toJSON() {
        return this.#sum;
      }
    }
    const total = typeFromModule({ Total }, "total.ts");
    expect(total.name).toBe("Total");
    expect(Object.keys(total.methods ?? {})).toEqual(["add"]);
    const after = (...numbers: number[]) =>
      numbers.reduce((state: unknown, n) => call(total, state, "add", n)[0].state, total.init());
    expect(stateKey(total, after(1, 2))).toBe(stateKey(total, after(3)));
    expect(stateKey(total, after(1, 2))).not.toBe(stateKey(total, after(1, 3)));
  });

  test("takes any number of arguments, and no unknown method", () => {
    checkLabel(type, { method: "put", args: [1, 2, 3] });
    expect(() => checkLabel(type, { method: "putt", args: [] })).toThrow("did you mean 'put'?");
    expect(() => call(type, type.init(), "constructor")).toThrow("type Bag has no method 'constructor'");
  });

  test("has the methods of the class that it extends", () => {
    const sack = typeFromClass(Sack);
    expect(Object.keys(sack.methods ?? {}).sort()).toEqual(["count", "put", "take"]);
    expect(call(sack, call(sack, sack.init(), "put", 1)[0].state, "count")[0].result).toBe(10);
  });

  test("a run straight ahead calls each method once", () => {
    let calls = 0;
    class Ticker {
      tick() {
        return ++calls;
      }
    }
    const ticker = typeFromClass(Ticker);
    let state = ticker.init();
    for (let i = 0; i < 100; i++) state = outcomes(ticker, state, { method: "tick", args: [] })[0].state;
    expect(calls).toBe(100);
  });

  test("refuses methods that are asynchronous, and read-only ones that are not there", () => {
    class Later {
      async get() {
        return Promise.resolve(1);
      }
    }
    const later = typeFromClass(Later);
    expect(() => call(later, later.init(), "get")).toThrow("a specification runs synchronously");
    expect(() => typeFromClass(Bag, { readOnly: ["size"] })).toThrow("readOnly of class Bag names 'size'");
    expect(() => typeFromModule({ Bag, readOnly: "count" }, "bag.ts")).toThrow("readOnly must be an array");
  });
});

test("toValue", () => {
  const own = JSON.parse('{"__proto__": 1}') as object;
  expect(toValue([undefined, NaN, -Infinity, 3n, 2n ** 60n])).toEqual([
    null,
    null,
    null,
    3,
    "1152921504606846976",
  ]);
  expect(toValue(new Map([[1, new Set(["a"])]]))).toEqual([[1, ["a"]]]);
  expect(toValue(new Map([["k", 1]]).keys())).toEqual(["k"]);
  expect(toValue(new Uint8Array([1, 2]))).toEqual([1, 2]);
  expect(toValue(new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  expect(Object.keys(toValue(own) as object)).toEqual(["__proto__"]);
  expect(() => toValue(() => 1)).toThrow("a function is not a value");
  const loop: unknown[] = [];
  loop.push(loop);
  expect(() => toValue(loop)).toThrow("contains itself");
});

test("stateText tells apart what code could tell apart", () => {
  const states = [
    undefined,
    null,
    0,
    -0,
    "0",
    1n,
    1,
    "1n",
    NaN,
    true,
    "true",
    [],
    [[]],
    {},
    { a: undefined },
  ];
  const more = [
    { a: null },
    new Map(),
    new Set(),
    new Set([1]),
    new Map([[1, 1]]),
    [1],
    new Date(0),
    "Map()",
  ];
  const orders = [new Set([1, 2]), new Set([2, 1]), { a: 1, b: 2 }, [1, 2], ["1,2"]];
  const texts = [...states, ...more, ...orders].map(stateText);
  expect(new Set(texts).size).toBe(texts.length);
  expect(stateText({ a: 1, b: 2 })).toBe(stateText({ b: 2, a: 1 }));
  expect(() => stateText(new Bag())).toThrow(/class Bag, which may hide .*toJSON .*key function/);
  expect(() => stateText(() => 1)).toThrow("keep plain data in states");
});
