import { expect, test } from "vitest";
import { createBudget } from "../../budget.js";
import { crossedReads, crowdOfReaders } from "@sightline/testing/memory/crossed-reads.js";
import { replaysSequentially } from "@sightline/testing/memory/replay-memory.js";
import { type BranchSearch, createBranchSearch } from "./branch-search.js";
import type { MemoryHistory } from "../memory-history.js";
import { createMeter } from "../meter.js";
import { saturate } from "./saturation.js";

function start(memory: MemoryHistory): BranchSearch | undefined {
  const meter = createMeter(createBudget());
  const found = saturate(memory, meter);
  return found.consistent ? createBranchSearch(memory, found, meter) : undefined;
}

test("a search that pauses after every failure comes to the same end", () => {
  let paused = 0;
  for (let seed = 0; seed < 600; seed++) {
    const memory = crossedReads(seed);
    const search = start(memory);
    if (search === undefined) continue;
    let outcome = search.run(0);
    for (; outcome === "paused"; outcome = search.run(1)) paused++;
    expect({ seed, outcome }).toEqual({ seed, outcome: start(memory)?.run(Infinity) });
    if (outcome === "satisfied") expect(replaysSequentially(memory, search.order)).toBe(true);
  }
  expect(paused).toBeGreaterThan(300);
});

test("known edges hold in every order that the history has", () => {
  const seen = { satisfied: 0, violated: 0 };
  for (let seed = 0; seed < 40; seed++) {
    const memory = crowdOfReaders(10, 3, 11, seed);
    const verdict = start(memory)?.run(Infinity);
    const search = start(memory);
    if (search === undefined || verdict === undefined || verdict === "paused") continue;
    const before = search.knownEdges().size;
    for (let outcome = search.run(0); outcome === "paused"; outcome = search.run(1)) {
      const known = search.knownEdges();
      if (known.size === before) continue;
      const given = known.ends.slice(0, 2 * known.size);
      const again = start({ ...memory, given })?.run(Infinity) ?? "violated";
      expect({ seed, verdict: again }).toEqual({ seed, verdict });
      seen[verdict]++;
    }
  }
  expect(seen.satisfied).toBeGreaterThan(5);
  expect(seen.violated).toBeGreaterThan(1);
});

test("a crowd of readers is refuted after dozens of failures", () => {
  const search = start(crowdOfReaders(14, 3, 13, 14));
  expect(search?.run(20)).toBe("paused");
  expect(search?.run(Infinity)).toBe("violated");
  expect(search?.failures).toBeGreaterThan(20);
});
