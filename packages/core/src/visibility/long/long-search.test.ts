// @module-tag slow
import { describe, expect, test } from "vitest";
import { seeds } from "@sightline/testing/seeds.js";
import {
  generateVisibilityHistory,
  randomLevels,
} from "@sightline/testing/visibility/generate-visibility.js";
import { replicaHistory } from "@sightline/testing/visibility/replica-history.js";
import { usedObjects } from "@sightline/testing/visibility/used-objects.js";
import { createVisibilityOracle } from "@sightline/testing/visibility/visibility-oracle.js";
import { createBudget } from "../../budget.js";
import { LEVEL, type LevelName, levelNames } from "../../criteria/levels.js";
import type { OrderName } from "../../criteria/order-name.js";
import { type History, labelOf } from "../../history/history.js";
import { createRandom } from "../../random.js";
import { types } from "../../types/index.js";
import type { Witness } from "../../result.js";
import type { SequentialType } from "../../types/type.js";
import { verifyVisibility } from "../../witness/verify-visibility.js";
import { createMeter, withoutTurns } from "../meter.js";
import { type LongFound, longSearch } from "./long-search.js";
import { expectSame } from "@sightline/testing/expect-same.js";

/** What the search finds, with a witness that holds. */
function decide(
  history: History,
  type: SequentialType,
  order: OrderName,
  levels: (method: string) => LevelName,
  meter = createMeter(createBudget()),
): LongFound {
  const claim = { type, order, levels };
  const asked = {
    history,
    type,
    initial: history.initial,
    order,
    levels: Uint8Array.from({ length: history.size }, (_, id) => LEVEL[levels(labelOf(history, id).method)]),
    accepts: (witness: Witness) => verifyVisibility(history, claim, witness).valid,
  };
  const found = withoutTurns(longSearch(asked, meter));
  if (found?.verdict === "satisfied") expectSame(verifyVisibility(history, claim, found.witness).valid, true);
  return found;
}

/** What is not refuted is searched to the end: of replicated types that is much. `bench -- weak --only oracle` tries more. */
const [SEEDS, FEW_SEEDS] = [seeds(50), seeds(25)];

describe.each([...new Set(Object.values(types))].map((type) => [type.name, type] as const))(
  "the search for long histories of %s",
  (_, type) => {
    test("agrees with the definition wherever it decides, which is nearly everywhere", () => {
      const counts = { satisfied: 0, found: 0, violated: 0, refuted: 0 };
      const most = type.replicated === undefined ? SEEDS : FEW_SEEDS;
      for (let seed = 1; seed <= most; seed++) {
        const history = generateVisibilityHistory(type, seed, 4);
        const random = createRandom(seed);
        const order = random.pick(["session", "realtime"] as const);
        const oracle = createVisibilityOracle(history, type, { order });
        const mixed = randomLevels(type, random);
        for (const level of [...levelNames, undefined]) {
          const levels = (method: string): LevelName => level ?? mixed[method];
          const holds = oracle.satisfiesLevels(levels);
          const found = decide(history, type, order, levels);
          counts[holds ? "satisfied" : "violated"]++;
          if (found === undefined) continue;
          counts[holds ? "found" : "refuted"]++;
          expectSame(
            found.verdict,
            holds ? "satisfied" : "violated",
            () => `seed ${seed} ${level ?? JSON.stringify(mixed)} ${order}`,
          );
        }
      }
      expect(counts.found).toBeGreaterThan(0.98 * counts.satisfied);
      const refuted = type.replicated !== undefined ? 0.5 : type === types.mutex ? 0.1 : 0.85;
      expect(counts.refuted).toBeGreaterThan(refuted * counts.violated);
    });
  },
);

test("a lock that cannot be taken twice is in the way of who asks for another", () => {
  const history = generateVisibilityHistory(types.mutex, 692, 4);
  expect(
    createVisibilityOracle(history, types.mutex, { order: "realtime" }).satisfiesLevels(() => "peer"),
  ).toBe(false);
  expect(decide(history, types.mutex, "realtime", () => "peer")?.verdict).not.toBe("satisfied");
});

describe("long histories with a few wrong results", () => {
  /** What is found where all have the level. */
  const decided = (object: keyof typeof usedObjects, seed: number, level: LevelName) => {
    const used = usedObjects[object];
    const history = replicaHistory({
      object: used,
      seed,
      operations: 400,
      sessions: 4,
      values: 400,
      delivery: "fifo",
      corrupt: 2,
    });
    return decide(history, used.type, "session", () => level)?.verdict;
  };

  test.each([
    ["set", 3, "basic", "monotonic"],
    ["set", 5, "monotonic", undefined],
    ["map", 8, "basic", "monotonic"],
    ["rpq", 4, "weak", "basic"],
    ["queue", 5, "basic", undefined],
  ] as const)("of %s, seed %i, are decided", (object, seed, holds, fails) => {
    expect(decided(object, seed, holds)).toBe("satisfied");
    if (fails !== undefined) expect(decided(object, seed, fails)).toBe("violated");
  });
});

test("one order answers all levels, where some ask for it", () => {
  const { set } = usedObjects;
  const replicas = { object: set, seed: 7, operations: 400, sessions: 4, values: 20 } as const;
  const history = replicaHistory({ ...replicas, delivery: "causal" });
  const isQuery = (method: string): boolean => ["contains", "size"].includes(method);
  for (const level of ["weak", "monotonic", "causal"] as const) {
    const meter = createMeter(createBudget());
    const levels = (method: string): LevelName => (isQuery(method) ? "complete" : level);
    expect(decide(history, set.type, "session", levels, meter)?.verdict).toBe("satisfied");
    // Soon: about 10,000, and more than 130,000 where all else is tried before.
    expect(meter.states).toBeLessThan(40_000);
  }
});
