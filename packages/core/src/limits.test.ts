import { describe, expect, test } from "vitest";
import { Exhausted } from "./budget.js";
import { check } from "./check.js";
import { HistoryError } from "./history/error.js";
import { parseHistory } from "./history/parse-history.js";
import { boundsOf, type Limits } from "./limits.js";
import { measure } from "./measure.js";
import { admittedOutcomes, explainOutcome } from "./outcomes.js";

const plain = parseHistory("register { write(1) => null; read() => 1 } || { write(2) }");
const sessions = Array.from({ length: 7 }, (_, i) => `{ add(${i}) => true; toArray() => [${i}] }`);
const hard = parseHistory(`set ${sessions.join(" || ")}`);

/** Each question that takes limits, asked with the options as they come. */
const questions: readonly (readonly [string, (options: object) => unknown])[] = [
  ["check", (options) => check(plain, options)],
  ["measure", (options) => measure(plain, options)],
  ["admittedOutcomes", (options) => [...admittedOutcomes(plain, options)]],
  ["explainOutcome", (options) => explainOutcome(plain, [null, 1, null], options)],
];

function errorOf(ask: () => unknown): HistoryError {
  try {
    ask();
  } catch (error) {
    expect(error).toBeInstanceOf(HistoryError);
    return error as HistoryError;
  }
  return expect.fail("no error was thrown");
}

describe.each(questions)("%s refuses", (_, ask) => {
  test("an option that it does not know, and names the one that is meant", () => {
    const { message, path } = errorOf(() => ask({ limit: { seconds: 1 } }));
    expect(message).toBe('unknown option "limit": did you mean "limits"?');
    expect(path).toEqual(["limit"]);
    expect(errorOf(() => ask({ shoeSize: 43 })).message).toMatch(/the options are type, /);
  });

  test("a limit that it does not know", () => {
    const { message, path } = errorOf(() => ask({ limits: { second: 1 } }));
    expect(message).toBe('unknown limit "second": did you mean "seconds"?');
    expect(path).toEqual(["limits", "second"]);
    expect(errorOf(() => ask({ limits: { deadline: 5 } })).message).toBe(
      'unknown limit "deadline": the limits are seconds, megabytes, states, signal',
    );
  });

  test.each([
    ["seconds", NaN],
    ["seconds", "2"],
    ["megabytes", -1],
    ["states", null],
    ["signal", {}],
    ["signal", null],
  ])("%s: %s", (name, value) => {
    expect(errorOf(() => ask({ limits: { [name]: value } })).path).toEqual(["limits", name]);
  });

  test("limits that are none", () => {
    expect(errorOf(() => ask({ limits: null })).path).toEqual(["limits"]);
    expect(errorOf(() => ask({ limits: 3 })).path).toEqual(["limits"]);
  });
});

test("a misspelt criterion option is refused, not ignored", () => {
  expect(errorOf(() => check(plain, { critereon: "causal" } as object)).message).toBe(
    'unknown option "critereon": did you mean "criterion"?',
  );
});

describe("limits are relative", () => {
  test("seconds from the call, megabytes of 2^20 bytes", () => {
    const before = performance.now();
    const { deadline = 0, memory } = boundsOf({ seconds: 3, megabytes: 500 });
    expect(deadline).toBeGreaterThanOrEqual(before + 3000);
    expect(deadline).toBeLessThanOrEqual(performance.now() + 3000);
    expect(memory).toBe(500 * 2 ** 20);
    expect(boundsOf()).toEqual({});
  });

  const reasonWith = (limits: Limits) => {
    const result = check(hard, { criterion: "sequential", algorithm: "wgl", limits });
    return result.verdict === "unknown" ? result.reason : result.verdict;
  };

  test("of which each ends a search", () => {
    expect(reasonWith({ seconds: 3600, megabytes: 10_000, states: 1e9 })).toBe("violated");
    expect(reasonWith({ seconds: 0 })).toBe("deadline");
    expect(reasonWith({ megabytes: 0 })).toBe("memory");
    expect(reasonWith({ states: 3 })).toBe("states");
    expect(reasonWith({ signal: { aborted: true } })).toBe("cancelled");
  });
});

describe("an AbortSignal", () => {
  const aborted = AbortSignal.abort();

  test("that is aborted before: nothing is searched", () => {
    const limits = { signal: aborted };
    expect(check(plain, { limits })).toMatchObject({ verdict: "unknown", reason: "cancelled" });
    expect(measure(plain, { limits })).toMatchObject({ level: "unknown", reason: "cancelled" });
    expect(explainOutcome(plain, [null, 1, null], { limits })).toMatchObject({ reason: "cancelled" });
    const outcomes = admittedOutcomes(plain, { limits });
    expect(() => [...outcomes]).toThrow(Exhausted);
    expect(check(plain, { limits: { signal: new AbortController().signal } }).verdict).toBe("satisfied");
  });

  test("that is aborted during the search ends it", () => {
    const controller = new AbortController();
    let asked = 0;
    const signal = {
      get aborted() {
        if (++asked === 10) controller.abort();
        return controller.signal.aborted;
      },
    };
    const wide = Array.from({ length: 12 }, (_, i) => `{ add(${i}) => true; toArray() => [${i}] }`);
    const history = parseHistory(`set ${wide.join(" || ")}`);
    const result = check(history, {
      criterion: "linearizability",
      algorithm: "wing-gong",
      limits: { signal },
    });
    expect(result).toMatchObject({ verdict: "unknown", reason: "cancelled" });
  });

  test("is not asked to excuse bad input", () => {
    expect(() => check(plain, { criterion: "nosuch", limits: { signal: aborted } })).toThrow(HistoryError);
  });
});
