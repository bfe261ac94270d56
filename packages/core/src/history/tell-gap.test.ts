import { describe, expect, test } from "vitest";
import { createHistoryBuilder } from "./builder.js";
import type { History } from "./history.js";
import { parseHistory } from "./parse-history.js";
import { select } from "./select.js";
import { tellGap } from "./tell-gap.js";

/** Two writes, one after the other. */
function two(
  ends: number | string,
  begins: number | string,
  unit?: "ms" | "ns" | "order",
  first: number | string = 0,
): History {
  const builder = createHistoryBuilder({}, "code", unit);
  builder.add({ session: 0, method: "write", args: [1], call: first, return: ends });
  builder.add({ session: 1, method: "write", args: [2], call: begins });
  return builder.finish();
}

describe("how long before", () => {
  test("as the history writes its times, or with their unit", () => {
    expect(tellGap(two(906, 956), 0, 1)).toBe("it returned at 906, that was called at 956");
    expect(tellGap(two(906, 956, "ms"), 0, 1)).toBe("it returned 50 ms before that was called");
    expect(tellGap(two(0, 50_000_000, "ns"), 0, 1)).toBe("it returned 50 ms before that was called");
    expect(tellGap(two(0.5, 0.5321, "ms"), 0, 1)).toBe("it returned 32.1 µs before that was called");
    expect(tellGap(two(0, 1234, "ms"), 0, 1)).toBe("it returned 1.23 s before that was called");
    expect(tellGap(parseHistory("{ write(1) @0-3 } || { read() => 1 @7-9 }"), 0, 1)).toBe(
      "it returned at 3, that was called at 7",
    );
  });

  test("moments beyond 2^53 by their difference", () => {
    const [first, ends, begins] = ["1700000000000000000", "1700000000000000005", "1700000000000000055"];
    expect(tellGap(two(ends, begins, undefined, first), 0, 1)).toBe("it returned 50 before that was called");
  });

  test("not where it is not known: in a part, without time, and where only the order is", () => {
    expect(tellGap(select(two(1, 2), Int32Array.of(0, 1)).history, 0, 1)).toBeUndefined();
    expect(tellGap(parseHistory("{ write(1); read() => 1 }"), 0, 1)).toBeUndefined();
    expect(tellGap(two(1, 2, "order"), 0, 1)).toBeUndefined();
  });
});
