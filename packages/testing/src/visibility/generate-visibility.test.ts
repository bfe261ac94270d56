import { describe, expect, test } from "vitest";
import { isPending, labelOf } from "@sightline/core/history/history.js";
import { findType, types, typeNames } from "@sightline/core/types/index.js";
import { levelNames } from "@sightline/core/criteria/levels.js";
import { generateVisibilityHistory, randomLevels } from "./generate-visibility.js";
import { createRandom } from "@sightline/core/random.js";
import { toRecord } from "../history/history-record.js";
import { generateSeparatingHistory } from "./separating.js";
import { createVisibilityOracle } from "./visibility-oracle.js";

describe("random histories for visibility", () => {
  test("the same seed gives the same history, another seed another", () => {
    const text = (seed: number) => JSON.stringify(toRecord(generateVisibilityHistory(types.map, seed)));
    expect(text(7)).toBe(text(7));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => text(seed))).size).toBeGreaterThan(45);
    const separating = (seed: number) => JSON.stringify(toRecord(generateSeparatingHistory(seed).history));
    expect(separating(7)).toBe(separating(7));
    expect(new Set(Array.from({ length: 50 }, (_, seed) => separating(seed))).size).toBeGreaterThan(25);
  });

  test("have every feature that a history may have", () => {
    const features = new Map<string, number>();
    const count = (feature: string, has: boolean): unknown =>
      features.set(feature, (features.get(feature) ?? 0) + (has ? 1 : 0));
    for (const name of typeNames)
      for (let seed = 1; seed <= 100; seed++) {
        const history = generateVisibilityHistory(findType(name), seed, 5);
        const ids = Array.from(history.label.keys());
        expect(history.size).toBeLessThanOrEqual(5);
        count("timed", history.timed);
        count("untimed", !history.timed);
        count(
          "pending",
          ids.some((id) => isPending(history, id)),
        );
        count(
          "unobserved",
          ids.some((id) => labelOf(history, id).result === undefined),
        );
        count("two objects", history.objects.length === 2);
        count("declared order", history.happensBefore.length > 0);
        count("initial state", history.initial !== undefined);
        for (const sessions of [2, 3, 4]) count(`${sessions} sessions`, history.sessions.length === sessions);
      }
    for (const [feature, times] of features) expect([feature, times > 20]).toEqual([feature, true]);
  });

  test("near a border, every level is the strongest of some, and some have none", () => {
    const strongest = new Map<number, number>();
    for (let seed = 1; seed <= 400; seed++) {
      const { history, type } = generateSeparatingHistory(seed);
      expect(history.size).toBeLessThanOrEqual(6);
      const oracle = createVisibilityOracle(history, type);
      const holding = levelNames.filter((level) => oracle.satisfiesLevels(() => level)).length;
      strongest.set(holding, (strongest.get(holding) ?? 0) + 1);
    }
    for (let holding = 0; holding <= 6; holding++)
      expect([holding, (strongest.get(holding) ?? 0) > 15]).toEqual([holding, true]);
  });

  test("levels are drawn for every method", () => {
    const levels = randomLevels(types.set, createRandom(1));
    expect(Object.keys(levels).sort()).toEqual(Object.keys(types.set.methods ?? {}).sort());
    const drawn = Array.from({ length: 30 }, (_, seed) =>
      Object.values(randomLevels(types.set, createRandom(seed))),
    );
    expect(new Set(drawn.flat()).size).toBe(6);
  });
});
