import { describe, expect, test, vi } from "vitest";
import { check } from "./check.js";
import { parseHistory } from "./history/parse-history.js";
import { measure } from "./measure.js";
import { generateVisibilityHistory } from "@sightline/testing/visibility/generate-visibility.js";
import { types } from "./types/index.js";
import { levelNames } from "./criteria/levels.js";

describe("measure", () => {
  test("gives each level the verdict that check gives it, and the strongest that is satisfied", () => {
    const found = new Set<string>();
    for (let seed = 1; seed <= 400; seed++) {
      const type = [types.set, types.map, types.register][seed % 3];
      const history = generateVisibilityHistory(type, seed, 6);
      const order = seed % 2 === 0 ? "session" : "realtime";
      const { level, verdicts, witness } = measure(history, { type, order });
      const expected = levelNames.map(
        (criterion) => check(history, { type, criterion, order, explain: false }).verdict,
      );
      expect(
        levelNames.map((name) => verdicts[name]),
        `seed ${seed}`,
      ).toEqual(expected);
      expect(level).toBe(levelNames.findLast((_, i) => expected[i] === "satisfied") ?? "none");
      expect(witness === undefined).toBe(level === "none");
      found.add(level);
    }
    expect(found).toContain("none");
    expect(found).toContain("weak");
    expect(found).toContain("complete");
    expect(found.size).toBeGreaterThan(4);
  });

  test("tells a level from its neighbours", () => {
    expect(
      measure(parseHistory("set { add(1) => true } || { contains(1) => true; contains(1) => false }")).level,
    ).toBe("basic");
    expect(measure(parseHistory("register { write(1) } || { read() => 2 }")).level).toBe("none");
    expect(measure(parseHistory("register { write(1) } || { read() => 1 }")).level).toBe("complete");
  });

  test("says what it knows within its limits", () => {
    const sessions = Array.from({ length: 7 }, (_, i) => `{ add(${i}) => true; toArray() => [${i}] }`);
    const history = parseHistory(`set ${sessions.join(" || ")}`);
    const { level, verdicts, reason } = measure(history, { limits: { states: 3 } });
    expect(level).toBe("unknown");
    expect(reason).toBe("states");
    expect(Object.values(verdicts)).toContain("unknown");
    const part = measure(history, { limits: { states: 60 } });
    const { atLeast, below } = part;
    expect(part.level).toBe("unknown");
    expect(atLeast).toBe(levelNames.findLast((name) => part.verdicts[name] === "satisfied"));
    expect(below).toBe(levelNames.find((name) => part.verdicts[name] === "violated"));
    const whole = measure(history);
    expect([whole.atLeast, whole.below]).toEqual([undefined, undefined]);
    const late = measure(history, { limits: { seconds: 0 } });
    expect(late.level === "unknown" ? late.reason : "deadline").toBe("deadline");
  });

  test("a level that is hard leaves time for the others", () => {
    // A clock that goes on with the steps of the type, so that it is not the machine's speed that decides.
    const { set } = types;
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    const step: typeof set.step = (state, invocation) => {
      now += 1;
      return set.step(state, invocation);
    };
    const slow = { name: "slow", init: set.init, step };
    const sessions = Array.from({ length: 9 }, (_, i) => `{ add(${i}) => true; size() => ${1 + (i % 4)} }`);
    const history = parseHistory(sessions.join(" || "));
    try {
      const { level, verdicts, reason, atLeast, below } = measure(history, {
        type: slow,
        limits: { seconds: 5 },
      });
      expect(reason).toBe("deadline");
      expect(verdicts).toMatchObject({ weak: "satisfied", complete: "unknown" });
      expect({ level, atLeast, below }).toEqual({
        level: "unknown",
        atLeast: levelNames.findLast((name) => verdicts[name] === "satisfied"),
        below: undefined,
      });
    } finally {
      clock.mockRestore();
    }
  });

  test("takes few steps of the type, where a few operations of a small history rule a level out", () => {
    const history = parseHistory(
      "rpq { incrby(1,6); rem(1); max() => [1,51]; incrby(4,38); score(4) => 38; rem(1); max() => [4,38]; add(0,14) }" +
        " || { add(0,1); incrby(1,45); max() => [1,6]; add(3,8) } || { add(0,2); rem(4); score(1) => null }",
    );
    const { rpq } = types;
    let steps = 0;
    const step: typeof rpq.step = (state, invocation) => {
      steps++;
      return rpq.step(state, invocation);
    };
    expect(measure(history, { type: { ...rpq, step } }).level).toBe("weak");
    expect(steps).toBeLessThan(3000);
  });

  test("refuses a history without a type", () => {
    expect(() => measure(parseHistory("{ read() => 1 }"))).toThrow(/type/);
  });
});
