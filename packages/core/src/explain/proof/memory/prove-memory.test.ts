import { expect, test } from "vitest";
import { randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import { memoryOracle } from "@sightline/testing/memory/memory-oracle.js";
import { memoryToHistory } from "@sightline/testing/memory/memory-to-history.js";
import { mutateProof } from "@sightline/testing/proof/mutate-proof.js";
import { check } from "../../../check.js";
import { findCriterion } from "../../../criteria/criterion.js";
import { memoryModels } from "../../../criteria/memory-models.js";
import { parseHistory } from "../../../history/parse-history.js";
import { INITIAL, type MemoryHistory, takesValue } from "../../../memory/memory-history.js";
import { createRandom, type Random } from "../../../random.js";
import { memory as type } from "../../../types/memory.js";
import type { Proof } from "../../../witness/proof/proof.js";
import { verifyProof } from "../../../witness/proof/verify-proof.js";
import { stepsOf } from "../measure-proof.js";
import { proveMemory } from "./prove-memory.js";

test.each([
  ["cc", "{ write(x,1) } || { read(x) => 1; write(y,1) } || { read(y) => 1; read(x) => 0 }", 4],
  ["ccv", "{ write(x,1); read(x) => 2 } || { write(x,2); read(x) => 1 }", 5],
  [
    "cm",
    "{ write(z,1); write(x,1); write(y,1) } || { write(x,2); read(z) => 0; read(y) => 1; read(x) => 2 }",
    5,
  ],
  ["ccm", "{ write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }", 3],
  ["wccm", "{ write(x,1); write(y,1) } || { read(y) => 1; read(x) => 0 }", 3],
  ["tso", "{ write(x,1); fence(); read(y) => 0 } || { exchange(y,1) => 0; read(x) => 0 }", 4],
  ["sc", "{ write(x,1); write(y,1) } || { read(x) => 0 } with 1 < 2", 2],
  // The value may come from either of two writes, and both are overwritten.
  ["cc", "{ write(x,1); write(x,2) } || { write(x,1); write(x,3); read(x) => 2; read(x) => 1 }", 5],
  // Nothing writes 7.
  ["tso", "{ write(x,1); read(x) => 7 }", 1],
  // What may not have taken effect did, as it was read.
  ["sc", "{ ?write(x,1) } || { read(x) => 1; read(x) => 0 }", 3],
])("%s: %s", (model, notation, most) => {
  const history = parseHistory(`memory ${notation}`);
  const spec = findCriterion(model);
  const proof = proveMemory({ history, spec, type });
  expect(verifyProof(history, spec, { type }, JSON.parse(JSON.stringify(proof)))).toEqual({ valid: true });
  expect(stepsOf((proof as Proof).tree)).toBeLessThanOrEqual(most);
  const result = check(history, { criterion: model });
  expect(result.verdict === "violated" && result.violation.proof).toBeTruthy();
  expect(result.verdict === "violated" && result.violation.steps?.at(0)).toMatch(/^1\. /);
});

test("what the store buffer allows has no proof against tso", () => {
  const spec = findCriterion("tso");
  const history = parseHistory("memory { write(x,1); read(y) => 0 } || { write(y,1); read(x) => 0 }");
  expect(proveMemory({ history, spec, type })).toBeUndefined();
});

/** The history in which one read returns another value. */
function withOtherSource(memory: MemoryHistory, random: Random): MemoryHistory {
  const reads = [...memory.source.keys()].filter((o) => takesValue(memory, o));
  if (reads.length === 0) return memory;
  const read = random.pick(reads);
  const writes = [...memory.source.keys()].filter(
    (o) => memory.isWrite[o] === 1 && memory.variable[o] === memory.variable[read],
  );
  return { ...memory, source: memory.source.with(read, random.pick([INITIAL, ...writes])) };
}

test("by the literal definitions: what is violated has a proof, which fits no history that is satisfied", () => {
  const met = { violated: 0, wrong: 0 };
  for (let seed = 1; seed <= 120; seed++) {
    const plain = randomMemory(seed, 8);
    const memory = seed % 5 === 0 ? withGivenEdges(plain, seed) : plain;
    const random = createRandom(seed);
    const near = Array.from({ length: 4 }, () => withOtherSource(memory, random));
    const [holds, ...nearHolds] = [memory, ...near].map(memoryOracle);
    const history = memoryToHistory(memory);
    const others = near.map(memoryToHistory);
    for (const model of memoryModels) {
      const spec = findCriterion(model);
      const told = `seed ${seed}, ${model}`;
      if (memory.given.length > 0 && (model === "tso" || model === "wccm")) continue;
      const proof = proveMemory({ history, spec, type, ...(holds[model] && { fuel: 300 }) });
      if (holds[model]) {
        expect(proof, told).toBeUndefined();
        continue;
      }
      met.violated++;
      expect(verifyProof(history, spec, { type }, proof), told).toEqual({ valid: true });
      // As it is and edited, of histories like this one that are satisfied.
      others.forEach((other, at) => {
        let edited = proof as Proof;
        for (let edits = 0; edits < 25 && nearHolds[at][model]; edits++) {
          met.wrong++;
          const where = `${told} ${JSON.stringify(edited)}`;
          expect(verifyProof(other, spec, { type }, edited).valid, where).toBe(false);
          edited = mutateProof(random.chance(0.3) ? (proof as Proof) : edited, history.size, random);
        }
      });
    }
  }
  expect(met.violated).toBeGreaterThan(150);
  expect(met.wrong).toBeGreaterThan(3000);
});
