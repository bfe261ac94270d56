import { describe, expect, test } from "vitest";
import { check } from "./check.js";
import { HistoryError } from "./history/error.js";
import type { History } from "./history/history.js";
import { parseHistory } from "./history/parse-history.js";
import { algorithms } from "./ask/algorithms.js";
import { fromRecord } from "@sightline/testing/history/history-record.js";
import { types } from "./types/index.js";
import type { SequentialType } from "./types/type.js";

/** The error that `check` throws. */
function errorOf(history: History, options: object): HistoryError {
  try {
    check(history, options);
  } catch (error) {
    expect(error).toBeInstanceOf(HistoryError);
    return error as HistoryError;
  }
  return expect.fail("no error was thrown");
}

const plain = parseHistory("{ write(1) => null; read() => 1 }");

describe("check refuses", () => {
  test("a history without a type, and says where to give it", () => {
    const { message, path } = errorOf(plain, {});
    expect(message).toMatch(/"type".*--type/);
    expect(path).toEqual(["type"]);
  });

  test.each([
    ["a type", { type: "regster" }, "did you mean 'register'?"],
    ["a type unlike any", { type: "blockchain" }, "the types are register,"],
    ["a criterion", { type: "register", criterion: "linearisability" }, 'did you mean "linearizability"?'],
    ["a criterion unlike any", { type: "register", criterion: "x" }, "the criteria are linearizability,"],
    ["an algorithm", { type: "register", algorithm: "wing-gnog" }, 'did you mean "wing-gong"?'],
    ["an algorithm unlike any", { type: "register", algorithm: "magic" }, "the algorithms are auto,"],
    ["a name of Object.prototype as type", { type: "constructor" }, "unknown type"],
    [
      "a name of Object.prototype as criterion",
      { type: "register", criterion: "toString" },
      "unknown criterion",
    ],
  ])("%s that it does not know: %o", (_, options, words) => {
    expect(errorOf(plain, options).message).toContain(words);
  });

  test("an unknown method, at its operation", () => {
    const history = parseHistory("{ write(1) => null; reed() => 1 }");
    const { message, path } = errorOf(history, { type: "register" });
    expect(message).toContain("read");
    expect(path).toEqual(["operations", 1, "method"]);
  });

  test("wrong arguments, at their operation", () => {
    const history = parseHistory("{ read() => null; write() => null }");
    expect(errorOf(history, { type: "register" }).path).toEqual(["operations", 1, "method"]);
    const tooMany = parseHistory("{ read(1,2,3) => null }");
    expect(errorOf(tooMany, { type: "register" }).path).toEqual(["operations", 0, "method"]);
  });

  test("an initial state that does not fit, whoever gave it", () => {
    const history = fromRecord({ type: "counter", initial: "many", operations: [] }) as History;
    expect(errorOf(history, {}).path).toEqual(["initial"]);
    expect(errorOf(history, {}).message).toMatch(/does not fit type counter/);
    expect(errorOf(plain, { type: "set", initial: 3 }).path).toEqual(["initial"]);
  });
});

