import { describe, expect, test } from "vitest";
import type { Invocation, Label } from "../history/history.js";
import { createRandom, type Random } from "../testing/random.js";
import { register } from "../types/register.js";
import { fuzz, partOf, runs, scatter, type Workload } from "./fuzzing.js";
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

/** Chains of values by writes and compare-and-sets, read now and then, at times that may not fit. */
function guess(random: Random): Label[] {
  const labels: Label[] = [];
  for (let value = 1; value <= 2 + random.int(3); value++) {
    if (random.chance(0.4)) {
      const old = random.chance(0.8) ? value - 1 : random.int(5);
      labels.push({ method: "cas", args: [old === 0 ? null : old, value], result: true });
    } else labels.push({ method: "write", args: [value], result: null });
    while (random.chance(0.55)) labels.push({ method: "read", args: [], result: value });
  }
  if (random.chance(0.3)) labels.push({ method: "read", args: [], result: null });
  return labels.slice(0, 9);
}

describe("the register monitor", () => {
  test("agrees with the definition on runs with reads and writes", () => {
    const tally = fuzz(registerMonitor, 10_000, runs(createRandom(1), workload(0)));
    expect(tally.refused).toBe(0);
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(1_000);
  });

  test("agrees with the definition on runs with compare-and-sets", () => {
    const tally = fuzz(registerMonitor, 10_000, runs(createRandom(2), workload(0.4)));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(500);
  });

  test("agrees with the definition on operations at random times", () => {
    const random = createRandom(3);
    const tally = fuzz(registerMonitor, 20_000, () => partOf(register, scatter(random, guess(random))));
    expect(tally.satisfied).toBeGreaterThan(3_000);
    expect(tally.violated).toBeGreaterThan(3_000);
  });
});
