// @module-tag slow
import { describe, expect, test } from "vitest";
import type { CheckOptions } from "./ask/check-options.js";
import { check } from "./check.js";
import type { History } from "./history/history.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { type OrderCriterion, satisfies } from "@sightline/testing/order/order-oracle.js";
import { createRandom } from "./random.js";
import { toRecord } from "@sightline/testing/history/history-record.js";
import { withMoreOrder } from "@sightline/testing/history/vary.js";
import { findType, typeNames } from "./types/index.js";
import type { SequentialType } from "./types/type.js";
import { verify } from "./witness/verify.js";
import { seeds } from "@sightline/testing/seeds.js";

const HISTORIES_PER_TYPE = seeds(200);
const both: readonly OrderCriterion[] = ["linearizability", "sequential"];

describe("check agrees with the literal oracle", () => {
  const seen = new Set<string>();

  test.each(typeNames)("on random histories of type %s, and the laws hold", (name) => {
    const type = findType(name);
    const held = { linearizability: 0, sequential: 0 };
    for (let seed = 1; seed <= HISTORIES_PER_TYPE; seed++) {
      const history = generateHistory(type, seed);
      const text = JSON.stringify(toRecord(history));
      seen.add(text);
      const where = `seed ${seed}: ${text}`;
      const truth = {
        linearizability: satisfies(history, type, "linearizability"),
        sequential: satisfies(history, type, "sequential"),
      };
      if (truth.linearizability) expect(truth.sequential, where).toBe(true);
      for (const criterion of both) {
        if (truth[criterion]) held[criterion]++;
        expectVerdict(history, type, { criterion, algorithm: "auto" }, truth[criterion], where);
        const partition = seed % 2 === 0;
        expectVerdict(
          history,
          type,
          { criterion, algorithm: "frontier", partition },
          truth[criterion],
          where,
        );
      }
      const ordered = withMoreOrder(history, createRandom(seed));
      if (ordered === undefined) continue;
      for (const criterion of both)
        if (!truth[criterion])
          expect(check(ordered, { criterion, explain: false }).verdict, `more order, ${where}`).toBe(
            "violated",
          );
    }
    for (const criterion of both) {
      expect(held[criterion]).toBeGreaterThan(HISTORIES_PER_TYPE / 20);
      expect(held[criterion]).toBeLessThan((HISTORIES_PER_TYPE * 19) / 20);
    }
  });

  test("on different histories", () => {
    expect(seen.size).toBeGreaterThan(0.6 * typeNames.length * HISTORIES_PER_TYPE);
  });
});

function expectVerdict(
  history: History,
  type: SequentialType,
  options: CheckOptions & { criterion: OrderCriterion },
  expected: boolean,
  where: string,
): void {
  const result = check(history, { ...options, verify: false, explain: false });
  if (result.verdict !== (expected ? "satisfied" : "violated"))
    expect.fail(`${options.criterion} by ${options.algorithm} is ${result.verdict}: ${where}`);
  if (result.verdict !== "satisfied") return;
  const verification = verify(history, { type, criterion: options.criterion }, result.witness);
  if (!verification.valid) expect.fail(`${options.algorithm}: ${verification.reason}: ${where}`);
}
