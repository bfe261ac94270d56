import { describe, expect, test } from "vitest";
import { blame, isDoomed } from "./blame.js";
import type { Death } from "./thread.js";

const [at, next] = [
  { piece: 1, item: 2, question: 1 },
  { piece: 1, item: 1, question: 0 },
];
const death = (phase: Death["beat"]["phase"], cause: Death["cause"], error?: Error): Death => ({
  kind: "died",
  beat: { phase, place: at, since: 0, allowed: Infinity },
  cause,
  error,
});

describe("a thread that is gone", () => {
  test("was ended by what it was at", () => {
    expect(blame(death("deciding", "late"), next, {})).toMatchObject({
      place: at,
      unreadable: false,
      reason: "deadline",
    });
    expect(blame(death("deciding", "full"), next, {})).toMatchObject({ reason: "memory" });
    expect(blame(death("reading", "full"), next, {})).toMatchObject({ place: at, unreadable: true });
    expect(blame(death("deciding", "itself", new Error("oops")), next, {})).toMatchObject({
      reason: "crash",
      message: "oops",
    });
  });

  test("or, before it was at anything, by what comes next", () => {
    expect(blame(death("idle", "itself"), next, {})).toMatchObject({ place: next, unreadable: true });
  });

  test("or by nothing, where it was told to go", () => {
    expect(blame(death("deciding", "told"), next, {})).toBeUndefined();
  });

  test("or by a user's type, without a word or by an error of the type", () => {
    const job = { type: "./mine.ts", typeLoader: "file:///load-type.js" };
    const stack = "Error: oops\n  at Timeout.<anonymous> (/home/me/mine.ts:3:7)";
    const error = Object.assign(new Error("oops"), { stack });
    expect(blame(death("deciding", "itself"), next, job)).toMatchObject({
      reason: "type",
      message: "the type ./mine.ts ended the thread that ran it",
    });
    expect(blame(death("deciding", "itself", error), next, job)?.message).toBe(
      "the type ./mine.ts failed: oops",
    );
    expect(blame(death("deciding", "itself", new Error("ours")), next, job)?.reason).toBe("crash");
    expect(blame(death("deciding", "late"), next, job)?.reason).toBe("deadline");
  });
});

test("the same place is doomed once", () => {
  const doom = { place: at, unreadable: true, reason: "crash", message: "", milliseconds: 0 } as const;
  expect(isDoomed(doom, [doom])).toBe(true);
  expect(isDoomed({ ...doom, unreadable: false }, [doom])).toBe(false);
  expect(isDoomed({ ...doom, place: next }, [doom])).toBe(false);
});
