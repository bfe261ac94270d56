import { describe, expect, test } from "vitest";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import { INITIAL } from "../memory-history.js";
import { createTsoView } from "./tso-view.js";

describe("createTsoView", () => {
  test("splits threads into reads and writes, with an edge from a read to the next write", () => {
    const tso = createTsoView(memoryOf("Wx1 Ry0 Wz1 Wz2 | Wy1 | Rx1"));
    if (!tso.coherent) throw new Error("it is coherent");
    expect(Array.from(tso.original)).toEqual([1, 0, 2, 3, 4, 5]);
    expect(Array.from(tso.view.first)).toEqual([0, 1, 4, 5, 6]);
    expect(Array.from(tso.view.thread)).toEqual([0, 1, 1, 1, 2, 3]);
    expect(Array.from(tso.view.isWrite)).toEqual([0, 1, 1, 1, 1, 0]);
    expect(Array.from(tso.view.source)).toEqual([INITIAL, INITIAL, INITIAL, INITIAL, INITIAL, 1]);
    expect(Array.from(tso.view.ids)).toEqual([1, 0, 2, 3, 4, 5]);
    expect(Array.from(tso.view.given)).toEqual([0, 2]); // r(y) → w(z,1), and by its chain → w(z,2)
  });

  test("a read of the own write is internal, one of another thread's is not", () => {
    const tso = createTsoView(memoryOf("Wx1 Rx1 | Rx1"));
    expect(tso.coherent && Array.from(tso.view.internal ?? [])).toEqual([1, 0, 0]);
  });

  test.each([
    ["CoRR", "Rx1 Rx2", [2, 3]],
    ["CoWR", "Wx3 Rx1", [1, 2]],
    ["CoRW", "Rx1 Wx3", [0, 1, 2, 1]],
    ["CoWW: by its chain", "Wx3 Wx4", []],
    ["no edge from the initial value", "Rx0 Rx1", []],
    ["no edge where the current write stays", "Rx1 Ry0 Rx1", []],
  ])("orders a thread's successive current writes: %s", (_, thread, expected) => {
    const tso = createTsoView(memoryOf(`${thread} | Wx1 Wx2 Wy1`));
    if (!tso.coherent) throw new Error("it is coherent");
    // The first thread's edges: the second has writes alone.
    expect(Array.from(tso.view.given)).toEqual(expected);
  });

  test("rejects a read of the own later write", () => {
    expect(createTsoView(memoryOf("Rx1 Wx1"))).toEqual({ coherent: false, clue: [0, 1] });
  });

  test("rejects a read of the initial value after a write was seen", () => {
    const own = memoryOf("Wx1 Rx0");
    expect(createTsoView(own)).toEqual({ coherent: false, clue: [0, 1] });
    const seen = memoryOf("Rx1 Rx0 | Wx1");
    expect(createTsoView(seen)).toEqual({ coherent: false, clue: [2, 0, 1] });
  });
});