describe("check takes", () => {
  test("the type from the history, over it from the options, by name or as itself", () => {
    const history = parseHistory("stack { push(1); push(2); peek() => 1 }");
    expect(check(history).verdict).toBe("violated");
    const bottomUp: SequentialType<readonly unknown[]> = {
      name: "stack",
      init: () => [],
      step: (state, { method, args }) =>
        method === "push"
          ? { state: [...state, args[0]], result: null }
          : { state, result: state[0] as number },
      key: (state) => JSON.stringify(state),
    };
    expect(check(history, { type: bottomUp }).verdict).toBe("satisfied");
    expect(check(parseHistory("queue { push(1); pop() => 1 }"), { type: "stack" }).verdict).toBe("satisfied");
  });

  test("the initial state of the options over the history's", () => {
    const history = fromRecord({
      type: "register",
      initial: 1,
      operations: [{ session: 0, method: "read", result: 2 }],
    }) as History;
    expect(check(history).verdict).toBe("violated");
    expect(check(history, { initial: 2 }).verdict).toBe("satisfied");
    expect(check(history, { initial: null }).verdict).toBe("violated");
  });

  test("linearizability by default where the history has real time, else sequential", () => {
    const times = [
      { session: 0, method: "write", args: [1], call: 0, return: 1 },
      { session: 1, method: "read", result: null, call: 2, return: 3 },
    ];
    const timed = fromRecord({ type: "register", operations: times }) as History;
    expect(check(timed)).toMatchObject({ criterion: "linearizability", verdict: "violated" });
    expect(check(timed, { criterion: "sequential" })).toMatchObject({
      verdict: "satisfied",
      witness: { linearization: [1, 0] },
    });
    expect(check(plain, { type: "register" }).criterion).toBe("sequential");
  });

  test.each(algorithms)("the empty history, by %s", (algorithm) => {
    const empty = fromRecord({ type: "set", operations: [] }) as History;
    for (const criterion of ["linearizability", "sequential"])
      expect(check(empty, { algorithm, criterion })).toMatchObject({
        verdict: "satisfied",
        witness: { linearization: [] },
      });
  });

  test.each(algorithms.filter((name) => name !== "auto"))("algorithm %s, and says so", (algorithm) => {
    const operations = [
      { session: 0, method: "add", args: [1], result: true, call: 0, return: 1 },
      { session: 0, method: "add", args: [2], result: true, call: 2, return: 3 },
    ];
    const history = fromRecord({ type: "set", operations }) as History;
    expect(check(history, { algorithm }).stats).toMatchObject({ algorithm, parts: 2 });
    const whole = check(history, { algorithm, partition: false });
    expect(whole).toMatchObject({ verdict: "satisfied", witness: { linearization: [0, 1] } });
    expect(whole.stats).not.toHaveProperty("parts");
    expect(check(history, { algorithm, criterion: "sequential" }).stats.algorithm).toBe(algorithm);
  });

  test("auto: what is plain to see, else a monitor where there is one, and the search for what it leaves", () => {
    const operation = { session: 0, call: 0, return: 1 };
    const written = { ...operation, method: "write", args: [1], result: null };
    const misread = { session: 1, method: "read", args: [], result: 2, call: 2, return: 3 };
    const algorithm = (type: string | SequentialType, ...operations: object[]) =>
      check(fromRecord({ operations: operations as never }) as History, { type }).stats.algorithm;
    expect(algorithm("register", written)).toBe("plain");
    expect(algorithm("register", written, misread)).toBe("register-monitor");
    expect(algorithm("counter", { ...operation, method: "inc", result: 7 })).toBe("frontier");
    // A type of the same name that is not the built-in one has no monitor.
    expect(algorithm({ ...types.register }, written, misread)).toBe("frontier");
  });
});

test("a witness that does not hold is a bug, and is not passed on", () => {
  const operations = [0, 2].map((call) => ({
    session: 0,
    method: "tick",
    result: 1,
    call,
    return: call + 1,
  }));
  const history = fromRecord({ operations }) as History;
  // A key that is wrong makes different states one: the search believes it, the verifier does not ask.
  const clock: SequentialType<number> = {
    name: "clock",
    init: () => 0,
    step: (state) => ({ state: state + 1, result: state + 1 }),
    key: () => "always the same",
  };
  expect(check(history, { type: clock, verify: false }).verdict).toBe("satisfied");
  expect(() => check(history, { type: clock })).toThrow(/frontier gave a witness that does not hold/);
});

test("a proof that does not hold is a bug, and is not passed on", () => {
  const operations = [{ session: 0, method: "get", result: 1, call: 0, return: 1 }];
  const history = fromRecord({ operations }) as History;
  /** It begins with 0, and after so many times with 1. */
  const fickle = (most: number): SequentialType<number> => {
    let times = 0;
    return {
      name: "fickle",
      init: () => (times++ < most ? 0 : 1),
      step: (state) => ({ state, result: state }),
    };
  };
  expect(check(history, { type: fickle(Infinity) })).toMatchObject({ violation: { proof: { tree: {} } } });
  const told = (most: number): string => {
    try {
      return check(history, { type: fickle(most) }).verdict;
    } catch (error) {
      return (error as Error).message;
    }
  };
  // Wherever it changes its mind after a proof is found, the verifier sees it.
  const all = Array.from({ length: 100 }, (_, most) => told(most));
  expect(all.filter((one) => one.startsWith("a proof of linearizability does not hold"))).not.toEqual([]);
});
