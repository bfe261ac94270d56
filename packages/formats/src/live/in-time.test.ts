import { describe, expect, test } from "vitest";
import { createRandom, type LiveOperation } from "@sightline/core";
import { createInTime } from "./in-time.js";

const operation = (id: number, session: string | number = 0): LiveOperation => ({
  id,
  session,
  object: undefined,
  invocation: { method: "read", args: [] },
  line: id,
  fate: "returned",
  result: null,
});

const told = (inTime: ReturnType<typeof createInTime>): string[] =>
  inTime.due().map(({ kind, operation: { id } }) => `${kind} ${id}`);

describe("what happened is passed on in order", () => {
  test("once all sessions have been heard of later; calls before returns at one instant", () => {
    const inTime = createInTime();
    inTime.add(operation(0, "a"), 5, 10);
    inTime.add(operation(1, "b"), 0, 12);
    inTime.add(operation(2, "a"), 12, 20);
    expect(told(inTime)).toEqual([]);
    inTime.idle();
    expect(told(inTime)).toEqual(["call 1", "call 0", "end 0"]);
    inTime.end();
    expect(told(inTime)).toEqual(["call 2", "end 1", "end 2"]);
  });

  test("a session that says nothing is waited for as long as there is patience", () => {
    const inTime = createInTime(3);
    inTime.add(operation(0, "silent"), 0, 1);
    inTime.add(operation(1, "a"), 2, 3);
    inTime.idle();
    inTime.add(operation(2, "a"), 4, 5);
    inTime.idle();
    expect(told(inTime)).toEqual(["call 0"]);
    inTime.idle();
    expect(told(inTime)).toEqual(["end 0", "call 1", "end 1", "call 2"]);
    inTime.idle();
    inTime.idle();
    expect(told(inTime)).toEqual(["end 2"]);
  });

  test("an operation that was called before what is passed on is late", () => {
    const inTime = createInTime(1);
    inTime.add(operation(0, "a"), 10, 20);
    inTime.add(operation(1, "a"), 20, 30);
    inTime.idle();
    told(inTime);
    expect(inTime.add(operation(2, "b"), 5, 40)).toBe("late");
    expect(inTime.add(operation(3, "b"), 40, 41)).toBe("in-time");
  });

  test("nanoseconds beyond 2^53 are told apart", () => {
    const inTime = createInTime();
    inTime.add(operation(0, "a"), 1_700_000_000_000_000_001n, 1_700_000_000_000_000_002n);
    inTime.add(operation(1, "b"), 1_700_000_000_000_000_003n, 1_700_000_000_000_000_004n);
    inTime.end();
    expect(told(inTime)).toEqual(["call 0", "end 0", "call 1", "end 1"]);
  });

  test("of thousands of operations written as they return, none is late", () => {
    const random = createRandom(7);
    const clocks = [0, 0, 0, 0];
    const all = Array.from({ length: 5_000 }, (_, id) => {
      const session = id % clocks.length;
      const call = clocks[session] + 1 + random.int(9);
      clocks[session] = call + random.int(30);
      return { id, session, call, ret: clocks[session] };
    }).sort((a, b) => a.ret - b.ret);
    const inTime = createInTime();
    let time = -1;
    let count = 0;
    const look = (): void => {
      for (const { kind, operation: one } of inTime.due()) {
        const { call, ret } = all[one.line];
        const at = kind === "call" ? call : ret;
        expect(at).toBeGreaterThanOrEqual(time);
        time = at;
        count++;
      }
    };
    all.forEach(({ session, call, ret }, line) => {
      expect(inTime.add(operation(line, session), call, ret)).toBe("in-time");
      look();
    });
    expect(count).toBeGreaterThan(9_000);
    inTime.end();
    look();
    expect(count).toBe(10_000);
  });
});
