import { describe, expect, test } from "vitest";
import { canonical, compare, type Value } from "../history/value.js";
import { sizeOf, type Tree } from "./balanced-tree.js";
import * as maps from "./persistent-map.js";
import type { PersistentMap } from "./persistent-map.js";
import * as sequences from "./persistent-sequence.js";
import type { PersistentSequence } from "./persistent-sequence.js";
import { createRandom } from "../random.js";

/** The longest path; also checks that no subtree outweighs its sibling more than threefold. */
function depth(tree: Tree<unknown>): number {
  if (tree === undefined) return 0;
  const [left, right] = [sizeOf(tree.left) + 1, sizeOf(tree.right) + 1];
  expect(Math.max(left, right)).toBeLessThanOrEqual(3 * Math.min(left, right));
  return 1 + Math.max(depth(tree.left), depth(tree.right));
}

const keys: Value[] = [
  null,
  true,
  false,
  -1,
  0,
  1.5,
  2,
  "",
  "0",
  "__proto__",
  "z",
  [],
  [1],
  [1, 2],
  {},
  { a: 1 },
];

describe("the persistent map", () => {
  test.each([1, 2, 3])("does as Map does (seed %i)", (seed) => {
    const random = createRandom(seed);
    const versions: { map: PersistentMap<Value>; model: Map<string, [Value, Value]> }[] = [
      { map: undefined, model: new Map() },
    ];
    for (let i = 0; i < 2000; i++) {
      const { map, model } = versions[Math.max(0, versions.length - 1 - random.int(3))];
      const key = random.int(3) === 0 ? keys[random.int(keys.length)] : random.int(60);
      const next = new Map(model);
      if (random.int(3) === 0) {
        next.delete(canonical(key));
        versions.push({ map: maps.remove(map, key), model: next });
      } else {
        next.set(canonical(key), [key, i]);
        versions.push({ map: maps.set(map, key, i), model: next });
      }
    }
    for (const { map, model } of versions.filter((_, i) => i % 20 === 0)) {
      const entries = [...model.values()].sort(([a], [b]) => compare(a, b));
      expect(maps.entries(map)).toEqual(entries);
      expect(maps.size(map)).toBe(entries.length);
      expect(maps.last(map)).toEqual(entries.at(-1));
      for (const key of [...keys, 0, 30, 59])
        expect(maps.get(map, key)).toEqual(model.get(canonical(key))?.[1]);
      expect(maps.keysText(map)).toBe(entries.map(([key]) => canonical(key)).join(","));
      expect(maps.entriesText(map)).toBe(
        entries.map(([k, v]) => `${canonical(k)}:${canonical(v)}`).join(","),
      );
      depth(map);
    }
  });

  test("deleting what is not there gives the same map", () => {
    const map = maps.from([
      [1, "a"],
      [2, "b"],
    ]);
    expect(maps.remove(map, 3)).toBe(map);
  });

  test("stays shallow when keys come in order and half of them go", () => {
    let map: PersistentMap<Value>;
    for (let i = 0; i < 20_000; i++) map = maps.set(map, i, i);
    expect(depth(map)).toBeLessThan(35);
    for (let i = 0; i < 10_000; i++) map = maps.remove(map, i);
    expect(depth(map)).toBeLessThan(33);
    expect(maps.size(map)).toBe(10_000);
  });
});

describe("the persistent sequence", () => {
  test.each([1, 2, 3])("does as an array does (seed %i)", (seed) => {
    const random = createRandom(seed);
    const versions: { sequence: PersistentSequence; model: Value[] }[] = [{ sequence: undefined, model: [] }];
    for (let i = 0; i < 2000; i++) {
      const { sequence, model } = versions[Math.max(0, versions.length - 1 - random.int(3))];
      const at = random.int(model.length + 2);
      versions.push(
        random.int(3) === 0
          ? { sequence: sequences.remove(sequence, at), model: model.toSpliced(at, 1) }
          : { sequence: sequences.insert(sequence, at, i), model: model.toSpliced(at, 0, i) },
      );
    }
    for (const { sequence, model } of versions.filter((_, i) => i % 20 === 0)) {
      expect(sequences.values(sequence)).toEqual(model);
      expect(sequences.size(sequence)).toBe(model.length);
      for (let i = -1; i <= model.length; i++) expect(sequences.get(sequence, i)).toBe(model[i]);
      expect(sequences.text(sequence)).toBe(model.map((value) => canonical(value)).join(","));
      expect(sequences.text(sequences.from(model))).toBe(sequences.text(sequence));
      depth(sequence);
    }
  });
});
