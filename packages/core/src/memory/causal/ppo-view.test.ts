import { describe, expect, test } from "vitest";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { externalReads, literalHistory, preservedOrder } from "@sightline/testing/memory/memory-oracle.js";
import { smallMemories } from "@sightline/testing/memory/small-memories.js";
import { closure, has, isIrreflexive, union } from "@sightline/testing/memory/relation.js";
import { closeByClocks, isBefore } from "../relations/clocks.js";
import { viewByPpo } from "./ppo-view.js";

describe("viewByPpo", () => {
  test("the view's order is (ppo ∪ wr_e)+ of the history", () => {
    const wrong: number[] = [];
    for (const [seed, memory] of smallMemories(5_000, "none given")) {
      const history = literalHistory(memory);
      const literal = closure(union(preservedOrder(history), externalReads(history)));
      const { view, toView } = viewByPpo(memory);
      const clocks = closeByClocks(view);
      const operations = Array.from(memory.thread.keys());
      const isSame =
        clocks === undefined
          ? !isIrreflexive(literal)
          : operations.every((a) =>
              operations.every(
                (b) => a === b || isBefore(view, clocks.clock, toView[a], toView[b]) === has(literal, a, b),
              ),
            );
      if (!isSame) wrong.push(seed);
    }
    expect(wrong).toEqual([]);
  });

  test("reads come before the writes of their thread, and both ways of numbering agree", () => {
    const memory = memoryOf("Wx1 Rx1 Ry2 Wz1 | Wy2");
    const { view, toView, fromView } = viewByPpo(memory);
    expect(fromView).toEqual(Int32Array.of(1, 2, 0, 3, 4));
    expect(toView).toEqual(Int32Array.of(2, 0, 1, 3, 4));
    expect(view.first).toEqual(Int32Array.of(0, 2, 4, 4, 5));
    expect(view.internal).toEqual(Uint8Array.of(1, 0, 0, 0, 0));
    expect(view.source).toEqual(Int32Array.of(2, 4, -1, -1, -1));
    expect(view.given).toEqual(Int32Array.of(1, 3));
  });
});
