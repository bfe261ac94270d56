import { describe, expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { memoryOf } from "@sightline/testing/memory/generate-memory.js";
import type { Access } from "@sightline/testing/memory/threads-of.js";
import { wideMemories } from "@sightline/testing/memory/small-memories.js";
import { indexAccesses } from "../relations/access-index.js";
import { closeByClocks, isBefore } from "../relations/clocks.js";
import { addConflicts } from "../relations/add-conflicts.js";
import { createEdgeList } from "../relations/edge-list.js";
import { extendRelation } from "../relations/close-relation.js";
import { INITIAL, type MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";
import { checkCc } from "./cc.js";
import { checkCcv } from "./ccv.js";
import { findOverwriters } from "./overwriters.js";

const meter = () => createMeter(createBudget());

/** The verdict by the clocks of all operations: CC, then CCv. */
function byAllClocks(memory: MemoryHistory): { cc: string; ccv: string } {
  const co = closeByClocks(memory);
  if (co === undefined) return { cc: "violated", ccv: "violated" };
  const edges = createEdgeList();
  if (addConflicts(memory, indexAccesses(memory), co.clock, meter(), edges) !== undefined)
    return { cc: "violated", ccv: "violated" };
  return {
    cc: "satisfied",
    ccv: "clue" in extendRelation(memory, meter(), edges) ? "violated" : "satisfied",
  };
}

describe("findOverwriters", () => {
  test("finds what the definition has, or the last of each thread", () => {
    let found = 0;
    for (const [seed, memory] of wideMemories(400)) {
      const co = closeByClocks(memory);
      if (co === undefined) continue;
      const overwriters = findOverwriters(memory, co.order, meter());
      if (overwriters === undefined || "clue" in overwriters) continue;
      const place = new Int32Array(memory.size);
      co.order.forEach((o, i) => (place[o] = i));
      const listed = new Set<string>();
      for (let i = 0; i < overwriters.length; i += 3) listed.add(overwriters.slice(i, i + 3).join(" "));
      found += listed.size;
      const isOne = (w: number, other: number, r: number): boolean =>
        memory.isWrite[other] === 1 &&
        memory.variable[other] === memory.variable[r] &&
        place[other] > place[w] &&
        isBefore(memory, co.clock, other, r);
      for (let r = 0; r < memory.size; r++) {
        const w = memory.source[r];
        if (memory.isWrite[r] === 1 || w === INITIAL) continue;
        for (let t = 0; t < memory.threads; t++) {
          const own: number[] = [];
          for (let o = memory.first[t]; o < memory.first[t + 1]; o++) if (isOne(w, o, r)) own.push(o);
          if (own.length > 0 && !listed.has(`${w} ${own.at(-1)} ${r}`))
            expect.fail(`seed ${seed}: ${w} ${r}`);
          for (const o of own) listed.delete(`${w} ${o} ${r}`);
        }
      }
      expect({ seed, left: [...listed] }).toEqual({ seed, left: [] });
    }
    expect(found).toBeGreaterThan(1000);
  });
});

describe("wide histories", () => {
  test("CC and CCv say what the clocks of all operations say", () => {
    const counts = { satisfied: 0, violated: 0, unknown: 0 };
    for (const [seed, memory] of wideMemories(600)) {
      const cc = checkCc(memory, createBudget());
      const ccv = checkCcv(memory, createBudget());
      expect({ seed, cc: cc.verdict, ccv: ccv.verdict }).toEqual({ seed, ...byAllClocks(memory) });
      counts[cc.verdict]++;
      counts[ccv.verdict]++;
    }
    expect(counts.unknown).toBe(0);
    expect(Math.min(counts.satisfied, counts.violated)).toBeGreaterThan(250);
  });

  test("with more overwriters than can be listed", () => {
    // Eight concurrent writes, all seen before the one that stands first in the line is read again and again.
    const names = Array.from({ length: 8 }, (_, t) => `y${t}`);
    const writers = names.map((y, t): Access[] => [
      ["w", "x", t + 1],
      ["w", y, 1],
    ]);
    const look = names.map((y): Access => ["r", y, 1]);
    const again = (value: number): Access[] => Array.from({ length: 60 }, () => ["r", "x", value]);
    const memory = memoryOf([...writers, [...look, ...again(1)]]);
    const line = extendRelation(memory, meter());
    if ("clue" in line) throw new Error("causal order has a cycle");
    expect(findOverwriters(memory, line.order, meter())).toBe(undefined);
    expect(checkCc(memory, createBudget()).verdict).toBe("satisfied");
    expect(checkCcv(memory, createBudget()).verdict).toBe("satisfied");
    const divided = memoryOf([...writers, [...look, ...again(1)], [...look, ...again(2)]]);
    expect(checkCc(divided, createBudget()).verdict).toBe("satisfied");
    expect(checkCcv(divided, createBudget()).verdict).toBe("violated");
  });

  test("where putting one conflict right puts the next one wrong, many times over", () => {
    // Thread k writes x_k, then x_(k+1), which must be before the next thread's write of it: each delay is
    // handed on. The padding has the first line take every next pair the right way round.
    const count = 20;
    const pad = (length: number, k: number): Access[] =>
      Array.from({ length }, (_, i) => ["w", `pad${k}`, i + 1]);
    const chain = Array.from({ length: count }, (_, k): Access[] => [
      ...pad(2 * k, k),
      ["w", `x${k}`, 1],
      ["w", `x${k + 1}`, 2],
      ["w", `z${k + 1}`, 1],
    ]);
    const start: Access[] = [...pad(5, count), ["w", "x0", 2], ["w", "z0", 1]];
    const readers = Array.from({ length: count }, (_, k): Access[] => [
      ["r", `z${k}`, 1],
      ["r", `x${k}`, 1],
    ]);
    const threads = [...chain, start, ...readers];
    const found = checkCcv(memoryOf(threads), createBudget());
    if (found.verdict !== "satisfied") throw new Error("x_k = 2 before x_k = 1 explains all reads");
    const accesses = threads.flat();
    const placeOf = (name: string, value: number): number =>
      found.orders[0].findIndex((o) => accesses[o].join() === `w,${name},${value}`);
    for (let k = 0; k < count; k++) expect(placeOf(`x${k}`, 2)).toBeLessThan(placeOf(`x${k}`, 1));
  });
});
