import { describe, expect, test } from "vitest";
import { check } from "../check.js";
import { HistoryError } from "../history/error.js";
import { parseHistory } from "../history/parse-history.js";
import { typeFromClass, typeFromModule } from "./index.js";
import type { SequentialType } from "./type.js";
import { TypeFailure } from "./type-failure.js";

const raise = (thrown: unknown): never => {
  throw thrown;
};

/** What `check` throws for two operations of the type. */
function failureOf(type: SequentialType): unknown {
  try {
    check(parseHistory("{ go() => null } || { go() => null }"), { type });
  } catch (error) {
    return error;
  }
  return undefined;
}

const knot: Record<string, unknown> = { name: "knot" };
knot.itself = knot;

/** Fails in the second state, where no look at the initial one tells. */
const later =
  (fail: () => unknown) =>
  (state: number): unknown =>
    state === 0 ? { state: 1, result: null } : fail();

describe("what a user's own type throws or returns is its failure, and said to be", () => {
  test.each<[string, () => unknown, string]>([
    ["throws null", () => raise(null), "mine.ts: step on go threw null"],
    ["throws undefined", () => raise(undefined), "mine.ts: step on go threw undefined"],
    ["throws a text", () => raise("oops"), "mine.ts: step on go threw oops"],
    ["throws a symbol", () => raise(Symbol("s")), "mine.ts: step on go threw Symbol(s)"],
    ["throws what has no text", () => raise(Object.create(null)), "threw something that cannot be shown"],
    ["throws an error", () => raise(new Error("oops")), "mine.ts: step on go failed: oops"],
    [
      "throws what it gets",
      () => (undefined as never as { x: 1 }).x,
      "mine.ts: step on go failed: Cannot read",
    ],
    ["returns no outcome", () => 5, "mine.ts: step on go failed: it must return { state, result }"],
    ["returns a function", () => [0, () => 1], "mine.ts: step on go failed: a function is not a value"],
    ["returns a promise", () => [0, Promise.resolve()], "a specification runs synchronously"],
    ["returns a state that contains itself", () => [knot, null], "a state contains itself, or is nested"],
    [
      "returns a result that contains itself",
      () => [0, knot],
      "an object that contains itself is not a value",
    ],
  ])("it %s", (_, fail, message) => {
    for (const step of [fail, later(fail)]) {
      const failure = failureOf(typeFromModule({ init: () => 0, step }, "mine.ts"));
      expect(failure).toBeInstanceOf(HistoryError);
      expect((failure as Error).message).toContain(message);
    }
  });

  test("init, key and hints alike", () => {
    const step = () => [0, null];
    const init = () => 0;
    const fail = () => raise(null);
    for (const [what, parts] of [
      ["init", { init: fail, step }],
      ["the key of a state", { init, step, key: fail }],
      ["pure", { init, step, pure: fail }],
      ["partition", { init, step, partition: fail }],
      ["quotient", { init, step, quotient: fail }],
    ] as const)
      expect(failureOf(typeFromModule(parts, "mine.ts"))).toMatchObject({
        message: `mine.ts: ${what} threw null`,
      });
  });

  test("a class: what its methods throw is a result, what else fails is its failure", () => {
    class Thrower {
      go() {
        return raise(null);
      }
    }
    const history = parseHistory('{ go() => {"throws":"null"} }');
    expect(check(history, { type: typeFromClass(Thrower) }).verdict).toBe("satisfied");
    class Nameless {
      go() {
        return raise(Object.create(null));
      }
    }
    expect(failureOf(typeFromClass(Nameless))).toMatchObject({
      message: expect.stringMatching(/^class Nameless: go failed: Cannot convert object/) as string,
    });
    class Broken {
      constructor() {
        raise(null);
      }
      go() {}
    }
    expect(failureOf(typeFromClass(Broken))).toMatchObject({
      message: "class Broken: its constructor threw null",
    });
    class Knot {
      go() {}
      toJSON() {
        return knot;
      }
    }
    expect(failureOf(typeFromClass(Knot))).toMatchObject({
      message: expect.stringContaining("class Knot: toJSON failed: a state contains itself") as string,
    });
    class Ends {
      go() {
        throw new TypeFailure("the type asks for the end");
      }
    }
    expect(failureOf(typeFromClass(Ends))).toMatchObject({ message: "the type asks for the end" });
  });

  test("signatures of methods that make no sense are refused at once", () => {
    for (const signature of [null, {}, { params: "key" }, { params: [1] }])
      expect(() => typeFromModule({ init() {}, step() {}, methods: { get: signature } }, "mine.ts")).toThrow(
        'mine.ts: methods.get must be such as { params: ["key", "value?"]',
      );
  });
});
