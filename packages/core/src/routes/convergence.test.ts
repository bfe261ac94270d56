import { describe, expect, test } from "vitest";
import { converges } from "@sightline/testing/history/convergence-oracle.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { check } from "../check.js";
import { HistoryError } from "../history/error.js";
import { createHistoryBuilder } from "../history/builder.js";
import type { History } from "../history/history.js";
import { parseHistory } from "../history/parse-history.js";
import { printHistory } from "../history/print-history.js";
import { recordOf } from "../history/record.js";
import { createRandom } from "../random.js";
import { types } from "../types/index.js";
import { verifyWitness } from "../witness/verify-criterion.js";

const criterion = "convergence";
const verdict = (text: string) => check(parseHistory(text), { criterion }).verdict;

/** The history with some of its reads marked as final. */
function marked(history: History, seed: number): History {
  const random = createRandom(seed);
  const type = types[history.type as "set"];
  const builder = createHistoryBuilder({ type: type.name });
  for (const operation of recordOf(history).operations) {
    const { method, args = [], result, optional } = operation;
    const looks = type.pure?.({ method, args, result: undefined }) === true;
    const isKnown =
      result !== undefined && optional !== true && (!history.timed || operation.return !== undefined);
    builder.add({ ...operation, ...(looks && isKnown && random.chance(0.5) && { final: true }) });
  }
  return builder.finish();
}

describe("convergence", () => {
  test("agrees with its definition, with marks and without", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    for (const name of ["set", "register", "counter", "or-set"] as const)
      for (let seed = 1; seed <= 400; seed++) {
        const plain = generateHistory(types[name], seed, 9);
        const history = seed % 2 === 0 ? plain : marked(plain, seed);
        const result = check(history, { criterion, type: name });
        counts[result.verdict]++;
        expect([name, seed, result.verdict]).toEqual([
          name,
          seed,
          converges(history, types[name]) ? "satisfied" : "violated",
        ]);
      }
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(100);
  });

  test("final reads that ask the same must return the same", () => {
    expect(verdict("register { write(1); !read() => 2 } || { write(2); !read() => 2 }")).toBe("satisfied");
    expect(verdict("register { write(1); !read() => 1 } || { write(2); !read() => 2 }")).toBe("violated");
    expect(verdict("set { !contains(1) => true } || { !contains(2) => false }")).toBe("satisfied");
    expect(verdict("set { a.add(1); !a.size() => 1 } || { !b.size() => 0 }")).toBe("satisfied");
  });

  test("without marks the last read of each session counts, unless an update comes after it", () => {
    expect(verdict("register { write(1); read() => 1 } || { read() => null }")).toBe("violated");
    expect(verdict("register { write(1); read() => 1; read() => 2 } || { write(2); read() => 2 }")).toBe(
      "satisfied",
    );
    expect(verdict("register { write(1); read() => 1 } || { read() => null; write(2) }")).toBe("satisfied");
    expect(verdict("register { write(1) @4-5; read() => 1 @6-7 } || { read() => null @0-1 }")).toBe(
      "satisfied",
    );
    expect(verdict("register { write(1); read() => 1 } || { read() => null } with 2 < 0")).toBe("satisfied");
  });

  test("a violation names those that differ, and its core is one", () => {
    const history = parseHistory(
      "register a { write(1); !read() => 2 } || b { write(2); !read() => 2 } || c { !read() => 1 }",
    );
    const result = check(history, { criterion });
    if (result.verdict !== "violated") throw new Error(result.verdict);
    const { violation } = result;
    expect(violation.reason).toBe(
      "final reads that ask the same differ: #1 read() => 2 of session a (and 1 more), #4 read() => 1 of session c",
    );
    expect(violation.operations).toEqual([1, 4]);
    expect(violation.alternatives).toEqual([{ operation: 4, results: [2] }]);
    expect(violation.notation).toBe("register a { !read() => 2 } || c { !read() => 1 }");
    expect(verdict(violation.notation ?? "")).toBe("violated");
  });

  test("where nothing is compared, it says so", () => {
    const { warnings } = check(parseHistory("register { write(1); !read() => 1 }"), { criterion });
    expect(warnings).toEqual(["no two final reads ask the same: nothing was compared"]);
  });

  test("what is no read, or was not seen, cannot be final", () => {
    expect(() => verdict("set { !add(1) => true }")).toThrow(
      new HistoryError("SL1002", "add(1) => true is marked as final, but it is no read of a set", [
        "operations",
        0,
        "final",
      ]),
    );
    expect(() => verdict("set { !size() }")).toThrow(/what it returned is not known/);
    expect(() => parseHistory("set { ?!size() => 1 }")).toThrow(/cannot be final/);
  });

  test("an order or another algorithm is refused", () => {
    const history = parseHistory("register { !read() => null }");
    expect(() => check(history, { criterion, order: "realtime" })).toThrow(/asks for no order/);
    expect(() => check(history, { criterion, algorithm: "wgl" })).toThrow(/does not decide convergence/);
  });

  test("marks are written and read back", () => {
    const text = "register { write(1); !read() => 1 } || { !r.read() => null }";
    expect(printHistory(parseHistory(text))).toBe(text);
    expect(recordOf(parseHistory(text)).operations[1]).toMatchObject({ method: "read", final: true });
  });

  test("the verifier tells a wrong witness", () => {
    const history = parseHistory("register { !read() => 1 } || { !read() => 1; read() => 2 }");
    const claim = { criterion, type: types.register };
    const verify = (final?: readonly (readonly number[])[]) =>
      verifyWitness(history, claim, { linearization: [0, 1, 2], ...(final !== undefined && { final }) });
    expect(verify([[0, 1]])).toEqual({ valid: true });
    for (const wrong of [undefined, [], [[0]], [[0], [1]], [[0, 1, 2]], [[0, 0, 1]]])
      expect(verify(wrong).valid, JSON.stringify(wrong)).toBe(false);
    const other = parseHistory("register { !read() => 1 } || { !read() => 2 }");
    const broken = { linearization: [0, 1], final: [[0, 1]] };
    expect(verifyWitness(other, claim, broken)).toEqual({
      valid: false,
      reason: "operations 0, 1 ask the same, and do not return the same",
    });
  });
});
