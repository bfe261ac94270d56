import { describe, expect, test } from "vitest";
import { memoryModels, type MemoryModel } from "@sightline/core/criteria/memory-models.js";
import { memoryOf, randomMemory, withGivenEdges } from "./generate-memory.js";
import { literalHistory, isSaturable, memoryOracle, satisfiesModel } from "./memory-oracle.js";

const satisfied = (threads: string): readonly MemoryModel[] => {
  const verdicts = memoryOracle(memoryOf(threads));
  return memoryModels.filter((model) => verdicts[model]);
};

describe("memoryOracle knows the classics", () => {
  test.each<[string, string, readonly MemoryModel[]]>([
    ["store buffering", "Wx1 Ry0 | Wy1 Rx0", ["cc", "ccv", "cm", "wccm", "tso"]],
    ["message passing", "Wx1 Wy1 | Ry1 Rx0", []],
    ["load buffering", "Rx1 Wy1 | Ry1 Wx1", []],
    ["independent reads of independent writes", "Wx1 | Wy1 | Rx1 Ry0 | Ry1 Rx0", ["cc", "ccv", "cm"]],
    ["CAV'19 Fig. 1a", "Wx2 Rx1 | Wx1 Rx2", ["cc", "cm"]],
    ["CAV'19 Fig. 1b", "Wz1 Wx1 Wy1 | Wx2 Rz0 Ry1 Rx2", ["cc", "ccv", "wccm", "tso"]],
    ["an own later write", "Rx1 Wx1", []],
    ["nothing at all", "", memoryModels],
    ["an overwritten value in one thread", "Wx1 Wx2 Rx1", []],
  ])("%s", (_, threads, expected) => {
    expect(satisfied(threads)).toEqual(expected);
  });
});

test("each model by itself answers as all together, and SC histories saturate", () => {
  for (let seed = 0; seed < 200; seed++) {
    const memory = randomMemory(seed);
    const verdicts = memoryOracle(memory);
    for (const model of memoryModels) expect(satisfiesModel(memory, model)).toBe(verdicts[model]);
    if (verdicts.sc) expect(isSaturable(literalHistory(memory))).toBe(true);
  }
});

test("declared edges bind causality and SC", () => {
  const memory = memoryOf("Wx1 | Rx0");
  const bound = { ...memory, given: Int32Array.of(0, 1) };
  for (const model of ["cc", "ccv", "cm", "ccm", "sc"] as const) {
    expect(satisfiesModel(memory, model)).toBe(true);
    expect(satisfiesModel(bound, model)).toBe(false);
  }
});

test("more declared edges never help", () => {
  let lost = 0;
  for (let seed = 0; seed < 500; seed++) {
    const memory = randomMemory(seed);
    const [free, bound] = [memoryOracle(memory), memoryOracle(withGivenEdges(memory, seed))];
    for (const model of ["cc", "ccv", "cm", "ccm", "sc"] as const) {
      expect(bound[model] && !free[model]).toBe(false);
      if (free[model] && !bound[model]) lost++;
    }
  }
  expect(lost).toBeGreaterThan(100);
});
