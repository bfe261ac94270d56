import { expect, test } from "vitest";
import { check } from "../check.js";
import { type History, isPending } from "../history/history.js";
import { fromRecord, toRecord } from "@sightline/testing/history/history-record.js";
import { generateHistory } from "@sightline/testing/history/generate-history.js";
import { satisfies } from "@sightline/testing/order/order-oracle.js";
import { types } from "../types/index.js";
import type { OrderAlgorithm } from "../ask/algorithms.js";
import { engines } from "./engines.js";
import { seeds } from "@sightline/testing/seeds.js";

const algorithms = ["auto", ...(Object.keys(engines) as OrderAlgorithm[])] as const;

/**
 * The history with each pending operation declared to come before the first operation that was called
 * before it; `undefined` where that says nothing new, or contradicts session order.
 */
function withOrdersFromPending(history: History): History | undefined {
  const ids = [...history.label.keys()];
  const edges = ids.flatMap((pending) => {
    const earlier = ids.find((id) => !isPending(history, id) && history.call[id] < history.call[pending]);
    return !isPending(history, pending) || earlier === undefined ? [] : [[pending, earlier] as const];
  });
  return edges.length === 0 ? undefined : fromRecord({ ...toRecord(history), happensBefore: edges });
}

test("what had returned when a pending operation was called comes before what follows that one", () => {
  const verdicts = { satisfied: 0, violated: 0 };
  for (const type of [types.register, types.set])
    for (let seed = 1; seed <= seeds(800); seed++) {
      const generated = generateHistory(type, seed, 6);
      const history = generated.timed ? withOrdersFromPending(generated) : undefined;
      if (history === undefined) continue;
      const expected = satisfies(history, type, "linearizability") ? "satisfied" : "violated";
      verdicts[expected]++;
      const where = `seed ${seed}: ${JSON.stringify(toRecord(history))}`;
      const options = { type, explain: false } as const;
      for (const algorithm of algorithms)
        for (const partition of [true, false])
          expect(
            check(history, { ...options, algorithm, partition, explain: false }).verdict,
            `${algorithm}, ${where}`,
          ).toBe(expected);
      const complete = check(history, { ...options, criterion: "complete (realtime)" });
      expect(complete.verdict, `complete, ${where}`).toBe(expected);
      const searched = check(history, {
        ...options,
        criterion: "complete (realtime)",
        algorithm: "visibility",
      });
      expect(searched.verdict, `visibility, ${where}`).toBe(expected);
    }
  expect(Math.min(verdicts.satisfied, verdicts.violated)).toBeGreaterThan(30);
});
