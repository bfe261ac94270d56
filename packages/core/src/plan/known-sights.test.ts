// @module-tag slow
import { describe, expect, test } from "vitest";
import { Exhausted } from "../budget.js";
import { check } from "../check.js";
import { parseHistory } from "../history/parse-history.js";
import { measure } from "../measure.js";
import { admittedOutcomes } from "../outcomes.js";
import type { Violation, Witness } from "../result.js";
import { findType, typeNames } from "../types/index.js";
import { judgeRecorded } from "../witness/verify-recorded.js";
import { compareAxioms } from "@sightline/testing/axioms/compare-axioms.js";
import { compareLevels } from "@sightline/testing/visibility/compare-levels.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { seeds } from "@sightline/testing/seeds.js";

describe("a history that tells what operations saw", () => {
  const wrong =
    "set alice { add(1) => true sees [] } || carol { add(2) => true saw {alice:1} } || bob { contains(2) => true saw {carol:1} }";

  test("says so where that contradicts a level", () => {
    const result = check(parseHistory(wrong), { criterion: "causal" });
    expect(result).toMatchObject({
      verdict: "violated",
      stats: { algorithm: "recorded sights" },
      violation: {
        kind: "core",
        operations: [0, 1, 2],
        stuck: 2,
        reason:
          "#2 contains(2) => true was not recorded as seeing #0 add(1) => true, and vis ⊇ vis∘vis asks for it: #1 add(2) => true was recorded as seeing #0 add(1) => true, and #2 contains(2) => true was recorded as seeing #1 add(2) => true",
        notation: wrong,
      },
    });
    expect(check(parseHistory(wrong), { criterion: "monotonic" })).toMatchObject({
      verdict: "satisfied",
      witness: { sights: "recorded" },
    });
    expect(measure(parseHistory(wrong)).level).toBe("peer");
  });

  test("says so where results contradict each other", () => {
    const text =
      "register { write(1) sees [] } || { write(2) sees [] } || { read() => 1 sees [0,1] } || { read() => 2 sees [0,1] }";
    const { violation } = check(parseHistory(text), { criterion: "weak" }) as { violation: Violation };
    expect(violation.operations).toEqual([0, 1, 2, 3]);
    expect(violation.reason).toContain(
      "#3 read() => 2 was recorded as seeing both #0 write(1) and #1 write(2), and returned what the second leaves",
    );
  });

  test("is told where only some operations do", () => {
    const text = "register { write(1) } || { write(2) } || { read() => 2 sees [0] }";
    const { violation } = check(parseHistory(text), { criterion: "weak" }) as { violation: Violation };
    expect(violation.reason).toContain("#2 read() => 2 was recorded as seeing #0 write(1)");
  });

  test("may have gaps: updates that overtook others of their session", () => {
    const text =
      "register alice { write(1) sees []; write(2) saw {alice:1} } || bob { read() => 2 sees [1]; read() => 2 saw {alice:2} }";
    const history = parseHistory(text);
    expect(measure(history)).toMatchObject({ level: "monotonic", stats: { algorithm: "recorded sights" } });
    const result = check(history, { criterion: "causal" }) as { violation: Violation };
    expect(result.violation.reason).toBe(
      "#2 read() => 2 was not recorded as seeing #0 write(1), and vis ⊇ vis∘vis asks for it: #1 write(2) was recorded as seeing #0 write(1), and #2 read() => 2 was recorded as seeing #1 write(2)",
    );
    const lost = parseHistory(
      "register alice { write(1) sees []; write(2) saw {alice:1} } || bob { read() => 2 saw {alice:2}; read() => 2 sees [1] }",
    );
    expect(check(lost, { criterion: "basic" })).toMatchObject({
      verdict: "satisfied",
      stats: { algorithm: "recorded sights" },
    });
    expect(check(lost, { criterion: "monotonic" })).toMatchObject({
      verdict: "violated",
      stats: { algorithm: "recorded sights" },
      violation: {
        reason: expect.stringContaining("was not recorded as seeing #0 write(1), and vis ⊇ vis∘hb"),
      },
    });
  });

  test("whoever cannot have won, by what else is known, has not", () => {
    // The read tells that a remove came last, of two; the first of them has to stand before a put that it saw, too.
    const text =
      "map a { put(0,1) sees [] } || b { remove(0) saw {a:1}; put(1,1) saw {a:1,b:1} } || c { put(0,2) saw {b:2} } || d { remove(0) sees []; put(2,2) saw {d:1} } || e { get(0) => null saw {b:1,c:1,d:1} } || f { get(0) => 2 saw {c:1,d:1} }";
    const { verdict, stats, violation } = check(parseHistory(text), { criterion: "weak" }) as {
      verdict: string;
      stats: { algorithm: string };
      violation: Violation;
    };
    expect([verdict, stats.algorithm]).toEqual(["violated", "recorded sights"]);
    expect(violation.reason).toContain("no order is left");
  });

  test("is asked for no longer than the limits allow, from the first vector to the last result", () => {
    const size = 4000;
    const session = (own: string, other: string): string =>
      Array.from(
        { length: size },
        (_, at) => `inc() saw {${own}:${at},${other}:${Math.max(0, at - 5)}}`,
      ).join("; ");
    const history = parseHistory(`counter a { ${session("a", "b")} } || b { ${session("b", "a")} }`);
    const whole = check(history, { criterion: "causal" });
    expect(whole).toMatchObject({ verdict: "satisfied", stats: { algorithm: "recorded sights" } });
    const cut = check(history, { criterion: "causal", limits: { states: 3 } });
    expect(cut).toMatchObject({
      verdict: "unknown",
      reason: "states",
      stats: { algorithm: "recorded sights" },
    });
    // What the judge does is counted, too: it may be stopped at any point of it.
    const { witness } = whole as { witness: Witness };
    const claim = {
      type: findType("counter"),
      initial: undefined,
      order: "session",
      levels: () => "causal" as const,
    } as const;
    let steps = 0;
    judgeRecorded(history, claim, witness, (more) => {
      steps += more;
    });
    expect(steps).toBeGreaterThan(2 * 8 * size);
    for (const share of [0.1, 0.5, 0.99]) {
      let left = share * steps;
      const stop = (more: number): void => {
        if ((left -= more) < 0) throw new Exhausted("deadline");
      };
      expect(() => judgeRecorded(history, claim, witness, stop)).toThrow(Exhausted);
    }
  });

  test("is not passed over by criteria and algorithms that know nothing of it", () => {
    const history = parseHistory(wrong);
    expect(check(history, { criterion: "sequential" })).toMatchObject({
      verdict: "satisfied",
      warnings: [
        "sequential does not look at what operations were recorded as seeing: ask for a level or axioms",
      ],
    });
    expect(() => check(history, { criterion: "causal", algorithm: "visearch" })).toThrow(
      "take auto or visibility",
    );
    expect(() => [...admittedOutcomes(history, { criterion: "causal" })]).toThrow(
      "it cannot tell what it saw",
    );
  });
});

describe.each(typeNames)("%s", (name) => {
  const type = findType(name);

  test("levels with what operations saw, by the definition", () => {
    const count = seeds(60);
    const { wrong, held } = compareLevels(type, count, (seed) =>
      generateVisibilityHistory(type, seed, 4, true),
    );
    expect(wrong).toEqual([]);
    expect(held.complete).toBeGreaterThan(0);
    expect(held.complete).toBeLessThan(count);
  });

  test("axioms with what operations saw, by the definition", () => {
    const { held, wrong } = compareAxioms(type, seeds(100), (seed) =>
      generateVisibilityHistory(type, seed, 4, true),
    );
    expect(wrong).toEqual([]);
    expect(Math.min(held.satisfied, held.violated)).toBeGreaterThan(0);
  });
});
