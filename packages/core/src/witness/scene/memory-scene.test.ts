import { expect, test } from "vitest";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import { memoryOracle } from "@sightline/testing/memory/memory-oracle.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { seeds } from "@sightline/testing/seeds.js";
import { memoryModels } from "../../criteria/memory-models.js";
import { takesValue } from "../../memory/memory-history.js";
import type { Fact } from "../proof/facts.js";
import { givenOrder } from "./given-order.js";
import { createMemoryScene } from "./memory-scene.js";

test("all that a history says clashes where the model is violated by its definition, and only there", () => {
  const met = { violated: 0, satisfied: 0 };
  for (let seed = 1; seed <= seeds(250); seed++) {
    const plain = randomMemory(seed, 9);
    const memory = seed % 5 === 0 ? withGivenEdges(plain, seed) : plain;
    const history = memoryToHistory(memory);
    const holds = memoryOracle(memory);
    const before = givenOrder(history, false);
    const ids = Array.from(history.label.keys());
    const facts: Fact[] = ids.flatMap((a) =>
      ids.filter((b) => before(a, b)).map((b): Fact => ({ kind: "<", a, b, given: true })),
    );
    for (const read of ids)
      if (takesValue(memory, read) && memory.names[memory.variable[read]] !== undefined)
        facts.push({ kind: "wr", a: memory.source[read], b: read });
    for (const model of memoryModels) {
      const isBuffered = model === "tso" || model === "wccm";
      const isTotal = model === "tso" || model === "sc";
      if (isBuffered && memory.given.length > 0) continue;
      if (!isTotal && memory.rmw?.includes(1) === true) continue;
      const { clash } = createMemoryScene(history, model, undefined).close(facts);
      met[holds[model] ? "satisfied" : "violated"]++;
      // Where a store order has to be found, more than these facts may be needed.
      if (holds[model] || !isTotal) expect(clash, `seed ${seed}, ${model}`).toBe(!holds[model]);
    }
  }
  expect(met.violated).toBeGreaterThan(200);
  expect(met.satisfied).toBeGreaterThan(200);
});
