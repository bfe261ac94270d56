import { expect, test } from "vitest";
import { closeByClocks, isBefore } from "../memory/relations/clocks.js";
import { INITIAL, type MemoryHistory } from "../memory/memory-history.js";
import { wideMemories } from "@sightline/testing/memory/small-memories.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { verifyMemory } from "./verify-memory.js";

/** The definition, word for word, by the clocks of all operations: what it says of a line that extends causality. */
function literally(
  memory: MemoryHistory,
  clock: Int32Array,
  line: Int32Array,
): { cc: boolean; ccv: boolean } {
  const { size, isWrite, variable, source } = memory;
  const place = new Int32Array(size);
  line.forEach((o, i) => {
    place[o] = i;
  });
  const writes = Array.from(line).filter((o) => isWrite[o] === 1);
  let [cc, ccv] = [true, true];
  for (let r = 0; r < size; r++) {
    if (isWrite[r] === 1) continue;
    const w = source[r];
    for (const other of writes) {
      if (other === w || variable[other] !== variable[r] || !isBefore(memory, clock, other, r)) continue;
      if (w === INITIAL || isBefore(memory, clock, w, other)) cc = false;
      if (w === INITIAL || place[other] > place[w]) ccv = false;
    }
  }
  return { cc, ccv };
}

test("wide histories: a line that extends causality is a witness of CC and of CCv just where the definition says", () => {
  const counts = { cc: [0, 0], ccv: [0, 0] };
  for (const [seed, memory] of wideMemories(600)) {
    const causal = closeByClocks(memory);
    if (causal === undefined) continue;
    const history = memoryToHistory(memory);
    const expected = literally(memory, causal.clock, causal.order);
    const witness = { linearization: [...causal.order] };
    for (const model of ["cc", "ccv"] as const) {
      const { valid } = verifyMemory(history, { model }, witness);
      expect({ seed, model, valid }).toEqual({ seed, model, valid: expected[model] });
      counts[model][valid ? 1 : 0]++;
    }
  }
  expect(Math.min(...counts.cc, ...counts.ccv)).toBeGreaterThan(60);
});
