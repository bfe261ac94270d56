import { describe, expect, test } from "vitest";
import type { Invocation } from "../history/history.js";
import { createRandom, type Random } from "../testing/random.js";
import { register } from "../types/register.js";
import { fault, fuzz, partOf, randomRun, run, type Workload } from "./fuzzing.js";
import { registerMonitor } from "./register.js";

/** Reads, writes of fresh values, and compare-and-sets from a recent value to a fresh one. */
function workload(cas: number): () => Workload {
  return () => {
    let fresh = 0;
    const invoke = (random: Random): Invocation => {
      const next = random.int(100) / 100;
      if (next < cas) {
        const recent = random.chance(0.85) ? fresh : random.int(fresh + 1);
        if (random.chance(0.1)) return { method: "cas", args: [recent || null, recent || null] };
        return { method: "cas", args: [recent || null, ++fresh] };
      }
      return next < 0.6 ? { method: "read", args: [] } : { method: "write", args: [++fresh] };
    };
    return { type: register, invoke };
  };
}

describe("the register monitor", () => {
  test("agrees with the definition on reads and writes", () => {
    const tally = fuzz(createRandom(1), registerMonitor, workload(0), 10_000);
    expect(tally.refused).toBe(0);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });

  test("agrees with the definition on chains of compare-and-sets", () => {
    const tally = fuzz(createRandom(2), registerMonitor, workload(0.4), 15_000);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });
});
