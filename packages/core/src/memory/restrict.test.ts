import { describe, expect, test } from "vitest";
import { memoryOf, randomMemory, withGivenEdges } from "@sightline/testing/memory/generate-memory.js";
import { memoryOracle } from "@sightline/testing/memory/memory-oracle.js";
import { createRandom } from "../random.js";
import { closure, has, relation, type Relation } from "@sightline/testing/memory/relation.js";
import { INITIAL, type MemoryHistory } from "./memory-history.js";
import { memoryModels } from "../criteria/memory-models.js";
import { restrict } from "./restrict.js";
import { expectSame } from "@sightline/testing/expect-same.js";

/** Program order and the given edges, closed. */
const ordered = ({ size, thread, given }: MemoryHistory): Relation =>
  closure(
    relation(
      size,
      (a, b) =>
        (thread[a] === thread[b] && a < b) ||
        given.some((from, i) => i % 2 === 0 && from === a && given[i + 1] === b),
    ),
  );

const drawn = (seed: number): { memory: MemoryHistory; keep: Uint8Array } => {
  const random = createRandom(seed);
  const plain = randomMemory(seed);
  const memory = seed % 2 === 0 ? withGivenEdges(plain, seed) : plain;
  return { memory, keep: Uint8Array.from({ length: memory.size }, () => (random.chance(0.7) ? 1 : 0)) };
};

describe("the restriction of a history", () => {
  test("keeps what is to be kept, less the reads of writes that are not", () => {
    for (let seed = 0; seed < 1000; seed++) {
      const { memory, keep } = drawn(seed);
      const { kept, memory: part } = restrict(memory, keep);
      const expected = [...keep.keys()].filter(
        (o) => keep[o] === 1 && (memory.source[o] === INITIAL || keep[memory.source[o]] === 1),
      );
      expect([...kept], `seed ${seed}`).toEqual(expected);
      expect(part.size).toBe(kept.length);
      kept.forEach((o, at) => {
        expectSame(part.ids[at], memory.ids[o]);
        expectSame(part.isWrite[at], memory.isWrite[o]);
        expectSame(part.names[part.variable[at]], memory.names[memory.variable[o]]);
        expectSame(part.source[at] === INITIAL ? INITIAL : kept[part.source[at]], memory.source[o]);
      });
    }
  });

  test("keeps all orders, also those that led through what is gone", () => {
    let given = 0;
    for (let seed = 0; seed < 1000; seed++) {
      const { memory, keep } = drawn(seed);
      const { kept, memory: part } = restrict(memory, keep);
      given += part.given.length;
      const [whole, now] = [ordered(memory), ordered(part)];
      for (let a = 0; a < part.size; a++)
        for (let b = 0; b < part.size; b++) {
          expectSame(has(now, a, b), has(whole, kept[a], kept[b]), `seed ${seed}`);
          expectSame(part.thread[a] === part.thread[b], memory.thread[kept[a]] === memory.thread[kept[b]]);
        }
    }
    expect(given).toBeGreaterThan(100);
  });

  test("numbers threads and variables without gaps", () => {
    const memory = memoryOf("Wx1 | Wy1 Rx1 | Rz0");
    const { memory: part } = restrict(memory, Uint8Array.of(1, 0, 1, 1));
    expect([...part.first]).toEqual([0, 1, 2, 3]);
    expect(part.names).toEqual(["x", "z"]);
    expect(part.variables).toBe(2);
    const { memory: less, kept } = restrict(memory, Uint8Array.of(0, 1, 1, 1));
    expect([...kept]).toEqual([1, 3]);
    expect([...less.first]).toEqual([0, 1, 2]);
    expect(less.threads).toBe(2);
    expect(less.names).toEqual(["y", "z"]);
  });

  test("satisfies each model that the whole satisfies", () => {
    let relaxed = 0;
    for (let seed = 0; seed < 800; seed++) {
      const { memory, keep } = drawn(seed);
      const whole = memoryOracle(memory);
      const part = memoryOracle(restrict(memory, keep).memory);
      for (const model of memoryModels) {
        if (memory.given.length > 0 && (model === "tso" || model === "wccm")) continue;
        if (whole[model]) expect(part[model], `${model}, seed ${seed}`).toBe(true);
        else if (part[model]) relaxed++;
      }
    }
    expect(relaxed).toBeGreaterThan(100);
  });
});
