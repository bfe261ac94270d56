import { describe, expect, test } from "vitest";
import { createBudget } from "../budget.js";
import { createRandom } from "../random.js";
import { type Configurations, createConfigurations, forgetful, mix } from "./configurations.js";
import { createLruConfigurations } from "./lru-configurations.js";
import { expectSame } from "@sightline/testing/expect-same.js";

interface Offer {
  readonly key: string;
  readonly a: number;
  readonly b: number;
  readonly words: Int32Array;
  readonly from: number;
  readonly to: number;
}

/** Random configurations from a small domain; `key` is the same exactly for the same ones. */
function* offers(seed: number, count: number): Generator<Offer> {
  const random = createRandom(seed);
  for (let i = 0; i < count; i++) {
    const words = Int32Array.from({ length: 6 }, () => random.int(2));
    const from = random.int(3);
    const to = from + random.int(4);
    const [a, b] = [random.int(3), random.int(10)];
    const key = JSON.stringify([a, b, ...words.subarray(from, to)]);
    yield { key, a, b, words, from, to };
  }
}

/** Adds with a hash that many configurations share. */
const add = (set: Configurations, { a, b, words, from, to }: Offer) =>
  set.add(b < 3 ? 7 : mix(b), a, b, words, from, to, 0);

describe("configurations", () => {
  test("are seen exactly when they were offered before, whatever their hashes", () => {
    const set = createConfigurations(createBudget(), 6);
    const known = new Set<string>();
    for (const offer of offers(1, 5000)) {
      expect(add(set, offer)).toBe(known.has(offer.key) ? "seen" : "new");
      known.add(offer.key);
    }
    expect(known.size).toBeGreaterThan(400);
  });

  test("that are longer than a chunk of small ones fit too", () => {
    const set = createConfigurations(createBudget(), 100_000);
    const words = new Int32Array(100_000);
    for (let i = 0; i < 20; i++) {
      words[99_999] = i;
      expect(set.add(0, 0, 0, words, 0, 100_000, 0)).toBe("new");
      expect(set.add(0, 0, 0, words, 0, 100_000, 0)).toBe("seen");
    }
  });

  test("are not stored beyond the budget", () => {
    const set = createConfigurations(createBudget({ memory: 100_000 }), 6);
    const answers = new Set(
      Array.from({ length: 20_000 }, (_, i) => set.add(mix(i), i, 0, new Int32Array(0), 0, 0, 0)),
    );
    expect(answers).toEqual(new Set(["new", "memory"]));
  });

  test("are always new to the forgetful", () => {
    const words = new Int32Array(1);
    expect([1, 2].map(() => forgetful.add(0, 0, 0, words, 0, 1, 0))).toEqual(["new", "new"]);
  });
});

describe("the most recent configurations", () => {
  test.each([1, 2, 3, 64, 65, 100, 300])("are those of the reference with room for %i", (capacity) => {
    const set = createLruConfigurations(createBudget(), capacity);
    const recent = new Set<string>(); // in the order of use
    for (const offer of offers(2, 4000)) {
      expectSame(add(set, offer), recent.delete(offer.key) ? "seen" : "new");
      recent.add(offer.key);
      const [oldest] = recent;
      if (recent.size > capacity) recent.delete(oldest);
    }
  });

  test("are not stored beyond the budget", () => {
    const set = createLruConfigurations(createBudget({ memory: 100_000 }), 1 << 20);
    const answers = new Set(
      Array.from({ length: 20_000 }, (_, i) => set.add(mix(i), i, 0, new Int32Array(0), 0, 0, 0)),
    );
    expect(answers).toEqual(new Set(["new", "memory"]));
  });
});
